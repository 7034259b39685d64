import type { FoundOrganization } from '@kinfold/domain/organization';
import { isPermitted } from '@kinfold/domain/permission';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { OrganizationField } from '../../parts/organization/organization-field.tsx';
import { scopeQuery } from '../../queries/scopes.ts';

/** The numbers of an organization and those above it that one may look at. */
const placeOf = ({ organizationNumber, above }: FoundOrganization) => [
  ...above.map((one) => one.organizationNumber),
  organizationNumber,
];

/** Searches the organizations below which the user may put one. */
export function ParentField({
  except,
  ...field
}: Omit<ComponentProps<typeof OrganizationField>, 'mayChoose' | 'emptyNote'> & {
  /** Neither this organization nor one below it. */
  except?: string;
}) {
  const scope = useQuery(scopeQuery);
  return (
    <OrganizationField
      {...field}
      mayChoose={(found) =>
        isPermitted(scope.data?.roles ?? [], 'organizations.create', placeOf(found)) &&
        (except === undefined || !placeOf(found).includes(except))
      }
      emptyNote="None is found below which you may put one. Check the spelling."
    />
  );
}

import type { FoundOrganization } from '@kinfold/domain/organization';
import { isPermitted } from '@kinfold/domain/permission';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { OrganizationField } from '../../parts/organization/organization-field.tsx';
import { scopeQuery } from '../../queries/scopes.ts';

/** Returns the numbers of an organization and of those above it that the user may see. */
const placeOf = ({ organizationNumber, above }: FoundOrganization) => [
  ...above.map((one) => one.organizationNumber),
  organizationNumber,
];

/** Searches the organizations below which the user may add one. */
export function ParentField({
  except,
  ...field
}: Omit<ComponentProps<typeof OrganizationField>, 'mayChoose' | 'emptyNote'> & {
  /** Excludes this organization and everything below it. */
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
      emptyNote="No organization was found below which you may add one. Check the spelling."
    />
  );
}

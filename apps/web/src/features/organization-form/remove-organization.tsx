import type { Organization } from '@kinfold/domain/organization';
import { useQueryClient } from '@tanstack/react-query';
import { removeOrganization } from '../../queries/organization-changes.ts';
import { RemoveByName } from '../../ui/remove-by-name.tsx';

/** Whether nothing is left in an organization, so that it can be removed (rules.md "Oddities of the spec"). */
export function isRemovable({
  membersCnt,
  campaignsCnt,
  groupsCnt,
  hasChildren,
  participationsCnt,
}: Pick<
  Organization,
  'membersCnt' | 'campaignsCnt' | 'groupsCnt' | 'hasChildren' | 'participationsCnt'
>): boolean {
  return !membersCnt && !campaignsCnt && !groupsCnt && !hasChildren && !participationsCnt;
}

/** Removes an organization in which nothing is left; its name is typed first, for it cannot be undone. */
export function RemoveOrganization({
  organization: { organizationNumber, organizationName },
  onRemoved,
}: {
  organization: Organization;
  /** Leaves the page. */
  onRemoved: () => Promise<void>;
}) {
  const client = useQueryClient();
  return (
    <RemoveByName
      title={`Remove ${organizationName}`}
      name={organizationName}
      label={`Type its name: ${organizationName}`}
      button="Remove Organization"
      busyText="Removing"
      notRemoved="Nothing was changed."
      isOpen
      remove={async () => {
        await removeOrganization(client, organizationNumber);
        await onRemoved();
      }}
    >
      <p>
        Nothing is left in it: no members, no fundraisers, no groups, no organizations below it. This cannot
        be undone. Its history stays.
      </p>
    </RemoveByName>
  );
}

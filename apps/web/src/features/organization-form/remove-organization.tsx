import type { Organization } from '@kinfold/domain/organization';
import { useQueryClient } from '@tanstack/react-query';
import { removeOrganization } from '../../queries/organization-changes.ts';
import { RemoveByName } from '../../ui/remove-by-name.tsx';

/** Returns whether an organization is empty, so that it can be removed (rules.md "Oddities of the spec"). */
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

/** Removes an empty organization once its name has been typed, because it cannot be undone. */
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

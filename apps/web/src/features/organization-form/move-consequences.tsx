import type { Organization, OrganizationChoice } from '@kinfold/domain/organization';

/** The names of those organizations of a list that are not in another. */
const without = (list: readonly OrganizationChoice[], others: readonly OrganizationChoice[]) =>
  list
    .filter((one) => !others.some((other) => other.organizationNumber === one.organizationNumber))
    .map((one) => one.organizationName)
    .join(' or ');

/** What a move changes, said before it is made: who gains and who loses sight of the organization, and what stays. */
export function MoveConsequences({
  organization: { organizationName, hasChildren },
  place,
  from,
  to,
}: {
  organization: Organization;
  /** Where it will stand: `below Zion`. */
  place: string;
  /** The organizations above it before and after, highest first. */
  from: readonly OrganizationChoice[];
  to: readonly OrganizationChoice[];
}) {
  const [gained, lost] = [without(to, from), without(from, to)];
  return (
    <div role="status">
      <p>
        <strong>What changes</strong>
      </p>
      <ul className="plain-list">
        <li>
          {organizationName}
          {hasChildren && ', with all that stands below it,'} will stand {place}.
        </li>
        {gained && <li>Whoever holds a role at {gained} will hold it here too.</li>}
        {lost && <li>Whoever holds a role only at {lost} will not see it any more.</li>}
        <li>Members, fundraisers, groups, contacts, money and history stay as they are.</li>
      </ul>
    </div>
  );
}

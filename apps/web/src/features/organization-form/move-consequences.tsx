import type { Organization, OrganizationChoice } from '@kinfold/domain/organization';
import { listOf } from '@kinfold/domain/text';

/** Returns the names of the organizations of a list that are not in another. */
const without = (list: readonly OrganizationChoice[], others: readonly OrganizationChoice[]) =>
  listOf(
    list
      .filter((one) => !others.some((other) => other.organizationNumber === one.organizationNumber))
      .map((one) => one.organizationName),
    'disjunction',
  );

/**
 * The effects of a move, shown before it is made: who will and who will no longer see the organization, and what stays.
 */
export function MoveConsequences({
  organization: { organizationName, hasChildren },
  place,
  from,
  to,
}: {
  organization: Organization;
  /** The new place: `below Zion`. */
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
          {hasChildren
            ? `${organizationName}, with everything below it, will be ${place}.`
            : `${organizationName} will be ${place}.`}
        </li>
        {gained && <li>Users with a role at {gained} will have it here too.</li>}
        {lost && <li>Users with a role only at {lost} will no longer see it.</li>}
        <li>Members, fundraisers, groups, contacts, money and history stay as they are.</li>
      </ul>
    </div>
  );
}

import type { CampaignMembership } from '@kinfold/domain/campaign-membership';
import { fullName } from '@kinfold/domain/person-name';
import { cents, sumCents } from '@kinfold/domain/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { money } from '../../lib/format.ts';
import { duesQuery } from '../../queries/donations.ts';
import { deleteMembership } from '../../queries/memberships.ts';
import { RemoveByName } from '../../ui/remove-by-name.tsx';

/** Removes a membership once the name of its primary member has been typed. */
export function RemoveMembership({ membership }: { membership: CampaignMembership }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isWaiting = membership.isActive === null;
  const name = fullName(membership.primaryMember);
  const dues = useQuery(duesQuery(membership._id)).data ?? [];
  const open = sumCents(dues.map(({ totalBalance }) => cents(Math.max(0, totalBalance))));
  const remove = async () => {
    await deleteMembership(client, membership);
    const state = { removed: name };
    await navigate(paths.campaignMemberships.href(membership.campaignId), { replace: true, state });
  };
  return (
    <RemoveByName
      title="Remove Membership"
      name={name}
      label={`To remove it, type ${name}`}
      button="Remove Membership"
      busyText="Removing"
      notRemoved="The membership is not removed."
      remove={remove}
    >
      <p>
        For a membership that was added by mistake. It cannot be undone, and it is only possible while nothing
        was ever paid for it.{' '}
        {isWaiting
          ? `A request to join is declined on the page of ${name}.`
          : 'Deactivate people who leave instead.'}
      </p>
      {open > 0 && (
        <p>
          <strong>Its open dues, {money(open)}, are waived with it.</strong> The history keeps the amount.
        </p>
      )}
    </RemoveByName>
  );
}

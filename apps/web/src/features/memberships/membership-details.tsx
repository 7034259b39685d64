import type { CampaignMembership } from '@kinfold/domain/campaign-membership';
import type { Cents } from '@kinfold/domain/money';
import { CoverLine } from '../../parts/cover/cover-line.tsx';
import { ActiveStatus } from '../../parts/member/active-status.tsx';
import { ExternalRef } from '../../parts/member/external-ref.tsx';
import { SubjectHistory } from '../../parts/history/subject-history.tsx';
import { usePermissions } from '../../parts/access/use-permissions.ts';
import { Callout } from '../../ui/callout.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Money } from '../../ui/money.tsx';
import { MembershipDues } from './membership-dues.tsx';
import { MembershipPeople } from './membership-people.tsx';
import { RemoveMembership } from './remove-membership.tsx';

/**
 * A membership: the covered members and their prices, its dues, removal and history (spec section 2, "Membership
 * detail").
 */
export function MembershipDetails({ membership }: { membership: CampaignMembership }) {
  const mayChange = usePermissions(membership.organizationNumber)?.('memberships.update') === true;
  const { isActive, totalPrice, externalRef, organizationName, lastPayment } = membership;
  const { cover, priceToday, priceWhenActive } = membership;
  return (
    <>
      {cover && (
        <p>
          <CoverLine cover={cover} />
        </p>
      )}
      {priceToday && (
        <Callout tone="warn" title={`${priceToday.text}.`}>
          <p>The stored price stays until the office refreshes it, which says first what that changes.</p>
        </Callout>
      )}
      <dl className="fact-grid">
        <div>
          <dt>Status</dt>
          <dd>
            <ActiveStatus isActive={isActive} />
          </dd>
        </div>
        {totalPrice !== null && (
          <div>
            <dt>Price</dt>
            <dd>
              <MembershipPrice price={totalPrice} whenActive={priceWhenActive} />
            </dd>
          </div>
        )}
        {totalPrice !== null && (
          <div>
            <dt>Last Payment</dt>
            <dd>
              {lastPayment ? (
                <>
                  <Money amount={lastPayment.paymentsTotal} /> on{' '}
                  <DateText inWords value={lastPayment.modifiedDt} />
                </>
              ) : (
                'None'
              )}
            </dd>
          </div>
        )}
        <div>
          <dt>Organization</dt>
          <dd>{organizationName}</dd>
        </div>
        {externalRef && (
          <div>
            <dt>Reference</dt>
            <dd>
              <ExternalRef value={externalRef} />
            </dd>
          </div>
        )}
      </dl>
      <MembershipPeople membership={membership} mayChange={mayChange} />
      <MembershipDues membership={membership} mayChange={mayChange} />
      {mayChange && <RemoveMembership membership={membership} />}
      {mayChange && <SubjectHistory type="membership" id={membership._id} />}
    </>
  );
}

function MembershipPrice({ price, whenActive }: { price: Cents; whenActive: Cents | undefined }) {
  if (whenActive === undefined)
    return (
      <>
        <Money amount={price} /> in each run
      </>
    );
  return (
    <>
      Nothing yet; <Money amount={whenActive} /> in each run once it is confirmed
    </>
  );
}

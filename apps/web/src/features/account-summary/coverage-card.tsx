import type { MemberCampaign } from '@kinfold/domain/campaign';
import { accountSummary, owedOf, type Donation } from '@kinfold/domain/donation';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { donateLink } from '../../app/paths.ts';
import { duesQuery } from '../../lib/account-queries.ts';
import { useNow } from '../../lib/now.ts';
import { asProblem } from '../../lib/problem.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';
import { CoverageDetails } from './coverage-details.tsx';

/** What one funeral-fund membership owes and has paid (spec section 2, "Account summary"). */
export function CoverageCard({
  memberId,
  campaign,
  isOnlyOne,
}: {
  memberId: string;
  campaign: MemberCampaign;
  isOnlyOne: boolean;
}) {
  const { data, error, refetch } = useQuery(duesQuery(campaign.campaignMembershipId));
  return (
    <Card
      title={isOnlyOne ? 'Funeral Fund Coverage' : `Funeral Fund Coverage: ${campaign.campaignName}`}
      aside={isOnlyOne && <span className="muted">{campaign.campaignName}</span>}
    >
      {data ? (
        <Figures memberId={memberId} campaign={campaign} donations={data} />
      ) : error ? (
        <ErrorPanel
          problem={asProblem(error)}
          title="We cannot show this account at the moment."
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={4} label="Loading your account" />
      )}
    </Card>
  );
}

function Figures({
  memberId,
  campaign,
  donations,
}: {
  memberId: string;
  campaign: MemberCampaign;
  donations: Donation[];
}) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const now = useNow();
  const summary = accountSummary(donations.map(owedOf), now);
  const isDue = summary.totalPaymentDue > 0;
  return (
    <>
      <dl className="figures">
        <dt>Next Payment Due</dt>
        <dd>{summary.nextPaymentDue ? <DateText value={summary.nextPaymentDue} /> : 'None'}</dd>
        <dt>
          Last Payment Received
          {summary.lastPaymentDt && (
            <span className="row-note">
              {' '}
              <DateText value={summary.lastPaymentDt} />
            </span>
          )}
        </dt>
        <dd>
          <Money amount={summary.lastPaymentReceived} />
        </dd>
        <dt>Previous Late Charges</dt>
        <dd className={summary.previousLateCharges > 0 ? 'text-due' : undefined}>
          <Money amount={summary.previousLateCharges} />
        </dd>
        <dt className="figures-total">Total Payment Due</dt>
        <dd className={isDue ? 'figures-total text-due' : 'figures-total'}>
          <Money amount={summary.totalPaymentDue} />
        </dd>
      </dl>
      <div className="button-row">
        {isDue ? (
          <ButtonLink {...donateLink(memberId, campaign)}>Make a Payment</ButtonLink>
        ) : (
          <Button disabled>Make a Payment</Button>
        )}
        <Button
          variant="outline-primary"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Details'} <span className="visually-hidden">of {campaign.campaignName}</span>
        </Button>
      </div>
      {isOpen && (
        <div className="unfold" id={detailsId}>
          <CoverageDetails membershipId={campaign.campaignMembershipId} donations={donations} />
        </div>
      )}
    </>
  );
}

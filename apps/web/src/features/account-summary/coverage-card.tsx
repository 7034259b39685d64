import { accountSummary, owedOf, type DetailedDonation, type LatestPayment } from '@kinfold/domain/donation';
import { sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import type { LinkProps } from 'react-router-dom';
import type * as z from 'zod/mini';
import { useNow } from '../../lib/use-now.ts';
import { duesQuery } from '../../queries/donations.ts';
import { latestPaymentQuery } from '../../queries/payments.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { CoverageDetails } from './coverage-details.tsx';
import { FundCard } from './fund-card.tsx';

/** The dues and payments of a funeral-fund membership (spec section 2, "Account summary"). */
export function CoverageCard({
  fund,
  payLink,
  isOnlyOne,
  children,
}: {
  fund: { campaignMembershipId: string; campaignName: string };
  payLink: Pick<LinkProps, 'to' | 'state'>;
  isOnlyOne: boolean;
  /** Rendered above the figures. */
  children?: ReactNode;
}) {
  const dues = useQuery(duesQuery(fund.campaignMembershipId));
  const latest = useQuery(latestPaymentQuery(fund.campaignMembershipId));
  return (
    <FundCard fund={fund} isOnlyOne={isOnlyOne}>
      {children}
      <Loaded query={dues} what="your account" title="We cannot show this account at the moment." rows={4}>
        {(donations) =>
          latest.isFetched ? (
            <Figures
              campaignName={fund.campaignName}
              payLink={payLink}
              donations={donations}
              latestPayment={latest.data?.latestPayment ?? null}
              paidBefore={latest.data?.paidBefore ?? ZERO}
            />
          ) : (
            <SkeletonRows rows={4} label="Loading your account" />
          )
        }
      </Loaded>
    </FundCard>
  );
}

function Figures({
  campaignName,
  payLink,
  donations,
  latestPayment,
  paidBefore,
}: {
  campaignName: string;
  payLink: Pick<LinkProps, 'to' | 'state'>;
  donations: DetailedDonation[];
  latestPayment: z.infer<typeof LatestPayment>['latestPayment'];
  paidBefore: Cents;
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
          Last Payment Received <span className="d-block muted small">paid in all</span>
        </dt>
        <dd>
          <Money amount={sumCents([summary.lastPaymentReceived, paidBefore])} />
        </dd>
        {latestPayment && (
          <>
            <dt>
              Latest Payment{' '}
              <span className="d-block muted small">
                <DateText value={latestPayment.paidOn} />
              </span>
            </dt>
            <dd>
              <Money amount={latestPayment.amount} />
            </dd>
          </>
        )}
        <dt>
          Previous Late Charges <span className="d-block muted small">earlier dues, still open</span>
        </dt>
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
          <ButtonLink {...payLink}>Make a Payment</ButtonLink>
        ) : (
          <Button disabled>Make a Payment</Button>
        )}
        <Button
          variant="outline-primary"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Details'}{' '}
          <span className="visually-hidden">
            {isOpen && 'details '}of {campaignName}
          </span>
        </Button>
      </div>
      {isOpen && (
        <div className="unfold" id={detailsId}>
          <CoverageDetails donations={donations} />
        </div>
      )}
    </>
  );
}

import type { Donation } from '@kinfold/domain/donation';
import { nameInText } from '@kinfold/domain/text';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom';
import { LinkAccountOffer } from '../../../features/account-linking/link-account-offer.tsx';
import type { Recipient } from '@kinfold/domain/recipient';
import { DonateForm } from '../../../features/donate/donate-form.tsx';
import { UnfinishedPayment } from '../../../parts/payment/unfinished-payment.tsx';
import { asProblem } from '../../../lib/problem.ts';
import { useSession } from '../../../lib/session.ts';
import { NothingToPay } from '../../../parts/payment/nothing-to-pay.tsx';
import { chosenOf, donateToHref, dueTo } from '../../../parts/payment/due-to.ts';
import { DueToOthers } from '../../../parts/payment/due-to-others.tsx';
import { NoCards } from '../../../parts/payment/no-cards.tsx';
import { openDues } from '../../../parts/payment/payment-lines.ts';
import type { DonateTarget } from '../../../parts/payment/payment-payload.ts';
import { PaymentSteps, type PaymentStep } from '../../../parts/payment/payment-steps.tsx';
import { paths } from '../../../paths.ts';
import { memberCampaignsQuery } from '../../../queries/campaigns.ts';
import { savedCardsQuery } from '../../../queries/cards.ts';
import { duesQuery, payableDonationsQuery } from '../../../queries/donations.ts';
import { linkedAccountsQuery } from '../../../queries/members.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Page } from '../../../ui/page.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/states.tsx';
import { loadFirst } from '../../load-first.ts';

/** Loads the dues, the linked accounts and the saved cards. */
export const loadDonate = ({ params, request }: LoaderFunctionArgs) =>
  loadFirst((client, memberId) => {
    const { member_id, membershipId } = params;
    const payeeId = member_id ?? new URL(request.url).searchParams.get('payee') ?? memberId;
    return [
      ...(membershipId
        ? [client.prefetchQuery(duesQuery(membershipId)), client.prefetchQuery(memberCampaignsQuery(payeeId))]
        : [client.prefetchQuery(payableDonationsQuery(payeeId))]),
      client.prefetchQuery(linkedAccountsQuery(memberId)),
      client.prefetchQuery(savedCardsQuery(memberId)),
    ];
  });

/**
 * `/donate` (everything due, with `payee` for a linked account) and
 * `/member/:member_id/membership/:membershipId/donate` (one membership). All data comes from the address and the
 * server, so a reload or a link in a letter works.
 */
export function DonatePage() {
  const memberId = useSession()?.memberId;
  const { member_id, membershipId } = useParams();
  const [query] = useSearchParams();
  if (!memberId)
    return (
      <Page title="Donate">
        <LinkAccountOffer />
        <BackButton />
      </Page>
    );
  const payeeId = member_id ?? query.get('payee') ?? memberId;
  return membershipId ? (
    <MembershipDonate
      key={`${payeeId}/${membershipId}`}
      memberId={memberId}
      payeeId={payeeId}
      membershipId={membershipId}
    />
  ) : (
    <EverythingDonate key={payeeId} memberId={memberId} payeeId={payeeId} />
  );
}

type Ids = { memberId: string; payeeId: string };

/** Returns the linked account to pay for; undefined when users pay for themselves. */
function usePayee({ memberId, payeeId }: Ids) {
  return useQuery(linkedAccountsQuery(memberId)).data?.find(
    ({ primary_member_id }) => primary_member_id === payeeId,
  );
}

function MembershipDonate({ memberId, payeeId, membershipId }: Ids & { membershipId: string }) {
  const dues = useQuery(duesQuery(membershipId));
  const campaigns = useQuery(memberCampaignsQuery(payeeId));
  const payee = usePayee({ memberId, payeeId });
  const failed = [dues, campaigns].find(hasFailed);
  if (failed) return <Failed query={failed} />;
  if (!dues.data || !campaigns.data) return <Loading />;

  const campaign = campaigns.data.find(({ campaignMembershipId }) => campaignMembershipId === membershipId);
  const [first] = dues.data;
  const campaignName = campaign?.campaignName ?? first?.campaignName ?? null;
  return (
    <Donate
      lead={[campaignName, payee && `for ${nameInText(payee.primaryMemberName)}`].filter(Boolean).join(', ')}
      dues={dues.data}
      target={{
        memberId,
        payeeId,
        membershipId,
        campaignId: campaign?.campaignId ?? first?.campaignId ?? null,
        campaignName,
        isGift: campaign?.takesGifts === true && openDues(dues.data).length === 0,
      }}
      giftsTo={campaign?.recipient}
    />
  );
}

function EverythingDonate({ memberId, payeeId }: Ids) {
  const dues = useQuery(payableDonationsQuery(payeeId));
  const payee = usePayee({ memberId, payeeId });
  if (hasFailed(dues)) return <Failed query={dues} />;
  if (!dues.data) return <Loading />;
  return (
    <Donate
      lead={
        payee
          ? `Everything that is due, for ${nameInText(payee.primaryMemberName)}`
          : 'Everything that is due'
      }
      dues={dues.data}
      target={{
        memberId,
        payeeId,
        membershipId: null,
        campaignId: null,
        campaignName: null,
        isGift: false,
      }}
    />
  );
}

function Donate({
  lead,
  target,
  dues,
  giftsTo,
}: {
  lead: string;
  target: DonateTarget;
  dues: readonly Donation[];
  /** The recipient of a gift. */
  giftsTo?: Recipient | undefined;
}) {
  const linked = useQuery(linkedAccountsQuery(target.memberId));
  const to = useSearchParams()[0].get('to');
  const [step, setStep] = useState<PaymentStep>('Amount');
  // All rows appear together, to avoid layout shift. On failure the form shows the error with a retry.
  if (!linked.isFetched) return <Loading lead={lead} />;
  const mayPay =
    target.isGift ||
    openDues(dues).length > 0 ||
    !linked.data ||
    linked.data.some((account) => account.outstandingBalance > 0);
  // One payment goes to one account: the one named by the address, or the first that can be paid.
  const accounts = (linked.data ?? []).filter((account) => account.primary_member_id !== target.payeeId);
  const all = target.isGift ? [] : dueTo(dues, accounts);
  const chosen = chosenOf(all, to);
  const others = all.filter((due) => due !== chosen);
  const otherDues = <DueToOthers dues={others} hrefOf={(due) => donateToHref(due, payeeOf(target))} />;
  const recipient = target.isGift ? giftsTo : chosen?.recipient;
  if (recipient && !recipient.takesCards)
    return (
      <DonateFrame lead={lead}>
        <UnfinishedPayment memberId={target.memberId} />
        <NoCards name={recipient.name} />
        {otherDues}
        <BackButton />
      </DonateFrame>
    );
  return (
    <DonateFrame lead={leadOf(lead, target.isGift || others.length > 0 ? recipient : undefined)} step={step}>
      <UnfinishedPayment memberId={target.memberId} />
      {mayPay ? (
        <DonateForm
          key={recipient?.key}
          target={{ ...target, recipient }}
          dues={dues.filter((due) => !recipient || (due.recipient?.key ?? '') === recipient.key)}
          otherDues={otherDues}
          onStep={setStep}
        />
      ) : (
        <>
          <NothingToPay memberId={target.payeeId} membershipId={target.membershipId} />
          <div className="button-row">
            <ButtonLink to={paths.overview.href()}>Back to overview</ButtonLink>
          </div>
        </>
      )}
    </DonateFrame>
  );
}

/** The payee for the address of the page; undefined when users pay for themselves. */
const payeeOf = ({ memberId, payeeId }: DonateTarget) => (payeeId === memberId ? undefined : payeeId);

/** The lead, with the recipient of a gift or where there are several recipients. */
const leadOf = (lead: string, recipient: Recipient | undefined) =>
  recipient ? `${lead}, to ${recipient.name}` : lead;

function DonateFrame({
  lead,
  step = 'Amount',
  children,
}: {
  lead?: string;
  step?: PaymentStep;
  children: ReactNode;
}) {
  return (
    <Page title="Donate" lead={lead ?? '\u00a0'}>
      <PaymentSteps current={step} />
      {children}
    </Page>
  );
}

function Loading({ lead }: { lead?: string }) {
  return (
    <DonateFrame lead={lead}>
      <div className="pending">
        <SkeletonRows rows={3} label="Loading what is due" />
      </div>
    </DonateFrame>
  );
}

function BackButton() {
  return (
    <div className="button-row">
      <ButtonLink variant="outline-primary" to={paths.overview.href()}>
        Back to overview
      </ButtonLink>
    </div>
  );
}

/** Returns whether a query has failed without data; remains true during an automatic retry. */
const hasFailed = ({ data, errorUpdateCount }: UseQueryResult) => data === undefined && errorUpdateCount > 0;

function Failed({ query }: { query: UseQueryResult }) {
  const [error, setError] = useState(query.error);
  if (query.error && query.error !== error) setError(query.error);
  // The loader of the page has failed, and the page retries by itself.
  if (!error) return <Loading />;
  const problem = asProblem(error);
  return (
    <DonateFrame>
      {problem.status === 404 ? (
        <EmptyState title={problem.detail}>
          The link may be old. Your overview lists what you can pay for.
        </EmptyState>
      ) : (
        <ErrorPanel
          problem={problem}
          title="We cannot show what is due at the moment."
          onRetry={() => void query.refetch()}
        />
      )}
      <BackButton />
    </DonateFrame>
  );
}

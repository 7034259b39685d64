import { fundraiserState, type MemberCampaign } from '@kinfold/domain/campaign';
import { coveredByOthers, type PersonCoverage } from '@kinfold/domain/coverage';
import { PAUSED } from '@kinfold/domain/nothing-due';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { donateLink, paths } from '../../paths.ts';
import { coverageQuery } from '../../queries/coverage.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { CoverProblem } from './cover-problem.tsx';
import { CoverStatus } from './cover-status.tsx';
import { useMayPay } from '../payment/use-may-pay.ts';

/** The fundraisers of a member, and the funds that cover them through another person's membership. */
export function FundraiserRows({
  memberId,
  campaigns,
  mayPay,
  opensMemberships = false,
  empty,
}: {
  memberId: string;
  campaigns: readonly MemberCampaign[];
  mayPay: boolean;
  /** Names link to the memberships, for staff. */
  opensMemberships?: boolean;
  /** Rendered when the list is empty. */
  empty: ReactNode;
}) {
  const coverage = useQuery(coverageQuery(memberId));
  if (!coverage.data && !coverage.isFetchedAfterMount)
    return <SkeletonRows rows={2} label="Loading the fundraisers" />;
  const coveredBy = coverage.data ? coveredByOthers(coverage.data) : [];
  if (campaigns.length === 0 && coveredBy.length === 0)
    return coverage.data ? empty : <CoverProblem coverage={coverage} />;
  return (
    <>
      <ul className="rows">
        {campaigns.map((campaign) => (
          <FundraiserRow
            key={campaign.campaignMembershipId}
            memberId={memberId}
            campaign={campaign}
            mayPay={mayPay}
            opensMembership={opensMemberships}
          />
        ))}
        {coveredBy.map((cover) => (
          <CoveredByRow key={cover.campaignMembershipId} cover={cover} />
        ))}
      </ul>
      <CoverProblem coverage={coverage} />
    </>
  );
}

/** A fundraiser with its status and the button to pay or give. */
export function FundraiserRow({
  memberId,
  campaign,
  mayPay,
  opensMembership = false,
}: {
  memberId: string;
  campaign: MemberCampaign;
  mayPay: boolean;
  opensMembership?: boolean;
}) {
  const state = fundraiserState(campaign);
  const isDue = state === 'due';
  return (
    <li className="row-item">
      <div className="row-text">
        <p className="row-name">
          {opensMembership ? (
            <Link className="row-link" to={paths.membership.href(memberId, campaign.campaignMembershipId)}>
              {campaign.campaignName}
            </Link>
          ) : (
            campaign.campaignName
          )}
        </p>
        <p className="row-note">
          {campaign.shortDescription}
          {(isDue || state === 'paused') &&
            campaign.isActive === false &&
            ' This membership is no longer active.'}
          {isDue && campaign.isActive === null && ' The office has not confirmed this membership yet.'}
        </p>
      </div>
      <div className="row-amount">
        <FundraiserStatus campaign={campaign} />
      </div>
      {mayPay && (isDue || campaign.takesGifts) && (
        <div className="row-action">
          <ButtonLink variant="outline-primary" {...donateLink(memberId, campaign)}>
            {isDue ? 'Donate Now' : 'Give any amount'}{' '}
            <span className="visually-hidden">for {campaign.campaignName}</span>
          </ButtonLink>
        </div>
      )}
    </li>
  );
}

function FundraiserStatus({ campaign }: { campaign: MemberCampaign }) {
  switch (fundraiserState(campaign)) {
    case 'due':
      return (
        <strong className="text-due">
          <Money amount={campaign.currentCampaignRunsBalance} />
        </strong>
      );
    case 'open':
      return <span className="muted">{campaign.takesGifts ? 'Open for gifts' : 'Takes no gifts now'}</span>;
    case 'waiting':
      return <StatusDot tone="warn">Not confirmed yet</StatusDot>;
    case 'paused':
      return <StatusDot tone="warn">{PAUSED}</StatusDot>;
    case 'inactive':
      return <StatusDot tone="danger">Inactive</StatusDot>;
    case 'paid':
      return <StatusDot tone="ok">PAID</StatusDot>;
  }
}

function CoveredByRow({ cover }: { cover: PersonCoverage }) {
  const mayPay = useMayPay(cover.primaryMemberId);
  return (
    <li className="row-item">
      <div className="row-text">
        <p className="row-name">{cover.campaignName}</p>
        <p className="row-note">{cover.primaryMemberName} pays for this membership.</p>
      </div>
      <div className="row-more">
        <CoverStatus cover={cover} />
      </div>
      {mayPay && (
        <div className="row-action">
          <ButtonLink variant="outline-primary" to={paths.member.href(cover.primaryMemberId)}>
            See the account of {cover.primaryMemberName}
          </ButtonLink>
        </div>
      )}
    </li>
  );
}

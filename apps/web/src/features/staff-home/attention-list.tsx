import type { ClaimState } from '@kinfold/domain/claim';
import { COMING_OF_AGE_DAYS } from '@kinfold/domain/coming-of-age';
import { daysBetween } from '@kinfold/domain/dates';
import type { Permission } from '@kinfold/domain/permission';
import type { Scope } from '@kinfold/domain/scope';
import { ATTENTION_MAX, LOSING_COVER_DAYS, type Attention } from '@kinfold/domain/staff-home';
import { listOf, pluralOf, wholeNumber } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { attentionQuery } from '../../queries/staff-home.ts';
import { DateText } from '../../ui/date-text.tsx';
import { filled } from '../../ui/filled.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import './staff-home.scss';

/** The maximum number of children turning 18 who are named. */
const NAMED = 3;

/** The items that need attention, one line for each kind that has any. */
export function AttentionList({ permissions }: Pick<Scope, 'permissions'>) {
  const query = useQuery(attentionQuery);
  return (
    <Loaded query={query} what="what needs you" title="We cannot show what needs you at the moment.">
      {(data) => {
        return <Lines attention={data} permissions={permissions} />;
      }}
    </Loaded>
  );
}

/** The possible kinds of items, each with its permission. */
const EXPECTED: readonly [Permission, string][] = [
  ['intake.review', 'requests to become a member'],
  ['memberships.update', 'memberships to confirm'],
  ['organization.donations.get', 'dues that end soon'],
];

function Lines({ attention, permissions }: { attention: Attention } & Pick<Scope, 'permissions'>) {
  const { intakeRequests, unconfirmedMemberships, waitingCampaigns, endingRuns, jobs } = attention;
  const {
    bouncedEmails = 0,
    unknownBirthDates = 0,
    toComplete = 0,
    losingCover,
    vacantOffices,
    comingOfAge = { count: 0, first: [] },
    blockedAccounts,
    reviewItems = 0,
    approvals = 0,
    deceasedPayers = { count: 0, first: [] },
    signInChanges = { count: 0, first: [] },
    deathReports = 0,
    deathTasks = 0,
    claims = 0,
    outdatedPrices = { count: 0, campaigns: [] },
  } = attention;
  const now = useNow();
  const isQuiet = ![
    intakeRequests,
    unconfirmedMemberships,
    jobs.running,
    jobs.failed,
    losingCover,
    comingOfAge.count,
    deceasedPayers.count,
    signInChanges.count,
    outdatedPrices.count,
    vacantOffices,
    bouncedEmails,
    unknownBirthDates,
    toComplete,
    reviewItems,
    approvals,
    claims,
    blockedAccounts?.count,
  ].some(Boolean);
  const expected = EXPECTED.flatMap(([permission, text]) => (permissions.includes(permission) ? [text] : []));
  if (isQuiet && endingRuns.length === 0)
    // Deaths are listed above.
    return deathReports + deathTasks > 0 ? null : (
      <EmptyState title="Nothing needs you today.">
        {expected.length > 0 && `Here you find ${listOf(expected)} when there are any.`}
      </EmptyState>
    );
  return (
    <ul className="entries needs">
      <Need
        count={intakeRequests}
        one="person asked to become a member"
        many="people asked to become members"
        link={
          <Link to={paths.intake.href()}>
            {pluralOf(intakeRequests, 'Answer them', 'Answer all of them')}
          </Link>
        }
      />
      <Need
        count={unconfirmedMemberships}
        one="membership waits to be confirmed"
        many="memberships wait to be confirmed"
        note={
          <span className="facts">
            {waitingCampaigns.map(({ campaignId, campaignName, count }) => (
              <Link key={campaignId} to={paths.campaignMemberships.href(campaignId, { status: 'unknown' })}>
                {/* Beyond the counted maximum, the number by campaign is unknown. */}
                {unconfirmedMemberships < ATTENTION_MAX && `${wholeNumber(count)} in `}
                {campaignName}
              </Link>
            ))}
          </span>
        }
      />
      <Need
        count={claims}
        one="claim waits"
        many="claims wait"
        note="what a fund pays at a death: to be checked and proposed, or to be approved"
        link={<Link to={paths.claims.href({ state: claimState(permissions) })}>See which</Link>}
      />
      <Need
        count={deceasedPayers.count}
        one="membership that nobody can pay for"
        many="memberships that nobody can pay for"
        note={
          <>
            the payer has died, has left or is under 18: choose who pays from now on, or see to what is open
            <span className="facts">
              {deceasedPayers.first.map(
                ({ member_id, membershipId, campaignName, primaryMemberName, openBalance }) => (
                  <Link key={membershipId} to={paths.membership.href(member_id, membershipId)}>
                    {primaryMemberName}, {campaignName}
                    {openBalance > 0 && (
                      <>
                        {' '}
                        (<Money amount={openBalance} />)
                      </>
                    )}
                  </Link>
                ),
              )}
            </span>
          </>
        }
      />
      <Need
        count={outdatedPrices.count}
        one="membership would cost something else today"
        many="memberships would cost something else today"
        note={
          <>
            since a birthday, a correction or a changed rule; refresh prices
            <span className="facts">
              {outdatedPrices.campaigns.map(({ campaignId, campaignName, count }) => (
                <Link
                  key={campaignId}
                  to={paths.campaignMemberships.href(campaignId, { price_outdated: 'true' })}
                >
                  {wholeNumber(count)} in {campaignName}
                </Link>
              ))}
            </span>
          </>
        }
      />
      {endingRuns.map(({ campaignId, campaignRunId, name, endDt, openBalance }) => (
        <li key={campaignRunId} className="need targets">
          <span className="need-count">{Math.max(1, daysBetween(now, endDt))}</span>
          <span>
            {filled(
              pluralOf(Math.max(1, daysBetween(now, endDt)), 'day until {run} ends', 'days until {run} ends'),
              {
                run: (
                  <Link to={paths.campaignsRun.href(campaignId, campaignRunId)}>
                    <strong>{name}</strong>
                  </Link>
                ),
              },
            )}
            <span className="d-block muted">
              <DateText value={endDt} /> ·{' '}
              {openBalance > 0 ? (
                <>
                  <Money amount={openBalance} /> is open
                </>
              ) : (
                'nothing is open'
              )}
            </span>
          </span>
        </li>
      ))}
      <Need
        count={losingCover}
        one="person loses cover"
        many="people lose cover"
        note={`within ${LOSING_COVER_DAYS} days, unless their dues are paid`}
        link={<Link to={paths.coverChanges.href()}>See who</Link>}
      />
      <Need
        count={comingOfAge.count}
        one="child turns 18"
        many="children turn 18"
        note={
          <>
            within {COMING_OF_AGE_DAYS} days, or turned 18 in the last {COMING_OF_AGE_DAYS}
            <span className="facts">
              {comingOfAge.first.slice(0, NAMED).map(({ member_id, name }) => (
                <Link key={member_id} to={paths.member.href(member_id, 'household')}>
                  {name}
                </Link>
              ))}
            </span>
          </>
        }
      />
      <Need
        count={signInChanges.count}
        one="change of a sign-in waits for a second person"
        many="changes of sign-ins wait for a second person"
        note={
          <span className="facts">
            {signInChanges.first.map(({ member_id, name }) => (
              <Link key={member_id} to={paths.member.href(member_id, 'linkedAccounts')}>
                {name}
              </Link>
            ))}
          </span>
        }
      />
      <Need
        count={bouncedEmails}
        one="email address bounces"
        many="email addresses bounce"
        note="the mail server does not know them: ask for the right ones"
        link={<Link to={paths.members.href({ bounced: 'true' })}>See the list</Link>}
      />
      <Need
        count={unknownBirthDates}
        one="birth date is not known"
        many="birth dates are not known"
        note="to ask for: no price by age fits until then"
        link={<Link to={paths.members.href({ birthDt: 'unknown' })}>See the list</Link>}
      />
      <Need
        count={approvals}
        one="refund, waiver or batch waits for a second person"
        many="refunds, waivers and batches wait for a second person"
        note="who asked does not approve it"
        link={<Link to={paths.approvals.href()}>See the requests</Link>}
      />
      <Need
        count={toComplete}
        one="person of an import is to be completed"
        many="people of imports are to be completed"
        note="a detail of theirs could not be read; it stands on their page"
        link={<Link to={paths.members.href({ to_complete: 'true' })}>See the list</Link>}
      />
      <Need
        count={reviewItems}
        one="notice of the card provider"
        many="notices of the card provider"
        note="refunds, disputes or charges that are not in the books here"
        link={<Link to={paths.reviewItems.href()}>{pluralOf(reviewItems, 'Check it', 'Check them')}</Link>}
      />
      {blockedAccounts && (
        <Need
          count={blockedAccounts.count}
          one="organization cannot take card payments"
          many="organizations cannot take card payments"
          note="their account at the card provider is restricted, or access was withdrawn"
          link={
            <Link
              to={
                blockedAccounts.organizationNumber
                  ? paths.organization.href(blockedAccounts.organizationNumber)
                  : paths.organizations.href()
              }
            >
              {pluralOf(blockedAccounts.count, 'Check the account', 'Check the accounts')}
            </Link>
          }
        />
      )}
      <Need
        count={jobs.failed}
        one="job failed"
        many="jobs failed"
        link={<Link to={paths.jobs.href()}>See the jobs</Link>}
      />
      <Need
        count={jobs.running}
        one="job runs"
        many="jobs run"
        link={<Link to={paths.jobs.href()}>See progress</Link>}
      />
      <Need
        count={vacantOffices}
        one="organization has no treasurer"
        many="organizations have no treasurer"
        link={<Link to={paths.organizations.href()}>Go to the organizations</Link>}
      />
    </ul>
  );
}

/** The state of the claims that wait for somebody; of those who propose and approve, both do. */
function claimState(permissions: readonly string[]): ClaimState | undefined {
  if (!permissions.includes('claims.approve')) return 'open';
  return permissions.includes('claims.propose') ? undefined : 'proposed';
}

/** A line for one kind of item; empty if there are none. */
function Need({
  count,
  one,
  many,
  note,
  link,
}: {
  count: number;
  one: string;
  many: string;
  note?: ReactNode;
  link?: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <li className="need targets">
      <span className="need-count">
        {wholeNumber(count)}
        {count >= ATTENTION_MAX && ' and more'}
      </span>
      <span>
        {pluralOf(count, one, many)}
        {note && <span className="d-block muted">{note}</span>}
      </span>
      {link && <span className="need-link">{link}</span>}
    </li>
  );
}

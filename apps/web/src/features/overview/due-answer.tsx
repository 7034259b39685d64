import { sumCents, type Cents } from '@kinfold/domain/money';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { money } from '../../lib/format.ts';
import { asProblem } from '../../lib/problem.ts';
import { useNothingDue } from '../../parts/use-nothing-due.ts';
import { donateLink, paths } from '../../paths.ts';
import { memberCampaignsQuery } from '../../queries/campaigns.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Money } from '../../ui/money.tsx';
import { AnswerSkeleton } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';
import { duesByDate, type DuesByDate } from './dues-by-date.ts';

/** What is due and by when, or that nothing is, with the button to pay. */
export function DueAnswer({
  memberId,
  isOwn,
  mayPay,
}: {
  memberId: string;
  isOwn: boolean;
  /** False for staff who look at an account. */
  mayPay: boolean;
}) {
  const { data, error, refetch } = useQuery(memberCampaignsQuery(memberId));
  if (!data)
    return (
      <section className="answer" aria-label="What is due" aria-busy={!error}>
        {error ? (
          <>
            <ErrorPanel
              problem={asProblem(error)}
              title="We cannot see at the moment whether something is due."
              onRetry={() => void refetch()}
            />
            <div className="button-row">
              <WhatItIsFor memberId={memberId} isOwn={isOwn} />
            </div>
          </>
        ) : (
          <AnswerSkeleton label="Loading what is due" />
        )}
      </section>
    );

  const owing = data.filter((campaign) => campaign.currentCampaignRunsBalance > 0);
  const [first] = owing;
  if (!first) return <NothingDueAnswer memberId={memberId} isOwn={isOwn} />;

  const total = sumCents(owing.map((campaign) => campaign.currentCampaignRunsBalance));
  return (
    <section className="answer answer-due" aria-label="What is due">
      <p className="answer-sentence">
        <DueSentence
          total={total}
          parts={duesByDate(owing.flatMap((campaign) => campaign.openDues))}
          isCoverage={owing.every((campaign) => campaign.requiresMembership && campaign.isActive)}
        />
      </p>
      <div className="button-row answer-action">
        {mayPay && (
          <ButtonLink
            {...(owing.length === 1
              ? donateLink(memberId, first)
              : { to: paths.donate.href({ payee: isOwn ? undefined : memberId }) })}
          >
            Pay {money(total)}
          </ButtonLink>
        )}
        <WhatItIsFor memberId={memberId} isOwn={isOwn} />
      </div>
    </section>
  );
}

/** Nothing is due, and why: paid, paused, not confirmed by the office, or paid by somebody else. */
function NothingDueAnswer({ memberId, isOwn }: { memberId: string; isOwn: boolean }) {
  const nothingDue = useNothingDue(memberId);
  return (
    <section
      className={nothingDue?.isPaid ? 'answer answer-ok' : 'answer'}
      aria-label="What is due"
      aria-busy={!nothingDue}
    >
      {nothingDue ? (
        <>
          <p className="answer-sentence">{nothingDue.sentence}</p>
          {nothingDue.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          <div className="button-row">
            <WhatItIsFor memberId={memberId} isOwn={isOwn} />
          </div>
        </>
      ) : (
        <AnswerSkeleton label="Loading what is due" />
      )}
    </section>
  );
}

/** Links to the account summary, or to the donations of a linked account. */
function WhatItIsFor({ memberId, isOwn }: { memberId: string; isOwn: boolean }) {
  return isOwn ? (
    <ButtonLink variant="link" to={paths.accountSummary.href()}>
      Account summary
    </ButtonLink>
  ) : (
    <ButtonLink variant="link" to={paths.member.href(memberId, 'donations')}>
      See what it is for
    </ButtonLink>
  );
}

function DueSentence({ total, parts, isCoverage }: { total: Cents; parts: DuesByDate; isCoverage: boolean }) {
  const amount = <Money amount={total} />;
  const [first, ...others] = parts.dated;
  if (!first) return <>{amount} from an earlier collection is still open.</>;
  if (others.length === 0 && parts.late === 0)
    return (
      <>
        {amount} is due by <DateText inWords value={first.by} />
        {isCoverage && ' to stay covered'}.
      </>
    );
  return (
    <>
      {amount} is due: <Money amount={first.amount} /> by <DateText inWords value={first.by} />
      {others.map((part) => (
        <Fragment key={part.by.getTime()}>
          , <Money amount={part.amount} /> by <DateText inWords value={part.by} />
        </Fragment>
      ))}
      {parts.late > 0 && (
        <>
          , and <Money amount={parts.late} /> from an earlier collection
        </>
      )}
      .
    </>
  );
}

import { actionBesidesPaying, type MemberCoverage } from '@kinfold/domain/coverage';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../lib/session.ts';
import { UnfinishedPayment } from '../../parts/payment/unfinished-payment.tsx';
import { useNothingDue } from '../../parts/payment/use-nothing-due.ts';
import { useUnfinishedPayment } from '../../parts/payment/use-unfinished-payment.ts';
import { memberCampaignsQuery } from '../../queries/campaigns.ts';
import { coverageQuery } from '../../queries/coverage.ts';
import { AnswerCard, type AnswerTone } from '../../ui/answer-card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { OfflineNote } from '../../ui/offline-note.tsx';
import { AnswerSkeleton } from '../../ui/skeleton.tsx';
import { CoverDetails } from './cover-details.tsx';
import { DueSentence } from './due-sentence.tsx';
import { duesOf, type Dues } from './dues.ts';
import { PayButtons } from './pay-buttons.tsx';

/** The answer of the dashboard: who is covered and until when, the dues, the buttons to pay them, and the details. */
export function Answer({
  memberId,
  isOwn,
  mayPay,
}: {
  memberId: string;
  isOwn: boolean;
  /** False for staff who view an account. */
  mayPay: boolean;
}) {
  const coverage = useQuery(coverageQuery(memberId));
  const campaigns = useQuery(memberCampaignsQuery(memberId));
  const dues = campaigns.data && duesOf(campaigns.data);
  const isDue = dues !== undefined && dues.total > 0;
  const action =
    coverage.data && (isDue && mayPay ? actionBesidesPaying(coverage.data) : coverage.data.action);
  const payerId = useSession()?.memberId ?? '';
  // Paying waits for its outcome: members who paid twice would have to ask for a refund.
  const unfinished = useUnfinishedPayment(payerId);
  return (
    <AnswerCard label="Cover and dues" tone={toneOf(coverage.data, dues)}>
      {/* First, because on a small phone the button covers the part below the sentence. */}
      <OfflineNote />
      {mayPay && unfinished && <UnfinishedPayment memberId={payerId} />}
      <Loaded
        query={coverage}
        what="whether you are covered"
        title="We cannot say at the moment whether you are covered."
        kept="Your cover itself does not depend on this page."
        loading={<AnswerSkeleton label="Loading whether you are covered" />}
      >
        {({ sentence, deaths, ahead, topUp }) => (
          <>
            {deaths?.map((death) => (
              <p key={death}>{death}</p>
            ))}
            <p className="answer-sentence">{sentence}</p>
            {ahead && (
              <p>
                <Money amount={ahead} /> ahead: the next dues are paid from it.
              </p>
            )}
            {topUp && <p>{topUp}</p>}
          </>
        )}
      </Loaded>
      {action && <p>{action}</p>}
      <Loaded
        query={campaigns}
        what="what is due"
        title="We cannot see at the moment whether something is due."
        loading={<AnswerSkeleton label="Loading what is due" />}
      >
        {() =>
          dues && isDue ? (
            <p>
              <DueSentence
                dues={dues}
                coveredUntil={coverage.data?.until}
                isMourning={Boolean(coverage.data?.deaths?.length)}
              />
            </p>
          ) : (
            <NothingDue memberId={memberId} hasAction={Boolean(action)} />
          )
        }
      </Loaded>
      {mayPay && !unfinished && (
        <PayButtons memberId={memberId} isOwn={isOwn} dues={dues} coverage={coverage.data} />
      )}
      {coverage.data && coverage.data.people.length > 0 && <CoverDetails coverage={coverage.data} />}
    </AnswerCard>
  );
}

/** Returns red if a person is not covered or dues are late, green if all are covered, and neutral without a fund. */
function toneOf(coverage: MemberCoverage | undefined, dues: Dues | undefined): AnswerTone | undefined {
  if (dues && dues.late > 0) return 'due';
  if (!coverage?.people.length) return dues && dues.total > 0 ? 'due' : undefined;
  if (coverage.isCovered === null) return 'warn';
  return coverage.isCovered ? 'ok' : 'due';
}

/** The note that nothing is due, and why: paid, paused, not confirmed by the office, or paid by another person. */
function NothingDue({ memberId, hasAction }: { memberId: string; hasAction: boolean }) {
  const nothingDue = useNothingDue(memberId);
  if (!nothingDue) return <AnswerSkeleton label="Loading what is due" />;
  return (
    <>
      <p>{nothingDue.sentence}</p>
      {/* A next step is more useful than why nothing is due. */}
      {!nothingDue.isPaid && !hasAction && nothingDue.notes.map((note) => <p key={note}>{note}</p>)}
    </>
  );
}

import type { CalendarDate } from '@kinfold/domain/dates';
import type { LifeEventPreview } from '@kinfold/domain/death';
import type { Member } from '@kinfold/domain/member';
import { givesText } from '@kinfold/domain/fund-rules-text';
import { listOf } from '@kinfold/domain/text';
import type { ReactNode } from 'react';
import '../../theme/staff.scss';
import { dateInWords, money } from '../../lib/format.ts';
import { Lines, MeansPart, OpenDues } from '../../parts/member/means.tsx';

/**
 * The effects of a death, before it is entered: cover, payers, dues, days of quiet, what ends, and the tasks it leaves.
 */
export function DeathMeans({
  member: { firstNm },
  means,
  day,
  payer,
}: {
  member: Member;
  means: LifeEventPreview;
  /** The day of the death; undefined if unknown. */
  day: CalendarDate | undefined;
  /** The choice of who pays from now on, if a payer is needed. */
  payer: ReactNode;
}) {
  const { covered = [], memberships = [], openDues = [], quietUntil, leftToDo = [], about } = means;
  const { household = [], ends = [], quietFor = [] } = about ?? {};
  return (
    <div className="member-part">
      <MeansPart title={day ? `Covered on ${dateInWords(day)}?` : 'Covered on the day?'}>
        {covered.length === 0 && <p>No fund covered {firstNm}.</p>}
        {covered.map((fund) => (
          <Covered key={fund.campaignId} fund={fund} />
        ))}
      </MeansPart>
      <MeansPart title="Who pays, and what">
        {payer}
        <Lines
          lines={memberships.flatMap(({ sentences }) => sentences)}
          none="No membership changes by it."
        />
      </MeansPart>
      <OpenDues dues={openDues} />
      <MeansPart title="Days of quiet">
        <p>
          {quietFor.length && quietUntil
            ? `Nobody writes to ${listOf(quietFor.map(({ name }) => name))} before ${dateInWords(quietUntil as CalendarDate)}: no reminders, warnings, letters or calls.`
            : 'Nobody else lives there.'}
        </p>
      </MeansPart>
      <MeansPart title="What else changes">
        <Lines lines={[...household, ...ends]} none="Nothing else." />
      </MeansPart>
      <MeansPart title="Left to do afterwards">
        <Lines lines={leftToDo.map(({ text }) => text)} none="Nothing." />
      </MeansPart>
    </div>
  );
}

type Fund = NonNullable<LifeEventPreview['covered']>[number];

const ANSWERS = new Map<boolean | null, string>([
  [true, 'yes, covered'],
  [false, 'no, not covered'],
  [null, 'whether they were covered is not known'],
]);

/**
 * Whether a fund covered the deceased on the day, the reasons, what it pays and until when the death must be reported.
 */
function Covered({ fund: { campaignName, isCovered, reasons, benefits, claimUntil } }: { fund: Fund }) {
  const isSure = isCovered !== null;
  const pays = listOf(
    benefits.map((benefit) => givesText(benefit, `${money(benefit.amount)} (${benefit.label})`, { isSure })),
  );
  return (
    <p>
      <strong>
        {campaignName}: {ANSWERS.get(isCovered)}.
      </strong>{' '}
      {isCovered !== true && reasons.map(({ text }) => text).join(' ')} {pays && `It ${pays}. `}
      {isCovered !== false &&
        claimUntil &&
        `The fund must be told by ${dateInWords(claimUntil as CalendarDate)}.`}
    </p>
  );
}

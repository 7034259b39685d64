import { CALL_OUTCOME_TEXTS, type CallNote, type CallOutcome } from '@kinfold/domain/call';
import { DateText } from '../../ui/date-text.tsx';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';
import { TimeText } from '../../ui/time-text.tsx';

const TONES: Readonly<Record<CallOutcome, Tone>> = {
  reached: 'ok',
  will_pay: 'ok',
  call_back: 'warn',
  no_answer: 'warn',
  wrong_number: 'danger',
};

/** The outcome of a call, who recorded it and when, and their note. */
export function CallOutcomeText({ call: { outcome, note, by, at } }: { call: CallNote }) {
  return (
    <p className="row-note break-anywhere">
      <StatusDot tone={TONES[outcome]}>{CALL_OUTCOME_TEXTS[outcome]}</StatusDot> · {by},{' '}
      <DateText value={at} /> <TimeText value={at} />
      {note && <> · {note}</>}
    </p>
  );
}

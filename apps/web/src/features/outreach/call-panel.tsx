import {
  CALL_OUTCOMES,
  CALL_OUTCOME_TEXTS,
  NO_CALL_TEXTS,
  phonesToCall,
  type CallForm,
  type CallOutcome,
  type RunCall,
} from '@kinfold/domain/call';
import { dialedPhone, showPhone } from '@kinfold/domain/phone';
import { useEffect, useId, useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { forgetDraft, readDraft, writeDraft } from '../../lib/form-draft.ts';
import { asProblem, type Problem } from '../../lib/problem.ts';
import { CallOutcomeText } from '../../parts/member/call-outcome.tsx';
import { Field, fieldInput } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useDraftNote } from '../../ui/use-keep-draft.tsx';
import { donationName } from '../../parts/run-texts.ts';

const NOTE_MAX = 500;
const EMPTY = { note: '', phoneNbr: '' };

/** The family that one is calling: each number as one large button, what came of it with one press, and a note. */
export function CallPanel({
  call,
  onNote,
  onGiveBack,
}: {
  call: RunCall;
  onNote: (form: CallForm) => Promise<void>;
  onGiveBack: () => void;
}) {
  const draft = `call.${call._id}`;
  const [{ note, phoneNbr }, setTyped] = useState(() => readDraft(draft, EMPTY));
  // A phone may load the page anew while somebody talks: which number they called is kept with what they wrote.
  const type = (typed: { note: string; phoneNbr: string }) => {
    setTyped(typed);
    writeDraft(draft, typed);
  };
  const draftNote = useDraftNote(draft, EMPTY, () => setTyped(EMPTY));
  const choose = (number: string) => type({ note, phoneNbr: number });
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState<CallOutcome>();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), []);
  const { takenBy, lastCall, noCall, asksForCall, payableTogether, totalBalance } = call;
  const numbers = phonesToCall(call.phones);
  const called = numbers.find((one) => one === phoneNbr) ?? numbers[0];
  const hasPaid = totalBalance <= 0;
  const send = async (outcome: CallOutcome) => {
    // One press is one call: the second of a double click sends nothing.
    if (busy) return;
    setBusy(outcome);
    setProblem(undefined);
    try {
      await onNote({ outcome, note, ...(numbers.length > 1 && { phoneNbr: called }) });
      forgetDraft(draft);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(undefined);
    }
  };
  const error = problem?.errors.find(({ path }) => path === 'note')?.message;
  return (
    <section className="panel call-panel" aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`} tabIndex={-1} ref={heading}>
        You are calling {donationName(call)}
      </h2>
      {draftNote}
      {hasPaid ? (
        <p className="text-ok">They have paid meanwhile: there is nothing to ask for any more.</p>
      ) : (
        <p>
          <Money amount={totalBalance} /> is open at {call.organizationName}.
          {takenBy && (
            <>
              {' '}
              Nobody else is offered this family until <TimeText value={takenBy.until} />.
            </>
          )}
        </p>
      )}
      {!hasPaid && payableTogether > totalBalance && (
        <p>
          With other dues: <Money amount={payableTogether} />
        </p>
      )}
      {asksForCall && <p>They ask to be called.</p>}
      {lastCall && <CallOutcomeText call={lastCall} />}
      {noCall && <p className="text-warn">{NO_CALL_TEXTS[noCall]}</p>}
      {!noCall &&
        !hasPaid &&
        numbers.map((one) => (
          <a
            key={one}
            className="btn btn-primary call-number"
            href={`tel:${dialedPhone(one)}`}
            onClick={() => choose(one)}
          >
            Call <span className="text-nowrap">{showPhone(one)}</span>
          </a>
        ))}
      {numbers.length > 1 && (
        <SelectField
          label="The number that you called"
          value={called}
          onChange={({ target }) => choose(target.value)}
        >
          {numbers.map((one) => (
            <option key={one} value={one}>
              {showPhone(one)}
            </option>
          ))}
        </SelectField>
      )}
      {problem && !error && <ProblemNote problem={problem} />}
      <Field
        id={id}
        label="Note"
        hint="If there is something to keep; then say what came of the call."
        error={error}
      >
        <textarea
          rows={2}
          maxLength={NOTE_MAX}
          value={note}
          onChange={({ target }) => type({ note: target.value, phoneNbr })}
          {...fieldInput({ id, hint: true, error })}
        />
      </Field>
      <div className="call-outcomes" role="group" aria-label="What came of the call">
        {CALL_OUTCOMES.map((outcome) => (
          <Button
            key={outcome}
            variant="outline-primary"
            aria-busy={busy === outcome || undefined}
            onClick={() => void send(outcome)}
          >
            {CALL_OUTCOME_TEXTS[outcome]}
          </Button>
        ))}
      </div>
      <div className="button-row">
        <Button
          variant="link"
          onClick={() => {
            // Where a fault went away, the second of a double click comes here.
            if (busy) return;
            forgetDraft(draft);
            onGiveBack();
          }}
        >
          I am not calling now
        </Button>
      </div>
    </section>
  );
}

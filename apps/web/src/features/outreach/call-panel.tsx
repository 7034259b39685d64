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
import { useEffect, useId, useRef } from 'react';
import Button from 'react-bootstrap/Button';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { CallOutcomeText } from '../../parts/member/call-outcome.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { donationName } from '../../parts/run-texts.ts';

const NOTE_MAX = 500;
const CallFields = z.object({ note: z.string(), phoneNbr: z.string(), outcome: z.enum(CALL_OUTCOMES) });
const UNKEPT = ['outcome'] as const;

/** The family that the user is calling: a large button for each number, one button for each outcome, and a note. */
export function CallPanel({
  call,
  onNote,
  onGiveBack,
}: {
  call: RunCall;
  onNote: (form: CallForm) => Promise<void>;
  onGiveBack: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), []);
  const { takenBy, lastCall, noCall, asksForCall, payableTogether, totalBalance } = call;
  const numbers = phonesToCall(call.phones);
  const hasPaid = totalBalance <= 0;
  const numberOf = (chosen: string) => numbers.find((one) => one === chosen) ?? numbers[0];
  // A phone may reload the page during a call: the draft keeps the called number and the note.
  const edit = useEditForm({
    schema: CallFields,
    initial: { note: '', phoneNbr: '', outcome: CALL_OUTCOMES[0] },
    draft: `call.${call._id}`,
    unkept: UNKEPT,
    send: ({ phoneNbr: chosen, ...said }) =>
      onNote({ ...said, ...(numbers.length > 1 && { phoneNbr: numberOf(chosen) }) }),
    onClose: onGiveBack,
  });
  const { control, setValue } = edit.form;
  const [phoneNbr, pressed] = useWatch({ control, name: ['phoneNbr', 'outcome'] });
  const called = numberOf(phoneNbr);
  const choose = (number: string) => setValue('phoneNbr', number);
  const { error, required: _required, ...note } = edit.field('note');
  const send = (outcome: CallOutcome) => {
    // One press records one call: the second press of a double click sends nothing.
    if (edit.isSubmitting) return;
    setValue('outcome', outcome);
    void edit.submit();
  };
  return (
    <section className="card card-body call-panel" aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`} tabIndex={-1} ref={heading}>
        You are calling {donationName(call)}
      </h2>
      {edit.draftNote}
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
            Call {showPhone(one)}
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
      {edit.failure && !error && <ProblemNote {...edit.failure} />}
      <TextArea
        label="Note"
        hint="If there is something to record; then choose the outcome of the call."
        rows={2}
        maxLength={NOTE_MAX}
        error={error}
        {...note}
      />
      <div className="tiles" role="group" aria-label="Outcome of the call">
        {CALL_OUTCOMES.map((outcome) => (
          <Button
            key={outcome}
            variant="outline-primary"
            aria-busy={(edit.isSubmitting && pressed === outcome) || undefined}
            onClick={() => send(outcome)}
          >
            {CALL_OUTCOME_TEXTS[outcome]}
          </Button>
        ))}
      </div>
      <div className="button-row">
        <Button
          variant="link"
          onClick={() => {
            // When an error disappears, the second press of a double click may hit this button.
            if (!edit.isSubmitting) edit.cancel();
          }}
        >
          I am not calling now
        </Button>
      </div>
    </section>
  );
}

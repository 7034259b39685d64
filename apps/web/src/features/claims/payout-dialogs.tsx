import { PAYOUT_METHODS, type Claim, type ClaimPayout } from '@kinfold/domain/claim';
import { typedDate, type CalendarDate } from '@kinfold/domain/dates';
import { cents, plainMoney } from '@kinfold/domain/money';
import { PAYOUT_METHOD_NAMES } from '@kinfold/domain/payout';
import { readTypedDate } from '@kinfold/domain/typed-date';
import { useQueryClient } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import * as z from 'zod/mini';
import { dateInWords, dayOf, money } from '../../lib/format.ts';
import { newUuid } from '../../lib/uuid.ts';
import { amountOf, typedAmount, typedReason } from '../../parts/payment/typed-amount.ts';
import { confirmPayout, correctPayout, recordPayout } from '../../queries/claims.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { leftToPay } from './claim-texts.ts';
import { FundHolds } from './fund-holds.tsx';

/** The names of the drafts of payouts. */
export const payoutDraft = ({ _id }: Pick<Claim, '_id'>) => `claim.payout.${_id}`;
export const correctionDraft = (payoutId: string) => `claim.correct.${payoutId}`;

type Asked = { claim: Claim; onDone: (text: string) => void; onClose: () => void };

/** Records that money was paid out. */
export function PayoutDialog({ claim, onDone, onClose }: Asked) {
  const client = useQueryClient();
  const { payees, payouts, _id } = claim;
  const left = leftToPay(claim);
  const unpaid = payees.find(({ payeeId }) => !payouts.some((one) => one.payeeId === payeeId));
  const edit = useEditForm({
    schema: z.object({
      payoutId: z.string(),
      payee: z.string(),
      amount: typedAmount(cents(Math.max(1, left))),
      method: z.enum(PAYOUT_METHODS),
      reference: z.string().check(z.trim(), z.maxLength(100, 'At most 100 characters')),
      paidDt: z
        .string()
        .check(z.refine((text) => readTypedDate(text).day !== undefined, 'Enter a date as MM/DD/YYYY')),
    }),
    initial: {
      // Once for all tries, also after a reload: pressing again, or after a lost answer, records nothing twice.
      payoutId: newUuid(),
      payee: (unpaid ?? payees[0])?.payeeId ?? '',
      amount: plainMoney(left),
      method: 'check' as const,
      reference: '',
      paidDt: typedDate(dayOf(new Date())),
    },
    draft: payoutDraft(claim),
    send: ({ amount, ...form }) => recordPayout(client, _id, { ...form, amount: amountOf(amount) }),
    onSent: () => onDone('Recorded. Another person confirms it.'),
    onClose,
  });
  return (
    <EditDialog title="Record a payout" edit={edit} button="Record" busyText="Recording">
      <p>This records money that was handed over or sent. It moves none.</p>
      <FundHolds claim={claim} />
      <SelectField label="Paid to" {...edit.field('payee')}>
        {payees.map(({ payeeId, name }) => (
          <option key={payeeId} value={payeeId}>
            {name}
          </option>
        ))}
      </SelectField>
      <AmountField
        label="Amount"
        hint={`${money(left)} of what was approved is left`}
        {...edit.field('amount')}
      />
      <SelectField label="Method" {...edit.field('method')}>
        {PAYOUT_METHODS.map((each) => (
          <option key={each} value={each}>
            {PAYOUT_METHOD_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Reference"
        hint="The number of the check, for example."
        autoComplete="off"
        maxLength={100}
        {...edit.field('reference')}
        required={false}
      />
      <DateField label="Paid on" autoComplete="off" {...edit.field('paidDt')} />
    </EditDialog>
  );
}

/** Confirms, as another person, that the money was paid. */
export function ConfirmPayout({ claim, payout, onDone, onClose }: Asked & { payout: ClaimPayout }) {
  const client = useQueryClient();
  const { isBusy, failure, call } = useCall();
  const { payoutId, payee, amount, method, reference, paidDt, recordedBy } = payout;
  const confirm = async () => {
    await confirmPayout(client, claim._id, payoutId);
    onDone(`${money(amount)} to ${payee}: confirmed.`);
  };
  return (
    <Dialog title={`Confirm ${money(amount)} to ${payee}`} onClose={onClose}>
      {failure && (
        <ProblemNote {...failure}>
          <p>Nothing was changed.</p>
        </ProblemNote>
      )}
      <p>
        Recorded by {recordedBy}: {PAYOUT_METHOD_NAMES[method]}
        {reference && ` ${reference}`}, {dateInWords(paidDt as CalendarDate)}. Compare it with the check, the
        bank or the signed receipt.
      </p>
      <div className="button-row">
        <SubmitButton type="button" busy={isBusy} busyText="Confirming" onClick={() => void call(confirm)}>
          Confirm
        </SubmitButton>
        <Button variant="outline-primary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

/** Takes a payout back by the opposite entry. */
export function CorrectPayout({ claim, payout, onDone, onClose }: Asked & { payout: ClaimPayout }) {
  const client = useQueryClient();
  const { payoutId, payee, amount } = payout;
  const edit = useEditForm({
    schema: z.object({ reason: typedReason }),
    initial: { reason: '' },
    draft: correctionDraft(payoutId),
    send: (form) => correctPayout(client, claim._id, payoutId, form),
    onSent: () => onDone(`${money(amount)} to ${payee}: taken back.`),
    onClose,
  });
  return (
    <EditDialog title={`Take back ${money(amount)} to ${payee}`} edit={edit} button="Take back">
      <p>The opposite entry is booked, this one stays listed, and the amount can be paid out again.</p>
      <ReasonField label="Reason" {...edit.field('reason')} />
    </EditDialog>
  );
}

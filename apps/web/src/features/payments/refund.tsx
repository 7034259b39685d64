import { sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import type { PaymentDetails } from '@kinfold/domain/organization-payment';
import type { PaymentPart, RefundAnswer } from '@kinfold/domain/refund';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useWatch } from 'react-hook-form';
import { money } from '../../lib/format.ts';
import { newUuid } from '../../lib/uuid.ts';
import { refundPayment } from '../../queries/organization-payments.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { Said } from '../../ui/said.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import {
  duesAfter,
  initialRefund,
  leftOf,
  needsSecond,
  refundSchema,
  refundSum,
  type TypedRefund,
} from './refund-form.ts';

/** The button that refunds a payment, its outcome, or that nothing is left. */
export function Refund({ payment }: { payment: PaymentDetails }) {
  const [isOpen, setOpen] = useState(false);
  const [answer, setAnswer] = useState<RefundAnswer>();
  const left = sumCents([...leftOf(payment).map(({ amount }) => amount), payment.left.processingFee]);
  return (
    <section className="stack" aria-label="Refund">
      {answer && <Said>{saidOf(answer)}</Said>}
      {left > 0 ? (
        <div>
          <Button variant="outline-primary" onClick={() => setOpen(true)}>
            Refund…
          </Button>
        </div>
      ) : (
        <p className="muted">Nothing is left of this payment to refund.</p>
      )}
      {isOpen && (
        <RefundDialog payment={payment} left={left} onSent={setAnswer} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}

function saidOf({ status, amount, waitsForApproval }: RefundAnswer): string {
  if (waitsForApproval)
    return `${money(amount as Cents)} goes back once a second person has approved it, on the staff home.`;
  if (status === 'failed') return 'The card provider refused this refund. Nothing went back.';
  return status === 'pending'
    ? `${money(amount as Cents)} is on its way to the card. This page shows when it is there.`
    : `${money(amount as Cents)} went back to the card. The member gets a mail about it.`;
}

function RefundDialog({
  payment,
  left,
  onSent,
  onClose,
}: {
  payment: PaymentDetails;
  left: Cents;
  onSent: (answer: RefundAnswer) => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  // One id for all tries of this form: it is refunded once.
  const [refundId] = useState(newUuid);
  const [schema] = useState(() => refundSchema(payment));
  const edit = useEditForm({
    schema,
    initial: initialRefund(payment),
    send: (form) => refundPayment(client, payment.payment_id, refundId, form),
    onSent: (answer) => {
      onSent(answer);
      onClose();
    },
    onClose,
  });
  const typed = useWatch({ control: edit.form.control }) as TypedRefund;
  const lineOf = new Map(payment.lines.map((line) => [line.donation_id, line]));
  const nameOf = (id: string) => `${lineOf.get(id)?.description}, for ${lineOf.get(id)?.paidFor}`;
  return (
    <EditDialog title="Refund to the card" edit={edit} button="Refund" failed="Nothing was refunded">
      <p>{money(left)} of this payment is left.</p>
      <SelectField label="What goes back" {...edit.field('how')}>
        <option value="all">All that is left</option>
        <option value="part">A part, of the newest dues first</option>
        <option value="lines">An amount of each line</option>
      </SelectField>
      {typed.how === 'part' && <AmountField label="Amount in dollars" {...edit.field('part')} />}
      {typed.how === 'lines' &&
        leftOf(payment).map(({ donationId, amount }) => (
          <AmountField
            key={donationId}
            label={nameOf(donationId)}
            hint={`${money(amount)} is left`}
            {...edit.field(`amounts.${donationId}`)}
            required={false}
          />
        ))}
      {payment.left.processingFee > 0 && (
        <Checkbox
          label={`Also the processing fee, ${money(payment.left.processingFee)}`}
          {...edit.form.register('includeFee')}
        />
      )}
      <SelectField label="What becomes of the dues" {...edit.field('dues')}>
        <option value="owed">Owed again</option>
        <option value="waived">Waived: not owed again</option>
      </SelectField>
      {needsSecond(typed, payment) && (
        <AmountField
          label="The same sum again"
          hint={`More than ${money(payment.refundLimit ?? ZERO)} waits for a second person`}
          {...edit.field('amountAgain')}
        />
      )}
      <ReasonField label="Why" {...edit.field('reason')} />
      <Preview typed={typed} payment={payment} nameOf={nameOf} />
    </EditDialog>
  );
}

/** Says what the refund does, before it is made. */
function Preview({
  typed,
  payment,
  nameOf,
}: {
  typed: TypedRefund;
  payment: PaymentDetails;
  nameOf: (donationId: string) => string;
}) {
  const sum = refundSum(typed, payment);
  const { owed, waived } = duesAfter(typed, payment);
  const { cardType, last4 } = payment;
  const listed = (parts: readonly PaymentPart[]) =>
    parts.map(({ donationId, amount }) => `${money(amount)} of ${nameOf(donationId)}`).join('; ');
  if (sum === undefined || sum === 0) return <p aria-live="polite">Say how much goes back.</p>;
  return (
    <p aria-live="polite">
      {money(sum)} goes back to {cardType ?? 'the card'}
      {last4 ? ` ending ${last4}` : ''}.{owed.length > 0 && ` Owed again: ${listed(owed)}.`}
      {waived.length > 0 &&
        ` ${typed.dues === 'waived' ? 'Waived' : 'Not owed again, for people who have died'}: ${listed(waived)}.`}
    </p>
  );
}

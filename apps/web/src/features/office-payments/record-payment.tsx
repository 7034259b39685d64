import { typedDate } from '@kinfold/domain/dates';
import { centsFromText, ZERO } from '@kinfold/domain/money';
import { type HouseholdDues, type OfficePayment } from '@kinfold/domain/office-payment';
import { readTypedDate } from '@kinfold/domain/typed-date';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { dayOf, money } from '../../lib/format.ts';
import { newUuid } from '../../lib/uuid.ts';
import { DuesPaid, splitOverDues } from '../../parts/payment/dues-paid.tsx';
import { householdDuesQuery, recordPayment } from '../../queries/office-payments.ts';
import { memberReceiptPath } from '../../queries/payments.ts';
import { MethodSelect } from '../../parts/payment/method-select.tsx';
import { Callout } from '../../ui/callout.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { amountOf, chosenMethod, typedAmount } from '../../parts/payment/typed-amount.ts';

type Whose = { memberId: string; name: string };

/** The button that records money which the office received from a member without a card, and its dialog. */
export function RecordPayment(whose: Whose) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline-primary" onClick={() => setOpen(true)}>
        Record a payment
      </Button>
      {isOpen && <RecordDialog {...whose} onClose={() => setOpen(false)} />}
    </>
  );
}

function RecordDialog({ memberId, name, onClose }: Whose & { onClose: () => void }) {
  const query = useQuery(householdDuesQuery(memberId));
  const [made, setMade] = useState<OfficePayment & { entryId: string }>();
  return (
    <Dialog title={`Payment from ${name}`} onClose={onClose}>
      {made ? (
        <Made payment={made} memberId={memberId} onClose={onClose} />
      ) : (
        <Loaded query={query} what="the dues" rows={3}>
          {(dues) => <RecordForm memberId={memberId} dues={dues} onMade={setMade} onClose={onClose} />}
        </Loaded>
      )}
    </Dialog>
  );
}

const PaymentForm = z.object({
  amount: typedAmount(),
  method: chosenMethod,
  checkNumber: z.string().check(z.trim(), z.maxLength(30, 'At most 30 characters')),
  paidDt: z
    .string()
    .check(z.refine((text) => readTypedDate(text).day !== undefined, 'Enter a date as MM/DD/YYYY')),
  note: z.string().check(z.trim(), z.maxLength(300, 'At most 300 characters')),
});

function RecordForm({
  memberId,
  dues,
  onMade,
  onClose,
}: {
  memberId: string;
  dues: HouseholdDues;
  onMade: (payment: OfficePayment & { entryId: string }) => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  // Once for all tries: pressing again, also after a lost answer, records nothing twice.
  const [entryId] = useState(newUuid);
  const today = typedDate(dayOf(new Date()));
  const edit = useEditForm({
    schema: PaymentForm,
    initial: { amount: '', method: 'cash' as const, checkNumber: '', paidDt: today, note: '' },
    send: ({ amount: typed, method, checkNumber, paidDt, note }) => {
      const amount = amountOf(typed);
      const lines = splitOverDues(dues, amount).lines.map(({ due, amount: part }) => ({
        donation_id: due.donation_id,
        amount: part,
      }));
      const check = method === 'check' ? { checkNumber } : {};
      return recordPayment(client, memberId, { entryId, amount, method, ...check, paidDt, lines, note });
    },
    onSent: (payment) => onMade({ ...payment, entryId }),
    onClose,
  });
  const [amount, method] = useWatch({ control: edit.form.control, name: ['amount', 'method'] });
  return (
    <EditForm edit={edit}>
      <AmountField label="Amount" {...edit.field('amount')} />
      <MethodSelect {...edit.field('method')} />
      {method === 'check' && (
        <TextField
          label="Check number"
          inputMode="numeric"
          autoComplete="off"
          {...edit.field('checkNumber')}
          required={false}
        />
      )}
      <DateField label="Received on" autoComplete="off" {...edit.field('paidDt')} />
      <TextField
        label="Note"
        hint="Only the office reads it."
        autoComplete="off"
        maxLength={300}
        {...edit.field('note')}
        required={false}
      />
      <DuesPaid dues={dues} amount={centsFromText(amount) ?? ZERO} />
      <DialogButtons isBusy={edit.isSubmitting} busyText="Recording" onCancel={edit.cancel}>
        Record
      </DialogButtons>
    </EditForm>
  );
}

function Made({
  payment,
  memberId,
  onClose,
}: {
  payment: OfficePayment & { entryId: string };
  memberId: string;
  onClose: () => void;
}) {
  const { entryId, receipt_number, lines, credit, isReceiptMailed } = payment;
  return (
    <div className="stack">
      <Callout tone="ok" title={`Recorded: receipt ${receipt_number}`} role="status">
        <ul className="plain-list">
          {lines.map(({ donation_id, description, paidFor, amount }) => (
            <li key={donation_id}>
              {description}, {paidFor}: {money(amount)}
            </li>
          ))}
          {credit > 0 && <li>Paid ahead: {money(credit)}</li>}
        </ul>
        <p>
          {isReceiptMailed
            ? 'The receipt goes to them by email.'
            : 'They have no working email: print the receipt for them.'}
        </p>
      </Callout>
      <div className="button-row">
        <DownloadButton
          path={memberReceiptPath(memberId, entryId)}
          fileName={`receipt-${receipt_number}.pdf`}
        >
          Receipt (PDF)
        </DownloadButton>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}

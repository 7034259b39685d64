import type { Donation } from '@kinfold/domain/donation';
import { centsFromText, plainMoney } from '@kinfold/domain/money';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import * as z from 'zod/mini';
import { money } from '../../lib/format.ts';
import { newUuid } from '../../lib/uuid.ts';
import { waiveDues } from '../../queries/office-payments.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

const formFor = (donation: Donation) =>
  z.object({
    amount: z.string().check(
      z.trim(),
      z.refine(
        (text) => {
          const amount = centsFromText(text);
          return amount !== undefined && amount > 0 && amount <= donation.totalBalance;
        },
        `Enter an amount like 12.25, at most ${money(donation.totalBalance)}`,
      ),
    ),
    reason: z.string().check(z.trim(), z.minLength(3, 'Say why'), z.maxLength(300, 'Say why')),
  });

/** Waives open dues, whole or in part, with a reason. */
export function WaiveDialog({ donation, onClose }: { donation: Donation; onClose: () => void }) {
  const client = useQueryClient();
  // One key for all tries of this form: it is booked once.
  const [key] = useState(newUuid);
  const [waits, setWaits] = useState(false);
  const edit = useEditForm({
    schema: formFor(donation),
    initial: { amount: plainMoney(donation.totalBalance), reason: '' },
    send: ({ amount, reason }) =>
      waiveDues(
        client,
        donation._id,
        { amount: centsFromText(amount) ?? donation.totalBalance, reason },
        key,
      ),
    onSent: ({ waitsForApproval }) => (waitsForApproval ? setWaits(true) : onClose()),
    onClose,
  });
  if (waits)
    return (
      <Dialog title="A second person is asked" onClose={onClose}>
        <p role="status">Nothing is waived until somebody else approves it, on the staff home.</p>
        <Button onClick={onClose}>Close</Button>
      </Dialog>
    );
  return (
    <EditDialog title={`Waive dues of ${donation.campaignRunName}`} edit={edit} button="Waive dues">
      <p>
        What is waived is no longer owed, and cover follows as if it had been paid. It counts as received
        nowhere, and it cannot be undone.
      </p>
      <AmountField label="Amount" hint={`Owed: ${money(donation.totalBalance)}`} {...edit.field('amount')} />
      <ReasonField label="Reason" {...edit.field('reason')} />
    </EditDialog>
  );
}

import { plainMoney } from '@kinfold/domain/money';
import { type HouseholdDues } from '@kinfold/domain/office-payment';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { money } from '../../lib/format.ts';
import { newUuid } from '../../lib/uuid.ts';
import {
  creditQuery,
  householdDuesQuery,
  payBackCredit,
  spendCredit,
} from '../../queries/office-payments.ts';
import { MethodSelect } from '../../parts/payment/method-select.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { amountOf, chosenMethod, typedAmount, typedReason } from '../../parts/payment/typed-amount.ts';

type Balance = HouseholdDues['credit'];

/** What a household has paid ahead, and what the office may do with it; absent while it never had any. */
export function CreditCard({ memberId }: { memberId: string }) {
  const query = useQuery(creditQuery(memberId));
  const dues = useQuery(householdDuesQuery(memberId));
  const [asked, setAsked] = useState<'use' | 'back'>();
  const close = () => setAsked(undefined);
  if (query.data && !query.data.entries.length && !query.data.topUp) return null;
  return (
    <Card title="Paid ahead">
      <Loaded query={query} what="what is paid ahead" rows={2}>
        {({ balance, entries, topUp }) => (
          <>
            <p>
              <Money amount={balance} /> ahead. The next dues of the household are paid from it.
            </p>
            {topUp && <p>{topUp}</p>}
            {balance > 0 && (
              <div className="button-row">
                {(dues.data?.dues.length ?? 0) > 0 && (
                  <Button variant="outline-primary" onClick={() => setAsked('use')}>
                    Use for dues
                  </Button>
                )}
                <Button variant="outline-primary" onClick={() => setAsked('back')}>
                  Pay back
                </Button>
              </div>
            )}
            <ul className="rows">
              {entries.map(({ _id, at, what, amount }) => (
                <li key={_id} className="row-item">
                  <div>
                    <p className="row-name">{what}</p>
                    <p className="row-note">
                      <DateText value={at} />
                    </p>
                  </div>
                  <Money amount={amount} />
                </li>
              ))}
            </ul>
            {asked === 'use' && dues.data && (
              <UseDialog memberId={memberId} balance={balance} dues={dues.data.dues} onClose={close} />
            )}
            {asked === 'back' && <PayBackDialog memberId={memberId} balance={balance} onClose={close} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

type DialogProps = { memberId: string; balance: Balance; onClose: () => void };

/** Pays dues of the household from its credit. */
function UseDialog({ memberId, balance, dues, onClose }: DialogProps & Pick<HouseholdDues, 'dues'>) {
  const client = useQueryClient();
  // One key for all tries of this form: it is booked once.
  const [key] = useState(newUuid);
  const most = (id: string) => {
    const owed = dues.find(({ donation_id }) => donation_id === id)?.balance ?? balance;
    return owed < balance ? owed : balance;
  };
  const first = dues[0]?.donation_id ?? '';
  const edit = useEditForm({
    schema: z.object({ donation_id: z.string(), amount: typedAmount(balance) }),
    initial: { donation_id: first, amount: plainMoney(most(first)) },
    send: ({ donation_id, amount }) =>
      spendCredit(client, memberId, { donation_id, amount: amountOf(amount) }, key),
    onSent: onClose,
    onClose,
  });
  const chosen = useWatch({ control: edit.form.control, name: 'donation_id' });
  return (
    <EditDialog title="Use what is paid ahead" edit={edit} button="Use for dues">
      <SelectField label="Dues" {...edit.field('donation_id')}>
        {dues.map(({ donation_id, description, paidFor, balance: owed }) => (
          <option key={donation_id} value={donation_id}>
            {description}, {paidFor}: {money(owed)}
          </option>
        ))}
      </SelectField>
      <AmountField label="Amount" hint={`At most ${money(most(chosen))}`} {...edit.field('amount')} />
    </EditDialog>
  );
}

/** Records that credit was given back. */
function PayBackDialog({ memberId, balance, onClose }: DialogProps) {
  const client = useQueryClient();
  // One key for all tries of this form: it is booked once.
  const [key] = useState(newUuid);
  const edit = useEditForm({
    schema: z.object({
      amount: typedAmount(balance),
      method: chosenMethod,
      reference: z.string().check(z.trim(), z.maxLength(60, 'At most 60 characters')),
      reason: typedReason,
    }),
    initial: { amount: plainMoney(balance), method: 'check' as const, reference: '', reason: '' },
    send: ({ amount, ...how }) => payBackCredit(client, memberId, { ...how, amount: amountOf(amount) }, key),
    onSent: onClose,
    onClose,
  });
  return (
    <EditDialog title="Pay back what is paid ahead" edit={edit} button="Pay back">
      <p>This records that the money was given back. It moves none.</p>
      <AmountField label="Amount" hint={`At most ${money(balance)}`} {...edit.field('amount')} />
      <MethodSelect {...edit.field('method')} />
      <TextField
        label="Reference"
        hint="The number of the check, for example."
        autoComplete="off"
        {...edit.field('reference')}
        required={false}
      />
      <ReasonField label="Reason" {...edit.field('reason')} />
    </EditDialog>
  );
}

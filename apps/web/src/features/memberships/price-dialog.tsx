import type { CampaignMembership, CoveredMember } from '@kinfold/domain/campaign-membership';
import { centsFromText, plainMoney } from '@kinfold/domain/money';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Done } from '../../parts/undoable.tsx';
import { setPrice, setWaiting } from '../../queries/memberships.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { Money } from '../../ui/money.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { nameOf } from './covered-row.tsx';
import { Consequences, StepProblem } from './step-dialog.tsx';

const REASON = z.string().check(z.trim(), z.minLength(3, 'Say why'), z.maxLength(200, 'Say why'));
const PRICE = 'A price is an amount like 12.25, at most $10,000.00';
const isPrice = (text: string) => {
  const amount = centsFromText(text);
  return amount !== undefined && amount >= 0 && amount <= 1_000_000;
};
/** An empty price removes the price set by hand. */
const PriceForm = z.object({
  price: z.string().check(
    z.trim(),
    z.refine((text) => text === '' || isPrice(text), PRICE),
  ),
  reason: REASON,
});

type DialogProps = {
  membership: CampaignMembership;
  person: CoveredMember;
  onClose: () => void;
  onDone: (done: Done) => void;
};

/** Returns the name of the draft for a covered member. */
const draftOf = (name: string, { membership, person }: DialogProps) =>
  `membership-${name}.${membership._id}.${person.member_id}`;

/** Sets the price of a covered member by hand, with a reason; if emptied, the rules decide. */
export function PriceDialog(props: DialogProps) {
  const { membership, person, onClose, onDone } = props;
  const client = useQueryClient();
  const stored = person.priceOverride ?? null;
  const { member_id } = person;
  const edit = useEditForm({
    schema: PriceForm,
    initial: { price: stored === null ? '' : plainMoney(stored), reason: '' },
    draft: draftOf('price', props),
    send: async ({ price, reason }): Promise<Done> => {
      const amount = price === '' ? null : (centsFromText(price) ?? null);
      const changed = await setPrice(client, membership, { member_id, price: amount, reason });
      return {
        text: `The price of ${nameOf(person)} is ${amount === null ? 'what the rules say' : 'set by hand'} now.`,
        undo: () => setPrice(client, changed, { member_id, price: stored, reason: 'Undone at once' }),
      };
    },
    onSent: onDone,
    onClose,
  });
  const typed = useWatch({ control: edit.form.control, name: 'price' }).trim();
  const amount = typed === '' ? null : centsFromText(typed);
  return (
    <EditDialog
      title={`Price of ${nameOf(person)}`}
      edit={edit}
      button="Save price"
      problem={(last) => <StepProblem {...last} />}
    >
      <p>
        Now {person.price !== null && <Money amount={person.price} />}
        {person.priceReason && `: ${person.priceReason}`}
      </p>
      <AmountField
        label="Price by hand"
        hint="Leave it empty to let the price rules decide."
        {...edit.field('price')}
        required={false}
      />
      <TextField label="Reason" autoComplete="off" maxLength={200} {...edit.field('reason')} />
      {(amount === null || (amount !== undefined && isPrice(typed))) && (
        <Consequences membershipId={membership._id} step={{ do: 'set_price', member_id, price: amount }} />
      )}
    </EditDialog>
  );
}

const WaitingForm = z.object({ reason: REASON });

/** Waives the waiting time of a covered member, with a reason, or undoes that. */
export function WaitingDialog(props: DialogProps) {
  const { membership, person, onClose, onDone } = props;
  const client = useQueryClient();
  const { member_id } = person;
  const isWaived = !person.isWaitingWaived;
  const edit = useEditForm({
    schema: WaitingForm,
    initial: { reason: '' },
    draft: draftOf('waiting', props),
    send: async ({ reason }): Promise<Done> => {
      const changed = await setWaiting(client, membership, { member_id, isWaived, reason });
      return {
        text: isWaived
          ? `No waiting time applies to ${nameOf(person)} now.`
          : `The waiting time applies to ${nameOf(person)} again.`,
        undo: () => setWaiting(client, changed, { member_id, isWaived: !isWaived, reason: 'Undone at once' }),
      };
    },
    onSent: onDone,
    onClose,
  });
  return (
    <EditDialog
      title={`Waiting time of ${nameOf(person)}`}
      edit={edit}
      button={isWaived ? 'Waive waiting time' : 'Take back the waiver'}
      problem={(last) => <StepProblem {...last} />}
    >
      <Consequences membershipId={membership._id} step={{ do: 'waive_waiting', member_id, isWaived }} />
      <TextField
        label="Reason"
        hint="For example: a transfer from another fund."
        autoComplete="off"
        maxLength={200}
        {...edit.field('reason')}
      />
    </EditDialog>
  );
}

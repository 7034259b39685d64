import { zodResolver } from '@hookform/resolvers/zod';
import type { CampaignMembership, CoveredMember } from '@kinfold/domain/campaign-membership';
import { centsFromText, plainMoney } from '@kinfold/domain/money';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { forgetDraft, readDraft } from '../../lib/form-draft.ts';
import type { Done } from '../../parts/undoable.tsx';
import { setPrice, setWaiting } from '../../queries/memberships.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';
import { nameOf } from './covered-row.tsx';
import { Consequences, StepProblem } from './step-dialog.tsx';

const REASON = z.string().check(z.trim(), z.minLength(3, 'Say why'), z.maxLength(200, 'Say why'));
const PRICE = 'A price is an amount like 12.25, at most $10,000.00';
const isPrice = (text: string) => {
  const amount = centsFromText(text);
  return amount !== undefined && amount >= 0 && amount <= 1_000_000;
};
/** An empty price takes the price by hand away. */
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

/** Where what is typed about a covered member is kept. */
const draftOf = (name: string, { membership, person }: DialogProps) =>
  `membership-${name}.${membership._id}.${person.member_id}`;

/** Sets the price of a covered member by hand, with a reason; empty again has the rules decide. */
export function PriceDialog(props: DialogProps) {
  const { membership, person, onClose, onDone } = props;
  const client = useQueryClient();
  const draft = draftOf('price', props);
  const stored = person.priceOverride ?? null;
  const first = { price: stored === null ? '' : plainMoney(stored), reason: '' };
  const form = useForm({
    resolver: zodResolver(PriceForm),
    defaultValues: readDraft(draft, first),
  });
  const draftNote = useKeepDraft(draft, form, first);
  const { member_id } = person;
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async ({ price, reason }) => {
    const amount = price === '' ? null : (centsFromText(price) ?? null);
    const changed = await setPrice(client, membership, { member_id, price: amount, reason });
    forgetDraft(draft);
    onDone({
      text: `The price of ${nameOf(person)} is ${amount === null ? 'what the rules say' : 'set by hand'} now.`,
      undo: () => setPrice(client, changed, { member_id, price: stored, reason: 'Undone at once' }),
    });
  });
  const typed = useWatch({ control: form.control, name: 'price' }).trim();
  const amount = typed === '' ? null : centsFromText(typed);
  const cancel = () => {
    forgetDraft(draft);
    onClose();
  };
  return (
    <Dialog title={`Price of ${nameOf(person)}`} onClose={cancel}>
      <form {...formProps}>
        {draftNote}
        {failure && <StepProblem {...failure} />}
        <p>
          Now {person.price !== null && <Money amount={person.price} />}
          {person.priceReason && `: ${person.priceReason}`}
        </p>
        <TextField
          label="Price by hand"
          hint="Leave it empty to have the price rules decide."
          inputMode="decimal"
          autoComplete="off"
          {...field('price')}
          required={false}
        />
        <TextField label="Reason" autoComplete="off" maxLength={200} {...field('reason')} />
        {(amount === null || (amount !== undefined && isPrice(typed))) && (
          <Consequences membershipId={membership._id} step={{ do: 'set_price', member_id, price: amount }} />
        )}
        <DialogButtons isBusy={isSubmitting} onCancel={cancel}>
          Save price
        </DialogButtons>
      </form>
    </Dialog>
  );
}

const WaitingForm = z.object({ reason: REASON });

/** Waives the waiting time of a covered member, with a reason; or takes that back. */
export function WaitingDialog(props: DialogProps) {
  const { membership, person, onClose, onDone } = props;
  const client = useQueryClient();
  const draft = draftOf('waiting', props);
  const first = { reason: '' };
  const form = useForm({
    resolver: zodResolver(WaitingForm),
    defaultValues: readDraft(draft, first),
  });
  const draftNote = useKeepDraft(draft, form, first);
  const { member_id } = person;
  const isWaived = !person.isWaitingWaived;
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async ({ reason }) => {
    const changed = await setWaiting(client, membership, { member_id, isWaived, reason });
    forgetDraft(draft);
    onDone({
      text: isWaived
        ? `No waiting time holds for ${nameOf(person)} now.`
        : `The waiting time holds for ${nameOf(person)} again.`,
      undo: () => setWaiting(client, changed, { member_id, isWaived: !isWaived, reason: 'Undone at once' }),
    });
  });
  const cancel = () => {
    forgetDraft(draft);
    onClose();
  };
  return (
    <Dialog title={`Waiting time of ${nameOf(person)}`} onClose={cancel}>
      <form {...formProps}>
        {draftNote}
        {failure && <StepProblem {...failure} />}
        <Consequences membershipId={membership._id} step={{ do: 'waive_waiting', member_id, isWaived }} />
        <TextField
          label="Reason"
          hint="For example: a transfer from another fund."
          autoComplete="off"
          maxLength={200}
          {...field('reason')}
        />
        <DialogButtons isBusy={isSubmitting} onCancel={cancel}>
          {isWaived ? 'Waive waiting time' : 'Take back the waiver'}
        </DialogButtons>
      </form>
    </Dialog>
  );
}

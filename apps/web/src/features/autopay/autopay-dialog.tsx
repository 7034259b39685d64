import type { Autopay, Autopays } from '@kinfold/domain/autopay';
import { cents, centsFromText, plainMoney, ZERO } from '@kinfold/domain/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { money } from '../../lib/format.ts';
import { setAutopay } from '../../queries/autopay.ts';
import { savedCardsQuery } from '../../queries/cards.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

const MOST = cents(98_000_000);
const AutopayFields = z.object({
  cardId: z.string().check(z.minLength(1, 'Choose a card')),
  cap: z.string().check(
    z.trim(),
    z.refine((typed) => {
      const amount = centsFromText(typed);
      return amount !== undefined && amount > 0 && amount <= MOST;
    }, 'Enter an amount like 50.00'),
  ),
});

/** The limit that is offered first: what is due now, up to the next ten dollars, and 50 where nothing is. */
const offered = ({ total }: Autopays['funds'][number]) =>
  plainMoney(cents(total > 0 ? Math.ceil(total / 1000) * 1000 : 5000));

/** Turns autopay of a fund on, or changes its card or limit. */
export function AutopayDialog({
  memberId,
  fund,
  autopay,
  onClose,
  onSet,
}: {
  memberId: string;
  fund: Autopays['funds'][number];
  autopay: Autopay | undefined;
  onClose: () => void;
  onSet: () => void;
}) {
  const client = useQueryClient();
  const cards = (useQuery(savedCardsQuery(memberId)).data ?? []).filter(({ isExpired }) => !isExpired);
  const known = cards.find(({ id }) => id === autopay?.cardId) ?? cards[0];
  const edit = useEditForm({
    schema: AutopayFields,
    initial: {
      cardId: known?.id ?? '',
      cap: autopay ? plainMoney(autopay.monthlyCap) : offered(fund),
    },
    send: ({ cardId, cap }) =>
      setAutopay(client, memberId, fund.campaignId, { cardId, monthlyCap: centsFromText(cap) ?? ZERO }),
    onSent: onSet,
    onClose,
  });
  return (
    <EditDialog title={`Pay ${fund.campaignName} by itself`} edit={edit} button="Pay by itself">
      <p>
        When dues are made for you, we pay them with this card, five days after an email that says so. Nothing
        is taken today.
      </p>
      <SelectField label="Card" {...edit.field('cardId')}>
        {cards.map(({ id, cardType, last4 }) => (
          <option key={id} value={id}>
            {cardType} ending {last4}
          </option>
        ))}
      </SelectField>
      <AmountField
        label="The most in a month"
        hint={`We never take more than this from your card in a calendar month, processing fee included. ${
          fund.total > 0 ? `Now ${money(fund.total)} is due, with the fee.` : ''
        }`}
        {...edit.field('cap')}
      />
    </EditDialog>
  );
}

import type { Claim, ClaimPayout } from '@kinfold/domain/claim';
import type { CalendarDate } from '@kinfold/domain/dates';
import { PAYOUT_METHOD_NAMES } from '@kinfold/domain/payout';
import { SignatureForm } from '@kinfold/domain/payout-signature';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { dateInWords, money } from '../../lib/format.ts';
import { signPayout } from '../../queries/claims.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { SignaturePad } from './signature-pad.tsx';

const SignatureValues = z.object({
  name: SignatureForm.shape.name,
  received: z.boolean().check(z.refine(Boolean, 'Tick the box')),
});

/** Has the one who receives a payout sign for it, on the phone of the one who pays. */
export function SignPayout({
  claim,
  payout,
  onDone,
  onClose,
}: {
  claim: Claim;
  payout: ClaimPayout;
  onDone: (text: string) => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const drawing = useRef<() => string>(undefined);
  const { payoutId, payee, amount, method, reference, paidDt } = payout;
  const edit = useEditForm({
    schema: SignatureValues,
    initial: { name: payee, received: false },
    send: (form) =>
      signPayout(client, claim._id, payoutId, { ...form, received: true, png: drawing.current?.() ?? null }),
    onSent: () => onDone(`${money(amount)} to ${payee}: signed for.`),
    onClose,
  });
  const fault = edit.form.formState.errors.received?.message;
  return (
    <EditDialog title={`Sign for ${money(amount)}`} edit={edit} button="Sign" busyText="Signing">
      <p className="break-anywhere">
        {claim.campaign.campaignName} pays {money(amount)} to {payee}, {PAYOUT_METHOD_NAMES[method]}
        {reference && ` ${reference}`}, {dateInWords(paidDt as CalendarDate)}. Hand the phone to the person
        who receives it.
      </p>
      <TextField label="Received by" autoComplete="off" {...edit.field('name')} />
      <div>
        <Checkbox
          label={`I have received ${money(amount)}`}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault && 'received-problem'}
          {...edit.form.register('received')}
        />
        {fault && <ErrorLine id="received-problem">{fault}</ErrorLine>}
      </div>
      <SignaturePad
        onDraw={(picture) => {
          drawing.current = picture;
        }}
      />
    </EditDialog>
  );
}

import { addressLines } from '@kinfold/domain/any-address';
import { Claim, PAYEE_KINDS } from '@kinfold/domain/claim';
import { Email, INVALID_EMAIL } from '@kinfold/domain/email';
import { requiredText } from '@kinfold/domain/free-text';
import { fullName } from '@kinfold/domain/person-name';
import { formatTypedPhone, INVALID_PHONE, PhoneNumber, showPhone } from '@kinfold/domain/phone';
import {
  sentAddressOf,
  TypedAddressOrNone,
  typedAddressOf,
  type TypedAddress,
} from '@kinfold/domain/typed-address';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { AddressFields } from '../../parts/member/address-fields.tsx';
import { payersOf } from '../../parts/member/payers.ts';
import { patchClaim } from '../../queries/claims.ts';
import { householdQuery } from '../../queries/households.ts';
import { memberQuery } from '../../queries/members.ts';
import { EditDialog } from '../../ui/edit-form.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmailField, TextField } from '../../ui/text-field.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { PAYEE_KIND_NAMES } from './claim-texts.ts';
import { sentPayee, type Payee } from './sent-payee.ts';

const PayeeValues = z.object({
  kind: z.enum(PAYEE_KINDS),
  name: requiredText('Enter a name', { min: 2, max: 100 }),
  phone: z.union([z.literal(''), PhoneNumber], INVALID_PHONE),
  email: z.union([z.literal(''), Email], INVALID_EMAIL),
  address: TypedAddressOrNone,
});
type PayeeValues = z.infer<typeof PayeeValues>;

const LABELS: Readonly<Record<keyof PayeeValues, string>> = {
  kind: 'Who it is',
  name: 'Paid to',
  phone: 'Their phone',
  email: 'Their email',
  address: 'Address',
};

const valuesOf = (payee: Payee | undefined): PayeeValues => ({
  kind: payee?.kind ?? 'family',
  name: payee?.name ?? '',
  phone: payee?.phone ? formatTypedPhone(payee.phone) : '',
  email: payee?.email ?? '',
  address: typedAddressOf(payee?.address),
});

const hasAddress = (address: TypedAddress) => Object.values(address).some(Boolean);

/** The name of the draft of a payee; of a new one without an id. */
export const payeeDraft = ({ _id }: Pick<Claim, '_id'>, payee: Payee | undefined) =>
  `claim.payee.${_id}.${payee?.payeeId ?? 'new'}`;

/** Whether a payout names a payee, also one that was taken back: the name stays then. */
export const isPaid = ({ payouts }: Pick<Claim, 'payouts'>, payee: Payee | undefined): boolean =>
  payee !== undefined && payouts.some(({ payeeId }) => payeeId === payee.payeeId);

/** Adds or changes one of those who are paid; the others stay as they are, whoever changed them meanwhile. */
export function PayeeDialog({
  claim,
  payee,
  onClose,
}: {
  claim: Claim;
  payee: Payee | undefined;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const edit = useEditForm({
    schema: PayeeValues,
    initial: valuesOf(payee),
    draft: payeeDraft(claim, payee),
    edited: {
      document: claim,
      schema: Claim,
      fieldsOf: ({ payees }: Claim) =>
        valuesOf(payee && payees.find(({ payeeId }) => payeeId === payee.payeeId)),
      labels: LABELS,
      show: (_name, value) =>
        typeof value === 'string'
          ? value
          : hasAddress(value)
            ? addressLines(sentAddressOf(value)).join(', ')
            : '',
      onTaken: onClose,
    },
    send: ({ address, phone, email, ...form }, { document, version = claim.version }) => {
      const sent = {
        ...form,
        phone: phone || null,
        email: email || null,
        address: hasAddress(address) ? sentAddressOf(address) : null,
      };
      const others = document.payees.map(sentPayee);
      const place = others.findIndex(({ payeeId }) => payee && payeeId === payee.payeeId);
      const payees =
        payee && place >= 0 ? others.with(place, { ...sent, payeeId: payee.payeeId }) : [...others, sent];
      return patchClaim(client, claim._id, { version, payees });
    },
    onSent: onClose,
    onClose,
  });
  const [kind, countryCd] = useWatch({
    control: edit.form.control,
    name: ['kind', 'address.countryCd'],
  });
  return (
    <EditDialog title={payee ? payee.name : 'Add a payee'} edit={edit}>
      <SelectField label={LABELS.kind} {...edit.field('kind')}>
        {PAYEE_KINDS.map((each) => (
          <option key={each} value={each}>
            {PAYEE_KIND_NAMES[each]}
          </option>
        ))}
      </SelectField>
      {kind === 'family' && !payee && (
        <OfHousehold
          memberId={claim.member.member_id}
          onChosen={(values) => {
            for (const [name, value] of Object.entries(values))
              edit.form.setValue(name as keyof PayeeValues, value, {
                shouldDirty: true,
                // Saved before they were here, a field was said to be missing.
                shouldValidate: edit.form.formState.isSubmitted,
              });
          }}
        />
      )}
      <TextField
        label={LABELS.name}
        hint={
          isPaid(claim, payee) ? 'It stays: money was paid to this name.' : 'As it is written on a check.'
        }
        readOnly={isPaid(claim, payee)}
        autoComplete="off"
        maxLength={100}
        {...edit.field('name')}
      />
      <PhoneField label={LABELS.phone} autoComplete="off" {...edit.field('phone')} required={false} />
      <EmailField
        label={LABELS.email}
        {...edit.field('email')}
        autoComplete="off"
        errorHelp={undefined}
        required={false}
      />
      <AddressFields
        field={(name) => ({ ...edit.field(`address.${name}`), required: false })}
        countryCd={countryCd}
        isForOthers
      />
    </EditDialog>
  );
}

/** Takes name, phone and address from a living adult of the household. */
function OfHousehold({
  memberId,
  onChosen,
}: {
  memberId: string;
  onChosen: (values: Omit<PayeeValues, 'kind'>) => void;
}) {
  const client = useQueryClient();
  const household = useQuery(householdQuery(memberId));
  const { isBusy, call } = useCall();
  const people = household.data ? payersOf(household.data, memberId) : [];
  if (people.length === 0) return null;
  return (
    <SelectField
      label="Fill in from the household"
      defaultValue=""
      aria-busy={isBusy || undefined}
      onChange={({ target }) =>
        target.value &&
        void call(async () => {
          const member = await client.fetchQuery(memberQuery(target.value));
          const [phone] = member.phones;
          const [email] = member.emails;
          onChosen({
            name: fullName(member),
            phone: phone ? showPhone(phone.phoneNbr) : '',
            email: email?.email ?? '',
            address: typedAddressOf(member.address),
          });
        })
      }
    >
      <option value="">Nobody of them</option>
      {people.map(({ member_id, relationship, ...name }) => (
        <option key={member_id} value={member_id}>
          {fullName(name)}, {relationship}
        </option>
      ))}
    </SelectField>
  );
}

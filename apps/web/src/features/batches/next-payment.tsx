import { cents, centsFromText, sumCents, ZERO } from '@kinfold/domain/money';
import { OFFICE_METHODS } from '@kinfold/domain/office-payment';
import { fullName } from '@kinfold/domain/person-name';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import Button from 'react-bootstrap/Button';
import { FormProvider, useFieldArray, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { money } from '../../lib/format.ts';
import { newUuid } from '../../lib/uuid.ts';
import { MemberChoice, NOBODY_CHOSEN } from '../../parts/member/member-choice.tsx';
import { MemberField } from '../../parts/member/member-field.tsx';
import { DuesPaid } from '../../parts/payment/dues-paid.tsx';
import { MethodSelect } from '../../parts/payment/method-select.tsx';
import { householdDuesQuery } from '../../queries/office-payments.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Card } from '../../ui/card.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import {
  leftForPayer,
  linesOfAll,
  problemOfPart,
  type DuesOf,
  type OtherFamily,
} from './several-families.ts';
import type { WaitingEntry } from './use-waiting-entries.ts';

const entryForm = (duesOf: DuesOf) =>
  z
    .object({
      member_id: z.string(),
      name: z.string().check(z.maxLength(100, 'At most 100 characters')),
      birthDt: z.string(),
      amount: z.string().check(
        z.trim(),
        z.refine((text) => (centsFromText(text) ?? 0) > 0, 'Enter an amount like 12.25'),
      ),
      method: z.enum(OFFICE_METHODS),
      checkNumber: z.string().check(z.trim(), z.maxLength(30, 'At most 30 characters')),
      others: z.array(z.object({ member_id: z.string(), name: z.string(), amount: z.string() })),
      /** What is typed to find another family. */
      also: z.string(),
    })
    .check(({ value, issues }) => {
      const { member_id, amount, others, also } = value;
      const refuse = (path: (string | number)[], message: string) =>
        issues.push({ code: 'custom', input: value, path, message });
      if (member_id && also.trim()) refuse(['also'], 'Choose somebody of the family, or clear this');
      if (!others.length) return;
      if (!member_id) refuse(['member_id'], 'Choose whose payment it is');
      for (const [index, other] of member_id ? others.entries() : []) {
        const before = [member_id, ...others.slice(0, index).map((one) => one.member_id)];
        const problem = problemOfPart(other, before, duesOf);
        if (problem) refuse(['others', index, 'amount'], problem);
      }
      if (leftForPayer(amount, others) < 0)
        refuse(['amount'], 'The parts of the families are more than this');
    });

/**
 * The form of the next payment: Enter goes from field to field, stores it here and begins the next, whether there is a
 * signal or not. The method stays, and is first.
 */
export function NextPayment({
  organizationNumber,
  onAdd,
}: {
  organizationNumber: string;
  onAdd: (entry: WaitingEntry) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const duesOf: DuesOf = (memberId) => client.getQueryData(householdDuesQuery(memberId).queryKey);
  const [schema] = useState(() => entryForm(duesOf));
  const empty = { ...NOBODY_CHOSEN, amount: '', checkNumber: '', others: [] as OtherFamily[], also: '' };
  const { form, formProps, field, isSubmitting } = useFormCall({
    schema,
    initial: { ...empty, method: 'cash' as const },
    send: async ({ member_id, name, amount, method, checkNumber, others }) => {
      onAdd({
        entryId: newUuid(),
        member_id: member_id || null,
        payerName: name.trim(),
        amount: centsFromText(amount) ?? ZERO,
        method,
        checkNumber: method === 'check' ? checkNumber : '',
        ...(others.length && { lines: linesOfAll(member_id, amount, others, duesOf) }),
      });
      form.reset({ ...empty, method });
      frame.current?.querySelector('input')?.focus();
    },
  });
  const [member_id, name, amount, method, others, also] = useWatch({
    control: form.control,
    name: ['member_id', 'name', 'amount', 'method', 'others', 'also'],
  });
  const list = useFieldArray({ control: form.control, name: 'others' });
  const left = leftForPayer(amount, others);
  return (
    <Card title="Next payment">
      <div ref={frame}>
        <FormProvider {...form}>
          <form {...formProps} onKeyDown={goOn}>
            <MethodSelect {...field('method')} />
            <MemberChoice label="From" organizationNumber={organizationNumber} findsIds={false} />
            <AmountField label="Amount" {...field('amount')} />
            {method === 'check' && (
              <TextField
                label="Check number"
                inputMode="numeric"
                autoComplete="off"
                {...field('checkNumber')}
                required={false}
              />
            )}
            {list.fields.map(({ id, member_id: otherId, name: other }, index) => (
              <Part
                key={id}
                family={{ memberId: otherId, name: other }}
                field={field(`others.${index}.amount`)}
                onRemove={() => list.remove(index)}
              />
            ))}
            {member_id && (
              <OtherChoice
                key={member_id}
                organizationNumber={organizationNumber}
                chosen={[member_id, ...others.map((other) => other.member_id)]}
                onChoose={(other) => list.append({ ...other, amount: '' })}
                text={also}
                onText={(text) => form.setValue('also', text)}
                error={form.formState.errors.also?.message}
              />
            )}
            <div role="status">
              {member_id ? (
                <>
                  {others.length > 0 && left >= 0 && (
                    <p className="row-name">
                      {money(left)} of it is for the family of {name}.
                    </p>
                  )}
                  <OfMember memberId={member_id} amount={left} />
                </>
              ) : (
                <p className="row-note">
                  {name.trim()
                    ? `Nobody is chosen: it is entered as of an unknown payer, “${name.trim()}”, and assigned later.`
                    : 'Without a member it is entered as of an unknown payer, and assigned later.'}
                </p>
              )}
            </div>
            <div className="button-row">
              <SubmitButton busy={isSubmitting} busyText="Entering">
                Enter
              </SubmitButton>
            </div>
          </form>
        </FormProvider>
      </div>
    </Card>
  );
}

/** Enter goes on to the next field of a form; in the last one it sends the form. */
function goOn(event: KeyboardEvent<HTMLFormElement>) {
  const { target, currentTarget, nativeEvent, defaultPrevented } = event;
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  if (event.key !== 'Enter' || nativeEvent.isComposing || !isField) return;
  // With its list open, it chose an option, or went to the first one.
  if (defaultPrevented && !target.hasAttribute('aria-activedescendant')) return;
  const fields = [...currentTarget.querySelectorAll<HTMLElement>('input, select')];
  // The search for another family is passed over.
  const isNext = (field: HTMLElement) =>
    target instanceof HTMLSelectElement || field.getAttribute('role') !== 'combobox';
  const next = fields.slice(fields.indexOf(target) + 1).find(isNext);
  if (!next) return;
  event.preventDefault();
  // Who it is from may be found in a moment.
  if (target.getAttribute('aria-busy') !== 'true') next.focus();
}

/** The part of another family, and what it owes. */
function Part({
  family: { memberId, name },
  field,
  onRemove,
}: {
  family: { memberId: string; name: string };
  field: object;
  onRemove: () => void;
}) {
  const { data } = useQuery(householdDuesQuery(memberId));
  const due = data && sumCents(data.dues.map(({ balance }) => balance));
  return (
    <div>
      <AmountField
        label={`For ${name}`}
        hint={due === undefined ? undefined : `${money(due)} is due`}
        {...field}
      />
      <Button variant="link" onClick={onRemove}>
        Leave out <span className="visually-hidden">{name}</span>
      </Button>
    </div>
  );
}

/** Adds another family that the same check pays for. */
function OtherChoice({
  organizationNumber,
  chosen,
  onChoose,
  text,
  onText,
  error,
}: {
  organizationNumber: string;
  chosen: readonly string[];
  onChoose: (other: { member_id: string; name: string }) => void;
  text: string;
  onText: (text: string) => void;
  error: string | undefined;
}) {
  const [isOpen, setOpen] = useState(text !== '');
  if (!isOpen)
    return (
      <div>
        <Button variant="link" onClick={() => setOpen(true)}>
          It pays for other families too
        </Button>
      </div>
    );
  return (
    <MemberField
      label="Another family"
      organizationNumber={organizationNumber}
      offers={({ id }) => !chosen.includes(id)}
      text={text}
      onText={onText}
      chosen=""
      onChoose={(found) => {
        onChoose({ member_id: found.id, name: fullName(found) });
        onText('');
      }}
      error={error}
      inputRef={null}
    />
  );
}

/** What an amount in cents pays for the household of a member. */
export function OfMember({ memberId, amount }: { memberId: string; amount: number }) {
  const query = useQuery(householdDuesQuery(memberId));
  if (!query.data) return null;
  return <DuesPaid dues={query.data} amount={cents(Math.max(0, amount))} />;
}

import type { BatchDetail, BatchEntry } from '@kinfold/domain/batch';
import { cents, centsFromText, sumCents, ZERO } from '@kinfold/domain/money';
import { OFFICE_METHOD_NAMES, OFFICE_METHODS } from '@kinfold/domain/office-payment';
import { countOf } from '@kinfold/domain/text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { FormProvider, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { date, money } from '../../lib/format.ts';
import { newUuid } from '../../lib/uuid.ts';
import { chosenMember, MemberChoice, NOBODY_CHOSEN } from '../../parts/member/member-choice.tsx';
import { DuesPaid } from '../../parts/payment/dues-paid.tsx';
import { assignEntry, batchQuery, closeBatch, takeEntryBack } from '../../queries/batches.ts';
import { householdDuesQuery } from '../../queries/office-payments.ts';
import { MethodSelect } from '../../parts/payment/method-select.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useWaitingEntries, type WaitingEntry } from './use-waiting-entries.ts';

/** A batch of payments: its figures, the form of the next payment, and what was entered. */
export function BatchTable({ batchId }: { batchId: string }) {
  const query = useQuery(batchQuery(batchId));
  return (
    <Loaded query={query} what="the batch" rows={5}>
      {(batch) => <Table batch={batch} />}
    </Loaded>
  );
}

function Table({ batch }: { batch: BatchDetail }) {
  const client = useQueryClient();
  const { _id, organizationNumber, name, dt, state, count, total, controlCount, controlTotal, entries } =
    batch;
  const { closing: asking } = batch;
  const { waiting, add, remove } = useWaitingEntries(_id);
  const [asked, setAsked] = useState<{ what: 'assign' | 'back'; entry: BatchEntry }>();
  const closing = useCall();
  const done = () => setAsked(undefined);
  const isOpen = state === 'open';
  return (
    <>
      <Card title={name}>
        <p>
          {date(dt)} · {count} of {countOf(controlCount, 'payment', 'payments')}, <Money amount={total} /> of{' '}
          <Money amount={controlTotal} />
        </p>
        {waiting.length > 0 && (
          <p role="status">
            {countOf(waiting.length, 'payment waits', 'payments wait')} in this browser to be sent.
          </p>
        )}
        {batch.closed && (
          <p>
            Closed by {batch.closed.by} on {date(batch.closed.at)}.
          </p>
        )}
        {asking && (
          <p role="status">
            {asking.isOwn
              ? 'You asked to close it: a second person confirms that.'
              : `${asking.by} asked to close it on ${date(asking.at)}. Compare the figures, then confirm.`}
          </p>
        )}
        {closing.failure && <ProblemNote {...closing.failure} />}
        {isOpen && !asking?.isOwn && (
          <div className="button-row">
            <Button
              variant="outline-primary"
              disabled={closing.isBusy || waiting.length > 0}
              onClick={() => void closing.call(() => closeBatch(client, _id))}
            >
              {asking ? 'Confirm and close' : 'Close the batch'}
            </Button>
          </div>
        )}
      </Card>
      {isOpen && <NextPayment organizationNumber={organizationNumber} onAdd={add} />}
      <Card title="Entered">
        {entries.length + waiting.length === 0 && <p className="muted">Nothing is entered yet.</p>}
        <ul className="rows">
          {waiting.toReversed().map((entry) => (
            <WaitingRow key={entry.entryId} entry={entry} onRemove={() => remove(entry.entryId)} />
          ))}
          {entries
            // Its answer was lost, and it is known meanwhile.
            .filter(({ entryId }) => !waiting.some((entry) => entry.entryId === entryId))
            .map((entry) => (
              <EntryRow key={entry.entryId} entry={entry} onAsk={(what) => setAsked({ what, entry })} />
            ))}
        </ul>
      </Card>
      {asked?.what === 'assign' && <AssignDialog batch={batch} entry={asked.entry} onClose={done} />}
      {asked?.what === 'back' && <TakeBackDialog batch={batch} entry={asked.entry} onClose={done} />}
    </>
  );
}

const payerOf = (entry: { payerName: string | null }, name: string | undefined) =>
  name ?? (entry.payerName ? `Unknown payer: ${entry.payerName}` : 'Unknown payer');

function WaitingRow({ entry, onRemove }: { entry: WaitingEntry; onRemove: () => void }) {
  const { member_id, payerName, amount, method, refusal } = entry;
  return (
    <li className="row-item">
      <div>
        <p className="row-name">{member_id ? payerName : payerOf(entry, undefined)}</p>
        <p className="row-note">
          {OFFICE_METHOD_NAMES[method]} ·{' '}
          {refusal === undefined ? 'Waits to be sent' : `Not stored: ${refusal}`}
        </p>
        {refusal !== undefined && (
          <Button variant="outline-primary" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      <Money amount={amount} />
    </li>
  );
}

function EntryRow({ entry, onAsk }: { entry: BatchEntry; onAsk: (what: 'assign' | 'back') => void }) {
  const { member, amount, method, checkNumber, receipt_number, lines, credit, removed } = entry;
  const who = payerOf(entry, member?.name);
  return (
    <li className="row-item">
      <div>
        <p className="row-name">{removed ? <s>{who}</s> : who}</p>
        <p className="row-note">
          {OFFICE_METHOD_NAMES[method]}
          {checkNumber && ` ${checkNumber}`} · {receipt_number}
          {lines.map((line) => ` · ${money(line.amount)} ${line.description}`)}
          {credit > 0 && ` · ${money(credit)} paid ahead`}
        </p>
        {removed ? (
          <p className="row-note">
            Taken back by {removed.by}
            {removed.reason && `: ${removed.reason}`}
          </p>
        ) : (
          <div className="d-flex flex-wrap gap-2">
            {!member && (
              <Button variant="link" onClick={() => onAsk('assign')}>
                Assign <span className="visually-hidden">{who}</span>
              </Button>
            )}
            <Button variant="link" onClick={() => onAsk('back')}>
              Take back <span className="visually-hidden">{who}</span>
            </Button>
          </div>
        )}
      </div>
      <Money amount={amount} />
    </li>
  );
}

const EntryForm = z.object({
  member_id: z.string(),
  name: z.string().check(z.maxLength(100, 'At most 100 characters')),
  birthDt: z.string(),
  amount: z.string().check(
    z.trim(),
    z.refine((text) => (centsFromText(text) ?? 0) > 0, 'Enter an amount like 12.25'),
  ),
  method: z.enum(OFFICE_METHODS),
  checkNumber: z.string().check(z.trim(), z.maxLength(30, 'At most 30 characters')),
});

/** The form of the next payment: Enter stores it here and goes on, whether there is a signal or not. */
function NextPayment({
  organizationNumber,
  onAdd,
}: {
  organizationNumber: string;
  onAdd: (entry: WaitingEntry) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const { form, formProps, field, isSubmitting } = useFormCall({
    schema: EntryForm,
    initial: { ...NOBODY_CHOSEN, amount: '', method: 'cash' as const, checkNumber: '' },
    send: async ({ member_id, name, amount, method, checkNumber }) => {
      onAdd({
        entryId: newUuid(),
        member_id: member_id || null,
        payerName: name.trim(),
        amount: centsFromText(amount) ?? ZERO,
        method,
        checkNumber: method === 'check' ? checkNumber : '',
      });
      form.reset({ ...NOBODY_CHOSEN, amount: '', method, checkNumber: '' });
      frame.current?.querySelector('input')?.focus();
    },
  });
  const [member_id, name, amount, method] = useWatch({
    control: form.control,
    name: ['member_id', 'name', 'amount', 'method'],
  });
  return (
    <Card title="Next payment">
      <div ref={frame}>
        <FormProvider {...form}>
          <form {...formProps}>
            <MemberChoice label="From" organizationNumber={organizationNumber} findsIds={false} />
            <TextField label="Amount" inputMode="decimal" autoComplete="off" {...field('amount')} />
            <MethodSelect {...field('method')} />
            {method === 'check' && (
              <TextField
                label="Check number"
                inputMode="numeric"
                autoComplete="off"
                {...field('checkNumber')}
                required={false}
              />
            )}
            <div role="status">
              {member_id ? (
                <OfMember memberId={member_id} amount={amount} />
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

function OfMember({ memberId, amount }: { memberId: string; amount: string }) {
  const query = useQuery(householdDuesQuery(memberId));
  if (!query.data) return null;
  return <DuesPaid dues={query.data} amount={cents(Math.max(0, centsFromText(amount) ?? 0))} />;
}

type EntryDialog = { batch: BatchDetail; entry: BatchEntry; onClose: () => void };

/** Says who made the payment of an unknown payer. */
function AssignDialog({ batch, entry, onClose }: EntryDialog) {
  const client = useQueryClient();
  const edit = useEditForm({
    schema: chosenMember('Choose a member'),
    initial: NOBODY_CHOSEN,
    send: ({ member_id }) => assignEntry(client, batch._id, entry.entryId, member_id),
    onSent: onClose,
    onClose,
  });
  const memberId = useWatch({ control: edit.form.control, name: 'member_id' });
  return (
    <EditDialog title={`Who paid ${money(entry.amount)}?`} edit={edit} button="Assign">
      <MemberChoice label="Payer" organizationNumber={batch.organizationNumber} findsIds={false} />
      {memberId && <OfMember memberId={memberId} amount={String(entry.amount / 100)} />}
    </EditDialog>
  );
}

/** Takes an entry back; in a closed batch with a reason. */
function TakeBackDialog({ batch, entry, onClose }: EntryDialog) {
  const client = useQueryClient();
  const isClosed = batch.state === 'closed';
  const least = isClosed ? 3 : 0;
  const edit = useEditForm({
    schema: z.object({
      reason: z.string().check(z.trim(), z.minLength(least, 'Say why'), z.maxLength(300, 'Say why')),
    }),
    initial: { reason: '' },
    send: ({ reason }) => takeEntryBack(client, batch._id, entry.entryId, reason || undefined),
    onSent: onClose,
    onClose,
  });
  const paid = sumCents(entry.lines.map(({ amount }) => amount));
  return (
    <EditDialog title={`Take back ${money(entry.amount)}`} edit={edit} button="Take back">
      <p>
        The opposite entry is booked, and this one stays listed.
        {paid > 0 && ` Dues of ${money(paid)} are owed again.`}
      </p>
      {isClosed && <Callout tone="warn" title="This batch is closed: say why." />}
      <TextField
        label="Reason"
        hint="It is kept in the history."
        autoComplete="off"
        maxLength={300}
        {...edit.field('reason')}
        required={isClosed}
      />
    </EditDialog>
  );
}

import type { BatchDetail, BatchEntry } from '@kinfold/domain/batch';
import { cents, sumCents, type Cents } from '@kinfold/domain/money';
import { OFFICE_METHOD_NAMES } from '@kinfold/domain/office-payment';
import { countOf, listOf } from '@kinfold/domain/text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { date, money } from '../../lib/format.ts';
import { chosenMember, MemberChoice, NOBODY_CHOSEN } from '../../parts/member/member-choice.tsx';
import { assignEntry, batchQuery, closeBatch, takeEntryBack } from '../../queries/batches.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { NextPayment, OfMember } from './next-payment.tsx';
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
  const { forget } = closing;
  const done = () => setAsked(undefined);
  // What it says of the figures is over with the next payment.
  useEffect(forget, [forget, count, total]);
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
        {closing.failure && (
          <ProblemNote {...closing.failure}>
            {/* 422: the figures differ, which the title says. */}
            {closing.failure.problem.status === 422 ? (
              <p>{differenceText(controlCount - count, cents(controlTotal - total))}</p>
            ) : undefined}
          </ProblemNote>
        )}
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

/** What is missing to what was counted by hand, or too much. */
function differenceText(missing: number, amount: Cents): string {
  const parts = [
    ...(missing === 0 ? [] : [countOf(Math.abs(missing), 'payment', 'payments')]),
    ...(amount === 0 ? [] : [money(cents(Math.abs(amount)))]),
  ];
  if (!parts.length) return 'Compare again what was counted and entered.';
  const isMixed = missing * amount < 0;
  const isTooMuch = missing < 0 || (missing === 0 && amount < 0);
  const what = isTooMuch ? 'too much: take back what is wrong.' : 'missing: enter the rest.';
  return isMixed
    ? 'Compare the number of payments and their total with what was counted.'
    : `${listOf(parts)} ${parts.length === 1 && Math.abs(missing) < 2 ? 'is' : 'are'} ${what}`;
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
          {lines.map(
            ({ amount: part, description, paidFor }) =>
              ` · ${money(part)} ${description}${paidFor === member?.name ? '' : `, ${paidFor}`}`,
          )}
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
      {memberId && <OfMember memberId={memberId} amount={entry.amount} />}
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
      <ReasonField label="Reason" {...edit.field('reason')} required={isClosed} />
    </EditDialog>
  );
}

/** Batches of payments: entered one by one, compared with what was counted by hand, and closed (rules.md "Batches"). */
import type * as z from 'zod/mini';
import type { Batch, BatchDetail, BatchEntry, BatchEntryForm, BatchForm } from '@kinfold/domain/batch';
import { calendarDateOf } from '@kinfold/domain/dates';
import { showMoney, sumCents, type Cents } from '@kinfold/domain/money';
import type { Page } from '@kinfold/domain/pagination';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { presentPage, readPage } from '../../../platform/lists.ts';
import { AppError, conflict, invalid, notFound } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import type { OrganizationRecord } from '../../organizations/organizations/organization.service.ts';
import { findMember, findMembers, fullName, type MemberRecord } from '../../people/members/member.service.ts';
import { twoPersonRulesOf } from '../../organizations/organizations/second-person.service.ts';
import { approve, askApproval, readApproval, type ApprovalRecord } from '../approvals/approval.service.ts';
import { findEntries } from '../ledger/ledger.service.ts';
import {
  countBatches,
  insertBatch,
  lockBatch,
  lockOpenBatch,
  readBatch,
  readBatchPage,
  setClosed,
  type BatchRecord,
} from './batch.model.ts';
import type { Booking } from './credit.service.ts';
import { takeFromDeposit } from './deposit.service.ts';
import {
  readOfficePayment,
  readPaymentsOfBatch,
  sumBatches,
  type OfficePaymentRecord,
} from './office-payment.model.ts';
import {
  assignPayment,
  entryIdsOf,
  organizationChange,
  presentRecorded,
  recordPayment,
  removePayment,
  type Recorded,
  type Recording,
} from './office-payment.service.ts';

export { readBatch };
export type { BatchRecord };

/** The grant of the policy for one batch. */
export type BatchGrant = { batch: BatchRecord };

type WireBatch = z.input<typeof Batch>;

/** Begins a batch. */
export async function beginBatch(
  { organizationNumber }: OrganizationRecord,
  form: BatchForm,
  { author, now, timeZone }: Pick<Recording, 'author' | 'now' | 'timeZone'>,
): Promise<WireBatch> {
  if (form.dt > calendarDateOf(now, timeZone))
    throw invalid([{ path: 'dt', message: 'This day is still to come' }]);
  const batch = await insertBatch({
    organizationNumber,
    ...form,
    state: 'open',
    version: 0,
    createdBy: author.email,
    createdDt: now,
    closed: null,
    depositId: null,
  });
  return presentBatch(batch, undefined);
}

/** A page of an organization's batches, newest first. */
export async function batchPage(organizationNumber: string, page: Page) {
  const found = await readPage(
    page,
    () => countBatches(organizationNumber),
    (range) => readBatchPage(organizationNumber, range),
  );
  const sums = await sumBatches(found.rows.map(({ _id }) => _id));
  return presentPage('batches', found, (batch) => presentBatch(batch, sums.get(batch._id)));
}

function presentBatch(
  { version: _version, depositId: _depositId, createdDt, closed, ...batch }: BatchRecord,
  sum: { count: number; total: number } | undefined,
): WireBatch {
  return {
    ...batch,
    count: sum?.count ?? 0,
    total: sum?.total ?? 0,
    createdDt: createdDt.toISOString(),
    closed: closed && { by: closed.by, at: closed.at.toISOString() },
  };
}

/** A batch with its entries. */
export async function batchDetail(
  { _id }: BatchRecord,
  readerId: string | null,
): Promise<z.input<typeof BatchDetail>> {
  const batch = await readBatch(_id);
  if (!batch) throw notFound();
  const payments = await readPaymentsOfBatch(_id);
  const booked = await findEntries(payments.flatMap(entryIdsOf));
  const members = await findMembers([...new Set(payments.flatMap(({ memberId }) => memberId ?? []))]);
  const byId = new Map(members.map((member) => [member._id, member]));
  const entries = payments.map((payment) => {
    const ids = entryIdsOf(payment);
    const own = { payment, entries: booked.filter((entry) => ids.includes(entry._id)) };
    return presentEntry(own, byId.get(payment.memberId ?? ''));
  });
  const kept = payments.filter(({ removed }) => !removed);
  const sum = { count: kept.length, total: kept.reduce((total, { amount }) => total + amount, 0) };
  const asked = batch.state === 'open' ? await readApproval(closingId(batch)) : undefined;
  return {
    ...presentBatch(batch, sum),
    entries: await Promise.all(entries),
    ...(asked && {
      closing: {
        by: asked.author.name,
        at: asked.requestedDt.toISOString(),
        isOwn: asked.author.userId === readerId,
      },
    }),
  };
}

async function presentEntry(
  recorded: Recorded,
  member: MemberRecord | undefined,
): Promise<z.input<typeof BatchEntry>> {
  const { _id, payerName, amount, method, checkNumber, note, removed } = recorded.payment;
  return {
    entryId: _id,
    member: member ? { member_id: member._id, name: fullName(member) } : null,
    payerName,
    amount,
    method,
    checkNumber,
    note,
    ...(await presentRecorded(recorded)),
    removed: removed ? { by: removed.by, at: removed.at.toISOString(), reason: removed.reason } : null,
  };
}

const isClosed = () =>
  conflict(
    'batch_closed',
    'This batch is closed. An entry is taken back with a reason, in a closed batch too.',
  );

const openLock =
  ({ _id }: BatchRecord) =>
  async (session: Session) => {
    if (!(await lockOpenBatch(_id, session))) throw isClosed();
  };

/** The member of an entry. Throws 422 where there is none for whom the author may record payments. */
async function payerOf(memberId: string, { mayRecordAt }: Recording): Promise<MemberRecord> {
  const member = await findMember(memberId);
  if (!member || !(await mayRecordAt(member.organizationNumber)))
    throw invalid([{ path: 'member_id', message: 'There is no such member' }]);
  return member;
}

/** Enters a payment in an open batch; the same `entryId` again returns what was booked. */
export async function enterPayment(
  batch: BatchRecord,
  { member_id, ...entered }: BatchEntryForm,
  recording: Recording,
): Promise<z.input<typeof BatchEntry>> {
  const member = member_id === null ? undefined : await payerOf(member_id, recording);
  const from = member ?? { organizationNumber: batch.organizationNumber };
  const within = { batchId: batch._id, lock: openLock(batch) };
  const recorded = await recordPayment(from, { ...entered, paidDt: batch.dt }, recording, within);
  return presentEntry(recorded, member);
}

/** An entry of a batch. Throws 404 for any other. */
async function entryOf({ _id }: BatchRecord, entryId: string): Promise<OfficePaymentRecord> {
  const payment = await readOfficePayment(entryId.toLowerCase());
  if (payment?.batchId !== _id) throw notFound('There is no such entry.');
  return payment;
}

/** Says who made the payment of an unknown payer, also in a closed batch. */
export async function assignEntry(
  batch: BatchRecord,
  entryId: string,
  memberId: string,
  recording: Recording,
): Promise<z.input<typeof BatchEntry>> {
  const payment = await entryOf(batch, entryId);
  const member = await payerOf(memberId, recording);
  return presentEntry(await assignPayment(payment, member, recording), member);
}

/** Takes an entry back: with a reason where the batch is closed. */
export async function removeEntry(
  batch: BatchRecord,
  entryId: string,
  reason: string | undefined,
  booking: Recording,
): Promise<void> {
  const payment = await entryOf(batch, entryId);
  if (batch.state === 'closed' && reason === undefined)
    throw invalid([{ path: 'reason', message: 'Say why: this batch is closed' }]);
  const closedLock = async (session: Session) => {
    const depositId = await lockBatch(batch._id, session);
    if (depositId !== null) await takeFromDeposit(depositId, payment, booking, session);
  };
  const lock = batch.state === 'open' ? openLock(batch) : closedLock;
  await removePayment(payment, reason, booking, lock);
}

/**
 * Closes a batch. Throws 422 with both figures while its count or total differ from what was counted by hand, 409 when it
 * is closed.
 */
async function closeBatch(batch: BatchRecord, { author, now, currency }: Booking): Promise<void> {
  const { _id, organizationNumber } = batch;
  await inTransaction(async (session) => {
    if (!(await setClosed(_id, { by: author.name, at: now }, session))) throw isClosed();
    const { count, total } = await requireControl(batch, currency, session);
    const changes = [
      { field: 'batch', from: null, to: batch.name },
      { field: 'payments', from: null, to: count },
      { field: 'receivedAmount', from: null, to: total },
    ];
    const change = await organizationChange(organizationNumber, 'payment.batch_closed');
    await recordChanges([{ ...change, changes }], author, now, session);
  });
}

/** What a batch holds, which is what was counted by hand. Throws 422 with both figures where it differs. */
async function requireControl(
  { _id, controlCount, controlTotal }: BatchRecord,
  currency: string,
  session?: Session,
): Promise<{ count: number; total: Cents }> {
  const kept = (await readPaymentsOfBatch(_id, session)).filter(({ removed }) => !removed);
  const { count, total } = { count: kept.length, total: sumCents(kept.map(({ amount }) => amount)) };
  if (count === controlCount && total === controlTotal) return { count, total };
  const detail = `Counted were ${controlCount} with ${showMoney(controlTotal, currency)}, entered are ${count} with ${showMoney(total, currency)}. The batch stays open.`;
  throw new AppError(422, 'control_total', detail, {
    errors: [{ path: count === controlCount ? 'controlTotal' : 'controlCount', message: detail }],
    figures: { controlCount, controlTotal, count, total },
  });
}

const closingId = ({ _id }: BatchRecord) => `batch:${_id}`;

/**
 * Closes a batch (`closeBatch`); where the organization asks for a second person, the first one asks, and another one
 * closes it, after `beforeApproval`. Throws 403 `second_person` to the person who asked.
 */
export async function askClose(
  batch: BatchRecord,
  booking: Booking,
  beforeApproval: () => void,
): Promise<void> {
  const { _id, organizationNumber, name, state } = batch;
  const { author, now, currency } = booking;
  if (state === 'closed') throw isClosed();
  if (!(await twoPersonRulesOf([organizationNumber])).batchClose) return closeBatch(batch, booking);
  const asked = await readApproval(closingId(batch));
  if (asked) {
    beforeApproval();
    return approve(asked, author, now, (approval) => closeApproved(approval, booking));
  }
  const { total } = await requireControl(batch, currency);
  await askApproval(
    {
      _id: closingId(batch),
      type: 'batch',
      organizationNumber,
      what: `Closing of the batch ${name}, ${showMoney(total, currency)}`,
      amount: total,
      reason: null,
      subjectId: _id,
      memberId: null,
      request: { id: _id, hash: '', form: null },
      author,
      requestedDt: now,
    },
    now,
  );
}

/** Does what was approved. Throws 422 when the batch holds something else meanwhile. */
export async function closeApproved(
  { subjectId, author }: ApprovalRecord,
  booking: Pick<Booking, 'now' | 'currency'>,
): Promise<void> {
  const batch = await readBatch(subjectId);
  if (batch?.state === 'open') await closeBatch(batch, { ...booking, author });
}

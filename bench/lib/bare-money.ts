/**
 * The office's work with money on the bare server: the queries that its answers need, through the driver, without
 * sessions, permissions, claims, history and presenters.
 */
import { randomUUID } from 'node:crypto';
import { collection, inTransaction } from '../../apps/api/src/platform/database.ts';
import { objectId } from '../../apps/api/src/platform/documents.ts';

type Entry = { _id: string; entryDt: Date; donationIds: string[] };
const PAGE = 25;
const WEEK_MS = 7 * 86_400_000;
const NEWEST = { entryDt: -1, _id: -1 } as const;
const entries = () => collection<Entry>('ledger_entries');

/** Without what was assigned within the organization, as the list of payments asks for it. */
const notMoved = (organizationNumber: string | null) => ({
  $nor: ['assigned:', 'reversed:assigned:'].map((start) => ({
    _id: { $gte: start, $lt: `${start.slice(0, -1)};` },
    postings: { $elemMatch: { account: { $gte: 'unknown:', $lt: 'unknown;' }, organizationNumber } },
  })),
});

/** A page of the payments of an organization; the first one with the sums that are kept by month. */
async function payments(query: URLSearchParams): Promise<unknown> {
  const organizationNumber = query.get('organization');
  const day = (name: string) => query.get(name);
  const [from, to, before] = [day('from'), day('to'), day('before')];
  const last = before ? new Date(Number(before)) : to ? new Date(`${to}T23:59:59.999Z`) : new Date();
  const since = new Date(Math.max(last.getTime() - WEEK_MS, from ? Date.parse(from) : 0));
  const month = { ...(from && { $gte: from.slice(0, 7) }), ...(to && { $lte: to.slice(0, 7) }) };
  const [page, sums] = await Promise.all([
    entries()
      .aggregate<Entry>([
        {
          $match: {
            'postings.organizationNumber': organizationNumber,
            entryDt: { $gte: since, ...((before || to) && { $lte: last }) },
          },
        },
        { $match: { kind: { $in: ['charge', 'cash', 'check', 'zelle', 'other'] } } },
        { $match: notMoved(organizationNumber) },
        { $sort: NEWEST },
        { $limit: PAGE + 1 },
      ])
      .toArray(),
    query.get('isFirst')
      ? collection('organization_months')
          .find({ organizationNumber, ...((from || to) && { month }) }, { projection: { listed: 1 } })
          .toArray()
      : null,
  ]);
  const paid = { paymentId: { $in: page.map(({ _id }) => _id.slice('charge:'.length)) } };
  const dues = page.flatMap(({ donationIds }) => donationIds.map((id) => objectId(id)));
  const [gone, donations] = await Promise.all([
    collection('ledger_entries').find(paid).toArray(),
    collection('donations')
      .find({ _id: { $in: dues } })
      .toArray(),
  ]);
  return { page, sums, gone, donations };
}

/** The stored figures of a month, whether it is closed, and its deposits. */
async function month(query: URLSearchParams): Promise<unknown> {
  const organizationNumber = query.get('organization');
  const arrivalDt = { $gte: `${query.get('month')}-01`, $lte: `${query.get('month')}-31` };
  return Promise.all([
    collection('organization_months').find({ organizationNumber }).toArray(),
    collection('month_closings').find({ organizationNumber }).toArray(),
    collection('deposits').find({ organizationNumbers: organizationNumber, arrivalDt }).toArray(),
  ]);
}

/** Books cash on dues: the payment, its entry and what is paid, in one transaction. */
async function record(query: URLSearchParams): Promise<unknown> {
  const [_id, donationId, amount] = [randomUUID(), query.get('donation') ?? '', Number(query.get('amount'))];
  const entry = {
    _id: `cash:${_id}`,
    kind: 'cash',
    entryDt: new Date(),
    postings: [
      { account: 'cash', amount },
      { account: `donation:${donationId}`, amount: -amount, organizationNumber: query.get('organization') },
    ],
    donationIds: [donationId],
    total: amount,
  };
  await inTransaction(async (session) => {
    await collection<{ _id: string }>('ledger_entries').insertOne(entry, { session });
    await collection('donations').updateOne(
      { _id: objectId(donationId) },
      { $inc: { ledgerCount: 0 } },
      { session },
    );
  });
  return { _id };
}

export const moneyAnswers = { payments, month, record };

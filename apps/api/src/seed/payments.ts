/** Past payments of demo data, booked through the ledger like any cash or check. */
import { DAY_MS } from '@kinfold/domain/dates';
import { cents, type Cents } from '@kinfold/domain/money';
import type { OfflineReceipt } from '../modules/money/charges/offline-receipt.service.ts';
import type { Random } from './random.ts';

/** The payment of dues: all, in part, or none. */
export type Share = 'all' | 'part' | 'none';

type Due = { _id: string; minAmountDue: Cents; createdDt: Date };
type Times = { startDt: Date; endDt: Date; isActive: boolean };

/** The usual share: nearly everybody has paid an ended run, fewer than half a running one. */
export function someShare(random: Random, run: Times, now: Date): Share {
  const [all, part] = run.endDt <= now ? [0.84, 0.92] : run.isActive ? [0.4, 0.5] : [0.1, 0.1];
  const drawn = random.next();
  return drawn < all ? 'all' : drawn < part ? 'part' : 'none';
}

/** A UUID from the id of dues: its end first, in which dues differ, because receipt numbers are the first digits. */
const receiptIdOf = ({ _id }: Due) =>
  `${_id.slice(12)}${_id.slice(0, 12)}00000000`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The receipt of a share of dues, within their run and before today; null for none. */
export function someReceipt(
  random: Random,
  given: { due: Due; share: Share; run: Times; recordedBy: string; currency: string },
  now: Date,
): OfflineReceipt | null {
  const { due, share, run, recordedBy, currency } = given;
  if (share === 'none') return null;
  const amount = share === 'all' ? due.minAmountDue : cents(Math.max(1, Math.floor(due.minAmountDue * 0.6)));
  const from = due.createdDt.getTime();
  const to = Math.max(from, Math.min(run.endDt.getTime(), now.getTime() - DAY_MS));
  return {
    receiptId: receiptIdOf(due),
    method: random.chance(0.5) ? 'cash' : 'check',
    lines: [{ donationId: due._id, amount }],
    paidDt: new Date(from + Math.floor(random.next() * (to - from))),
    recordedBy,
    currency,
  };
}

/**
 * Paying out what a claim was approved for (rules.md "Paying out", docs/decisions/053): each payout is in the claim and in
 * the ledger, by one transaction that raises the version of the claim, so that of two at once one decides again. Amounts
 * are integer cents.
 */
import { startOfDay, type CalendarDate } from '@kinfold/domain/dates';
import { firstDayOfDeath } from '@kinfold/domain/death-day';
import { paidOutAccount } from '@kinfold/domain/fund';
import { cents, ZERO, type Cents } from '@kinfold/domain/money';
import { payoutFault, payoutProblem, type PayoutCorrection, type PayoutForm } from '@kinfold/domain/payout';
import { SECOND_PERSON } from '@kinfold/domain/second-person';
import type { Session } from '../../../platform/database.ts';
import { AppError, conflict, invalid, notFound } from '../../../platform/problem.ts';
import type { Change } from '../../operations/audit/audit.service.ts';
import { findEntries, insertEntry, type LedgerEntry } from '../../money/ledger/ledger.service.ts';
import { requireCampaign } from '../campaigns/campaign.service.ts';
import {
  changeClaim,
  personOf,
  readClaim,
  type ClaimAsked,
  type ClaimRecord,
} from './claim-change.service.ts';

type Payout = ClaimRecord['payouts'][number];

/** The ledger entry of a payout, and of its correction. */
export const payoutEntryId = (payoutId: string) => `payout:${payoutId}`;
export const correctionEntryId = (payoutId: string) => `reversed:${payoutEntryId(payoutId)}`;

const isForm = (payout: Payout, { payee, amount, method, reference, paidDt }: PayoutForm): boolean =>
  [payout.payeeId, payout.payee].includes(payee) &&
  payout.amount === amount &&
  payout.method === method &&
  payout.reference === (reference ?? null) &&
  payout.paidDt === paidDt;

const otherDetails = () =>
  new AppError(422, 'idempotency_mismatch', 'This payout was already recorded with other details.');

/** What was recorded before under the same id: null where nothing was. Throws 422 when it had other details. */
async function recordedBefore(claimId: string, form: PayoutForm): Promise<ClaimRecord | null> {
  const claim = await readClaim(claimId);
  const known = claim?.payouts.find(({ payoutId }) => payoutId === form.payoutId);
  if (claim && known) {
    if (!isForm(known, form)) throw otherDetails();
    return claim;
  }
  // Of another claim.
  if ((await findEntries([payoutEntryId(form.payoutId)])).length) throw otherDetails();
  return null;
}

/**
 * Records a payout; the same again changes nothing, and `isNew` is false. Throws 422 at `amount`, with the figures, for
 * more than is left of what was approved, and at `paidDt` for a day before the death; 403 `second_person` to the family.
 */
export async function recordPayout(
  asked: ClaimAsked,
  form: PayoutForm,
  today: string,
): Promise<{ claim: ClaimRecord; isNew: boolean }> {
  const { claim, author, now, timeZone, currency } = asked;
  if (form.paidDt > today) throw invalid([{ path: 'paidDt', message: 'This day is still to come' }]);
  const before = await recordedBefore(claim._id, form);
  if (before) return { claim: before, isNew: false };
  try {
    const changed = await changeClaim(asked, { action: 'pay' }, async (current, session) => {
      const { payees, payouts, benefit } = current;
      if (form.paidDt < firstDayOf(current))
        throw invalid([{ path: 'paidDt', message: 'This day is before the death' }]);
      const payee = payees.find(({ payeeId, name }) => [payeeId, name].includes(form.payee));
      if (!payee) throw invalid([{ path: 'payee', message: 'Choose one of the payees of this claim' }]);
      const problem = payoutProblem(form.amount, benefit.approvedAmount ?? ZERO, payouts, currency);
      if (problem) throw invalid([{ path: 'amount', message: problem }]);
      const payout: Payout = {
        payoutId: form.payoutId,
        payeeId: payee.payeeId,
        payee: payee.name,
        amount: form.amount,
        method: form.method,
        reference: form.reference ?? null,
        paidDt: form.paidDt,
        state: 'recorded',
        recorded: personOf(author),
        recordedDt: now,
        confirmed: null,
        corrected: null,
      };
      const paidAt = form.paidDt === today ? now : startOfDay(form.paidDt, timeZone);
      await book(
        current,
        payout,
        { _id: payoutEntryId(payout.payoutId), amount: payout.amount, at: paidAt },
        asked,
        session,
      );
      return { set: { payouts: [...payouts, payout] }, entry: entryOf('claim.paid', payout) };
    });
    return { claim: changed, isNew: true };
  } catch (error) {
    // The same at the same time has recorded it, whatever this one met: too little left, the entry, or another version.
    const other = await recordedBefore(claim._id, form);
    if (!other) throw error;
    return { claim: other, isNew: false };
  }
}

/** Books money that the fund paid out; a negative amount comes back. The other side of the entry is the bank. */
async function book(
  { campaignId }: ClaimRecord,
  { method }: Payout,
  { _id, amount, at }: { _id: string; amount: Cents; at: Date },
  { author, currency }: ClaimAsked,
  session: Session,
): Promise<void> {
  const { organizationNumber } = await requireCampaign(campaignId, session);
  const entry: LedgerEntry = {
    _id,
    kind: 'payout',
    entryDt: at,
    postings: [
      { account: paidOutAccount(campaignId), amount, organizationNumber },
      { account: `offline:${method}`, amount: cents(-amount) },
    ],
    donationIds: [],
    campaignId,
    total: amount,
    currency,
    providerRef: null,
    recordedBy: author.email,
  };
  await insertEntry(entry, session);
}

/** An entry of the history about a payout: to whom, and how much. */
export function entryOf(
  action: Change['action'],
  { payee, amount }: Payout,
): Pick<Change, 'action' | 'changes'> {
  return {
    action,
    changes: [
      { field: 'payee', from: null, to: payee },
      { field: 'amount', from: null, to: amount },
    ],
  };
}

/** The first day on which the person may have died. */
const firstDayOf = ({ deceasedDt, deathDay }: ClaimRecord): CalendarDate =>
  firstDayOfDeath({ deceasedDt, deathDay, birthDt: null }) ?? deceasedDt;

/** A payout of a claim. Throws 404. */
export const payoutOf = ({ payouts }: ClaimRecord, payoutId: string): Payout => {
  const payout = payouts.find((one) => one.payoutId === payoutId);
  if (!payout) throw notFound('There is no such payout.');
  return payout;
};

/** What of a claim changes with one of its payouts. */
export const withPayout = ({ payouts }: ClaimRecord, changed: Payout): Pick<ClaimRecord, 'payouts'> => ({
  payouts: payouts.map((one) => (one.payoutId === changed.payoutId ? changed : one)),
});

/** Confirms a payout; again it changes nothing. Throws 403 `second_person` to the person who recorded it and to the family, 409 for one that was corrected. */
export async function confirmPayout(asked: ClaimAsked, payoutId: string): Promise<ClaimRecord> {
  const { claim, author, now } = asked;
  if (payoutOf(claim, payoutId).state === 'confirmed') return claim;
  return changeClaim(asked, { action: 'pay' }, (current) => {
    const payout = payoutOf(current, payoutId);
    const { state } = payout;
    const fault = payoutFault(payout, author);
    if (fault && state === 'recorded') throw new AppError(403, SECOND_PERSON, fault);
    if (state === 'corrected') throw conflict('payout_corrected', 'This payout was corrected meanwhile.');
    if (state === 'confirmed') throw conflict('payout_confirmed', 'Somebody confirmed this payout already.');
    const confirmed: Payout = { ...payout, state: 'confirmed', confirmed: { by: personOf(author), at: now } };
    return { set: withPayout(current, confirmed), entry: entryOf('claim.payout_confirmed', payout) };
  });
}

/**
 * Corrects a payout by the opposite entry: it counts as nothing from then on. Again it changes nothing. Throws 403
 * `second_person` to the family, and to the person who recorded it, once it is confirmed.
 */
export async function correctPayout(
  asked: ClaimAsked,
  payoutId: string,
  { reason }: PayoutCorrection,
): Promise<ClaimRecord> {
  const { claim, author, now } = asked;
  if (payoutOf(claim, payoutId).state === 'corrected') return claim;
  return changeClaim(asked, { action: 'pay' }, async (current, session) => {
    const payout = payoutOf(current, payoutId);
    if (payout.state === 'corrected')
      throw conflict('payout_corrected', 'Somebody corrected this payout already.');
    const fault = payoutFault(payout, author);
    if (payout.state === 'confirmed' && fault) throw new AppError(403, SECOND_PERSON, fault);
    const back = { _id: correctionEntryId(payoutId), amount: cents(-payout.amount), at: now };
    await book(current, payout, back, asked, session);
    const corrected: Payout = {
      ...payout,
      state: 'corrected',
      corrected: { by: personOf(author), at: now, reason },
    };
    const entry = { ...entryOf('claim.payout_corrected', payout), reason };
    return { set: withPayout(current, corrected), entry };
  });
}

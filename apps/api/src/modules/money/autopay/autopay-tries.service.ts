/**
 * The tries of autopay. A try takes its place in the log of its month first, then it is charged like any payment by card
 * (payments.md "Steps of a charge"), then its end is recorded with the mail that says so. After a crash the sweep ends
 * the payment, and the next check of the worker records its end: no try is ever continued.
 */
import { CARD_LINK_DAYS, retryOn, TRIES_MAX } from '@kinfold/domain/autopay';
import { calendarDateOf, DAY_MS, startOfDay } from '@kinfold/domain/dates';
import { sumCents, type Cents } from '@kinfold/domain/money';
import { monthOf, type Month } from '@kinfold/domain/month';
import { paymentFigures } from '@kinfold/domain/payment';
import { ProviderUnavailable, type ProviderFailure } from '../../../platform/card-provider.ts';
import { inTransaction, insertOnce } from '../../../platform/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { sha256, uuidOf } from '../../../platform/hash.ts';
import { AppError } from '../../../platform/problem.ts';
import { queueMail } from '../../../work/outbox.ts';
import { findDonations } from '../../funds/donations/donation.service.ts';
import { findEmailsOfMembers, type User } from '../../identity/users/user.service.ts';
import { autopays, autopayTries, type AutopayRecord, type AutopayTry } from '../cards/autopay.service.ts';
import { charge } from '../charges/charge.service.ts';
import { ruleOutPayment, settle } from '../charges/settle.service.ts';
import { findMember } from '../../people/members/member.service.ts';
import { findQuiet } from '../../people/mourning/quiet.service.ts';
import { findPayment } from '../ledger/payment.service.ts';
import { noteForReview } from '../review-items/review-item.service.ts';
import { askBankMail, cardTokenOf, declinedMail, lastDeclineMail, noticeMail } from './autopay-mails.ts';
import type { FactsOfDue } from './autopay-facts.service.ts';

/** The tries of an autopay in a month, or in all months. */
export function triesOf(autopayId: string, month: Month | '' = ''): Promise<AutopayTry[]> {
  const prefix = `${autopayId}:${month}`;
  return autopayTries()
    .find({ _id: { $gte: prefix, $lt: `${prefix}\uffff` } })
    .sort({ _id: 1 })
    .toArray();
}

/** What tries have charged or may still charge, fee included. */
export const spentBy = (tries: readonly AutopayTry[]): Cents =>
  sumCents(tries.filter(({ result }) => result === undefined || result === 'paid').map(({ total }) => total));

/**
 * Takes the next place in the log of the month for a try of some dues. Undefined when the month has no room for it, or a
 * try of these dues may still be charged.
 */
async function takePlace(
  { _id: autopayId, planId, memberId, card, monthlyCap }: AutopayRecord,
  { donation, amount, total }: FactsOfDue,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<AutopayTry | undefined> {
  const month = monthOf(now, timeZone);
  const donationId = donation._id;
  for (;;) {
    const [log, earlier] = await Promise.all([
      triesOf(autopayId, month),
      autopayTries().find({ donationId }).toArray(),
    ]);
    if (earlier.some(({ result }) => result === undefined)) return undefined;
    if (spentBy(log) + total > monthlyCap) return undefined;
    const number = Math.max(0, ...earlier.map((one) => one.number)) + 1;
    const made: AutopayTry = {
      _id: `${autopayId}:${month}:${String(log.length + 1).padStart(4, '0')}`,
      ...{ autopayId, planId, memberId, donationId, number, amount, total },
      paymentId: uuidOf(`autopay:${donationId}:${number}`),
      cardId: card.id,
      createdDt: now,
    };
    if (await insertOnce(autopayTries(), made)) return made;
  }
}

/** Pays some dues. Returns false when that could not be decided yet. */
export async function payByAutopay(
  autopay: AutopayRecord,
  due: FactsOfDue,
  user: User,
  deps: Deps,
): Promise<boolean> {
  const now = deps.now();
  const tried = await takePlace(autopay, due, { now, timeZone: deps.config.TIME_ZONE });
  if (!tried) return false;
  await deps.checkpoint('autopay-placed');
  // It may have been stopped meanwhile.
  if (await autopays().findOne({ _id: autopay._id, planId: autopay.planId, isOn: true }))
    await chargeTry(tried, user, deps);
  await deps.checkpoint('autopay-charged');
  return concludeTry(tried, deps);
}

async function chargeTry(
  { paymentId, memberId, donationId, cardId, amount }: AutopayTry,
  { _id: userId, email, organizationNumber }: User,
  deps: Deps,
): Promise<void> {
  const { processingFee } = paymentFigures([{ amount }]);
  const line = { donation_id: donationId, amount };
  try {
    await charge(
      {
        paymentId,
        actor: { userId, memberId, organizationNumber, email, sessionId: 'autopay', askedDt: deps.now() },
        payeeMemberId: memberId,
        request: {
          cardData: { id: cardId },
          donationAmount: amount,
          processingFee,
          donation_id: -1,
          donations: [line],
        },
        // Of no network: declines count for the member and the card.
        address: `autopay:${memberId}`,
        byAutopay: true,
      },
      deps,
    );
  } catch (error) {
    // Refused before a card was tried, or by the provider; concluding it finds out which.
    if (!(error instanceof AppError)) throw error;
    deps.logger.info({ paymentId, code: error.code }, 'an autopay payment was refused');
  }
}

/** Records how a try ended, with the mail about it; returns false while that is not known. May be repeated. */
export async function concludeTry(tried: AutopayTry, deps: Deps): Promise<boolean> {
  const end = await endOf(tried, deps);
  if (!end) return false;
  await recordEnd(tried, end, deps);
  await deps.checkpoint('autopay-concluded');
  return true;
}

type TryEnd = { result: NonNullable<AutopayTry['result']>; failure?: ProviderFailure };

async function endOf({ paymentId }: AutopayTry, deps: Deps): Promise<TryEnd | undefined> {
  if (!(await findPayment(paymentId)))
    return (await ruleOutPayment(paymentId)) ? { result: 'refused' } : undefined;
  try {
    const settlement = await settle(paymentId, deps);
    if (settlement.kind === 'paid') return { result: 'paid' };
    if (settlement.kind !== 'canceled') return undefined;
    const { failure } = settlement;
    if (!failure) return { result: 'refused' };
    const asksBank = [failure.code, failure.decline_code].includes('authentication_required');
    return { result: asksBank ? 'asks_bank' : 'declined', failure };
  } catch (error) {
    if (error instanceof ProviderUnavailable) return undefined;
    throw error;
  }
}

async function recordEnd(tried: AutopayTry, { result }: TryEnd, deps: Deps): Promise<void> {
  const { autopayId, planId, memberId, donationId, paymentId } = tried;
  const { config, now } = deps;
  const [[donation], emails] = await Promise.all([
    findDonations([donationId]),
    findEmailsOfMembers([memberId]),
  ]);
  const isCounted = result === 'declined' || result === 'refused';
  const count = isCounted ? (await countTries(planId, donationId, result)) + 1 : 0;
  const againOn = result === 'declined' ? retryOn(count, calendarDateOf(now(), config.TIME_ZONE)) : undefined;
  const isLast = count >= TRIES_MAX;
  const cardUntilDt = isLast ? await cardLinkEnd(memberId, deps) : null;
  // First, and under the id of the payment: nobody learns of it if the process dies in between.
  if (isLast && donation) await noteStopped(tried, result, donation.organizationNumber, deps);
  await inTransaction(async (session) => {
    const ended = await autopayTries().updateOne(
      { _id: tried._id, result: { $exists: false } },
      { $set: { result } },
      { session },
    );
    const autopay = await autopays().findOne({ _id: autopayId, planId }, { session });
    if (ended.modifiedCount === 0 || !autopay?.isOn || !donation) return;
    const of = (change: Partial<AutopayRecord['dues'][number]>) =>
      autopay.dues.map((due) => (due.donationId === donationId ? { ...due, ...change } : due));
    const set = (fields: Partial<AutopayRecord>) =>
      autopays().updateOne({ _id: autopayId, planId }, { $set: fields }, { session });
    const to = emails.get(memberId);
    const told =
      to === undefined
        ? undefined
        : { to, autopay, payUrl: payUrlOf(donation, config.APP_URL), site: config };
    const due = { name: donation.campaignRunName, total: tried.total };
    const untilDt = againOn && startOfDay(againOn, config.TIME_ZONE);
    const unasked = { memberId, ...(untilDt && { untilDt }) };
    const mail = (made: Parameters<typeof queueMail>[0]) => queueMail({ ...made, unasked }, now(), session);
    const _id = `autopay:${paymentId}`;
    if (result === 'asks_bank') {
      await set({ dues: of({ left: 'ask_bank', payOn: null }) });
      if (told) await mail({ _id, ...askBankMail(told, due) });
    } else if (againOn !== undefined) {
      await set({ dues: of({ payOn: againOn }) });
      if (told) await mail({ _id, ...declinedMail(told, due, againOn) });
    } else if (isLast && result === 'refused') {
      await set({ dues: of({ left: 'refused', payOn: null }) });
      if (told) await mail({ _id, ...noticeMail(told, [], [{ ...due, left: 'refused' }]) });
    } else if (cardUntilDt) {
      const cardHash = sha256(cardTokenOf(paymentId, config));
      await set({ isOn: false, end: 'declined', dues: [], cardHash, cardUntilDt });
      if (told) await mail({ _id, ...lastDeclineMail(told, due, paymentId) });
    }
  });
}

/** When the link to change the card ends: days after its mail, which waits for the end of the days of quiet. */
async function cardLinkEnd(memberId: string, { config, now }: Deps): Promise<Date> {
  const member = await findMember(memberId);
  const site = { now: now(), timeZone: config.TIME_ZONE };
  const quiet = member && (await findQuiet([member], site)).get(memberId);
  const mailedDt = quiet ? startOfDay(quiet, config.TIME_ZONE) : now();
  return new Date(mailedDt.getTime() + CARD_LINK_DAYS * DAY_MS);
}

/** The number of tries of some dues with a result since autopay was turned on. */
const countTries = (planId: string, donationId: string, result: 'declined' | 'refused') =>
  autopayTries().countDocuments({ donationId, planId, result });

async function noteStopped(
  { paymentId, memberId, total }: AutopayTry,
  result: TryEnd['result'],
  organizationNumber: string,
  { config, now }: Deps,
): Promise<void> {
  await noteForReview(
    {
      key: `autopay:${paymentId}`,
      type: 'autopay',
      providerId: paymentId,
      providerStatus: result,
      answerBy: null,
      amount: total,
      currency: config.CURRENCY,
      // Refused before there was a payment: these say whose dues they are.
      ...((await findPayment(paymentId)) ? { paymentId } : { paymentId: null, memberId, organizationNumber }),
      at: now(),
    },
    now(),
  );
}

/** Where a member pays dues by hand. */
export const payUrlOf = (
  { primaryMember, campaignMembershipId }: { primaryMember: { _id: string }; campaignMembershipId: string },
  appUrl: string,
) => `${appUrl}/member/${primaryMember._id}/membership/${campaignMembershipId}/donate`;

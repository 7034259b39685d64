/**
 * What the worker does about autopay (rules.md "Autopay"): once a day it checks each, announces new dues, and pays those
 * whose day has come. A check holds its autopay until `lookDt`, and writes only while it does.
 */
import { stepsOf, type AutopayEnd, type AutopayStep } from '@kinfold/domain/autopay';
import { addDays, calendarDateOf, startOfDay } from '@kinfold/domain/dates';
import { groupBy } from '@kinfold/domain/group-by';
import { ZERO } from '@kinfold/domain/money';
import { endOfNight } from '@kinfold/domain/reminder';
import { inTransaction } from '../../../platform/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { queueMail } from '../../../work/outbox.ts';
import { findEmailsOfMembers } from '../../identity/users/user.service.ts';
import { findMember } from '../../people/members/member.service.ts';
import { findQuiet } from '../../people/mourning/quiet.service.ts';
import { autopays, type AutopayRecord } from '../cards/autopay.service.ts';
import { findSavedCard } from '../cards/card.service.ts';
import { factsOf, isCovering, type Facts, type FactsOfDue } from './autopay-facts.service.ts';
import { endedMail, noticeMail } from './autopay-mails.ts';
import { concludeTry, payByAutopay, payUrlOf, spentBy, triesOf } from './autopay-tries.service.ts';

const BATCH = 50;
/** For this long no other process checks an autopay, in ms; longer than a check takes. */
const HOLD_MS = 10 * 60_000;
/** When an autopay is checked again whose try has no end yet. */
const SOON_MS = 2 * 60_000;

/** Checks the autopays that are due, by day; the mails of autopay come at an hour at which people are awake. */
export async function runAutopay(deps: Deps): Promise<void> {
  if (endOfNight(deps.now(), deps.config.TIME_ZONE)) return;
  for (;;) {
    const due = await autopays()
      .find({ isOn: true, lookDt: { $lte: deps.now() } })
      .sort({ lookDt: 1, _id: 1 })
      .limit(BATCH)
      .toArray();
    for (const autopay of due)
      await lookAt(autopay, deps).catch((error: unknown) =>
        deps.logger.warn({ err: error, autopay: autopay._id }, 'an autopay failed; it is tried again later'),
      );
    if (due.length < BATCH) return;
  }
}

/** Checks an autopay, unless another process does. Without `pays` it only announces. */
export async function lookAt(
  { _id, planId, lookDt }: AutopayRecord,
  deps: Deps,
  { pays = true }: { pays?: boolean } = {},
): Promise<void> {
  const heldDt = new Date(deps.now().getTime() + HOLD_MS);
  const held = await autopays().findOneAndUpdate(
    { _id, planId, lookDt, isOn: true },
    { $set: { lookDt: heldDt } },
    { returnDocument: 'after' },
  );
  if (!held) return;
  await deps.checkpoint('autopay-held');
  if (!(await concludeAll(_id, deps))) return lookSoon(held, deps);
  const autopay = await autopays().findOne({ _id, planId, lookDt: heldDt, isOn: true });
  if (!autopay) return;
  const now = deps.now();
  const member = await findMember(autopay.memberId);
  const site = { now, timeZone: deps.config.TIME_ZONE };
  if (!member || member.deceasedDt !== null || (await findQuiet([member], site)).size)
    return lookTomorrow(autopay, deps);
  const facts = await factsOf(autopay, member, now);
  if (typeof facts === 'string') return endAutopay(autopay, facts, deps);
  await takeSteps(autopay, facts, deps, pays);
}

/** Concludes the tries that have no end; returns false while one may still be charged. */
async function concludeAll(autopayId: string, deps: Deps): Promise<boolean> {
  const open = (await triesOf(autopayId)).filter(({ result }) => result === undefined);
  let areOver = true;
  for (const tried of open) if (!(await concludeTry(tried, deps))) areOver = false;
  return areOver;
}

async function takeSteps(autopay: AutopayRecord, facts: Facts, deps: Deps, pays: boolean): Promise<void> {
  const { config } = deps;
  const steps = await planned(autopay, facts, deps);
  const stepOf = ({ donation }: FactsOfDue) => steps.get(donation._id);
  const hasPlans = facts.dues.some((due) => stepOf(due)?.do !== 'leave');
  if (hasPlans && !(await findSavedCard(deps.provider, autopay.memberId, autopay.card.id)))
    return endAutopay(autopay, 'card_removed', deps);
  const covers = await isCovering(facts, config, deps.now());
  if (autopay.wasCovering && !covers && !hasPlans) return endAutopay(autopay, 'cover_lost', deps);
  const isPaying = facts.dues.some((due) => stepOf(due)?.do === 'pay');
  // While dues are paid it stays held: after a crash they are paid as soon as the hold is over.
  const lookDt = !isPaying ? tomorrow(deps) : pays ? autopay.lookDt : deps.now();
  const written = await announce(autopay, facts, steps, { wasCovering: covers, lookDt }, deps);
  if (!written || !pays || !isPaying) return;
  let areOver = true;
  for (const due of facts.dues)
    if (stepOf(due)?.do === 'pay' && !(await payByAutopay(written, due, facts.user, deps))) areOver = false;
  await (areOver ? lookTomorrow(written, deps) : lookSoon(written, deps));
}

async function planned(
  autopay: AutopayRecord,
  { dues }: Facts,
  { now, config }: Deps,
): Promise<Map<string, AutopayStep>> {
  const tries = await triesOf(autopay._id);
  const byMonth = groupBy(tries, ({ _id }) => _id.slice(autopay._id.length + 1).slice(0, 'YYYY-MM'.length));
  const told = new Map(autopay.dues.map((due) => [due.donationId, due]));
  return stepsOf(
    dues.map(({ donation: { _id: donationId }, total, isForDeceased }) => {
      const due = told.get(donationId);
      const payOn = due?.payOn ?? null;
      return {
        donationId,
        total,
        planned: due && payOn !== null ? { total: due.total, payOn } : undefined,
        asksBank: due?.left === 'ask_bank',
        isRefused: due?.left === 'refused',
        isForDeceased,
      };
    }),
    {
      today: calendarDateOf(now(), config.TIME_ZONE),
      cap: autopay.monthlyCap,
      spent: (month) => (byMonth.has(month) ? spentBy(byMonth.get(month) ?? []) : ZERO),
    },
  );
}

/** Stores what happens with the dues, with a mail about what the member was not told yet; undefined when it was stopped meanwhile. */
async function announce(
  autopay: AutopayRecord,
  { dues, user }: Facts,
  steps: ReadonlyMap<string, AutopayStep>,
  after: Pick<AutopayRecord, 'wasCovering' | 'lookDt'>,
  deps: Deps,
): Promise<AutopayRecord | undefined> {
  const { config, now } = deps;
  const before = new Map(autopay.dues.map((due) => [due.donationId, due]));
  const rows = dues.flatMap((due) => {
    const step = steps.get(due.donation._id);
    const was = before.get(due.donation._id);
    if (!step) return [];
    const payOn = step.do === 'pay' ? (was?.payOn ?? null) : step.do === 'leave' ? null : step.payOn;
    const left = step.do === 'leave' ? step.why : null;
    const total = step.do === 'announce' || !was ? due.total : was.total;
    const row = { donationId: due.donation._id, total, payOn, left };
    // Nobody is written to about dues for a person who has died.
    const isNews = step.do === 'announce' || (left !== null && left !== 'deceased' && was?.left !== left);
    return { row, isNews, due };
  });
  const news = rows.filter(({ isNews }) => isNews);
  const named = news.map(({ row, due }) => ({ ...row, name: due.donation.campaignRunName }));
  const [first] = news;
  const fields = { ...after, dues: rows.map(({ row }) => row) };
  return inTransaction(async (session) => {
    const written = await autopays().findOneAndUpdate(
      { _id: autopay._id, planId: autopay.planId, lookDt: autopay.lookDt, isOn: true },
      { $set: fields },
      { returnDocument: 'after', session },
    );
    if (!written || !first) return written ?? undefined;
    const told = {
      to: user.email,
      autopay,
      payUrl: payUrlOf(first.due.donation, config.APP_URL),
      site: config,
    };
    const mail = noticeMail(
      told,
      named.flatMap((one) => (one.payOn === null ? [] : { ...one, payOn: one.payOn })),
      named.flatMap((one) => (one.left === null ? [] : { ...one, left: one.left })),
    );
    const _id = `autopay-notice:${autopay.planId}:${autopay.lookDt.getTime()}`;
    const [payOn] = named.flatMap((one) => one.payOn ?? []).toSorted();
    const untilDt = payOn && startOfDay(payOn, config.TIME_ZONE);
    const unasked = { memberId: autopay.memberId, ...(untilDt && { untilDt }) };
    await queueMail({ _id, ...mail, unasked }, now(), session);
    return written;
  });
}

/** Stops autopay, and tells the member why, unless they cannot sign in. */
async function endAutopay(autopay: AutopayRecord, end: AutopayEnd, { config, now }: Deps): Promise<void> {
  const to = (await findEmailsOfMembers([autopay.memberId])).get(autopay.memberId);
  await inTransaction(async (session) => {
    const ended = await autopays().updateOne(
      { _id: autopay._id, planId: autopay.planId, lookDt: autopay.lookDt, isOn: true },
      { $set: { isOn: false, end, dues: [] } },
      { session },
    );
    if (ended.modifiedCount === 0 || to === undefined) return;
    const told = { to, autopay, payUrl: `${config.APP_URL}/my/overview`, site: config };
    const unasked = { memberId: autopay.memberId };
    const _id = `autopay-end:${autopay.planId}`;
    await queueMail({ _id, ...endedMail(told, end), unasked }, now(), session);
  });
}

/** The first instant of the next day. */
function tomorrow({ now, config: { TIME_ZONE } }: Deps): Date {
  return startOfDay(addDays(calendarDateOf(now(), TIME_ZONE), 1), TIME_ZONE);
}

async function lookTomorrow({ _id, planId, lookDt }: AutopayRecord, deps: Deps): Promise<void> {
  await autopays().updateOne({ _id, planId, lookDt }, { $set: { lookDt: tomorrow(deps) } });
}

async function lookSoon({ _id, planId }: AutopayRecord, { now }: Deps): Promise<void> {
  await autopays().updateOne(
    { _id, planId, isOn: true },
    { $set: { lookDt: new Date(now().getTime() + SOON_MS) } },
  );
}

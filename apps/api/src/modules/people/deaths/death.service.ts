/**
 * Enters, corrects or revokes a death (rules.md "Death, payers and who is charged"): the member, their household, every
 * membership that covers them and the dues that were made after the day change in one transaction.
 */
import type * as z from 'zod/mini';
import { isMinor, TOO_YOUNG } from '@kinfold/domain/coming-of-age';
import { calendarDateOf, endOfDay, showDateInWords, type CalendarDate } from '@kinfold/domain/dates';
import {
  payersAfter,
  PAYER_NEEDED,
  PAYER_WRONG,
  type Death,
  type LifeEventPreview,
} from '@kinfold/domain/death';
import { sentencesOf } from '@kinfold/domain/household-sentence';
import type { HouseholdState, HouseholdStep } from '@kinfold/domain/household-change';
import { changedByDeath, isSameMembership, type MembershipStep } from '@kinfold/domain/membership-change';
import { cents, showMoney, ZERO } from '@kinfold/domain/money';
import { listOf } from '@kinfold/domain/text';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { conflict, invalid } from '../../../platform/problem.ts';
import { markStale } from '../../../work/projections.ts';
import { findRuns, markRunTotalsStale } from '../../funds/campaign-runs/campaign-run.service.ts';
import {
  changeClaimsOfDeath,
  judgeClaimsOfDeath,
  keptByDay,
  readClaimsOf,
  refuseWhileDecided,
  type KeptClaim,
} from '../../funds/claims/claims-of-death.service.ts';
import { changeDues } from '../../funds/donations/donation.service.ts';
import { tryMembershipChange, type TriedChange } from '../../funds/memberships/membership-change.service.ts';
import {
  findMembershipOfPrimary,
  findMemberships,
  findMembershipsCoveringAny,
  type MembershipRecord,
} from '../../funds/memberships/membership.service.ts';
import { endSignInOf, reopenSignIn } from '../../identity/users/ended-sign-in.service.ts';
import { eraseCardsOf } from '../../money/cards/customer-removal.service.ts';
import { whileClaimed } from '../../money/charges/temporary-claim.service.ts';
import { entriesOn, type LedgerEntry } from '../../money/ledger/ledger.service.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { officesOf, removeContactsOf, restoreOffices } from '../contacts/contact.service.ts';
import { tryHouseholdChange, type HouseholdChange } from '../households/household-change.service.ts';
import { writeHouseholdState, type StoredHouseholds } from '../members/household-state.service.ts';
import {
  findMembers,
  isErased,
  fullName,
  readDeath,
  setDeath,
  type DeathRecord,
  type MemberRecord,
} from '../members/member.service.ts';
import { confirmReportsOf, reopenReports } from '../mourning/death-report.service.ts';
import { eraseTasksOf, keepTasksOf } from '../mourning/death-task.service.ts';
import {
  isUndo,
  newDue,
  partsLost,
  type DeathAsked,
  type DeathPlan,
  type Donation,
  type DuePlan,
  type MembershipPlan,
} from './death-plan.ts';
import { deathSentences, signInSentence } from './death-sentences.ts';
import { donationsOf, writeMembershipPlans } from './membership-plan.service.ts';
import { signInEnds, consequencesOf, shownOf, toDoAfter, visible } from './death-telling.service.ts';

/** The reason of the entry in the history, with who told the office, and why a day is corrected. */
const reasonOf = ({ form: { toldBy, reason } }: DeathAsked) =>
  ['Death', ...(toldBy ? [`Told by: ${toldBy}`] : []), ...(reason ? [reason] : [])].join('. ');
/** Whether a death that was entered is taken back, or its day is corrected. */
const changesDay = ({ member, form }: DeathAsked) =>
  member.deceasedDt !== null &&
  (isUndo(form) ||
    form.deceasedDt !== member.deceasedDt ||
    (form.deathDay ?? null) !== (member.deathDay ?? null));
/** A share of a claim or a joining fee is no price. */
const isNoPrice = ({ share, source }: Donation) => share !== undefined || source === 'joining';
const isUnpaid = ({ ledgerCount, paymentsTotal }: Donation) => ledgerCount === 0 && paymentsTotal === 0;

/** Enters, corrects or revokes a death; returns its consequences. Throws as `changeHouseholds` and `planDeath` do. */
export async function enterDeath(asked: DeathAsked, author: Author): Promise<Death | undefined> {
  const { form, clock } = asked;
  const why = isUndo(form) ? undefined : (form.reason ?? undefined);
  if (changesDay(asked) && !why) await refuseWhileDecided(asked.member._id, { isDay: !isUndo(form) });
  const seen = await tryDeath(asked);
  const kept = await keptClaims(asked, seen.plan);
  const consequences = isUndo(form) ? undefined : await consequencesOf(asked, seen.plan);
  const changedIds = seen.plan.dues.map(({ donation }) => donation._id);
  const openIds = seen.plan.donations.filter(({ isOpen }) => isOpen).map(({ _id }) => _id);
  // An undo also restores dues that came to nothing, which are not open.
  const heldIds = isUndo(form) ? [...new Set([...openIds, ...changedIds])] : changedIds;
  await whileClaimed(heldIds, clock.now, async (ids) => {
    if (isUndo(form) && ids.size < heldIds.length)
      throw conflict(
        'payment_in_progress',
        'Somebody is paying for this household right now. Please try again in a minute.',
      );
    const booked = new Set<string>();
    if (ids.size)
      for await (const { donationIds } of entriesOn([...ids])) for (const id of donationIds) booked.add(id);
    const runIds = seen.plan.donations.map(({ campaignRunId }) => campaignRunId);
    await inTransaction(async (session) => {
      // First, so that payments of these runs wait for this transaction instead of aborting it.
      await markRunTotalsStale(runIds, session);
      const { before, after, plan } = await tryWithin(session, asked);
      await writeHouseholdState(before, after, { author, now: clock.now, reason: reasonOf(asked) }, session);
      await markCoversStale(before, session);
      const changed = plan.dues.filter(({ donation: { _id } }) => ids.has(_id) && !booked.has(_id));
      await writePlan({ ...plan, dues: changed }, asked, author, session);
      if (changesDay(asked))
        await changeClaimsOfDeath(
          asked.member._id,
          { isUndo: isUndo(form), kept, why, author, now: clock.now },
          session,
        );
      const ended = await endOffices(asked, plan.record, author, session);
      await keepRecord({ ...plan, dues: changed }, ended, before, asked, session);
      await keepTasksOf(
        asked.member._id,
        isUndo(form) ? [] : toDoAfter(plan, consequences?.covered ?? []),
        clock.now,
        session,
      );
    });
  });
  if (changesDay(asked) && !isUndo(form))
    await judgeClaimsOfDeath(asked.member._id, { ...clock, author, currency: asked.currency });
  return isUndo(form) ? undefined : consequences;
}

type Ended = Pick<DeathRecord, 'signIn' | 'offices' | 'hadCards' | 'reportIds'>;

/** Ends the sign-in of the deceased, their cards and offices, and confirms reports of the death; of an undo the other way round. */
async function endOffices(
  { member, form, clock: { now } }: DeathAsked,
  record: DeathRecord | undefined,
  author: Author,
  session: Session,
): Promise<Ended> {
  if (isUndo(form)) {
    if (record?.signIn) await reopenSignIn(record.signIn, member, author, now, session);
    await restoreOffices(member, record?.offices ?? [], author, now, session);
    await reopenReports(record?.reportIds ?? [], session);
    await eraseTasksOf(member._id, session);
    return {};
  }
  const signIn = (await endSignInOf(member, author, now, session)) ?? record?.signIn;
  const offices = [...(record?.offices ?? []), ...(await officesOf(member._id, session))];
  const removed = await removeContactsOf(member._id, session);
  if (removed.length) await recordChanges(removed, author, now, session);
  const hadCards = (await eraseCardsOf(member, author, session)) || record?.hadCards === true;
  const confirmed = await confirmReportsOf(member._id, author, now, session);
  const reportIds = [...(record?.reportIds ?? []), ...confirmed];
  return {
    ...(signIn && { signIn }),
    ...(offices.length && { offices }),
    ...(hadCards && { hadCards }),
    ...(reportIds.length && { reportIds }),
  };
}

/** Marks the covers of a household, and of the memberships of its people, as stale: days of quiet begin, move or end. */
async function markCoversStale({ people }: StoredHouseholds, session: Session): Promise<void> {
  const ids = people.map(({ _id }) => _id);
  const memberships = await findMembershipsCoveringAny(ids, 0, session);
  await markStale({ member_cover: ids, membership_cover: memberships.map(({ _id }) => _id) }, session);
}

/** The decided claims that a corrected day leaves as they are. Throws 409 `claim_decided` where it would not. */
async function keptClaims(asked: DeathAsked, { memberships }: DeathPlan): Promise<KeptClaim[]> {
  const { member, form, clock, currency } = asked;
  if (!changesDay(asked) || isUndo(form)) return [];
  const corrected = {
    ...member,
    deceasedDt: form.deceasedDt as CalendarDate,
    deathDay: form.deathDay ?? null,
  };
  const tried = new Map(memberships.map(({ tried: { after } }) => [after._id, after]));
  return keptByDay(corrected, tried, { ...clock, currency });
}

/** What a death would change, in sentences, and its consequences. Throws as `enterDeath` does. */
export async function previewDeath(asked: DeathAsked): Promise<z.input<typeof LifeEventPreview>> {
  const { before, after, plan } = await tryDeath(asked);
  const inScope = await visible(plan, asked.isInScope);
  const household = sentencesOf(before, after);
  const kept = await keptClaims(asked, plan);
  const ends = [
    ...(await signInEnds(asked, plan.record)).map((end) => signInSentence(end, asked.member)),
    ...kept.map(
      ({ claim }) => `${claim.claimNbr} stays as it is decided, with this day. Say why it is corrected.`,
    ),
  ];
  const ofMemberships = deathSentences({ ...plan, memberships: inScope }, asked.member, shownOf(asked));
  const sentences = [...household, ...ofMemberships, ...ends];
  if (isUndo(asked.form)) return { sentences };
  const quietFor = before.people
    .filter((one) => one._id !== asked.member._id && one.household_id === asked.member.household_id)
    .filter((one) => !one.deceasedDt && one.isActive !== false)
    .map((one) => ({ member_id: one._id, name: fullName(one) }));
  return {
    sentences,
    ...(await consequencesOf(asked, plan)),
    about: { household, ends, quietFor: asked.member.household_id === null ? [] : quietFor },
  };
}

const tryDeath = (asked: DeathAsked) => inTransaction((session) => tryWithin(session, asked));

/** The households before and after a death, and the plan of the rest, as a transaction sees them. */
async function tryWithin(session: Session, asked: DeathAsked) {
  const change = await changeOfDeath(asked, session);
  const { before, after } = await tryHouseholdChange(change, asked.isInScope, session, asked.read);
  return { before, after, plan: await planDeath(asked, before, after, session) };
}

/** The change of the household, once the payer is checked; an `undo` also restores the primary member. */
async function changeOfDeath(asked: DeathAsked, session: Session): Promise<HouseholdChange> {
  const { member, form, change } = asked;
  const record = form.undo ? await readDeath(member._id, session) : undefined;
  const restoring = ({ people }: HouseholdState): HouseholdStep[] => {
    const isThere = (id: string) => people.some(({ _id }) => _id === id);
    const { primaryMemberId = null, payer = null } = record ?? {};
    return [
      ...(primaryMemberId && isThere(primaryMemberId)
        ? [{ do: 'make_primary', member_id: primaryMemberId } as const]
        : []),
      ...(payer && isThere(payer.member_id)
        ? [{ do: 'set_relationship', member_id: payer.member_id, relationship: payer.relationship } as const]
        : []),
    ];
  };
  return {
    ...change,
    stepsOf(state) {
      if (!isUndo(form)) requirePayers(asked, state.people as readonly MemberRecord[]);
      return [...change.stepsOf(state), ...restoring(state)];
    },
  };
}

/** Throws 422 for a payer or a primary member who is not eligible; returns the payer, and the other candidates. */
function requirePayers(
  { member, form, clock }: DeathAsked,
  people: readonly MemberRecord[],
): { payer: MemberRecord | undefined; candidates: MemberRecord[] } {
  const today = calendarDateOf(clock.now, clock.timeZone);
  const residents = people.filter(
    ({ household_id }) => household_id !== null && household_id === member.household_id,
  );
  const primary = residents.find(({ _id }) => _id === form.primaryMemberId);
  if (primary && isMinor(primary, today)) throw invalid([{ path: 'primaryMemberId', message: TOO_YOUNG }]);
  const candidates = payersAfter(residents, member, today);
  const { payerMemberId } = form;
  if (!payerMemberId) return { payer: undefined, candidates };
  const payer = candidates.find(({ _id }) => _id === payerMemberId);
  if (payer) return { payer, candidates };
  const named = residents.find(({ _id }) => _id === payerMemberId);
  const message = named && isMinor(named, today) ? TOO_YOUNG : PAYER_WRONG;
  throw invalid([{ path: 'payerMemberId', message }]);
}

/**
 * Plans what a death changes in memberships and dues. Throws 422 at `payerMemberId` where a new payer is needed and none
 * or an ineligible one is named; at `primaryMemberId` for somebody under 18; 409 `money_moved` for an undo after a
 * payment, a refund or a waiver; 409 `claim_decided` for an undo while a claim is approved or paid.
 */
async function planDeath(
  asked: DeathAsked,
  before: StoredHouseholds,
  after: HouseholdState,
  session: Session,
): Promise<DeathPlan> {
  const record = await readDeath(asked.member._id, session);
  if (isUndo(asked.form)) {
    await refuseWhileDecided(asked.member._id, {}, session);
    return planUndo(asked, record, session);
  }
  const { member, form, clock } = asked;
  const day = form.deceasedDt as CalendarDate;
  const endDt = endOfDay(day, clock.timeZone);
  const { payer, candidates } = requirePayers(asked, before.people);
  const relationship = after.people.find(({ _id }) => _id === payer?._id)?.relationship;
  const payerAfter = payer && { ...payer, relationship: relationship ?? payer.relationship };
  const found = await findMembershipsCoveringAny([member._id], 0, session);
  const memberships: MembershipPlan[] = [];
  const covering: DeathPlan['covering'] = [];
  const others = await othersOf(found, member, before.people, session);
  const living = new Set(others.filter(isLiving).map(({ _id }) => _id));
  for (const membership of found.toSorted((a, b) => a._id.localeCompare(b._id))) {
    const was = payer && endedWithoutPayer(membership, member._id, record);
    const ended = was && (await withoutWhoLeft(was, membership, member._id, session));
    const isPayer =
      membership.primaryMemberId === member._id && (membership.isActive !== false || ended !== undefined);
    const activeAgain = new Set(ended?.parts.flatMap(({ _id, isActive }) => (isActive === false ? [] : _id)));
    const isLeft = membership.members.some(
      ({ _id, member_id, isActive }) => (isActive !== false || activeAgain.has(_id)) && living.has(member_id),
    );
    if (isPayer && isLeft && !payer && candidates.length)
      throw invalid([{ path: 'payerMemberId', message: PAYER_NEEDED }]);
    const takesOver = isPayer && isLeft ? payer : undefined;
    if (takesOver) await requireFree(takesOver, membership, session);
    const closes = isPayer && !takesOver;
    const steps: MembershipStep[] = [
      ...(ended && takesOver ? [{ do: 'restore', before: ended } as const] : []),
      { do: 'end_dead', member_id: member._id, endDt },
      ...(takesOver ? [{ do: 'take_over', member_id: takesOver._id } as const] : []),
      ...(closes ? [{ do: 'close', endDt } as const] : []),
    ];
    const changed = payerAfter ? [payerAfter] : [];
    const tried = await tryMembershipChange(membership, steps, clock, { changed, session });
    if (!isSameMembership(tried.before, tried.after)) memberships.push({ tried, closes });
    const wasClosed = !takesOver && endedWithoutPayer(membership, member._id, record) !== undefined;
    covering.push({ before: tried.before, closes: closes || wasClosed });
  }
  const donations = await donationsOf(found, session);
  const memberId = member._id;
  return {
    memberId,
    payer,
    memberships,
    covering,
    donations,
    record,
    claims: await readClaimsOf(memberId, session),
    ...duesAfter(donations, member._id, endDt, record, {
      shares: await householdShares(donations),
      others,
      memberships: found,
      timeZone: clock.timeZone,
    }),
  };
}

/** A membership as it was before an earlier entry of the death ended it for want of a payer; undefined for any other. */
function endedWithoutPayer(
  { _id, isActive, primaryMemberId }: MembershipRecord,
  deadId: string,
  record: DeathRecord | undefined,
): DeathRecord['memberships'][number] | undefined {
  if (isActive !== false || primaryMemberId !== deadId) return undefined;
  return record?.memberships.find(({ membershipId, isActive: was }) => membershipId === _id && was !== false);
}

/**
 * A membership as it was before a death, without the parts that do not come back: those of people who have died, were
 * made inactive or were erased since, or are covered by another membership of the campaign.
 */
async function withoutWhoLeft(
  was: DeathRecord['memberships'][number],
  { _id, campaignId, members }: MembershipRecord,
  deadId: string,
  session: Session,
): Promise<DeathRecord['memberships'][number]> {
  const memberOf = new Map(members.map((part) => [part._id, part.member_id]));
  const ids = [...new Set(members.map(({ member_id }) => member_id))];
  const mayBeCovered = (person: MemberRecord) => isLiving(person) && person.isActive !== false;
  const people = (await findMembers(ids, session)).filter(mayBeCovered).map((person) => person._id);
  const others = (await findMembershipsCoveringAny(ids, 0, session)).filter(
    (other) => other._id !== _id && other.campaignId === campaignId && other.isActive !== false,
  );
  const elsewhere = new Set(
    others.flatMap((other) =>
      other.members.flatMap((part) => (part.isActive === false ? [] : part.member_id)),
    ),
  );
  const back = new Set([deadId, ...people.filter((id) => !elsewhere.has(id))]);
  return { ...was, parts: was.parts.filter((part) => back.has(memberOf.get(part._id) ?? '')) };
}

/**
 * Throws 422 for a new payer who pays for a membership of their own in the campaign: they cannot take over another
 * there.
 */
async function requireFree(
  payer: MemberRecord,
  { _id, campaignId, campaignName }: MembershipRecord,
  session: Session,
): Promise<void> {
  const own = await findMembershipOfPrimary(campaignId, payer._id, session);
  if (own && own._id !== _id)
    throw invalid([
      {
        path: 'payerMemberId',
        message: `${fullName(payer)} pays for a membership of their own in ${campaignName}. Add those whom this one covers there first, or choose somebody else`,
      },
    ]);
}

/** The record of an erased person stays, without a name. */
const isLiving = (person: MemberRecord): boolean => !person.deceasedDt && !isErased(person);

const diedAfter = ({ deceasedDt }: MemberRecord, at: Date, timeZone: string): boolean =>
  deceasedDt !== null && endOfDay(deceasedDt, timeZone) >= at;

/** The people of some memberships, besides the deceased. */
async function othersOf(
  memberships: readonly MembershipRecord[],
  { _id }: MemberRecord,
  known: readonly MemberRecord[],
  session: Session,
): Promise<MemberRecord[]> {
  const people = new Map(known.map((person) => [person._id, person]));
  const ids = [...new Set(memberships.flatMap(({ members }) => members.map(({ member_id }) => member_id)))];
  const others = await findMembers(
    ids.filter((id) => !people.has(id)),
    session,
  );
  for (const person of others) people.set(person._id, person);
  return ids.flatMap((id) => (id === _id ? [] : (people.get(id) ?? [])));
}

/**
 * The ids of dues that a household owes as one, shares and joining fees: they stay whole while one of its people lives.
 */
async function householdShares(donations: readonly Donation[]): Promise<Set<string>> {
  const shared = donations.filter(({ share }) => share !== undefined);
  const runs = await findRuns([...new Set(shared.map(({ campaignRunId }) => campaignRunId))]);
  const perHousehold = new Set(runs.filter(({ roster }) => roster?.sharing === 'per_household').map(idOf));
  const isOne = ({ isWhole, campaignRunId }: Donation) => isWhole || perHousehold.has(campaignRunId);
  return new Set(donations.filter(isOne).map(idOf));
}

const idOf = ({ _id }: { _id: string }) => _id;

/**
 * When dues began to charge somebody: when they were made, or of joining fees when a person was added to the membership
 * later in the month.
 */
function chargedSince(
  { createdDt, source }: Donation,
  members: MembershipRecord['members'],
  id: string,
): Date {
  const begun = members
    .filter(({ member_id }) => member_id === id)
    .flatMap(({ startDt, earlier = [] }) => [startDt, ...earlier.map((time) => time.startDt)]);
  if (source !== 'joining' || !begun.length) return createdDt;
  return new Date(Math.max(createdDt.getTime(), Math.min(...begun.map(Number))));
}

/** Dues made after the day lose the deceased's share; those that were lowered for an earlier day get it back. */
function duesAfter(
  donations: readonly Donation[],
  deadId: string,
  endDt: Date,
  record: DeathRecord | undefined,
  {
    shares,
    others,
    memberships,
    timeZone,
  }: {
    shares: ReadonlySet<string>;
    others: readonly MemberRecord[];
    memberships: readonly MembershipRecord[];
    timeZone: string;
  },
): Pick<DeathPlan, 'dues' | 'paid'> {
  const lowered = new Map(record?.dues.map((due) => [due.donationId, due]));
  const membersOf = new Map(memberships.map(({ _id, members }) => [_id, members]));
  const dues: DuePlan[] = [];
  const paid: Donation[] = [];
  for (const donation of donations) {
    const { isWhole, createdDt, campaignMembershipId } = donation;
    const members = membersOf.get(campaignMembershipId) ?? [];
    const isAfter = chargedSince(donation, members, deadId) > endDt;
    const part = donation.members?.find(({ member_id }) => member_id === deadId);
    const was = lowered.get(donation._id);
    const isShare = shares.has(donation._id);
    const whose = new Set((isWhole ? members : (donation.members ?? [])).map(({ member_id }) => member_id));
    // Those who lived when a fee was made owe it.
    const isOwing = (one: MemberRecord) =>
      whose.has(one._id) &&
      (isLiving(one) || (isWhole && !isErased(one) && diedAfter(one, createdDt, timeZone)));
    if (isShare && others.some(isOwing)) continue;
    if (isAfter && (isWhole ? donation.minAmountDue > 0 : part && part.price > 0)) {
      const lost = isShare || !part ? donation.minAmountDue : part.price;
      if (isUnpaid(donation)) dues.push({ donation, amount: lost, isRaised: false });
      else paid.push(donation);
    } else if (!isAfter && was && isUnpaid(donation)) dues.push({ donation, ...was, isRaised: true });
  }
  return { dues, paid };
}

async function planUndo(
  asked: DeathAsked,
  record: DeathRecord | undefined,
  session: Session,
): Promise<DeathPlan> {
  const { member, clock } = asked;
  const covering = await findMembershipsCoveringAny([member._id], 0, session);
  const ids = record?.memberships.map(({ membershipId }) => membershipId) ?? [];
  const known = new Set(covering.map(({ _id }) => _id));
  const all = [
    ...covering,
    ...(await findMemberships(
      ids.filter((id) => !known.has(id)),
      session,
    )),
  ];
  const donations = await donationsOf(all, session);
  if (record) await refuseAfterEntries(donations, record, asked);
  const memberships: MembershipPlan[] = [];
  for (const membership of all) {
    const was = record?.memberships.find(({ membershipId }) => membershipId === membership._id);
    if (!was) continue;
    const kept = await withoutWhoLeft(was, membership, member._id, session);
    const before = { ...kept, primaryMemberId: payerBefore(membership, kept, record) };
    const changed = [{ ...member, deceasedDt: null }];
    const tried = await tryMembershipChange(membership, [{ do: 'restore', before }], clock, {
      changed,
      session,
    });
    if (!isSameMembership(tried.before, tried.after)) memberships.push({ tried, closes: false });
  }
  const lowered = new Map(record?.dues.map((due) => [due.donationId, due]));
  const dues = donations.flatMap((donation): DuePlan[] => {
    const restored = memberships.find(
      ({ tried }) => tried.after._id === donation.campaignMembershipId,
    )?.tried;
    const part = restored?.after.members.find(({ member_id }) => member_id === member._id);
    const wasMadeSince = record && donation.createdDt >= record.enteredDt && part?.isActive === true;
    const isCharged = donation.members?.some(({ member_id }) => member_id === member._id);
    const { amount, parts } = lowered.get(donation._id) ?? {
      amount: wasMadeSince && !isCharged && !isNoPrice(donation) ? part.price : ZERO,
    };
    if (!isUnpaid(donation)) return [];
    const others = record && restored ? pricesAgain(donation, restored, record) : [];
    return amount > 0 || others.length ? [{ donation, amount, isRaised: true, parts, others }] : [];
  });
  dues.push(...(await sharesOfOthers(donations, lowered, all, member, session)));
  return {
    memberId: member._id,
    payer: undefined,
    ...{ memberships, covering: [], donations, record, dues, paid: [], claims: [] },
  };
}

/**
 * Of dues that were made or refreshed since a death was entered: those whom they charge a price that the death gave them, such
 * as the new Head of Household, with the price that they have again, null for a payer whom it had added.
 */
function pricesAgain(
  donation: Donation,
  { before, after }: TriedChange,
  { enteredDt }: DeathRecord,
): NonNullable<DuePlan['others']> {
  if (isNoPrice(donation) || donation.modifiedDt <= enteredDt) return [];
  const priceIn = (membership: MembershipRecord, id: string) =>
    membership.members.find((one) => one.member_id === id && one.isActive === true)?.price ?? null;
  return (donation.members ?? []).flatMap(({ member_id, price }) => {
    const again = priceIn(after, member_id);
    return price === priceIn(before, member_id) && price !== again ? { member_id, price: again } : [];
  });
}

/** The shares of households that came to nothing by the death of others, who died last: whole, since somebody lives again. */
async function sharesOfOthers(
  donations: readonly Donation[],
  own: ReadonlyMap<string, unknown>,
  memberships: readonly MembershipRecord[],
  { _id }: MemberRecord,
  session: Session,
): Promise<DuePlan[]> {
  const shares = await householdShares(donations);
  const gone = donations.filter(
    (donation) =>
      shares.has(donation._id) && donation.minAmountDue === 0 && isUnpaid(donation) && !own.has(donation._id),
  );
  if (!gone.length) return [];
  const ids = new Set(memberships.flatMap(({ members }) => members.map(({ member_id }) => member_id)));
  const found: DuePlan[] = [];
  for (const person of await findMembers([...ids], session)) {
    if (person._id === _id || !person.deceasedDt) continue;
    for (const { donationId, amount, parts } of (await readDeath(person._id, session))?.dues ?? []) {
      const donation = gone.find((one) => one._id === donationId);
      if (donation && (donation.isWhole || parts?.some(({ member_id }) => member_id === _id)))
        found.push({ donation, amount, isRaised: true, parts, loweredBy: person._id });
    }
  }
  return found;
}

/** The primary member after an undo: the one before the death, unless the office chose another since. */
const payerBefore = (
  { primaryMemberId }: MembershipRecord,
  kept: DeathRecord['memberships'][number],
  record: DeathRecord | undefined,
): string => (primaryMemberId === record?.payer?.member_id ? kept.primaryMemberId : primaryMemberId);

const NAMED_ENTRIES = 5;

async function refuseAfterEntries(
  donations: readonly Donation[],
  record: DeathRecord,
  { clock: { timeZone }, currency }: DeathAsked,
): Promise<void> {
  if (!donations.length) return;
  const entries = await entriesOn(donations.map(({ _id }) => _id)).toArray();
  if (entries.length <= record.entries) return;
  const inOrder = entries.toSorted((one, other) => one.entryDt.getTime() - other.entryDt.getTime());
  const booked = inOrder.slice(record.entries).map((entry) => {
    const owed = donations.filter(({ _id }) => entry.donationIds.includes(_id));
    const what = listOf(
      owed.map(({ campaignName, campaignRunName }) => `${campaignRunName} of ${campaignName}`),
    );
    const amount = showMoney(cents(Math.abs(entry.total)), currency);
    return `the ${bookedAs(entry)} of ${amount} on ${showDateInWords(entry.entryDt, timeZone)} for ${what}`;
  });
  const more = booked.length - NAMED_ENTRIES;
  const named = booked.slice(0, NAMED_ENTRIES);
  throw conflict(
    'money_moved',
    `This death cannot be taken back because of what was booked since it was entered: ${listOf(more > 0 ? [...named, `${more} more`] : named)}. A refund does not change that. The day can still be corrected.`,
  );
}

/** The name of an entry of the ledger in a sentence. */
function bookedAs({ kind, total }: Pick<LedgerEntry, 'kind' | 'total'>): string {
  if (kind === 'waiver' || kind === 'refund' || kind === 'dispute') return kind;
  return total < 0 ? 'reversal' : 'payment';
}

async function writePlan(
  plan: DeathPlan,
  asked: DeathAsked,
  author: Author,
  session: Session,
): Promise<void> {
  const { now } = asked.clock;
  await writeMembershipPlans(plan, { author, now, reason: reasonOf(asked) }, session);
  await changeDues(
    plan.dues.map((due) => newDue(due, plan.memberId)),
    now,
    session,
  );
}

/** Keeps what a death changed, beside what an earlier entry of it changed; a death that is taken back is kept no more. */
async function keepRecord(
  { payer, memberships, dues, donations, record }: DeathPlan,
  ended: Ended,
  before: StoredHouseholds,
  { member, form, clock }: DeathAsked,
  session: Session,
): Promise<void> {
  if (isUndo(form)) {
    for (const { donation, loweredBy } of dues) {
      const other = loweredBy && (await readDeath(loweredBy, session));
      if (!other) continue;
      const kept = other.dues.filter(({ donationId }) => donationId !== donation._id);
      await setDeath(loweredBy, { ...other, dues: kept }, session);
    }
    return setDeath(member._id, undefined, session);
  }
  const known = new Set(record?.memberships.map(({ membershipId }) => membershipId));
  /** The part that a payer received whom a later entry chose. */
  const addedLater = (membershipId: string) => {
    const tried = memberships.find((membership) => membership.tried.before._id === membershipId)?.tried;
    return tried ? changedByDeath(tried.before, tried.after).addedId : null;
  };
  const raised = new Set(dues.filter(({ isRaised }) => isRaised).map(({ donation }) => donation._id));
  const lowered = dues.filter(({ isRaised }) => !isRaised);
  const wasPrimary = before.homes.some(
    ({ _id, primaryMemberId }) => _id === member.household_id && primaryMemberId === member._id,
  );
  const entries = donations.length ? await entriesOn(donations.map(({ _id }) => _id)).toArray() : [];
  await setDeath(
    member._id,
    {
      enteredDt: record?.enteredDt ?? clock.now,
      primaryMemberId: record?.primaryMemberId ?? (wasPrimary ? member._id : null),
      payer: record?.payer ?? (payer ? { member_id: payer._id, relationship: payer.relationship } : null),
      memberships: [
        ...(record?.memberships ?? []).map((membership) => ({
          ...membership,
          addedId: membership.addedId ?? addedLater(membership.membershipId),
        })),
        ...memberships
          .filter(({ tried }) => !known.has(tried.before._id))
          .map(({ tried }) => ({
            membershipId: tried.before._id,
            ...changedByDeath(tried.before, tried.after),
          })),
      ].map((one) => ({ ...one, parts: [...one.parts] })),
      dues: [
        ...(record?.dues ?? []).filter(({ donationId }) => !raised.has(donationId)),
        ...lowered.map((due) => ({
          ...{ donationId: due.donation._id, amount: due.amount, parts: partsLost(due, member._id) },
        })),
      ],
      entries: record?.entries ?? entries.length,
      ...(form.deathDay && { reportedDt: form.reportedDt ?? calendarDateOf(clock.now, clock.timeZone) }),
      ...ended,
    },
    session,
  );
}

/**
 * Changes to a campaign membership (spec section 4, rules.md "Membership price"): steps that change whom it covers, at
 * which prices and who is primary. Nothing is stored here: the caller writes and reports the difference.
 */
import {
  coveredMemberPrice,
  fittingRule,
  isTooOldOrYoung,
  membershipTotalPrice,
  type PriceRule,
} from './campaign-membership.ts';
import { isMinor, TOO_YOUNG } from './coming-of-age.ts';
import { nextBirthday } from './coverage.ts';
import { addDays, ageOn, DAY_MS, END_OF_TIME, type CalendarDate } from './dates.ts';
import { ageLimitOf, type FundRules } from './fund-rules.ts';
import type { CoveredPerson, MembershipState, PriceOrigin } from './membership-state.ts';
import { withIntervals } from './membership-times.ts';
import { fullName } from './person-name.ts';
import { sumCents, ZERO, type Cents } from './money.ts';

/** A member as these rules see them. */
export type MembershipPerson = {
  _id: string;
  firstNm: string;
  lastNm: string;
  suffix?: string | null | undefined;
  birthDt: CalendarDate | null;
  relationship: string;
  isActive: boolean | null;
  deceasedDt?: CalendarDate | null;
  /** Of sentences about cover: the days of deaths in their household (`CoverageInput`). */
  deaths?: readonly CalendarDate[];
};

/** The state of a membership before a death changed it; `addedId` is the part that a new payer got through it. */
type BeforeDeath = Pick<MembershipState, 'primaryMemberId' | 'isActive'> & {
  parts: readonly Pick<CoveredPerson, '_id' | 'isActive' | 'startDt' | 'endDt' | 'price'>[];
  addedId: string | null;
};

/** One step of a change; prices in cents, null removes the price by hand. */
export type MembershipStep =
  | { do: 'activate' | 'deactivate' | 'refresh' }
  /** Covers them from now, by default. */
  | { do: 'add'; member_id: string; startDt?: Date }
  | { do: 'remove' | 'make_primary'; member_id: string }
  /** Replaces the covered list; the primary member always stays. */
  | { do: 'cover'; member_ids: readonly string[] }
  | { do: 'set_price'; member_id: string; price: Cents | null }
  | { do: 'waive_waiting'; member_id: string; isWaived: boolean }
  /** Ends the part of a person who died, at `endDt`, the end of the day of the death. */
  | { do: 'end_dead'; member_id: string; endDt: Date }
  /** Makes a survivor primary, and covers them if the membership did not, at today's price. */
  | { do: 'take_over'; member_id: string }
  /** Ends a membership whose payer died, if nobody living is left in it or can pay. */
  | { do: 'close'; endDt: Date }
  /** Undoes a death: restores the membership as far as the death changed it. */
  | { do: 'restore'; before: BeforeDeath };

/** What a step needs beside the membership: the people it names by their ids, the campaign's prices and the time. */
export type MembershipContext = {
  people: ReadonlyMap<string, MembershipPerson>;
  priceRules: readonly PriceRule[];
  defaultPrice: Cents;
  /** The age limits of the fund: a person over one costs nothing. */
  fundRules?: FundRules;
  now: Date;
  today: CalendarDate;
  newId: () => string;
};

const REFUSALS = [
  'not_found',
  'deceased',
  'too_young',
  'primary_member',
  'primary_inactive',
  'member_inactive',
  'membership_inactive',
  'not_active',
] as const;

/** A step that is not allowed; `code` is stable, the message is for a person. */
export class MembershipRefusal extends Error {
  readonly code: (typeof REFUSALS)[number];
  constructor(code: MembershipRefusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const nameOf = fullName;

/**
 * Returns the membership after a step. Throws MembershipRefusal if it is not allowed. A step that is already done
 * changes nothing. The total is always the sum of the prices of the people who are charged.
 */
export function afterMembershipStep<S extends MembershipState>(
  state: S,
  step: MembershipStep,
  context: MembershipContext,
): S {
  return afterMembershipSteps(state, [step], context);
}

/**
 * Returns the membership after the steps of one change, with the intervals that this ended. Throws as
 * `afterMembershipStep` does.
 */
export function afterMembershipSteps<S extends MembershipState>(
  state: S,
  steps: readonly MembershipStep[],
  context: MembershipContext,
): S {
  const after = steps.reduce<S>(
    (coveredPerson, step) => ({ ...coveredPerson, ...changeOf(coveredPerson, step, context) }),
    state,
  );
  const kept = withIntervals(state, after, context.now);
  const totalPrice = membershipTotalPrice(kept.members);
  const since = steps.flatMap((step) => (step.do === 'add' && step.startDt ? step.startDt.getTime() : []));
  // For people who waited elsewhere, it begins again when they began to wait.
  return isBegun(kept.activeDt, context) && !isBegun(state.activeDt, context) && since.length
    ? { ...kept, totalPrice, activeDt: new Date(Math.min(context.now.getTime(), ...since)) }
    : { ...kept, totalPrice };
}

function changeOf(
  state: MembershipState,
  step: MembershipStep,
  context: MembershipContext,
): Partial<MembershipState> {
  switch (step.do) {
    case 'activate':
      return activated(state, context);
    case 'deactivate':
      return state.isActive === false
        ? {}
        : {
            isActive: false,
            members: state.members.map((coveredPerson) => ended(coveredPerson, context.now)),
          };
    case 'refresh':
      return { members: state.members.map((coveredPerson) => priced(coveredPerson, context)) };
    case 'add':
      return { members: withPerson(state, step.member_id, context, step.startDt) };
    case 'remove':
      return { members: withoutPerson(state, step.member_id, context) };
    case 'cover':
      return covering(state, step.member_ids, context);
    case 'make_primary':
      return withPrimary(state, step.member_id, context);
    case 'set_price':
      return {
        members: changedOne(state, step.member_id, (coveredPerson) =>
          priced({ ...coveredPerson, priceOverride: step.price }, context),
        ),
      };
    case 'waive_waiting':
      return {
        members: changedOne(state, step.member_id, ({ isWaitingWaived: _was, ...coveredPerson }) =>
          step.isWaived ? { ...coveredPerson, isWaitingWaived: true } : coveredPerson,
        ),
      };
    case 'end_dead':
      return {
        members: state.members.map((coveredPerson) =>
          coveredPerson.member_id === step.member_id
            ? endedByDeath(coveredPerson, step.endDt)
            : coveredPerson,
        ),
      };
    case 'take_over':
      return takenOver(state, step.member_id, context);
    case 'restore':
      return restored(state, step.before, context.now);
    case 'close':
      return {
        isActive: false,
        members: state.members.map((coveredPerson) => ended(coveredPerson, step.endDt)),
      };
  }
}

/** A part that waited to be confirmed never began: it begins and ends at once. */
const ended = (coveredPerson: CoveredPerson, now: Date): CoveredPerson =>
  coveredPerson.isActive === false
    ? coveredPerson
    : {
        ...coveredPerson,
        isActive: false,
        endDt: now,
        ...(coveredPerson.isActive === null && { startDt: now }),
      };

/** The part of a person who died: it ends at the end of the day of the death, unless it had ended before. */
function endedByDeath(coveredPerson: CoveredPerson, endDt: Date): CoveredPerson {
  const isOver =
    coveredPerson.isActive === false && coveredPerson.endDt < endDt && coveredPerson.endReason !== 'died';
  if (isOver) return coveredPerson;
  const end = { isActive: false, endDt, endReason: 'died' } as const;
  // A part that waited to be confirmed never began.
  const isUnbegun =
    coveredPerson.isActive === null || coveredPerson.startDt.getTime() === coveredPerson.endDt.getTime() + 1;
  return { ...coveredPerson, ...end, ...(isUnbegun && { startDt: new Date(endDt.getTime() + 1) }) };
}

/** Returns what a death changed between two states of a membership, with the former values. */
export function changedByDeath(before: MembershipState, after: MembershipState): BeforeDeath {
  const old = new Map(before.members.map((coveredPerson) => [coveredPerson._id, coveredPerson]));
  const changed = after.members.filter(
    (coveredPerson) => old.has(coveredPerson._id) && !isSamePart(coveredPerson, old.get(coveredPerson._id)),
  );
  return {
    primaryMemberId: before.primaryMemberId,
    isActive: before.isActive,
    parts: changed
      .flatMap((coveredPerson) => old.get(coveredPerson._id) ?? [])
      .map(({ _id, isActive, startDt, endDt, price }) => ({ _id, isActive, startDt, endDt, price })),
    addedId: after.members.find(({ _id }) => !old.has(_id))?._id ?? null,
  };
}

function restored(state: MembershipState, before: BeforeDeath, now: Date): Partial<MembershipState> {
  const parts = new Map(before.parts.map((part) => [part._id, part]));
  const { payers = [], primaryMemberId } = state;
  const isPayerBack =
    primaryMemberId !== before.primaryMemberId && payers.at(-1)?.member_id === before.primaryMemberId;
  const left = isPayerBack ? payers.slice(0, -1) : payers;
  return {
    primaryMemberId: before.primaryMemberId,
    isActive: before.isActive,
    ...(isPayerBack && { payers: left.length ? left : undefined }),
    members: state.members
      .flatMap((coveredPerson) => {
        if (coveredPerson._id !== before.addedId) return [coveredPerson];
        // A payer in the meantime stays in `payers`.
        return left.some(({ member_id }) => member_id === coveredPerson.member_id)
          ? [ended(coveredPerson, now)]
          : [];
      })
      .map((coveredPerson) => {
        const part = parts.get(coveredPerson._id);
        if (!part) return coveredPerson;
        const { endReason: _died, ...rest } = coveredPerson;
        return { ...rest, ...part, ...goingOn(coveredPerson, part) };
      }),
  };
}

/** If the death began a part again, the former part continues and is no longer an earlier one. */
function goingOn(
  { earlier }: CoveredPerson,
  { startDt, endDt }: Pick<CoveredPerson, 'startDt' | 'endDt'>,
): Pick<CoveredPerson, 'earlier'> {
  const last = earlier?.at(-1);
  const isLast = last?.startDt.getTime() === startDt.getTime() && last.endDt.getTime() === endDt.getTime();
  return earlier && isLast ? { earlier: earlier.slice(0, -1) } : {};
}

/** The new payer: covered from now if the membership did not cover them, and priced by the new relationship. */
function takenOver(
  state: MembershipState,
  memberId: string,
  context: MembershipContext,
): Pick<MembershipState, 'members' | 'primaryMemberId'> {
  const members = withPerson(state, memberId, context);
  return {
    primaryMemberId: memberId,
    members: members.map((coveredPerson) =>
      coveredPerson.member_id === memberId ? priced(coveredPerson, context) : coveredPerson,
    ),
  };
}

/**
 * Returns what unpaid dues made at an instant amount to, in cents: the total of the membership, plus the prices of the
 * people who died after it. Dues made before a death stay (rules.md "Death, payers and who is charged").
 */
function dueMadeOn(
  { members, totalPrice }: Pick<MembershipState, 'members' | 'totalPrice'>,
  madeDt: Date,
): Cents {
  return sumCents([totalPrice, ...diedSince(members, madeDt).map(({ price }) => price)]);
}

/** The people of a membership who died after an instant. */
export function diedSince<P extends Pick<CoveredPerson, 'endReason' | 'endDt'>>(
  members: readonly P[],
  instant: Date,
): P[] {
  return members.filter(({ endReason, endDt }) => endReason === 'died' && endDt >= instant);
}

/**
 * Returns the membership with price 0 for everybody whom the fund cannot cover today, because they are over its age limit
 * or outside of its ages (rules.md "Who cannot be covered is not charged"); the same object if nothing differs.
 */
export function withAgeLimits<S extends MembershipState>(
  state: S,
  {
    people,
    today,
    ...fund
  }: Pick<MembershipContext, 'people' | 'priceRules' | 'defaultPrice' | 'fundRules' | 'today'>,
): S {
  const isFreed = ({ member_id, price, priceOverride }: CoveredPerson) => {
    const person = people.get(member_id);
    return price !== 0 && person !== undefined && isTooOldOrYoung({ ...person, priceOverride }, fund, today);
  };
  if (!state.members.some(isFreed)) return state;
  const members = state.members.map((coveredPerson) =>
    isFreed(coveredPerson) ? { ...coveredPerson, price: ZERO } : coveredPerson,
  );
  return { ...state, members, totalPrice: membershipTotalPrice(members) };
}

/**
 * Returns whether a price refresh keeps a price whoever the person is: set by hand, ended by a death, or the same for
 * everybody.
 */
export function isPriceSettled(
  { price, priceOverride, endReason }: Pick<CoveredPerson, 'price' | 'priceOverride' | 'endReason'>,
  {
    priceRules,
    defaultPrice,
    fundRules,
  }: Pick<MembershipContext, 'priceRules' | 'defaultPrice' | 'fundRules'>,
): boolean {
  if (endReason === 'died') return true;
  const isSame = !priceRules.length && !fundRules?.ageLimits?.length;
  return price === (priceOverride ?? (isSame ? defaultPrice : null));
}

/** Returns what a person costs today; a person who died, or is no longer a member, keeps their former price. */
function priced(
  coveredPerson: CoveredPerson,
  { people, priceRules, defaultPrice, fundRules, today }: Omit<MembershipContext, 'now' | 'newId'>,
): CoveredPerson {
  const person = people.get(coveredPerson.member_id);
  if (!person || coveredPerson.endReason === 'died') return coveredPerson;
  const { birthDt, relationship } = person;
  const { isActive, priceOverride } = coveredPerson;
  const input = { birthDt, relationship, isActive, priceOverride };
  return { ...coveredPerson, price: coveredMemberPrice(input, priceRules, defaultPrice, today, fundRules) };
}

/** What a price needs beside a part. */
type PriceContext = Pick<MembershipContext, 'people' | 'priceRules' | 'defaultPrice' | 'fundRules' | 'today'>;

/**
 * Returns a membership with the origin of every price that differs from `before`. A price that a rule of today does not give,
 * as after a death that was undone, has none.
 */
export function withPriceOrigins<S extends Pick<MembershipState, 'members'>>(
  before: Pick<MembershipState, 'members'>,
  after: S,
  context: PriceContext,
): S {
  const old = new Map(before.members.map((part) => [part._id, part]));
  const isKept = ({ _id, price, priceOverride }: CoveredPerson) =>
    old.get(_id)?.price === price && old.get(_id)?.priceOverride === priceOverride;
  if (after.members.every(isKept)) return after;
  return {
    ...after,
    members: after.members.map((part) => {
      const person = context.people.get(part.member_id);
      if (!person || isKept(part)) return part;
      const { priceFrom: _before, ...rest } = part;
      const isToday = priced(part, context).price === part.price;
      const origin = priceOriginOf({ ...person, priceOverride: part.priceOverride }, context);
      return isToday ? { ...rest, priceFrom: origin } : rest;
    }),
  };
}

/** What the price of a person is made of on a day. */
export function priceOriginOf(
  person: { birthDt: CalendarDate | null; relationship: string; priceOverride: Cents | null },
  { priceRules, fundRules, today }: Pick<PriceContext, 'priceRules' | 'fundRules' | 'today'>,
): PriceOrigin {
  const { birthDt, relationship, priceOverride } = person;
  const age = ageOn(birthDt, today);
  const rule = priceReason({ age, relationship, priceOverride }, priceRules, fundRules);
  return { rule, day: today, age, relationship };
}

/** What an active membership would cost at today's prices, and since which birthday; `since` is null for another cause. */
export type PriceToday = { totalPrice: Cents; since: CalendarDate | null };

/**
 * Returns what a membership would cost today if its prices were refreshed; undefined where nothing differs. One that is
 * not active costs nothing, and differs from nothing.
 */
export function priceToday(
  { isActive, members }: Pick<MembershipState, 'isActive' | 'members'>,
  context: PriceContext,
): PriceToday | undefined {
  if (isActive !== true) return undefined;
  const now = members.map((coveredPerson) => priced(coveredPerson, context));
  const differing = now.filter((one, index) => one.isActive === true && one.price !== members[index]?.price);
  if (!differing.length) return undefined;
  const days = differing.map((one) => {
    const before = members.find(({ _id }) => _id === one._id);
    return before ? birthdayOfPrice(before, context) : null;
  });
  const known = days.flatMap((day) => day ?? []).toSorted();
  return {
    totalPrice: membershipTotalPrice(now),
    since: known.length === days.length ? (known[0] ?? null) : null,
  };
}

/** The last birthday since a price was made that changed it; null where what is known of the person, or the rules, changed. */
function birthdayOfPrice(
  { member_id, isActive, price, priceFrom, priceOverride }: CoveredPerson,
  { people, priceRules, defaultPrice, fundRules, today }: PriceContext,
): CalendarDate | null {
  const person = people.get(member_id);
  if (!person?.birthDt || !priceFrom) return null;
  const { birthDt, relationship } = person;
  const input = { birthDt, relationship, isActive, priceOverride };
  const on = (day: CalendarDate) => coveredMemberPrice(input, priceRules, defaultPrice, day, fundRules);
  if (on(priceFrom.day) !== price) return null;
  let found: CalendarDate | null = null;
  for (let day = nextBirthday(birthDt, priceFrom.day); day <= today; day = nextBirthday(birthDt, day))
    if (on(day) !== on(addDays(day, -1))) found = day;
  return found;
}

/** Returns whether an end is less than a day old: it can be undone without a new waiting time. */
const isTakenBack = (endDt: Date, now: Date): boolean => {
  const since = now.getTime() - endDt.getTime();
  return since >= 0 && since < DAY_MS;
};

/** Returns whether something begins with this change. */
const isBegun = (beganDt: Date | null, { now }: Pick<MembershipContext, 'now'>): boolean =>
  beganDt?.getTime() === now.getTime();

/**
 * Activating begins it now for people who waited to be confirmed, or who were removed together with it, if they are
 * active themselves; people removed before stay out. Prices stay as they are. Within a day of its end it continues from
 * where it began.
 */
function activated(state: MembershipState, { people, now }: MembershipContext): Partial<MembershipState> {
  const { members, primaryMemberId } = state;
  if (state.isActive === true) return {};
  const primary = people.get(primaryMemberId);
  if (primary?.deceasedDt)
    throw new MembershipRefusal(
      'deceased',
      `${nameOf(primary)} has died. Choose who pays from now on: make another member primary first.`,
    );
  if (primary?.isActive === false)
    throw new MembershipRefusal(
      'primary_inactive',
      `${nameOf(primary)} is inactive. Make them active first.`,
    );
  const end = members.find(({ member_id }) => member_id === primaryMemberId)?.endDt ?? now;
  return {
    isActive: true,
    activeDt: (state.isActive === false && isTakenBack(end, now) && state.activeDt) || now,
    members: members.map((coveredPerson) => {
      const isOut =
        coveredPerson.isActive === false && (coveredPerson.endDt < end || coveredPerson.endReason === 'died');
      const person = people.get(coveredPerson.member_id);
      const isOwnActive = person?.isActive !== false && !person?.deceasedDt;
      if (isOut || !isOwnActive || coveredPerson.isActive === true) return coveredPerson;
      const startDt = isTakenBack(coveredPerson.endDt, now) ? coveredPerson.startDt : now;
      return { ...coveredPerson, isActive: true, startDt, endDt: END_OF_TIME };
    }),
  };
}

/**
 * Adds a person, or begins their part again, at today's price; within a day of its end it continues. A part that begins
 * again keeps no price set by hand and no waiver of its waiting time: both were decided for the part that ended.
 */
function withPerson(
  state: MembershipState,
  memberId: string,
  context: MembershipContext,
  startDt = context.now,
): CoveredPerson[] {
  const person = context.people.get(memberId);
  if (!person) throw new MembershipRefusal('not_found', 'There is no such member.');
  const there = state.members.find(({ member_id }) => member_id === memberId);
  const isWaiting = there?.isActive === null && state.isActive === null;
  if (there?.isActive === true && isBegun(there.startDt, context))
    return state.members.map((part) => (part === there ? { ...there, startDt } : part));
  if (there?.isActive === true || isWaiting) return [...state.members];
  if (state.isActive === false)
    throw new MembershipRefusal('membership_inactive', 'Make the membership active first.');
  if (person.deceasedDt) throw new MembershipRefusal('deceased', `${nameOf(person)} has died.`);
  if (person.isActive === false)
    throw new MembershipRefusal('member_inactive', `${nameOf(person)} is inactive. Make them active first.`);
  const { now } = context;
  const part = { isActive: state.isActive, startDt, endDt: END_OF_TIME };
  if (there) {
    const { isWaitingWaived: _waived, ...former } = there;
    const again = isTakenBack(there.endDt, now)
      ? { ...there, ...part, startDt: there.startDt }
      : { ...former, ...part, priceOverride: null };
    return state.members.map((coveredPerson) =>
      coveredPerson === there ? priced(again, context) : coveredPerson,
    );
  }
  const added = {
    _id: context.newId(),
    member_id: memberId,
    price: context.defaultPrice,
    priceOverride: null,
    ...part,
  };
  return [...state.members, priced(added, context)];
}

function withoutPerson(
  state: MembershipState,
  memberId: string,
  { now }: Pick<MembershipContext, 'now'>,
): CoveredPerson[] {
  if (memberId === state.primaryMemberId)
    throw new MembershipRefusal('primary_member', 'The primary member cannot be deactivated or removed.');
  return changedOne(state, memberId, (coveredPerson) => ended(coveredPerson, now));
}

function covering(
  state: MembershipState,
  memberIds: readonly string[],
  context: MembershipContext,
): Pick<MembershipState, 'members'> {
  const wanted = new Set([state.primaryMemberId, ...memberIds]);
  const left = state.members.filter(
    ({ member_id, isActive }) => isActive !== false && !wanted.has(member_id),
  );
  const begun = [...wanted].filter((id) => id !== state.primaryMemberId || state.isActive !== false);
  const added = begun.reduce<MembershipState>(
    (after, id) => ({ ...after, members: withPerson(after, id, context) }),
    state,
  );
  const leaving = new Set(left.map(({ _id }) => _id));
  return {
    members: added.members.map((coveredPerson) =>
      leaving.has(coveredPerson._id) ? ended(coveredPerson, context.now) : coveredPerson,
    ),
  };
}

function withPrimary(
  state: MembershipState,
  memberId: string,
  { people, today }: MembershipContext,
): Pick<MembershipState, 'primaryMemberId'> {
  if (memberId === state.primaryMemberId) return { primaryMemberId: memberId };
  const covered = state.members.find(({ member_id }) => member_id === memberId);
  if (!covered) throw new MembershipRefusal('not_found', 'This membership does not cover such a member.');
  const person = people.get(memberId);
  if (person?.deceasedDt) throw new MembershipRefusal('deceased', `${nameOf(person)} has died.`);
  if (covered.isActive !== true || person?.isActive === false)
    throw new MembershipRefusal(
      'not_active',
      `${person ? nameOf(person) : 'This member'} is not active in this membership. Activate them first.`,
    );
  if (person && isMinor(person, today)) throw new MembershipRefusal('too_young', TOO_YOUNG);
  return { primaryMemberId: memberId };
}

function changedOne(
  { members }: MembershipState,
  memberId: string,
  change: (coveredPerson: CoveredPerson) => CoveredPerson,
): CoveredPerson[] {
  if (!members.some(({ member_id }) => member_id === memberId))
    throw new MembershipRefusal('not_found', 'This membership does not cover such a member.');
  return members.map((coveredPerson) =>
    coveredPerson.member_id === memberId ? change(coveredPerson) : coveredPerson,
  );
}

/** Returns whether two states of a membership are the same, apart from who wrote them and when. */
export function isSameMembership(coveredPerson: MembershipState, other: MembershipState): boolean {
  return (
    coveredPerson.primaryMemberId === other.primaryMemberId &&
    coveredPerson.isActive === other.isActive &&
    coveredPerson.totalPrice === other.totalPrice &&
    coveredPerson.members.length === other.members.length &&
    coveredPerson.members.every((person, index) => isSamePart(person, other.members[index]))
  );
}

/**
 * Returns whether a person's part in a membership is the same. Field by field: a price refresh compares a hundred
 * thousand.
 */
export function isSamePart(coveredPerson: CoveredPerson, other: CoveredPerson | undefined): boolean {
  return (
    other !== undefined &&
    coveredPerson._id === other._id &&
    coveredPerson.member_id === other.member_id &&
    coveredPerson.price === other.price &&
    coveredPerson.priceOverride === other.priceOverride &&
    coveredPerson.startDt.getTime() === other.startDt.getTime() &&
    coveredPerson.endDt.getTime() === other.endDt.getTime() &&
    coveredPerson.isActive === other.isActive &&
    (coveredPerson.isWaitingWaived ?? false) === (other.isWaitingWaived ?? false) &&
    (coveredPerson.earlier?.length ?? 0) === (other.earlier?.length ?? 0) &&
    coveredPerson.endReason === other.endReason
  );
}

/**
 * Returns whether the last payment of a membership differs from its price (spec section 2, "Campaign memberships");
 * without a payment it does not, and one that is not active costs nothing to differ from.
 */
export function isPriceDifferent(membership: {
  isActive: boolean | null;
  totalPrice: number;
  lastPayment: { paymentsTotal: number } | null;
}): boolean {
  const { isActive, totalPrice, lastPayment } = membership;
  return isActive === true && lastPayment !== null && lastPayment.paymentsTotal !== totalPrice;
}

/** Dues of a membership in a price refresh; amounts in cents. */
export type RefreshableDue = {
  minAmountDue: Cents;
  /** Whether anything was ever booked on them. */
  hasPayment: boolean;
  isRunActive: boolean;
  /** When they were made: a person who died later is still charged in them. */
  createdDt?: Date;
};

/**
 * Returns what dues amount to after a price refresh (rules.md "Membership price"), in cents: the total of the
 * membership for dues of active runs without any payment, as long as it is active; all others keep their amount.
 */
export function refreshedDue(
  due: RefreshableDue,
  membership: Pick<MembershipState, 'isActive' | 'totalPrice'> & Partial<Pick<MembershipState, 'members'>>,
): Cents {
  const isKept = due.hasPayment || !due.isRunActive || membership.isActive !== true;
  if (isKept) return due.minAmountDue;
  const { members = [], totalPrice } = membership;
  return due.createdDt ? dueMadeOn({ members, totalPrice }, due.createdDt) : totalPrice;
}

/**
 * The name of the rule that sets a price: `by hand`, the age limit, the label of the first rule that fits, `default
 * price`.
 */
export function priceReason(
  person: { age: number | null; relationship: string; priceOverride: Cents | null },
  rules: readonly PriceRule[],
  fundRules: FundRules = {},
): string {
  if (person.priceOverride !== null) return 'Set by hand';
  const maxAge = ageLimitOf(person.relationship, fundRules);
  if (maxAge !== undefined && person.age !== null && person.age > maxAge)
    return `Not covered over age ${maxAge}: no price`;
  const rule = fittingRule(person.age, person.relationship, rules);
  if (!rule) return person.age === null ? 'Birth date not known: default price' : 'Default price';
  const who = rule.relationships?.length ? `, ${rule.relationships.join(' or ')}` : '';
  return `${rule.label}: ${rule.minAge} to ${rule.maxAge} years${who}`;
}

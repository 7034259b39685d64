/**
 * What may become of a campaign membership (spec section 4, rules.md "Membership price"): steps that change whom it
 * covers, at which prices and who is primary. Nothing is stored here: what differs afterwards is what is written and told.
 */
import {
  coveredMemberPrice,
  isOverAgeLimit,
  membershipTotalPrice,
  type PriceRule,
} from './campaign-membership.ts';
import { isMinor, TOO_YOUNG } from './coming-of-age.ts';
import { DAY_MS, END_OF_TIME, type CalendarDate } from './dates.ts';
import { ageLimitOf, type FundRules } from './fund-rules.ts';
import type { CoveredPerson, MembershipState } from './membership-state.ts';
import { withIntervals } from './membership-times.ts';
import { sumCents, ZERO, type Cents } from './money.ts';

/** A member as these rules see them. */
export type MembershipPerson = {
  _id: string;
  firstNm: string;
  lastNm: string;
  birthDt: CalendarDate;
  relationship: string;
  isActive: boolean | null;
  deceasedDt?: CalendarDate | null;
  /** Of sentences about cover: the days of deaths in their household (`CoverageInput`). */
  deaths?: readonly CalendarDate[];
};

/** What a death changes of a membership, as it was before; `addedId` is the part that a new payer got by it. */
type BeforeDeath = Pick<MembershipState, 'primaryMemberId' | 'isActive'> & {
  parts: readonly Pick<CoveredPerson, '_id' | 'isActive' | 'startDt' | 'endDt' | 'price'>[];
  addedId: string | null;
};

/** One step of a change; prices in cents, null takes the price by hand away. */
export type MembershipStep =
  | { do: 'activate' | 'deactivate' | 'refresh' }
  /** Covers them since now, unless told otherwise. */
  | { do: 'add'; member_id: string; startDt?: Date }
  | { do: 'remove' | 'make_primary'; member_id: string }
  /** Replaces the covered list; the primary member always stays. */
  | { do: 'cover'; member_ids: readonly string[] }
  | { do: 'set_price'; member_id: string; price: Cents | null }
  | { do: 'waive_waiting'; member_id: string; isWaived: boolean }
  /** Ends the part of somebody who died, at `endDt`, the end of the day of the death. */
  | { do: 'end_dead'; member_id: string; endDt: Date }
  /** Makes a survivor primary, and covers them where the membership did not, at today's price. */
  | { do: 'take_over'; member_id: string }
  /** Ends a membership whose payer died, when nobody living is left in it or can pay. */
  | { do: 'close'; endDt: Date }
  /** Takes a death back: the membership as it was before, as far as the death changed it. */
  | { do: 'restore'; before: BeforeDeath };

/** What a step needs beside the membership: the people it names by their ids, the campaign's prices and the time. */
export type MembershipContext = {
  people: ReadonlyMap<string, MembershipPerson>;
  priceRules: readonly PriceRule[];
  defaultPrice: Cents;
  /** The age limits of the fund: whoever is over one costs nothing. */
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

const nameOf = ({ firstNm, lastNm }: Pick<MembershipPerson, 'firstNm' | 'lastNm'>) => `${firstNm} ${lastNm}`;

/**
 * The membership after a step. Throws MembershipRefusal when it is not allowed. A step that is done already changes
 * nothing. The total is always the sum of the prices of those who are charged.
 */
export function afterMembershipStep<S extends MembershipState>(
  state: S,
  step: MembershipStep,
  context: MembershipContext,
): S {
  return afterMembershipSteps(state, [step], context);
}

/** The membership after some steps of one change, with the intervals that this ended. Throws as `afterMembershipStep` does. */
export function afterMembershipSteps<S extends MembershipState>(
  state: S,
  steps: readonly MembershipStep[],
  context: MembershipContext,
): S {
  const after = steps.reduce<S>((one, step) => ({ ...one, ...changeOf(one, step, context) }), state);
  const kept = withIntervals(state, after, context.now);
  return { ...kept, totalPrice: membershipTotalPrice(kept.members) };
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
        : { isActive: false, members: state.members.map((one) => ended(one, context.now)) };
    case 'refresh':
      return { members: state.members.map((one) => priced(one, context)) };
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
        members: changedOne(state, step.member_id, (one) =>
          priced({ ...one, priceOverride: step.price }, context),
        ),
      };
    case 'waive_waiting':
      return {
        members: changedOne(state, step.member_id, ({ isWaitingWaived: _was, ...one }) =>
          step.isWaived ? { ...one, isWaitingWaived: true } : one,
        ),
      };
    case 'end_dead':
      return {
        members: state.members.map((one) =>
          one.member_id === step.member_id ? endedByDeath(one, step.endDt) : one,
        ),
      };
    case 'take_over':
      return takenOver(state, step.member_id, context);
    case 'restore':
      return restored(state, step.before, context.now);
    case 'close':
      return { isActive: false, members: state.members.map((one) => ended(one, step.endDt)) };
  }
}

/** What waited to be confirmed never began: it begins and ends at once. */
const ended = (one: CoveredPerson, now: Date): CoveredPerson =>
  one.isActive === false
    ? one
    : { ...one, isActive: false, endDt: now, ...(one.isActive === null && { startDt: now }) };

/** The part of somebody who died: it ends at the end of the day of the death, unless it had ended before. */
function endedByDeath(one: CoveredPerson, endDt: Date): CoveredPerson {
  const isOver = one.isActive === false && one.endDt < endDt && one.endReason !== 'died';
  if (isOver) return one;
  const end = { isActive: false, endDt, endReason: 'died' } as const;
  // What waited to be confirmed never began.
  const isUnbegun = one.isActive === null || one.startDt.getTime() === one.endDt.getTime() + 1;
  return { ...one, ...end, ...(isUnbegun && { startDt: new Date(endDt.getTime() + 1) }) };
}

/** What a death changes from one state of a membership to another, as it was before. */
export function changedByDeath(before: MembershipState, after: MembershipState): BeforeDeath {
  const old = new Map(before.members.map((one) => [one._id, one]));
  const changed = after.members.filter((one) => old.has(one._id) && !isSamePart(one, old.get(one._id)));
  return {
    primaryMemberId: before.primaryMemberId,
    isActive: before.isActive,
    parts: changed
      .flatMap((one) => old.get(one._id) ?? [])
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
      .flatMap((one) => {
        if (one._id !== before.addedId) return [one];
        // Whoever paid meanwhile stays known as a payer.
        return left.some(({ member_id }) => member_id === one.member_id) ? [ended(one, now)] : [];
      })
      .map((one) => {
        const part = parts.get(one._id);
        if (!part) return one;
        const { endReason: _died, ...rest } = one;
        return { ...rest, ...part, ...goingOn(one, part) };
      }),
  };
}

/** A part that the death began again goes on as the one before, which is no earlier one then. */
function goingOn(
  { earlier }: CoveredPerson,
  { startDt, endDt }: Pick<CoveredPerson, 'startDt' | 'endDt'>,
): Pick<CoveredPerson, 'earlier'> {
  const last = earlier?.at(-1);
  const isLast = last?.startDt.getTime() === startDt.getTime() && last.endDt.getTime() === endDt.getTime();
  return earlier && isLast ? { earlier: earlier.slice(0, -1) } : {};
}

/** The payer from now on: covered from now where the membership did not cover them, and priced by the new relationship. */
function takenOver(
  state: MembershipState,
  memberId: string,
  context: MembershipContext,
): Pick<MembershipState, 'members' | 'primaryMemberId'> {
  const members = withPerson(state, memberId, context);
  return {
    primaryMemberId: memberId,
    members: members.map((one) => (one.member_id === memberId ? priced(one, context) : one)),
  };
}

/**
 * What unpaid dues that were made at an instant come to, in cents: the total of the membership, and the prices of those
 * who died after it. Dues made before a death stay (rules.md "Death, payers and who is charged").
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

/** The membership with price 0 for everybody over the fund's age limit today; the same object where nothing differs. */
export function withAgeLimits<S extends MembershipState>(
  state: S,
  { people, fundRules = {}, today }: Pick<MembershipContext, 'people' | 'fundRules' | 'today'>,
): S {
  const isFreed = ({ member_id, price, priceOverride }: CoveredPerson) => {
    const person = people.get(member_id);
    return (
      price > 0 && person !== undefined && isOverAgeLimit({ ...person, priceOverride }, fundRules, today)
    );
  };
  if (!state.members.some(isFreed)) return state;
  const members = state.members.map((one) => (isFreed(one) ? { ...one, price: ZERO } : one));
  return { ...state, members, totalPrice: membershipTotalPrice(members) };
}

/** Whether a refresh leaves a price whoever the person is: it is set by hand, ended by a death, or is that of everybody. */
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

/** What a person costs today; somebody who died, or is no member any more, keeps the price that they had. */
function priced(
  one: CoveredPerson,
  { people, priceRules, defaultPrice, fundRules, today }: Omit<MembershipContext, 'now' | 'newId'>,
): CoveredPerson {
  const person = people.get(one.member_id);
  if (!person || one.endReason === 'died') return one;
  const { birthDt, relationship } = person;
  const { isActive, priceOverride } = one;
  const input = { birthDt, relationship, isActive, priceOverride };
  return { ...one, price: coveredMemberPrice(input, priceRules, defaultPrice, today, fundRules) };
}

/** Whether an end is from within a day: what ended so is taken back, and no waiting time begins anew. */
const isTakenBack = (endDt: Date, now: Date): boolean => {
  const since = now.getTime() - endDt.getTime();
  return since >= 0 && since < DAY_MS;
};

/**
 * Activating begins it now for those who waited to be confirmed, or who were taken out together with it, as far as they
 * are active themselves; who was taken out before stays out. Prices stay as they are. Within a day of its end it goes on
 * from where it began.
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
    members: members.map((one) => {
      const isOut = one.isActive === false && (one.endDt < end || one.endReason === 'died');
      const person = people.get(one.member_id);
      const isOwnActive = person?.isActive !== false && !person?.deceasedDt;
      if (isOut || !isOwnActive || one.isActive === true) return one;
      const startDt = isTakenBack(one.endDt, now) ? one.startDt : now;
      return { ...one, isActive: true, startDt, endDt: END_OF_TIME };
    }),
  };
}

/** Adds somebody, or begins their part again, at today's price; within a day of its end it goes on. */
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
  if (there?.isActive === true || isWaiting) return [...state.members];
  if (state.isActive === false)
    throw new MembershipRefusal('membership_inactive', 'Make the membership active first.');
  if (person.deceasedDt) throw new MembershipRefusal('deceased', `${nameOf(person)} has died.`);
  if (person.isActive === false)
    throw new MembershipRefusal('member_inactive', `${nameOf(person)} is inactive. Make them active first.`);
  const { now } = context;
  const part = { isActive: state.isActive, startDt, endDt: END_OF_TIME };
  if (there) {
    const again = isTakenBack(there.endDt, now) ? { ...part, startDt: there.startDt } : part;
    return state.members.map((one) => (one === there ? priced({ ...one, ...again }, context) : one));
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
  return changedOne(state, memberId, (one) => ended(one, now));
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
  return { members: added.members.map((one) => (leaving.has(one._id) ? ended(one, context.now) : one)) };
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
  change: (one: CoveredPerson) => CoveredPerson,
): CoveredPerson[] {
  if (!members.some(({ member_id }) => member_id === memberId))
    throw new MembershipRefusal('not_found', 'This membership does not cover such a member.');
  return members.map((one) => (one.member_id === memberId ? change(one) : one));
}

/** Whether two states of a membership are the same but for who wrote them and when. */
export function isSameMembership(one: MembershipState, other: MembershipState): boolean {
  return (
    one.primaryMemberId === other.primaryMemberId &&
    one.isActive === other.isActive &&
    one.totalPrice === other.totalPrice &&
    one.members.length === other.members.length &&
    one.members.every((person, index) => isSamePart(person, other.members[index]))
  );
}

/** Whether somebody's part in a membership is the same. Field by field: a refresh of prices compares a hundred thousand. */
export function isSamePart(one: CoveredPerson, other: CoveredPerson | undefined): boolean {
  return (
    other !== undefined &&
    one._id === other._id &&
    one.member_id === other.member_id &&
    one.price === other.price &&
    one.priceOverride === other.priceOverride &&
    one.startDt.getTime() === other.startDt.getTime() &&
    one.endDt.getTime() === other.endDt.getTime() &&
    one.isActive === other.isActive &&
    (one.isWaitingWaived ?? false) === (other.isWaitingWaived ?? false) &&
    (one.earlier?.length ?? 0) === (other.earlier?.length ?? 0) &&
    one.endReason === other.endReason
  );
}

/** What a membership paid last differs from what it costs (spec section 2, "Campaign memberships"); without a payment nothing does. */
export function isPriceDifferent(membership: {
  totalPrice: number;
  lastPayment: { paymentsTotal: number } | null;
}): boolean {
  const { totalPrice, lastPayment } = membership;
  return lastPayment !== null && lastPayment.paymentsTotal !== totalPrice;
}

/** Dues of a membership as a refresh of its prices sees them; amounts in cents. */
export type RefreshableDue = {
  minAmountDue: Cents;
  /** Whether anything was ever booked on them. */
  hasPayment: boolean;
  isRunActive: boolean;
  /** When they were made: whoever died later is still among those charged. */
  createdDt?: Date;
};

/**
 * What dues come to when prices are refreshed (rules.md "Membership price"), in cents: the total of the membership for
 * those of active runs on which nothing was ever paid, as long as it is active; all others keep theirs.
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

/** The rule that sets a price, as people call it: `by hand`, the age limit, the label of the first rule that fits, `default price`. */
export function priceReason(
  person: { age: number; relationship: string; priceOverride: Cents | null },
  rules: readonly PriceRule[],
  fundRules: FundRules = {},
): string {
  if (person.priceOverride !== null) return 'Set by hand';
  const maxAge = ageLimitOf(person.relationship, fundRules);
  if (maxAge !== undefined && person.age > maxAge) return `Not covered over age ${maxAge}: no price`;
  const rule = rules.find(
    ({ minAge, maxAge, relationships }) =>
      person.age >= minAge &&
      person.age <= maxAge &&
      (!relationships?.length || relationships.includes(person.relationship)),
  );
  if (!rule) return 'Default price';
  const who = rule.relationships?.length ? `, ${rule.relationships.join(' or ')}` : '';
  return `${rule.label}: ${rule.minAge} to ${rule.maxAge} years${who}`;
}

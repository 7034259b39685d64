/**
 * The intervals of a membership (rules.md "Death, payers and who is charged"): when a person had a part in it, and who
 * paid for it when. Past intervals are appended to `earlier` and `payers` and never changed again, so that cover and
 * payer on a past day can simply be read. An interval contains its first instant (`from`) and ends before `until`.
 */
import { END_OF_TIME } from './dates.ts';
import type { CoveredPerson, EarlierTime, MembershipState } from './membership-state.ts';

/** An interval of a part, with what decided about cover in it. */
type PartInterval = EarlierTime & { from: Date; until: Date };

type Part = Pick<
  CoveredPerson,
  'startDt' | 'endDt' | 'isActive' | 'priceOverride' | 'isWaitingWaived' | 'endReason' | 'earlier'
>;

const min = (covered: Date, other: Date) => (covered < other ? covered : other);
const max = (covered: Date, other: Date) => (covered > other ? covered : other);

/** The first instant after a part: a death counts to the end of its day, with `endDt` as its last instant. */
const untilOf = ({ endDt, endReason }: Pick<Part, 'endDt' | 'endReason'>) =>
  endReason === 'died' ? new Date(endDt.getTime() + 1) : endDt;

/** The intervals of a part, oldest first; they never overlap. A part that waits to be confirmed has none of its own yet. */
export function intervalsOf(part: Part): PartInterval[] {
  // A death that was entered late also ends changes made after its day.
  const end = part.isActive === false ? untilOf(part) : END_OF_TIME;
  const own = part.isActive === null ? [] : [{ ...part, endDt: untilOf(part) }];
  const intervals: PartInterval[] = [];
  for (const { startDt, endDt, priceOverride, isWaitingWaived } of [...(part.earlier ?? []), ...own]) {
    const from = max(startDt, intervals.at(-1)?.until ?? startDt);
    const until = min(endDt, end);
    const kept = { startDt, endDt, priceOverride, ...(isWaitingWaived && { isWaitingWaived }) };
    if (from < until) intervals.push({ ...kept, from, until });
  }
  return intervals;
}

/** The times that a person was in a membership, regardless of waivers and prices: first and last instant of each. */
export function timesOf(part: Part): { startDt: Date; endDt: Date }[] {
  const times: { startDt: Date; endDt: Date }[] = [];
  for (const { startDt, from, until } of intervalsOf(part)) {
    const last = times.at(-1);
    if (last && last.endDt.getTime() === from.getTime()) last.endDt = until;
    else times.push({ startDt, endDt: until });
  }
  return times;
}

/**
 * Returns who paid for a membership at an instant: the member id. When the part of a payer ends by death, so do their
 * payments.
 */
export function payerOn(
  {
    primaryMemberId,
    payers = [],
    members,
  }: Pick<MembershipState, 'primaryMemberId' | 'payers'> & {
    members: readonly Pick<CoveredPerson, 'member_id' | 'endDt' | 'endReason'>[];
  },
  at: Date,
): string {
  const payer = payers.find(({ member_id, endDt }) => {
    const death = members.find((covered) => covered.member_id === member_id && covered.endReason === 'died');
    return at < (death ? min(endDt, untilOf(death)) : endDt);
  });
  return payer?.member_id ?? primaryMemberId;
}

/** Returns a membership after a change, with the intervals that the change ended: of parts, and of the payer. */
export function withIntervals<S extends MembershipState>(before: MembershipState, after: S, now: Date): S {
  const old = new Map(before.members.map((covered) => [covered._id, covered]));
  const members = after.members.map((covered) => keptPart(old.get(covered._id), covered, now));
  const isKept = before.primaryMemberId === after.primaryMemberId || before.payers !== after.payers;
  if (isKept) return { ...after, members };
  const death = after.members.find(
    (covered) => covered.member_id === before.primaryMemberId && covered.endReason === 'died',
  );
  const { payers = [], primaryMemberId } = before;
  // A person who died today pays until midnight, so a payer may end before the one before them did.
  const since = max(now, payers.at(-1)?.endDt ?? now);
  const left = { member_id: primaryMemberId, endDt: death ? max(since, untilOf(death)) : since };
  return { ...after, members, payers: [...payers, left] };
}

function keptPart(old: CoveredPerson | undefined, covered: CoveredPerson, now: Date): CoveredPerson {
  if (!old || old.earlier !== covered.earlier) return covered;
  const isSame =
    old.startDt.getTime() === covered.startDt.getTime() &&
    (old.priceOverride === null) === (covered.priceOverride === null) &&
    old.isWaitingWaived === covered.isWaitingWaived;
  if (isSame) return covered;
  const last = intervalsOf(old).at(-1);
  // No time of the part has passed yet, or its past is already among the earlier intervals.
  const kept = old.earlier?.at(-1);
  if (!last || last.from >= now || (kept && kept.endDt >= last.until)) return covered;
  const { startDt, until, priceOverride, isWaitingWaived } = last;
  const over = {
    startDt,
    endDt: min(now, until),
    priceOverride,
    ...(isWaitingWaived && { isWaitingWaived }),
  };
  return { ...covered, earlier: [...(old.earlier ?? []), over] };
}

/** Returns what is wrong with the intervals of a membership, for `npm run verify`; undefined if nothing is. */
export function intervalsProblem({
  members,
  payers = [],
  primaryMemberId,
}: Pick<MembershipState, 'members' | 'payers' | 'primaryMemberId'>): string | undefined {
  const ids = members.map(({ member_id }) => member_id);
  if (new Set(ids).size < ids.length) return 'has two parts of one member';
  if (!ids.includes(primaryMemberId)) return 'has no part of its primary member';
  if (!areInOrder(payers.map(({ endDt }) => endDt))) return 'has payers that overlap';
  const overlapping = members.find(({ earlier = [], ...own }) => {
    const ends = earlier.map(({ endDt }) => endDt);
    const isBegun = own.isActive !== false || own.startDt < own.endDt;
    const isAfter =
      own.endReason === 'died' || !isBegun || own.endDt >= (earlier.at(-1)?.startDt ?? own.endDt);
    return !isAfter || !areInOrder(ends) || earlier.some(({ startDt, endDt }) => startDt > endDt);
  });
  return overlapping && `has intervals of member ${overlapping.member_id} that overlap`;
}

const areInOrder = (dates: readonly Date[]) =>
  dates.every((date, index) => index === 0 || (dates[index - 1] ?? date) <= date);

/**
 * Returns a part whose continuous time since `known` begins at another instant, in its earlier intervals of that time
 * too.
 */
export function beginningSince<P extends Part>(part: P, startDt: Date, known = part.startDt): P {
  const since = <T extends { startDt: Date }>(time: T): T =>
    time.startDt.getTime() === known.getTime() ? { ...time, startDt } : time;
  return { ...since(part), ...(part.earlier && { earlier: part.earlier.map(since) }) };
}

/**
 * Returns a membership as it was at a past instant: its payer, whether it was active, and each part as it was then. If
 * a part ended later, that was not known then.
 */
export function membershipOn<S extends MembershipState>(membership: S, at: Date): S {
  const intervals = new Map(membership.members.map((covered) => [covered._id, intervalsOf(covered)]));
  const all = [...intervals.values()].flat();
  const running = all.filter(({ from, until }) => from <= at && at < until);
  const primary = membership.members.find(({ member_id }) => member_id === membership.primaryMemberId);
  const wasDeclined = primary?.isActive === false && primary.endDt <= at;
  const hadBegun = wasDeclined || all.some(({ from }) => from <= at);
  const starts = running.map(({ startDt }) => startDt.getTime());
  return {
    ...membership,
    primaryMemberId: payerOn(membership, at),
    isActive: running.length ? true : hadBegun ? false : null,
    activeDt: running.length ? new Date(Math.min(...starts)) : null,
    members: membership.members.map((covered) => partOn(covered, intervals.get(covered._id) ?? [], at)),
  };
}

function partOn(covered: CoveredPerson, intervals: readonly PartInterval[], at: Date): CoveredPerson {
  const { endReason, isWaitingWaived: _now, earlier: _earlier, ...part } = covered;
  if (endReason === 'died' && covered.endDt < at) return covered;
  const then = intervals.findLast(({ from }) => from <= at);
  if (!then) {
    const startDt = intervals[0]?.startDt ?? covered.startDt;
    return { ...part, startDt, endDt: END_OF_TIME, isActive: covered.isActive || null };
  }
  const { startDt, until, priceOverride, isWaitingWaived } = then;
  const isIn = at < until;
  const endDt = isIn ? END_OF_TIME : until;
  return {
    ...part,
    startDt,
    endDt,
    isActive: isIn,
    priceOverride,
    ...(isWaitingWaived && { isWaitingWaived }),
  };
}

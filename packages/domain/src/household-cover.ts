/**
 * What becomes of memberships when people move out, marry, divorce or leave (rules.md "Death, payers and who is
 * charged"): who pays from then on, whose part ends, and where it begins again. Memberships follow the households.
 */
import { isMinor } from './coming-of-age.ts';
import type { CalendarDate } from './dates.ts';
import { payersAfter } from './death.ts';
import type { Home } from './household-change.ts';
import type { Cents } from './money.ts';
import type { MembershipStep } from './membership-change.ts';
import type { CoveredPerson, MembershipState } from './membership-state.ts';

/** A person as these rules see them. */
export type Resident = {
  _id: string;
  birthDt: CalendarDate | null;
  household_id: string | null;
  relationship: string;
  isActive: boolean | null;
  deceasedDt: CalendarDate | null;
  organizationNumber: string;
};

/** A membership as these rules see it; `isFund` where it covers a household, and not only who gives. */
export type FundMembership = Pick<MembershipState, 'primaryMemberId' | 'isActive' | 'members'> & {
  _id: string;
  campaignId: string;
  organizationNumber: string;
  isFund: boolean;
};

/** A change of households, with everybody whom the memberships cover, before and after it. */
export type CoverQuestion = {
  before: readonly Resident[];
  after: readonly Resident[];
  /** The households after it. */
  homes: readonly Home[];
  /** The members who leave the organization. */
  leavers: ReadonlySet<string>;
  memberships: readonly FundMembership[];
  payerId: string | null | undefined;
  /** A marriage: who moves in is covered by the memberships of the household, and two of one campaign become one. */
  isMarriage: boolean;
  /** Whether the people of an organization may have a membership in a campaign. */
  isOffered: (campaignId: string, organizationNumber: string) => boolean;
  today: CalendarDate;
};

/** Where parts begin: in a membership, or in a new one of the head of a household. */
export type Begun = { membershipId: string } | { campaignId: string; primaryId: string };

/** The plan for memberships. */
export type CoverPlan = {
  /** Who may pay from now on, the one to propose first; empty if nobody needs to. */
  payers: Resident[];
  /** Who pays for a membership from now on, or pays as before and is priced again, as their relationship changed. */
  takeOvers: { membershipId: string; member_id: string }[];
  /** Parts that end, and those that begin elsewhere: `to` is null where none does, `from` is null where none ended. */
  moves: { member_id: string; from: string | null; to: Begun | null }[];
  /** Memberships that end; `isOrphaned` if nobody is left who could pay. */
  closes: { membershipId: string; isOrphaned: boolean }[];
};

const isIn = ({ isActive }: Pick<CoveredPerson, 'isActive'>) => isActive !== false;

/** Returns what becomes of the memberships. Without `payerId` nobody takes over: the caller asks one of `payers`. */
export function coverAfter(question: CoverQuestion): CoverPlan {
  const { memberships, leavers, homes, isMarriage, isOffered, today } = question;
  const was = new Map(question.before.map((person) => [person._id, person]));
  const is = new Map(question.after.map((person) => [person._id, person]));
  const homeBefore = (id: string) => was.get(id)?.household_id ?? null;
  const homeNow = (id: string) => is.get(id)?.household_id ?? null;
  const hasMoved = (id: string) => homeBefore(id) !== homeNow(id);
  const isLeaving = (id: string) => leavers.has(id);
  const mayPay = (person: Resident | undefined): person is Resident =>
    person !== undefined && person.isActive === true && !person.deceasedDt && !isMinor(person, today);
  const mayBegin = (id: string) => is.get(id)?.isActive === true && !is.get(id)?.deceasedDt;

  const plan: CoverPlan = { payers: [], takeOvers: [], moves: [], closes: [] };
  const payerOf = new Map(memberships.map(({ _id, primaryMemberId }) => [_id, primaryMemberId]));
  const closed = new Set<string>();
  const close = (membershipId: string, isOrphaned: boolean) => {
    closed.add(membershipId);
    plan.closes.push({ membershipId, isOrphaned });
  };
  const isOpen = ({ _id, isActive }: FundMembership) => isActive === true && !closed.has(_id);
  const covering = memberships.filter(({ isActive }) => isActive !== false);

  // Who pays from now on.
  const needs: { membership: FundMembership; stayers: readonly CoveredPerson[]; candidates: Resident[] }[] =
    [];
  for (const membership of covering) {
    const { _id, organizationNumber, primaryMemberId: payer, members } = membership;
    if (!isLeaving(payer) && !(hasMoved(payer) && membership.isFund)) continue;
    const stayers = members.filter(
      (part) =>
        isIn(part) &&
        part.member_id !== payer &&
        !isLeaving(part.member_id) &&
        !is.get(part.member_id)?.deceasedDt &&
        (isLeaving(payer) || homeNow(part.member_id) === homeBefore(payer)),
    );
    if (stayers.length === 0) {
      if (isLeaving(payer)) close(_id, true);
      continue;
    }
    const residents = question.after.filter(
      (person) =>
        person.household_id !== null &&
        person.household_id === homeBefore(payer) &&
        !isLeaving(person._id) &&
        mayPay(person),
    );
    const candidates = payersAfter(residents, { _id: payer, organizationNumber }, today);
    if (candidates.length === 0) {
      // Who only moves goes on paying for those who cannot.
      if (isLeaving(payer)) close(_id, true);
      continue;
    }
    needs.push({ membership, stayers, candidates });
  }
  plan.payers = [
    ...new Map(needs.flatMap(({ candidates }) => candidates).map((one) => [one._id, one])).values(),
  ];
  const isNamed = plan.payers.some(({ _id }) => _id === question.payerId);
  for (const { membership, stayers, candidates } of isNamed ? needs : []) {
    const { _id, campaignId, primaryMemberId: payer } = membership;
    // Of two households that are left the other one's is proposed.
    const next = candidates.find((person) => person._id === question.payerId) ?? candidates[0];
    if (!next) continue;
    const own = memberships.find(
      (other) => other._id !== _id && other.campaignId === campaignId && other.primaryMemberId === next._id,
    );
    if (!own) {
      payerOf.set(_id, next._id);
      plan.takeOvers.push({ membershipId: _id, member_id: next._id });
      continue;
    }
    // Nobody pays for two of one campaign: who stays is covered by the payer's own.
    for (const { member_id } of stayers.filter(({ member_id: id }) => mayBegin(id) && id !== next._id))
      plan.moves.push({ member_id, from: _id, to: { membershipId: own._id } });
    if (stayers.some(({ member_id }) => member_id === next._id)) {
      const isThere = own.members.some((part) => part.member_id === next._id && part.isActive === true);
      plan.moves.push({ member_id: next._id, from: _id, to: isThere ? null : { membershipId: own._id } });
    }
    if (isLeaving(payer)) close(_id, true);
  }

  // Who pays as before may be somebody else's spouse no longer: the price follows.
  for (const membership of covering.filter((one) => one.isFund && isOpen(one))) {
    const payer = payerOf.get(membership._id) ?? '';
    const isTaken = plan.takeOvers.some(({ membershipId }) => membershipId === membership._id);
    const isCovered = membership.members.some((part) => part.member_id === payer && part.isActive === true);
    if (isCovered && !isTaken && was.get(payer)?.relationship !== is.get(payer)?.relationship)
      plan.takeOvers.push({ membershipId: membership._id, member_id: payer });
  }

  // Whose part ends because they leave.
  for (const { _id, members } of covering)
    for (const part of members)
      if (isIn(part) && isLeaving(part.member_id) && !closed.has(_id) && payerOf.get(_id) !== part.member_id)
        plan.moves.push({ member_id: part.member_id, from: _id, to: null });

  // Two memberships of one campaign in the household of a marriage become one.
  const funds = memberships.filter(({ isFund }) => isFund);
  const ofHome = (householdId: string | null, campaignId: string) =>
    funds
      .filter((one) => one.campaignId === campaignId && isOpen(one))
      .filter(({ _id }) => householdId !== null && homeNow(payerOf.get(_id) ?? '') === householdId)
      .toSorted((one, other) => rank(one) - rank(other) || one._id.localeCompare(other._id))[0];
  const primaryIds = new Set(homes.map(({ primaryMemberId }) => primaryMemberId));
  const rank = ({ _id }: FundMembership) => {
    const payer = payerOf.get(_id) ?? '';
    return Number(!primaryIds.has(payer)) + Number(hasMoved(payer)) * 2;
  };
  if (isMarriage)
    for (const membership of funds) {
      const payer = payerOf.get(membership._id) ?? '';
      if (!isOpen(membership) || !hasMoved(payer)) continue;
      const kept = ofHome(homeNow(payer), membership.campaignId);
      const isAway = membership.members.some(
        (part) => isIn(part) && (homeNow(part.member_id) !== homeNow(payer) || !mayBegin(part.member_id)),
      );
      if (!kept || kept._id === membership._id || isAway) continue;
      for (const { member_id } of membership.members.filter(isIn))
        plan.moves.push({ member_id, from: membership._id, to: { membershipId: kept._id } });
      close(membership._id, false);
    }

  // Who moved away from the payer is covered where they live now.
  for (const membership of funds.filter(isOpen)) {
    const payer = payerOf.get(membership._id) ?? '';
    for (const { member_id, isActive } of membership.members) {
      const household = homeNow(member_id);
      if (isActive !== true || member_id === payer || !hasMoved(member_id) || !mayBegin(member_id)) continue;
      if (household === null || household === homeNow(payer)) continue;
      const to = placeIn(household, membership);
      if (to) plan.moves.push({ member_id, from: membership._id, to });
    }
  }

  // A marriage: who moves in is covered too.
  if (isMarriage)
    for (const campaignId of new Set(funds.map((one) => one.campaignId)))
      for (const { _id: member_id, household_id } of question.after) {
        if (!hasMoved(member_id) || !mayBegin(member_id) || household_id === null) continue;
        const isThere = funds.some(
          (one) =>
            one.campaignId === campaignId &&
            isOpen(one) &&
            one.members.some((part) => isIn(part) && part.member_id === member_id),
        );
        const isMoved = plan.moves.some(
          (move) => move.member_id === member_id && campaignOf(move) === campaignId && move.to,
        );
        if (isThere || isMoved) continue;
        const kept = ofHome(household_id, campaignId);
        const begun = plan.moves.find(
          (move) => move.to && campaignOf(move) === campaignId && homeNow(payerIn(move.to)) === household_id,
        )?.to;
        const to = kept ? { membershipId: kept._id } : begun;
        if (to) plan.moves.push({ member_id, from: null, to });
      }
  return { ...plan, moves: onceEach(plan.moves) };

  /** The membership of a household in a campaign: that of who lives there, or one that its head had or gets. */
  function placeIn(householdId: string, { campaignId, members }: FundMembership): Begun | undefined {
    const there = ofHome(householdId, campaignId);
    if (there) return { membershipId: there._id };
    const head = is.get(homes.find(({ _id }) => _id === householdId)?.primaryMemberId ?? '');
    const isCovered = members.some((part) => part.isActive === true && part.member_id === head?._id);
    if (!mayPay(head) || !isCovered) return undefined;
    const own = memberships.find((one) => one.campaignId === campaignId && payerOf.get(one._id) === head._id);
    if (own) return { membershipId: own._id };
    return isOffered(campaignId, head.organizationNumber) ? { campaignId, primaryId: head._id } : undefined;
  }

  function payerIn(to: Begun): string {
    return 'primaryId' in to ? to.primaryId : (payerOf.get(to.membershipId) ?? '');
  }

  function campaignOf({ from, to }: CoverPlan['moves'][number]): string | undefined {
    if (to && 'campaignId' in to) return to.campaignId;
    const id = to ? to.membershipId : from;
    return memberships.find(({ _id }) => _id === id)?.campaignId;
  }
}

/** Nobody begins twice in one membership. */
function onceEach(moves: CoverPlan['moves']): CoverPlan['moves'] {
  const keyOf = ({ member_id, to }: CoverPlan['moves'][number]) => `${member_id} ${JSON.stringify(to)}`;
  const seen = new Set<string>();
  return moves.map((move) => {
    const key = keyOf(move);
    const isAgain = move.to !== null && seen.has(key);
    seen.add(key);
    return isAgain ? { ...move, to: null } : move;
  });
}

/** What a part takes along that begins elsewhere: the time waited, a waiver and a price by hand. */
export type Taken = { startDt: Date; isWaitingWaived: boolean; priceOverride: Cents | null };

/**
 * Returns the steps that a plan comes to in a membership that is there. `takenBy` gives what somebody takes along from
 * another one.
 */
export function coverSteps(
  { _id, isActive, primaryMemberId, members }: FundMembership,
  plan: CoverPlan,
  takenBy: (move: CoverPlan['moves'][number]) => Taken | undefined,
): MembershipStep[] {
  if (plan.closes.some(({ membershipId }) => membershipId === _id)) return [{ do: 'deactivate' }];
  const takeOver = plan.takeOvers.find(({ membershipId }) => membershipId === _id);
  const payer = takeOver?.member_id ?? primaryMemberId;
  const begin = plan.moves.filter(({ to }) => to && 'membershipId' in to && to.membershipId === _id);
  const ids = begin.map(({ member_id }) => member_id);
  const again: MembershipStep[] =
    isActive === true || !ids.length
      ? []
      : [
          { do: 'activate' },
          // Whoever it covered before lives elsewhere.
          ...(isActive === false ? [{ do: 'cover', member_ids: ids } as const] : []),
          { do: 'take_over', member_id: primaryMemberId },
        ];
  return [
    ...(takeOver ? [{ do: 'take_over', member_id: takeOver.member_id } as const] : []),
    ...again,
    ...begin.flatMap((move): MembershipStep[] => {
      const { member_id } = move;
      const isThere = members.some((part) => part.member_id === member_id && part.isActive === true);
      if (isThere) return [];
      const taken = takenBy(move);
      return [
        { do: 'add', member_id, ...(taken && { startDt: taken.startDt }) },
        ...(taken?.isWaitingWaived ? [{ do: 'waive_waiting', member_id, isWaived: true } as const] : []),
        ...(taken && taken.priceOverride !== null
          ? [{ do: 'set_price', member_id, price: taken.priceOverride } as const]
          : []),
      ];
    }),
    ...plan.moves
      .filter(({ from, member_id }) => from === _id && member_id !== payer)
      .map(({ member_id }) => ({ do: 'remove', member_id }) as const),
  ];
}

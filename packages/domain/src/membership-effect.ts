/** The effects of a change of a campaign membership, as codes with values (in sentences: membership-sentence.ts). */
import { campaignRunStatus } from './campaign-run.ts';
import {
  coverageInput,
  coverageOf,
  dateOf,
  isEnding,
  type Coverage,
  type CoverageInput,
  type CoverageReason,
} from './coverage.ts';
import { totalBalance } from './donation.ts';
import { coverBegins } from './fund-rules.ts';
import { refreshedDue, type MembershipPerson, type RefreshableDue } from './membership-change.ts';
import type { CoveredPerson, MembershipState } from './membership-state.ts';
import { sumCents, type Cents } from './money.ts';
import { fullName } from './person-name.ts';

/** Dues of the membership, oldest or newest first; amounts in cents. */
export type DescribedDue = CoverageInput['dues'][number] & Pick<RefreshableDue, 'hasPayment'>;

/** What decides the effects beside the two states. */
export type MembershipEffectInput = {
  people: ReadonlyMap<string, MembershipPerson>;
  /** The rules of its campaign. */
  fund: Pick<CoverageInput, 'priceRules' | 'defaultPrice' | 'fundRules'>;
  dues: readonly DescribedDue[];
  /** Names of active runs in which the membership has no dues. */
  runsWithoutDues: readonly string[];
  /** Whether open dues of active runs are changed to the new total. */
  isRefresh: boolean;
  /** When the change would be made. */
  now: Date;
  timeZone: string;
};

/** An effect; names are those of people in full, amounts are cents. */
export type MembershipEffect =
  | { code: 'primary_changed' | 'payer_changed'; from: string; to: string }
  | { code: 'loses_cover' | 'leaves' | 'covered' | 'covered_without_wait'; name: string }
  | { code: 'covered_from'; name: string; from: Date; because: CoverageReason['code'] }
  | { code: 'covered_once_confirmed'; name: string; hasWaiting: boolean }
  | { code: 'not_covered'; name: string; firstNm: string; reasons: CoverageReason[] }
  | { code: 'person_price_changed'; name: string; from: Cents; to: Cents }
  | { code: 'price_changed'; from: Cents; to: Cents }
  | { code: 'dues_changed'; runName: string; from: Cents; to: Cents }
  | { code: 'dues_stay'; amount: Cents; runNames: string[] }
  | { code: 'no_dues_yet'; runName: string };

/** Returns an effect for each difference between two states; none if nothing changes. */
export function membershipEffects(
  before: MembershipState,
  after: MembershipState,
  context: MembershipEffectInput,
): MembershipEffect[] {
  return [
    ...primaryEffects(before, after, context),
    ...after.members.flatMap((coveredPerson) => coverEffects(before, after, coveredPerson, context)),
    ...after.members.flatMap((coveredPerson) => priceEffects(before, coveredPerson, context)),
    ...totalEffects(before, after),
    ...dueEffects(before, after, context),
  ];
}

const nameIn = (people: MembershipEffectInput['people'], memberId: string) => {
  const person = people.get(memberId);
  return person ? fullName(person) : 'This member';
};

function primaryEffects(
  before: MembershipState,
  after: MembershipState,
  { people }: MembershipEffectInput,
): MembershipEffect[] {
  if (before.primaryMemberId === after.primaryMemberId) return [];
  const [from, to] = [nameIn(people, before.primaryMemberId), nameIn(people, after.primaryMemberId)];
  return [
    { code: 'primary_changed', from, to },
    { code: 'payer_changed', from, to },
  ];
}

const partOf = ({ members }: MembershipState, { _id }: CoveredPerson) =>
  members.find((coveredPerson) => coveredPerson._id === _id);

/** Reasons that end by themselves, on their date. */
const PASSING: readonly CoverageReason['code'][] = ['waiting', 'reinstating', 'person_not_started'];

/** What decides a person's cover beside the membership and the person. */
export type CoverAsked = Pick<MembershipEffectInput, 'fund' | 'now' | 'timeZone'> & {
  dues: CoverageInput['dues'];
};

/** A person's cover before and after a change. */
type CoverChange = { was: boolean | null; is: Coverage; isAdded: boolean };

/** Returns what a change does to a person's cover in a membership, by the same rule of cover. */
export function coverChange(
  before: MembershipState,
  after: MembershipState,
  coveredPerson: CoveredPerson,
  person: Parameters<typeof coverageInput>[3],
  { fund, dues, now, timeZone }: CoverAsked,
): CoverChange {
  const old = partOf(before, coveredPerson);
  const coverageIn = (state: MembershipState, part: CoveredPerson) =>
    coverageOf(coverageInput(state, fund, part, person, dues), now, timeZone);
  const isNewlyIn =
    coveredPerson.isActive !== (old ? old.isActive : false) || before.isActive !== after.isActive;
  return {
    was: old ? coverageIn(before, old).isCovered : false,
    is: coverageIn(after, coveredPerson),
    isAdded: coveredPerson.isActive !== false && isNewlyIn,
  };
}

/**
 * Returns when cover begins that only waits for its day, and what it waits for; undefined if anything else prevents it.
 */
export function coverWaits({ reasons }: Coverage): { from: Date; code: CoverageReason['code'] } | undefined {
  const ending = reasons.filter(isEnding);
  const last = ending
    .toSorted((coveredPerson, other) => Number(dateOf(coveredPerson)) - Number(dateOf(other)))
    .at(-1);
  const from = last && dateOf(last);
  return from && ending.every(({ code }) => PASSING.includes(code)) ? { from, code: last.code } : undefined;
}

/** Who gains or loses cover, and when; who is added but not covered, and why. */
function coverEffects(
  before: MembershipState,
  after: MembershipState,
  coveredPerson: CoveredPerson,
  context: MembershipEffectInput,
): MembershipEffect[] {
  const old = partOf(before, coveredPerson);
  const person = context.people.get(coveredPerson.member_id);
  if (!person) return [];
  const { was, is, isAdded } = coverChange(before, after, coveredPerson, person, context);
  const name = fullName(person);
  const isWaived = coveredPerson.isWaitingWaived === true;
  const isWaiverChanged = isWaived !== (old?.isWaitingWaived ?? false);
  const loss: MembershipEffect[] =
    was === true && is.isCovered !== true ? [{ code: 'loses_cover', name }] : [];
  if (is.isCovered === true) {
    if (isWaived && isWaiverChanged) return [{ code: 'covered_without_wait', name }];
    return was === true ? [] : [{ code: 'covered', name }];
  }
  if (coveredPerson.isActive === false) {
    const isOut = old !== undefined && old.isActive !== false;
    return isOut && !loss.length ? [{ code: 'leaves', name }] : loss;
  }
  const isMentioned = isAdded || isWaiverChanged || loss.length > 0;
  return isMentioned ? [...loss, notCoveredEffect({ name, isWaived }, is, person, context)] : [];
}

/** From when a person is covered, or why they are not. */
function notCoveredEffect(
  { name, isWaived }: { name: string; isWaived: boolean },
  cover: Coverage,
  { firstNm }: MembershipPerson,
  { fund, now, timeZone }: MembershipEffectInput,
): MembershipEffect {
  const waits = coverWaits(cover);
  if (waits) return { code: 'covered_from', name, from: waits.from, because: waits.code };
  if (cover.isCovered === null) {
    const hasWaiting = coverBegins(now, fund.fundRules, isWaived, timeZone) > now;
    return { code: 'covered_once_confirmed', name, hasWaiting };
  }
  return { code: 'not_covered', name, firstNm, reasons: cover.reasons.filter(isEnding) };
}

function priceEffects(
  before: MembershipState,
  coveredPerson: CoveredPerson,
  { people }: MembershipEffectInput,
): MembershipEffect[] {
  const old = partOf(before, coveredPerson);
  if (!old || old.price === coveredPerson.price || coveredPerson.isActive === false) return [];
  const name = nameIn(people, coveredPerson.member_id);
  return [{ code: 'person_price_changed', name, from: old.price, to: coveredPerson.price }];
}

const totalEffects = (before: MembershipState, after: MembershipState): MembershipEffect[] =>
  before.totalPrice === after.totalPrice
    ? []
    : [{ code: 'price_changed', from: before.totalPrice, to: after.totalPrice }];

function dueEffects(
  before: MembershipState,
  after: MembershipState,
  { dues, runsWithoutDues, isRefresh, now }: MembershipEffectInput,
): MembershipEffect[] {
  const refreshed = dues.map((due) => ({
    ...due,
    to: isRefresh
      ? refreshedDue({ ...due, isRunActive: campaignRunStatus(due.run, now) === 'active' }, after)
      : due.minAmountDue,
  }));
  const changed = refreshed.filter(({ minAmountDue, to }) => to !== minAmountDue);
  const open = refreshed
    .map(({ to, ...due }) => ({ ...due, balance: totalBalance({ ...due, minAmountDue: to }) }))
    .filter(({ balance }) => balance > 0);
  const amount = sumCents(open.map(({ balance }) => balance));
  const hasChanged =
    before.isActive !== after.isActive ||
    before.totalPrice !== after.totalPrice ||
    before.primaryMemberId !== after.primaryMemberId;
  const isNewlyActive = before.isActive !== true && after.isActive === true;
  const runNames = open.map(({ campaignRunName }) => campaignRunName);
  return [
    ...changed.map(
      ({ campaignRunName: runName, minAmountDue: from, to }) =>
        ({ code: 'dues_changed', runName, from, to }) as const,
    ),
    ...(hasChanged && amount > 0 && !changed.length
      ? [{ code: 'dues_stay', amount, runNames } as const]
      : []),
    ...(isNewlyActive && after.totalPrice > 0
      ? runsWithoutDues.map((runName) => ({ code: 'no_dues_yet', runName }) as const)
      : []),
  ];
}

/** What a change of a campaign membership means, in sentences: said before it is done. */
import { fullName } from './person-name.ts';
import { campaignRunStatus } from './campaign-run.ts';
import { reasonText, type Shown } from './coverage-text.ts';
import {
  coverageInput,
  coverageOf,
  dateOf,
  isEnding,
  type Coverage,
  type CoverageInput,
  type CoverageReason,
} from './coverage.ts';
import { showDateInWords } from './dates.ts';
import { coverBegins } from './fund-rules.ts';
import { refreshedDue, type MembershipPerson, type RefreshableDue } from './membership-change.ts';
import type { CoveredPerson, MembershipState } from './membership-state.ts';
import { cents, showMoney, sumCents, type Cents } from './money.ts';

/** Dues of the membership, oldest or newest first; amounts in cents. */
export type TellableDue = CoverageInput['dues'][number] & Pick<RefreshableDue, 'hasPayment'>;

/** What the sentences need beside the two states. */
export type MembershipTold = {
  people: ReadonlyMap<string, MembershipPerson>;
  /** The rules of its campaign. */
  fund: Pick<CoverageInput, 'priceRules' | 'defaultPrice' | 'fundRules'>;
  dues: readonly TellableDue[];
  /** Names of active runs in which the membership has no dues. */
  runsWithoutDues: readonly string[];
  /** Whether open dues of active runs are changed to the new total. */
  isRefresh: boolean;
  /** When the change would be made. */
  now: Date;
  shown: Shown;
};

/** What changes from one state of a membership to another, a sentence for each thing; none when nothing changes. */
export function membershipSentences(
  before: MembershipState,
  after: MembershipState,
  told: MembershipTold,
): string[] {
  return [
    ...primarySentences(before, after, told),
    ...after.members.flatMap((one) => coverSentences(before, after, one, told)),
    ...after.members.flatMap((one) => priceSentences(before, one, told)),
    ...totalSentences(before, after, told),
    ...dueSentences(before, after, told),
  ];
}

const nameIn = (people: MembershipTold['people'], memberId: string) => {
  const person = people.get(memberId);
  return person ? fullName(person) : 'This member';
};

function primarySentences(
  before: MembershipState,
  after: MembershipState,
  { people }: MembershipTold,
): string[] {
  if (before.primaryMemberId === after.primaryMemberId) return [];
  const [from, to] = [nameIn(people, before.primaryMemberId), nameIn(people, after.primaryMemberId)];
  return [
    `${to} becomes the primary member instead of ${from}.`,
    `${to} then sees what is open and pays for it, and ${from} no longer does.`,
  ];
}

const partOf = ({ members }: MembershipState, { _id }: CoveredPerson) =>
  members.find((one) => one._id === _id);

/** Reasons that end by themselves, on their date. */
const PASSING: readonly CoverageReason['code'][] = ['waiting', 'reinstating', 'person_not_started'];

/** What decides about somebody's cover beside the membership and themselves. */
export type CoverAsked = Pick<MembershipTold, 'fund' | 'now'> & {
  dues: CoverageInput['dues'];
  timeZone: string;
};

/** Somebody's cover before a change and after it. */
type CoverChange = { was: boolean | null; is: Coverage; isTakenIn: boolean };

/** What a change does to the cover of somebody in a membership, by the very rule of cover. */
export function coverChange(
  before: MembershipState,
  after: MembershipState,
  one: CoveredPerson,
  person: Parameters<typeof coverageInput>[3],
  { fund, dues, now, timeZone }: CoverAsked,
): CoverChange {
  const old = partOf(before, one);
  const coverageIn = (state: MembershipState, part: CoveredPerson) =>
    coverageOf(coverageInput(state, fund, part, person, dues), now, timeZone);
  const isNewlyIn = one.isActive !== (old ? old.isActive : false) || before.isActive !== after.isActive;
  return {
    was: old ? coverageIn(before, old).isCovered : false,
    is: coverageIn(after, one),
    isTakenIn: one.isActive !== false && isNewlyIn,
  };
}

/** When a cover begins that only waits for its day, and what it waits for; undefined where something else keeps it. */
export function coverWaits({ reasons }: Coverage): { from: Date; code: CoverageReason['code'] } | undefined {
  const ending = reasons.filter(isEnding);
  const last = ending.toSorted((one, other) => Number(dateOf(one)) - Number(dateOf(other))).at(-1);
  const from = last && dateOf(last);
  return from && ending.every(({ code }) => PASSING.includes(code)) ? { from, code: last.code } : undefined;
}

/** Who gains or loses cover, and when; who is taken in and not covered, and why. */
function coverSentences(
  before: MembershipState,
  after: MembershipState,
  one: CoveredPerson,
  told: MembershipTold,
): string[] {
  const old = partOf(before, one);
  const person = told.people.get(one.member_id);
  if (!person) return [];
  const asked = { ...told, timeZone: told.shown.timeZone };
  const { was, is, isTakenIn } = coverChange(before, after, one, person, asked);
  const name = nameIn(told.people, one.member_id);
  const isWaived = one.isWaitingWaived === true;
  const isWaiverChanged = isWaived !== (old?.isWaitingWaived ?? false);
  const loss = was === true && is.isCovered !== true ? [`${name} loses this cover now.`] : [];
  if (is.isCovered === true) {
    if (isWaived && isWaiverChanged) return [`${name} is covered without a waiting time.`];
    return was === true ? [] : [`${name} is covered from now on.`];
  }
  if (one.isActive === false) {
    const isOut = old !== undefined && old.isActive !== false;
    return isOut && !loss.length ? [`${name} leaves this membership, and has no cover in it now.`] : loss;
  }
  const isTold = isTakenIn || isWaiverChanged || loss.length > 0;
  return isTold ? [...loss, ...notCoveredSentences({ name, isWaived }, is, person, told)] : [];
}

/** From when somebody is covered, or why they are not. */
function notCoveredSentences(
  { name, isWaived }: { name: string; isWaived: boolean },
  cover: Coverage,
  { firstNm }: MembershipPerson,
  { fund, now, shown }: MembershipTold,
): string[] {
  const waits = coverWaits(cover);
  if (waits) {
    const why = waits.code === 'reinstating' ? ', because the cover was lost for long' : '';
    const after = waits.code === 'waiting' ? ', after the waiting time of this fund' : '';
    return [`${name} is covered from ${showDateInWords(waits.from, shown.timeZone)}${why}${after}.`];
  }
  if (cover.isCovered === null) {
    const hasWaiting = coverBegins(now, fund.fundRules, isWaived, shown.timeZone) > now;
    return [
      `${name} is covered once the membership is confirmed${hasWaiting ? ', after the waiting time of this fund' : ''}.`,
    ];
  }
  const texts = cover.reasons
    .filter(isEnding)
    .map((reason) => reasonText(reason, { firstNm, isReader: false }, shown));
  return [`${name} is not covered. ${texts.join(' ')}`];
}

function priceSentences(
  before: MembershipState,
  one: CoveredPerson,
  { people, shown }: MembershipTold,
): string[] {
  const old = partOf(before, one);
  if (!old || old.price === one.price || one.isActive === false) return [];
  const money = (amount: Cents) => showMoney(amount, shown.currency);
  return [`${nameIn(people, one.member_id)} costs ${money(one.price)} instead of ${money(old.price)}.`];
}

function totalSentences(
  before: MembershipState,
  after: MembershipState,
  { shown }: MembershipTold,
): string[] {
  if (before.totalPrice === after.totalPrice) return [];
  const [from, to] = [before, after].map(({ totalPrice }) => showMoney(totalPrice, shown.currency));
  return [`The membership costs ${to} instead of ${from}.`];
}

function dueSentences(
  before: MembershipState,
  after: MembershipState,
  { dues, runsWithoutDues, isRefresh, now, shown }: MembershipTold,
): string[] {
  const money = (amount: Cents) => showMoney(amount, shown.currency);
  const refreshed = dues.map((due) => ({
    ...due,
    to: isRefresh
      ? refreshedDue({ ...due, isRunActive: campaignRunStatus(due.run, now) === 'active' }, after)
      : due.minAmountDue,
  }));
  const changed = refreshed.filter(({ minAmountDue, to }) => to !== minAmountDue);
  const open = refreshed.filter(({ to, paymentsTotal }) => to > paymentsTotal);
  const left = sumCents(open.map(({ to, paymentsTotal }) => cents(to - paymentsTotal)));
  const hasChanged =
    before.isActive !== after.isActive ||
    before.totalPrice !== after.totalPrice ||
    before.primaryMemberId !== after.primaryMemberId;
  const isNewlyActive = before.isActive !== true && after.isActive === true;
  return [
    ...changed.map(
      ({ campaignRunName, minAmountDue, to }) =>
        `The dues for ${campaignRunName} become ${money(to)} instead of ${money(minAmountDue)}.`,
    ),
    ...(hasChanged && left > 0 && !changed.length
      ? [
          `The open dues stay as they are: ${money(left)} for ${open.map((due) => due.campaignRunName).join(', ')}.`,
        ]
      : []),
    ...(isNewlyActive && after.totalPrice > 0
      ? runsWithoutDues.map((name) => `Nothing is owed for ${name} until its dues are added.`)
      : []),
  ];
}

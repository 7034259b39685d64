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
import { totalBalance } from './donation.ts';
import { coverBegins } from './fund-rules.ts';
import { refreshedDue, type MembershipPerson, type RefreshableDue } from './membership-change.ts';
import type { CoveredPerson, MembershipState } from './membership-state.ts';
import { showMoney, sumCents, type Cents } from './money.ts';

/** Dues of the membership, oldest or newest first; amounts in cents. */
export type DescribedDue = CoverageInput['dues'][number] & Pick<RefreshableDue, 'hasPayment'>;

/** What the sentences need beside the two states. */
export type MembershipSentenceInput = {
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
  shown: Shown;
};

/** Returns a sentence for each difference between two states; none if nothing changes. */
export function membershipSentences(
  before: MembershipState,
  after: MembershipState,
  context: MembershipSentenceInput,
): string[] {
  return [
    ...primarySentences(before, after, context),
    ...after.members.flatMap((coveredPerson) => coverSentences(before, after, coveredPerson, context)),
    ...after.members.flatMap((coveredPerson) => priceSentences(before, coveredPerson, context)),
    ...totalSentences(before, after, context),
    ...dueSentences(before, after, context),
  ];
}

const nameIn = (people: MembershipSentenceInput['people'], memberId: string) => {
  const person = people.get(memberId);
  return person ? fullName(person) : 'This member';
};

function primarySentences(
  before: MembershipState,
  after: MembershipState,
  { people }: MembershipSentenceInput,
): string[] {
  if (before.primaryMemberId === after.primaryMemberId) return [];
  const [from, to] = [nameIn(people, before.primaryMemberId), nameIn(people, after.primaryMemberId)];
  return [
    `${to} becomes the primary member instead of ${from}.`,
    `${to} then sees what is open and pays for it, and ${from} no longer does.`,
  ];
}

const partOf = ({ members }: MembershipState, { _id }: CoveredPerson) =>
  members.find((coveredPerson) => coveredPerson._id === _id);

/** Reasons that end by themselves, on their date. */
const PASSING: readonly CoverageReason['code'][] = ['waiting', 'reinstating', 'person_not_started'];

/** What decides a person's cover beside the membership and the person. */
export type CoverAsked = Pick<MembershipSentenceInput, 'fund' | 'now'> & {
  dues: CoverageInput['dues'];
  timeZone: string;
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
function coverSentences(
  before: MembershipState,
  after: MembershipState,
  coveredPerson: CoveredPerson,
  context: MembershipSentenceInput,
): string[] {
  const old = partOf(before, coveredPerson);
  const person = context.people.get(coveredPerson.member_id);
  if (!person) return [];
  const asked = { ...context, timeZone: context.shown.timeZone };
  const { was, is, isAdded } = coverChange(before, after, coveredPerson, person, asked);
  const name = nameIn(context.people, coveredPerson.member_id);
  const isWaived = coveredPerson.isWaitingWaived === true;
  const isWaiverChanged = isWaived !== (old?.isWaitingWaived ?? false);
  const loss = was === true && is.isCovered !== true ? [`${name} loses this cover now.`] : [];
  if (is.isCovered === true) {
    if (isWaived && isWaiverChanged) return [`${name} is covered without a waiting time.`];
    return was === true ? [] : [`${name} is covered from now on.`];
  }
  if (coveredPerson.isActive === false) {
    const isOut = old !== undefined && old.isActive !== false;
    return isOut && !loss.length ? [`${name} leaves this membership, and has no cover in it now.`] : loss;
  }
  const isMentioned = isAdded || isWaiverChanged || loss.length > 0;
  return isMentioned ? [...loss, ...notCoveredSentences({ name, isWaived }, is, person, context)] : [];
}

/** From when a person is covered, or why they are not. */
function notCoveredSentences(
  { name, isWaived }: { name: string; isWaived: boolean },
  cover: Coverage,
  { firstNm }: MembershipPerson,
  { fund, now, shown }: MembershipSentenceInput,
): string[] {
  const waits = coverWaits(cover);
  if (waits) {
    const why = waits.code === 'reinstating' ? ', because the cover was lost for too long' : '';
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
  coveredPerson: CoveredPerson,
  { people, shown }: MembershipSentenceInput,
): string[] {
  const old = partOf(before, coveredPerson);
  if (!old || old.price === coveredPerson.price || coveredPerson.isActive === false) return [];
  const money = (amount: Cents) => showMoney(amount, shown.currency);
  return [
    `${nameIn(people, coveredPerson.member_id)} costs ${money(coveredPerson.price)} instead of ${money(old.price)}.`,
  ];
}

function totalSentences(
  before: MembershipState,
  after: MembershipState,
  { shown }: MembershipSentenceInput,
): string[] {
  if (before.totalPrice === after.totalPrice) return [];
  const [from, to] = [before, after].map(({ totalPrice }) => showMoney(totalPrice, shown.currency));
  return [`The membership costs ${to} instead of ${from}.`];
}

function dueSentences(
  before: MembershipState,
  after: MembershipState,
  { dues, runsWithoutDues, isRefresh, now, shown }: MembershipSentenceInput,
): string[] {
  const money = (amount: Cents) => showMoney(amount, shown.currency);
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
  const left = sumCents(open.map(({ balance }) => balance));
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

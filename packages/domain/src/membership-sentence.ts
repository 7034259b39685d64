/** What a change of a campaign membership means, in sentences: said before it is done. */
import { showDateInWords } from './dates.ts';
import type { Shown } from './coverage-text.ts';
import { coverBegins, type FundRules } from './fund-rules.ts';
import {
  refreshedDue,
  type CoveredPerson,
  type MembershipPerson,
  type MembershipState,
  type RefreshableDue,
} from './membership-change.ts';
import { cents, showMoney, sumCents, type Cents } from './money.ts';

/** Dues of the membership, oldest or newest first; amounts in cents. */
export type TellableDue = RefreshableDue & { campaignRunName: string; paymentsTotal: Cents };

/** What the sentences need beside the two states. */
export type MembershipTold = {
  people: ReadonlyMap<string, MembershipPerson>;
  fundRules: FundRules;
  dues: readonly TellableDue[];
  /** Names of active runs in which the membership has no dues. */
  runsWithoutDues: readonly string[];
  /** Whether open dues of active runs are changed to the new total. */
  isRefresh: boolean;
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
  return person ? `${person.firstNm} ${person.lastNm}` : 'This member';
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

/**
 * What becomes of somebody's cover from one state of a membership to another: it is lost now, or begins at once (null) or
 * after a waiting time. Undefined where it stays as it is.
 */
export function coverChange(
  before: MembershipState,
  after: MembershipState,
  one: CoveredPerson,
  { fundRules, timeZone }: { fundRules: FundRules; timeZone: string },
): 'lost' | { begins: Date | null } | undefined {
  const old = partOf(before, one);
  const wasIn = before.isActive === true && old?.isActive === true;
  const isIn = after.isActive === true && one.isActive === true;
  const isWaived = one.isWaitingWaived === true;
  if (wasIn && !isIn) return 'lost';
  const isNewlyWaived = isWaived !== (old?.isWaitingWaived ?? false);
  if (!isIn || (wasIn && !isNewlyWaived)) return undefined;
  const joinedDt = after.activeDt && after.activeDt > one.startDt ? after.activeDt : one.startDt;
  const begins = coverBegins(joinedDt, fundRules, isWaived, timeZone);
  const hadBegun = !wasIn && old?.startDt.getTime() === one.startDt.getTime() && begins <= old.endDt;
  return { begins: begins > joinedDt && !hadBegun ? begins : null };
}

function coverSentences(
  before: MembershipState,
  after: MembershipState,
  one: CoveredPerson,
  { people, fundRules, shown }: MembershipTold,
): string[] {
  const { timeZone } = shown;
  const name = nameIn(people, one.member_id);
  const old = partOf(before, one);
  const change = coverChange(before, after, one, { fundRules, timeZone });
  if (change === 'lost') return [`${name} loses this cover now.`];
  if (!change) {
    const isAdded = !old && after.isActive === null;
    return isAdded ? [`${name} is covered once the membership is confirmed.`] : [];
  }
  const { begins } = change;
  if (begins)
    return [
      `${name} is covered from ${showDateInWords(begins, timeZone)}, after the waiting time of this fund.`,
    ];
  const wasIn = before.isActive === true && old?.isActive === true;
  return [`${name} is covered${wasIn ? ' without a waiting time' : ' from now on'}.`];
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
  { dues, runsWithoutDues, isRefresh, shown }: MembershipTold,
): string[] {
  const money = (amount: Cents) => showMoney(amount, shown.currency);
  const refreshed = dues.map((due) => ({
    ...due,
    to: isRefresh ? refreshedDue(due, after) : due.minAmountDue,
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

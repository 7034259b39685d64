/** Describes in sentences what a death means for memberships and dues, before it is entered. */
import type { Shown } from '@kinfold/domain/coverage-text';
import { showDateInWords } from '@kinfold/domain/dates';
import { cents, showMoney } from '@kinfold/domain/money';
import { listOf } from '@kinfold/domain/text';
import { fullName, type MemberRecord } from '../members/member.service.ts';
import type { DeathPlan, Donation, DuePlan, MembershipPlan } from './death-plan.ts';

/** The sentences of a plan, one membership after another. */
export function deathSentences(plan: DeathPlan, member: MemberRecord, shown: Shown): string[] {
  return plan.memberships.flatMap((membership) => {
    const { before } = membership.tried;
    const dues = plan.dues.filter(({ donation }) => donation.campaignMembershipId === before._id);
    const changed = new Set(dues.map(({ donation }) => donation._id));
    const open = plan.donations.filter(
      ({ _id, campaignMembershipId, isOpen }) =>
        campaignMembershipId === before._id && isOpen && !changed.has(_id),
    );
    return [
      ...membershipSentences(membership, plan, member, shown),
      ...dues.map((due) => changedDues(due, shown)),
      ...plan.paid
        .filter(({ campaignMembershipId }) => campaignMembershipId === before._id)
        .map((due) => paidDues(due, member)),
      ...(open.length ? [openDues(open, membership.closes)] : []),
    ];
  });
}

const changedDues = ({ donation, amount, isRaised }: DuePlan, { currency }: Shown): string => {
  const { campaignRunName, minAmountDue } = donation;
  const to = cents(isRaised ? minAmountDue + amount : minAmountDue - amount);
  return `The dues for ${campaignRunName} become ${showMoney(to, currency)} instead of ${showMoney(minAmountDue, currency)}.`;
};
const paidDues = ({ campaignRunName }: Donation, { firstNm }: MemberRecord): string =>
  `The dues for ${campaignRunName} have a payment and stay: refund or credit what was paid for ${firstNm}.`;
const openDues = (open: readonly Donation[], closes: boolean): string => {
  const runs = `The dues for ${open.map(({ campaignRunName }) => campaignRunName).join(', ')}`;
  return closes ? `${runs} are open, and nobody is left to pay them.` : `${runs} stay owed.`;
};

/** What becomes of the sign-in, the cards and the offices of a person who died, or whose death is taken back. */
export type SignInEnd =
  | { code: 'sign_in_again' | 'cards_stay_removed' | 'sign_in_ends' | 'cards_removed' }
  | { code: 'contact_again' | 'contact_ends'; titles: string[] }
  | { code: 'autopay_ends'; funds: string[] };

/** A `SignInEnd` as a sentence. */
export function signInSentence(end: SignInEnd, { firstNm }: MemberRecord): string {
  switch (end.code) {
    case 'sign_in_again':
      return `${firstNm} can sign in again.`;
    case 'contact_again':
      return `${firstNm} is a contact again: ${end.titles.join(', ')}.`;
    case 'cards_stay_removed':
      return `The saved cards of ${firstNm} were removed and do not come back.`;
    case 'sign_in_ends':
      return `Nobody can sign in as ${firstNm} any more.`;
    case 'cards_removed':
      return `The saved cards of ${firstNm} are removed. They do not come back.`;
    case 'autopay_ends':
      return `Dues of ${listOf(end.funds)} are no longer paid by a saved card by themselves.`;
    case 'contact_ends':
      return `${firstNm} is no contact any more: ${end.titles.join(', ')}.`;
  }
}

/** A sentence that says what happens to open dues of a membership. */
export function dueSentence(
  donation: Donation,
  { dues, paid }: DeathPlan,
  { closes }: MembershipPlan,
  member: MemberRecord,
  shown: Shown,
): string {
  const isIt = ({ _id }: Donation) => _id === donation._id;
  const changed = dues.find((due) => isIt(due.donation));
  if (changed) return changedDues(changed, shown);
  return paid.some(isIt) ? paidDues(donation, member) : openDues([donation], closes);
}

/** What a death changes of a membership, in sentences, without its dues. */
export function membershipSentences(
  { tried: { before, after, people }, closes }: MembershipPlan,
  { payer, memberId }: DeathPlan,
  { firstNm }: MemberRecord,
  shown: Shown,
): string[] {
  const part = after.members.find(({ member_id }) => member_id === memberId);
  const fund = before.campaignName;
  const cost =
    before.totalPrice === after.totalPrice
      ? ''
      : ` It costs ${showMoney(after.totalPrice, shown.currency)} instead of ${showMoney(before.totalPrice, shown.currency)}.`;
  const isOver = part?.endReason === 'died';
  const on = part ? showDateInWords(part.endDt, shown.timeZone) : '';
  const added = after.members.find(({ _id }) => !before.members.some((member) => member._id === _id));
  const addedName = added && people.get(added.member_id);
  const isPayerChanged = before.primaryMemberId !== after.primaryMemberId;
  const newPayer = people.get(after.primaryMemberId) ?? payer;
  if (closes) return [`${fund}: nobody is left who can pay for this membership. It ends on ${on}.`];
  return [
    isOver
      ? `${fund}: ${firstNm} is no longer in it after ${on}.${cost}`
      : `${fund}: ${firstNm} is in this membership again as before.${cost}`,
    ...(isPayerChanged && newPayer ? [`${fullName(newPayer)} pays for ${fund} from now on.`] : []),
    ...(addedName ? [`${fund} covers ${fullName(addedName)} from now on.`] : []),
  ];
}

/** Describes in sentences what a death means for memberships and dues, before it is entered. */
import type { Shown } from '@kinfold/domain/coverage-text';
import { showDateInWords } from '@kinfold/domain/dates';
import { cents, showMoney, type Cents } from '@kinfold/domain/money';
import { fullName, type MemberRecord } from '../members/member.service.ts';
import type { DeathPlan, MembershipPlan } from './death-plan.ts';

/** The sentences of a plan, one membership after another. */
export function deathSentences(plan: DeathPlan, member: MemberRecord, shown: Shown): string[] {
  const money = (amount: Cents) => showMoney(amount, shown.currency);
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
      ...dues.map(({ donation: { campaignRunName, minAmountDue }, amount, isRaised }) => {
        const to = cents(isRaised ? minAmountDue + amount : minAmountDue - amount);
        return `The dues for ${campaignRunName} become ${money(to)} instead of ${money(minAmountDue)}.`;
      }),
      ...plan.paid
        .filter(({ campaignMembershipId }) => campaignMembershipId === before._id)
        .map(
          ({ campaignRunName }) =>
            `The dues for ${campaignRunName} have a payment and stay: refund or credit what was paid for ${member.firstNm}.`,
        ),
      ...(open.length && membership.closes
        ? [
            `The dues for ${open.map((due) => due.campaignRunName).join(', ')} are open, and nobody is left to pay them.`,
          ]
        : []),
      ...(open.length && !membership.closes
        ? [`The dues for ${open.map((due) => due.campaignRunName).join(', ')} stay owed.`]
        : []),
    ];
  });
}

function membershipSentences(
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
      ? `${fund}: the part of ${firstNm} ends at the end of ${on}.${cost}`
      : `${fund}: ${firstNm} is in this membership again as before.${cost}`,
    ...(isPayerChanged && newPayer ? [`${fullName(newPayer)} pays for ${fund} from now on.`] : []),
    ...(addedName ? [`${fund} covers ${fullName(addedName)} from now on.`] : []),
  ];
}

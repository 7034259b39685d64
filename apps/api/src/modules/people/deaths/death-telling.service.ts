/** What a death comes to, told before it is entered and with the answer: cover on the day, dues, and what is left to do. */
import { fittingRule } from '@kinfold/domain/campaign-membership';
import { decidingReasons } from '@kinfold/domain/coverage';
import { addDays, ageOn, showDateInWords, type CalendarDate } from '@kinfold/domain/dates';
import type { Death } from '@kinfold/domain/death';
import { totalBalance } from '@kinfold/domain/donation';
import { dollarsFromCents } from '@kinfold/domain/money';
import { memberCoverage } from '../../funds/coverage/coverage.service.ts';
import { campaignsOf, findMemberships } from '../../funds/memberships/membership.service.ts';
import { findUserOfMember } from '../../identity/users/user.service.ts';
import { autopaysOf } from '../../money/cards/autopay.service.ts';
import { hasCards } from '../../money/cards/card.service.ts';
import { officesOf } from '../contacts/contact.service.ts';
import type { InScope } from '../../../platform/scopes.ts';
import { fullName, type DeathRecord, type MemberRecord } from '../members/member.service.ts';
import { stillToDo, type ToDo } from '../mourning/death-task.service.ts';
import { quietAfter } from '../mourning/quiet.service.ts';
import { dueSentence, membershipSentences, type SignInEnd } from './death-sentences.ts';
import {
  isUndo,
  newDue,
  type DeathAsked,
  type DeathPlan,
  type Donation,
  type MembershipPlan,
} from './death-plan.ts';

/** The items about memberships that the actor may see; `of` gives the membership of one. */
async function inScope<T>(
  items: readonly T[],
  of: (item: T) => { organizationNumber: string },
  isInScope: InScope,
): Promise<T[]> {
  const shown: T[] = [];
  for (const item of items) if (await isInScope(of(item).organizationNumber)) shown.push(item);
  return shown;
}

/** The memberships of a plan that the actor may see. */
export const visible = ({ memberships }: DeathPlan, isInScope: InScope): Promise<MembershipPlan[]> =>
  inScope(memberships, ({ tried }) => tried.before, isInScope);

/** How amounts and days of what is asked are shown. */
export const shownOf = ({ currency, clock: { timeZone } }: DeathAsked) => ({ currency, timeZone });

/** The consequences of a death that the actor may see, on the wire. */
export async function consequencesOf(asked: DeathAsked, plan: DeathPlan): Promise<Death> {
  const { form } = asked;
  const shown = shownOf(asked);
  const memberships = await visible(plan, asked.isInScope);
  const seen = new Map(memberships.map((one) => [one.tried.before._id, one]));
  const changes = new Map(plan.dues.map((due) => [due.donation._id, due]));
  const paid = new Set(plan.paid.map(({ _id }) => _id));
  const openDues = plan.donations.flatMap((donation) => {
    const membership = seen.get(donation.campaignMembershipId);
    const due = changes.get(donation._id);
    const asks = due ? newDue(due, plan.memberId).minAmountDue : donation.minAmountDue;
    const balance = totalBalance({ ...donation, minAmountDue: asks });
    const isPaid = paid.has(donation._id);
    if (!membership || (balance === 0 && !isPaid)) return [];
    const { _id: donation_id, campaignName, campaignRunName } = donation;
    const needsOffice = isPaid || membership.closes;
    const text = dueSentence(donation, plan, membership, asked.member, shown);
    const balanceLeft = dollarsFromCents(balance);
    return [{ donation_id, campaignName, campaignRunName, balance: balanceLeft, needsOffice, text }];
  });
  const takesOver = memberships.some(
    ({ tried }) => tried.before.primaryMemberId !== tried.after.primaryMemberId,
  );
  const covered = await coveredOn(asked, plan, form.deceasedDt as CalendarDate);
  const covering = await inScope(plan.covering, ({ before }) => before, asked.isInScope);
  const leftToDo = await stillToDo(plan.memberId, toDoAfter({ ...plan, covering }, covered));
  return {
    covered,
    payer: plan.payer && takesOver ? { member_id: plan.payer._id, name: fullName(plan.payer) } : null,
    memberships: memberships.map((membership) => {
      const { before, after } = membership.tried;
      return {
        _id: before._id,
        campaignName: before.campaignName,
        priceBefore: dollarsFromCents(before.totalPrice),
        priceAfter: dollarsFromCents(after.totalPrice),
        ...(membership.closes && { endsOn: form.deceasedDt as string }),
        sentences: membershipSentences(membership, plan, asked.member, shown),
      };
    }),
    openDues,
    quietUntil: await quietAfter(asked.member, form.deceasedDt as CalendarDate),
    leftToDo: leftToDo.map(({ code, text, href }) => ({ code, text, href })),
  };
}

/** What a death leaves to do: about dues of its memberships, and for each fund that covered the deceased. */
export function toDoAfter(
  { memberId, paid, donations, covering, claims }: DeathPlan,
  covered: Death['covered'],
): ToDo[] {
  const ofFunds = covered.flatMap(({ campaignId, campaignName, isCovered, benefits, claimUntil }) => {
    const before = covering.find((one) => one.before.campaignId === campaignId)?.before;
    if (!before || isCovered === false) return [];
    const claim = claims.find((one) => one.campaignId === campaignId);
    // A claim is opened on the page of the death.
    const href = claim ? `/claims/${claim._id}` : `/staff/death?member_id=${memberId}`;
    const about = { of: campaignId, organizationNumber: before.organizationNumber, href };
    const until = claimUntil ? `, until ${showDateInWords(claimUntil as CalendarDate)}` : '';
    return [
      {
        ...about,
        code: 'tell_treasurer',
        text: `${campaignName}: tell the treasurer${benefits.length ? ' what the fund pays' : ''}${until}.`,
      },
      {
        ...about,
        code: 'make_collection',
        text: `${campaignName}: make the collection.`,
      },
    ];
  });
  const ofDues = covering.flatMap(({ before, closes }) => {
    const own = (one: Donation) => one.campaignMembershipId === before._id;
    const open = donations.filter((one) => own(one) && one.isOpen);
    const runs = (some: readonly Donation[]) => some.map(({ campaignRunName }) => campaignRunName).join(', ');
    const href = `/member/${before.primaryMemberId}/campaign/${before._id}`;
    const about = { href, of: before._id, organizationNumber: before.organizationNumber };
    const withPayment = paid.filter(own);
    return [
      ...(withPayment.length
        ? [
            {
              code: 'dues_with_payment',
              text: `${before.campaignName}: the dues for ${runs(withPayment)} have a payment and stay. Refund or credit what was paid for the deceased.`,
              ...about,
            },
          ]
        : []),
      ...(closes && open.length
        ? [
            {
              code: 'dues_without_payer',
              text: `${before.campaignName}: the dues for ${runs(open)} are open, and nobody is left to pay them.`,
              ...about,
            },
          ]
        : []),
    ];
  });
  return [...ofDues, ...ofFunds];
}

/** Of each fund, whether they were covered at the end of the day, and what it pays. */
async function coveredOn(
  { member: before, form, isInScope, clock: { now, timeZone }, currency }: DeathAsked,
  plan: DeathPlan,
  day: CalendarDate,
): Promise<Death['covered']> {
  // On a day that is not known nobody can say, nor where a cause decides that the claim alone asks for.
  const member = { ...before, deceasedDt: day, deathDay: form.deathDay ?? null };
  const shown = { currency, timeZone, on: day, cause: null };
  const reader = {
    isReader: false,
    mayReadMoneyOf: (one: MemberRecord) => isInScope(one.organizationNumber),
  };
  const tried = new Map(plan.memberships.map(({ tried: { after } }) => [after._id, after]));
  const { people } = await memberCoverage(member, reader, shown, now, tried);
  const own = people.filter(({ member_id }) => member_id === member._id);
  const memberships = await findMemberships(own.map(({ campaignMembershipId }) => campaignMembershipId));
  const campaigns = await campaignsOf(memberships);
  const covered: Death['covered'] = [];
  for (const { campaignId, campaignName, isCovered, reasons } of own) {
    const campaign = campaigns.get(campaignId);
    if (!campaign) continue;
    const { benefits = [], claimWithinDays } = campaign.fundRules;
    const isOpen = reasons.some(({ code }) => code === 'death_day_unknown' || code === 'cause_unknown');
    const benefit = fittingRule(ageOn(member.birthDt, day), member.relationship, benefits);
    covered.push({
      ...{ campaignId, campaignName, isCovered },
      reasons: decidingReasons({ isCovered, reasons }).map(({ code, text }) => ({ code, text })),
      benefits:
        (isCovered === true || isOpen) && benefit
          ? [
              {
                ...{ label: benefit.label, amount: dollarsFromCents(benefit.amount) },
                ...(benefit.isInKind && { isInKind: true }),
                ...(benefit.isUpTo && { isUpTo: true }),
              },
            ]
          : [],
      claimUntil: claimWithinDays === undefined ? null : addDays(day, claimWithinDays),
    });
  }
  return covered;
}

/** What becomes of the sign-in, the cards and the offices of a person who died. */
export async function signInEnds(
  { member: { _id }, form }: DeathAsked,
  record: DeathRecord | undefined,
): Promise<SignInEnd[]> {
  if (isUndo(form))
    return [
      ...(record?.signIn ? [{ code: 'sign_in_again' } as const] : []),
      ...(record?.offices?.length
        ? [{ code: 'contact_again', titles: titlesOf(record.offices) } as const]
        : []),
      ...(record?.hadCards ? [{ code: 'cards_stay_removed' } as const] : []),
    ];
  const [user, hasSaved, autopays, offices] = await Promise.all([
    findUserOfMember(_id),
    hasCards(_id),
    autopaysOf(_id),
    officesOf(_id),
  ]);
  const funds = autopays.filter(({ isOn }) => isOn).map(({ campaignName }) => campaignName);
  return [
    ...(user && !user.endedDt ? [{ code: 'sign_in_ends' } as const] : []),
    ...(hasSaved ? [{ code: 'cards_removed' } as const] : []),
    ...(funds.length ? [{ code: 'autopay_ends', funds } as const] : []),
    ...(offices.length ? [{ code: 'contact_ends', titles: titlesOf(offices) } as const] : []),
  ];
}

const titlesOf = (offices: readonly { title: string }[]) => offices.map(({ title }) => title);

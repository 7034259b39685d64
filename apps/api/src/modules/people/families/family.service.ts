/** Families that are entered at once: a household, its people and their memberships, all of it or nothing. */
import type * as z from 'zod/mini';
import type { CalendarDate } from '@kinfold/domain/dates';
import {
  familyFaults,
  familyPriceText,
  headOf,
  type FamilyForm,
  type FamilyPreview,
  type FamilyPreviewForm,
} from '@kinfold/domain/family';
import { centsFromDollars, dollarsFromCents, showMoney, sumCents } from '@kinfold/domain/money';
import { storedPhone } from '@kinfold/domain/phone';
import { listOf } from '@kinfold/domain/text';
import type { Author } from '../../../platform/author.ts';
import { newId } from '../../../platform/documents.ts';
import { invalid } from '../../../platform/problem.ts';
import { findOfferedCampaigns, type CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { chargeJoiningFee, joiningSentences } from '../../funds/donations/joining-fee.service.ts';
import { previewNewMembership } from '../../funds/membership-dues/new-membership-preview.service.ts';
import type { MembershipRecord } from '../../funds/memberships/membership.service.ts';
import { makeMembershipWithin, newCoveredMembers } from '../../funds/memberships/new-membership.service.ts';
import { createHousehold } from '../households/household-members.service.ts';
import { answerWithMember, type IntakeRequestRecord } from '../intake-requests/intake-review.service.ts';
import { findLikelyDuplicates } from '../members/member-duplicates.service.ts';
import type { MemberRecord } from '../members/member.service.ts';
import { draftMembers, type NewMember } from '../members/new-member.service.ts';

/** A family that was made: its people in the order in which they were entered. */
type MadeFamily = { household_id: string; members: MemberRecord[]; memberships: MembershipRecord[] };

type Entered = Pick<FamilyForm, 'people'> & Partial<Pick<FamilyForm, 'address' | 'phones'>>;

/** The people of a family as new members; who is primary is the Head of Household. Throws 422 at the fields of a person. */
function peopleOf(
  { people, address, phones }: Entered,
  organizationNumber: string,
  today: CalendarDate,
  now: Date,
): { people: NewMember[]; head: number } {
  const faults = familyFaults(people, today);
  if (faults.length) throw invalid(faults);
  const head = headOf(people);
  return {
    head,
    people: people.map(({ suffix, middleInit, isPrimary: _said, ...person }, place) => ({
      ...person,
      _id: newId(),
      suffix: suffix || null,
      middleInit: middleInit || null,
      relationship: place === head ? 'Head of Household' : person.relationship,
      emails: person.emails ?? [],
      organizationNumber,
      address: address ? { ...address, modifiedDt: now } : null,
      phones: phones?.map(({ phoneNbr }) => ({ phoneNbr: storedPhone(phoneNbr) })) ?? [],
    })),
  };
}

/** The named ones of the campaigns that a family could join, each once. Throws 422 at those that it could not. */
function chosenOf(
  campaignIds: FamilyForm['campaignIds'],
  offered: readonly CampaignRecord[],
): CampaignRecord[] {
  const byId = new Map(offered.map((campaign) => [campaign._id, campaign]));
  const faults = (campaignIds ?? []).flatMap((id, place) =>
    byId.has(id) ? [] : [{ path: `campaignIds.${place}`, message: 'There is no such campaign' }],
  );
  if (faults.length) throw invalid(faults);
  return [...new Set(campaignIds)].flatMap((id) => byId.get(id) ?? []);
}

/** The time of a request, and the time zone of the deployment with the day in it. */
type Clock = { now: Date; today: CalendarDate; timeZone: string };

/**
 * Makes a family in one transaction: the household, its members, a membership of the whole family in each campaign, and the
 * answer to the request that it began with, whose person is its primary member. Throws 422 at the fields of a person or
 * campaign, 409 when the request has been answered.
 */
export async function makeFamily(
  form: FamilyForm,
  organizationNumber: string,
  {
    author,
    clock,
    appUrl,
    intakeRequest,
  }: { author: Author; clock: Clock; appUrl: string; intakeRequest?: IntakeRequestRecord },
): Promise<MadeFamily> {
  const { now, today, timeZone } = clock;
  const { people, head } = peopleOf(form, organizationNumber, today, now);
  const campaigns = chosenOf(form.campaignIds, await findOfferedCampaigns(organizationNumber));
  const primaryFirst = [...people.slice(head, head + 1), ...people.toSpliced(head, 1)];
  let memberships: MembershipRecord[] = [];
  const { household_id, members } = await createHousehold(
    primaryFirst,
    author,
    now,
    async ([primary, ...covered], session) => {
      memberships = [];
      if (!primary) return;
      for (const campaign of campaigns) {
        const input = { campaign, primary, covered };
        const made = await makeMembershipWithin(session, input, author, now, timeZone);
        await chargeJoiningFee(undefined, made, author, clock, session);
        memberships.push(made);
      }
      if (intakeRequest) await answerWithMember(intakeRequest, primary, { author, appUrl, now }, session);
    },
  );
  const byId = new Map(members.map((member) => [member._id, member]));
  return {
    household_id,
    members: people.flatMap(({ _id }) => byId.get(_id ?? '') ?? []),
    memberships,
  };
}

/**
 * What a family would cost in each campaign, and who of it may be here already: by what makes it, but nothing is stored.
 * `organizationNumbers` are those whose members the reader may see (undefined: all). Throws as `makeFamily`.
 */
export async function previewFamily(
  form: FamilyPreviewForm,
  organizationNumber: string,
  {
    author,
    clock: { now, today, timeZone },
    currency,
    organizationNumbers,
  }: {
    author: Author;
    clock: Clock;
    currency: string;
    organizationNumbers: readonly string[] | undefined;
  },
): Promise<z.input<typeof FamilyPreview>> {
  const offered = await findOfferedCampaigns(organizationNumber);
  const campaigns = chosenOf(form.campaignIds, offered);
  const { people, head } = peopleOf(form, organizationNumber, today, now);
  const members = await draftMembers(people, author, now);
  const primary = members[head];
  const memberships: z.input<typeof FamilyPreview>['memberships'] = [];
  for (const campaign of primary ? campaigns : []) {
    if (!primary) continue;
    const { _id: campaignId, campaignName } = campaign;
    const input = { campaignId, primary, covered: members.toSpliced(head, 1) };
    const shown = { currency, timeZone };
    const preview = await previewNewMembership(input, { shown, now, isInScope: undefined });
    const after = {
      ...{ isActive: true, primaryMemberId: primary._id },
      members: newCoveredMembers(campaign, input, now, timeZone),
    };
    const fee = await joiningSentences(campaign, { before: undefined, after }, { shown, now });
    const names = preview.people.map(({ name }) => name);
    const price = showMoney(centsFromDollars(preview.totalPrice), currency);
    const text = [familyPriceText(names, campaignName, price), ...fee].join('. ');
    memberships.push({ ...preview, campaignId, campaignName, text });
  }
  return {
    offered: offered.map(({ _id, campaignName }) => ({ _id, campaignName })),
    likelyDuplicates: await Promise.all(
      people.map(({ firstNm, lastNm, suffix, birthDt }, place) =>
        findLikelyDuplicates(organizationNumbers, {
          firstNm,
          lastNm,
          suffix,
          birthDt,
          // One phone is that of all of them: shown once.
          phones: place === head && form.phone ? [form.phone] : [],
        }),
      ),
    ),
    memberships: memberships.map((membership, place) => ({
      ...membership,
      warnings: [...(place === 0 ? coveredTwice(campaigns) : []), ...membership.warnings],
    })),
    totalPrice: dollarsFromCents(sumCents(memberships.map(({ totalPrice }) => centsFromDollars(totalPrice)))),
  };
}

/** A warning where several of the campaigns cover each person once. */
function coveredTwice(campaigns: readonly CampaignRecord[]): string[] {
  const once = campaigns.filter(({ fundRules }) => fundRules.oneCoverPerPerson === true);
  if (once.length < 2) return [];
  const names = listOf(once.map(({ campaignName }) => campaignName));
  return [`${names} cover each person once: everybody here would be covered twice.`];
}

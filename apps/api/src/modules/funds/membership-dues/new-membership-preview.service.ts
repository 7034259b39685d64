/** Previews the price and the cover of a new membership. */
import type * as z from 'zod/mini';
import { membershipTotalPrice } from '@kinfold/domain/campaign-membership';
import { coverageOf } from '@kinfold/domain/coverage';
import { reasonText, type Shown } from '@kinfold/domain/coverage-text';
import { ageOn, calendarDateOf, showDateInWords } from '@kinfold/domain/dates';
import { coverBegins, entryAgeFault } from '@kinfold/domain/fund-rules';
import { priceReason } from '@kinfold/domain/membership-change';
import type { NewMembershipPreview } from '@kinfold/domain/membership-form';
import { dollarsFromCents, showMoney } from '@kinfold/domain/money';
import { findRunsByStatus } from '../campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { joiningSentences } from '../donations/joining-fee.service.ts';
import { fullName, type MemberRecord } from '../../people/members/member.service.ts';
import {
  newCoveredMembers,
  requireMayBeMade,
  type NewMembership,
} from '../memberships/new-membership.service.ts';
import type { InScope } from '../../../platform/scopes.ts';
import { otherCovers } from './membership-preview.service.ts';

/**
 * The prices of a new membership, when its cover begins, what is owed then, and warnings: ages that the fund does not
 * cover or admit, and people who are covered already. Throws as making it would.
 */
export async function previewNewMembership(
  input: NewMembership & { campaignId: string },
  {
    shown,
    now,
    isInScope,
  }: {
    shown: Shown;
    now: Date;
    /** Undefined if the people are not stored yet: no other membership covers them. */
    isInScope: InScope | undefined;
  },
): Promise<z.input<typeof NewMembershipPreview>> {
  const today = calendarDateOf(now, shown.timeZone);
  const campaign = await requireMayBeMade(input, today);
  const { primary, covered = [] } = input;
  const everybody = new Map([primary, ...covered].map((person) => [person._id, person]));
  const members = newCoveredMembers(campaign, input, now, shown.timeZone);
  const after = { isActive: input.isActive ?? true, primaryMemberId: primary._id, members };
  const totalPrice = membershipTotalPrice(members);
  const warnings = entryAgeWarning(campaign, primary, today);
  const outside = new Set<string>();
  for (const person of everybody.values()) {
    const ofAge = ageWarnings(campaign, person, shown, now);
    if (ofAge.length) outside.add(person._id);
    warnings.push(...ofAge, ...(isInScope ? await otherCovers(person, {}, campaign, isInScope) : []));
  }
  const runs = campaign.requiresMembership
    ? (await findRunsByStatus(campaign._id, now)).active.filter(({ source }) => !source)
    : [];
  return {
    people: members.flatMap(({ member_id, price, priceOverride }) => {
      const person = everybody.get(member_id);
      if (!person) return [];
      const { birthDt, relationship } = person;
      const rated = { age: ageOn(birthDt, today), relationship, priceOverride };
      return {
        member_id,
        name: fullName(person),
        price: dollarsFromCents(price),
        priceReason: priceReason(rated, campaign.priceRules, campaign.fundRules),
        ...(outside.has(member_id) && { isOutsideAges: true }),
      };
    }),
    totalPrice: dollarsFromCents(totalPrice),
    sentences: [
      ...beginSentence(campaign, input, shown, now),
      ...(totalPrice > 0
        ? [
            `The membership costs ${showMoney(totalPrice, shown.currency)} in each run.`,
            ...runs.map(({ name }) => `Nothing is owed for ${name} until its dues are added.`),
          ]
        : []),
      ...(await joiningSentences(campaign, { before: undefined, after }, { shown, now })),
    ],
    warnings: [...new Set(warnings)],
  };
}

/** When the cover begins; nothing for an open campaign, which covers nobody. */
function beginSentence(
  { requiresMembership, fundRules }: CampaignRecord,
  { isActive = true }: NewMembership,
  { timeZone }: Shown,
  now: Date,
): string[] {
  if (!requiresMembership) return [];
  if (isActive !== true) return ['It covers nobody until it is active.'];
  const begins = coverBegins(now, fundRules, false, timeZone);
  if (begins <= now) return ['They are covered from now on.'];
  return [`This fund has a waiting time: they are covered from ${showDateInWords(begins, timeZone)}.`];
}

function entryAgeWarning(
  { fundRules, campaignName }: CampaignRecord,
  { firstNm, birthDt }: MemberRecord,
  today: ReturnType<typeof calendarDateOf>,
): string[] {
  const { entryAge } = fundRules;
  if (!entryAge || !entryAgeFault(birthDt, fundRules, today)) return [];
  return [
    `${campaignName} takes new members from ${entryAge.min} to ${entryAge.max} years of age; ${firstNm} is ${ageOn(birthDt, today)}.`,
  ];
}

/** Warnings about people whom the fund does not cover at their age. */
function ageWarnings(campaign: CampaignRecord, person: MemberRecord, shown: Shown, now: Date): string[] {
  if (!campaign.requiresMembership) return [];
  const [member] = newCoveredMembers(campaign, { primary: person }, now, shown.timeZone);
  if (!member) return [];
  const { birthDt, relationship } = person;
  const { priceRules, defaultPrice, fundRules } = campaign;
  const asked = { isMembershipActive: true, membershipActiveDt: now, dues: [] };
  const { reasons } = coverageOf(
    { ...asked, person: { ...member, birthDt, relationship }, priceRules, defaultPrice, fundRules },
    now,
    shown.timeZone,
  );
  return reasons
    .filter(({ code }) => code === 'outside_ages' || code === 'over_age_limit')
    .map((reason) => reasonText(reason, { firstNm: person.firstNm, isReader: false }, shown));
}

/** What a household reads of the claims of its dead (docs/decisions/054). */
import type * as z from 'zod/mini';
import { addDays } from '@kinfold/domain/dates';
import type { CalendarDate } from '@kinfold/domain/dates';
import { FAMILY_CLAIM_DAYS, familyView, type FamilyClaim } from '@kinfold/domain/family-claim';
import { letterheadOf } from '../../people/contacts/letterhead.service.ts';
import {
  findMembers,
  fullName,
  readDeathsAfter,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import { findCampaigns } from '../campaigns/campaign.service.ts';
import { readClaimsOf, readClaimsOfFamily } from './claim.model.ts';

/** Whether a member has claims to read of a household that they have left since. */
export const hasEarlierFamilyClaims = async (memberId: string, today: CalendarDate): Promise<boolean> =>
  (await readClaimsOfFamily(memberId, addDays(today, -FAMILY_CLAIM_DAYS))).some(
    (claim) => claim.memberId !== memberId,
  );

/** The claims of everybody who died in the household of a member, also where they have left it since; the newest first. */
export async function familyClaims(
  { _id, household_id }: MemberRecord,
  today: CalendarDate,
): Promise<z.input<typeof FamilyClaim>[]> {
  const since = addDays(today, -FAMILY_CLAIM_DAYS);
  const [deaths, before] = await Promise.all([
    household_id === null ? [] : readDeathsAfter([household_id], since),
    readClaimsOfFamily(_id, since),
  ]);
  const here = await Promise.all(deaths.map((death) => readClaimsOf(death._id)));
  const found = new Map([...here.flat(), ...before].map((claim) => [claim._id, claim]));
  const ids = new Set([...found.values()].map(({ memberId }) => memberId));
  ids.delete(_id);
  // A death may have been taken back.
  const dead = (await findMembers([...ids])).filter(({ deceasedDt }) => deceasedDt !== null);
  const nameOf = new Map(dead.map((person) => [person._id, fullName(person)]));
  const others = [...found.values()].filter(({ memberId }) => nameOf.has(memberId));
  const claims = others.toSorted((one, other) => other.createdDt.getTime() - one.createdDt.getTime());
  const [campaigns, offices] = await Promise.all([
    findCampaigns([...new Set(claims.map(({ campaignId }) => campaignId))]),
    Promise.all([...new Set(claims.map(({ organizationNumber }) => organizationNumber))].map(officeOf)),
  ]);
  const fundOf = new Map(campaigns.map((campaign) => [campaign._id, campaign.campaignName]));
  const officeAt = new Map(offices);
  return claims.map((claim) => {
    const { approvedAmount, isInKind } = claim.benefit;
    const view = familyView({ ...claim, approvedAmount, isInKind });
    return {
      ...{ claimNbr: claim.claimNbr, name: nameOf.get(claim.memberId) ?? '' },
      ...{ campaignName: fundOf.get(claim.campaignId) ?? '', reportedDt: claim.coverage.reportedDt },
      ...{ ...view, decidedDt: view.decidedDt?.toISOString() ?? null },
      office: officeAt.get(claim.organizationNumber) ?? NO_OFFICE,
    };
  });
}

const NO_OFFICE = { name: '', phone: null, contact: null, contactPhone: null };

async function officeOf(organizationNumber: string) {
  const { lines: _lines, ...office } = await letterheadOf(organizationNumber);
  return [organizationNumber, office] as const;
}

import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCampaign, aMember, aMembership, anOrganization } from '../../../../test/factories.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { runCheck, thoroughChecks } from '../../../platform/verification.ts';
import { findMembershipCounts } from './membership-count.model.ts';
import { membershipCounts } from './verify-membership-counts.service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const problems = async (doesRepair = false) => {
  const found: string[] = [];
  const checks = thoroughChecks({ doesRepair, now: api.deps.now(), looksAgain: 0 });
  await runCheck(membershipCounts, checks, found);
  return found;
};

it('count the first memberships of a campaign, also when several are made at once', async () => {
  const { organizationNumber } = await anOrganization();
  const campaign = await aCampaign({ organizationNumber });
  const people = await Promise.all(Array.from({ length: 8 }, () => aMember({ organizationNumber })));
  await Promise.all(people.map((primary) => aMembership({ campaign, primary })));
  const right = { organizationNumber, active: 8, inactive: 0, unknown: 0 };
  expect(await findMembershipCounts(campaign._id)).toEqual([right]);
  expect(await problems()).toEqual([]);

  const counters = collection('membership_counts');
  const own = { campaignId: objectId(campaign._id) };
  await counters.updateOne(own, { $set: { active: 5, unknown: 1 } });
  expect(await problems(true)).toEqual([
    `Campaign ${campaign._id} says 5 active, 0 inactive, 1 unknown memberships at ${organizationNumber} and not 8 active, 0 inactive, 0 unknown.`,
  ]);
  await counters.deleteOne(own);
  expect(await problems(true)).toHaveLength(1);
  expect(await findMembershipCounts(campaign._id)).toEqual([right]);
  expect(await problems()).toEqual([]);
});

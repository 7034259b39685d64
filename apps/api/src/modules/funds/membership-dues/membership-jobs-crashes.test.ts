/** The jobs that refresh prices and change states, with workers that die at one write after another. */
import { cents } from '@kinfold/domain/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  aCampaign,
  aMember,
  anAccount,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { interruptedAfter } from '../../../../test/interrupted-writes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { jobs } from '../../../work/jobs.ts';
import { runCheck, thoroughChecks } from '../../../platform/verification.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { sweep } from '../../money/charges/sweep.service.ts';
import { createDuesOfRun } from '../donations/dues.service.ts';
import { createMemberships } from '../memberships/new-membership.service.ts';
import { membershipCounts } from '../memberships/verify-membership-counts.service.ts';
import { MEMBERSHIP_STATES_JOB, membershipStatesJob } from './membership-states.service.ts';
import { REFRESH_PRICES_JOB, refreshPricesJob } from './refresh-prices.service.ts';

let api: Api;
let manager: Account;
let organizationNumber: string;
beforeAll(async () => {
  api = await startApi();
  ({ organizationNumber } = await anOrganization());
  manager = await anAccount({ role: 'manager', organizationNumber });
});
afterAll(() => api.stop());

const post = (path: string, body: object = {}) => api.request.post(path).set(api.as(manager)).send(body);
const jobOf = async (id: string) => (await api.get(`/v2/jobs/${id}`, manager)).body;
const work = () =>
  workOnJobs(
    {
      [REFRESH_PRICES_JOB]: refreshPricesJob(api.deps),
      [MEMBERSHIP_STATES_JOB]: membershipStatesJob(api.deps),
    },
    api.deps.logger,
  );

/** Makes the worker die at one write after another, each once, until all is done. */
async function workDying(): Promise<void> {
  for (let writes = 0; ; writes += 1) {
    const { isInterrupted } = await interruptedAfter(writes, () => work().catch(() => 0));
    if (!isInterrupted) return expect(writes).toBeGreaterThan(3);
    expect(writes).toBeLessThan(60);
    // The sweep releases the claims of the dead one, and another worker need not wait for its lease.
    api.advance(61_000);
    await sweep(api.deps);
    await jobs().updateMany({ isOpen: true }, { $set: { leaseDt: new Date(), attempts: 0 } });
  }
}

/** A fund with three memberships. */
async function aFund() {
  const campaign = await aCampaign({ organizationNumber });
  const inputs = [];
  for (let index = 0; index < 3; index += 1) inputs.push({ primary: await aMember({ organizationNumber }) });
  const memberships = await createMemberships(campaign, inputs, TEST_AUTHOR, new Date(), 'UTC');
  return { campaign, memberships };
}

const stored = (name: string, { _id }: CampaignRecord) =>
  collection(name)
    .find({ campaignId: objectId(_id) })
    .toArray();
const entriesOf = ({ _id }: CampaignRecord, action: string) =>
  collection('audit_entries').countDocuments({ action, 'subject.id': _id });

it('refreshes each price and each due once, and counts them exactly, wherever its worker dies', async () => {
  const { campaign } = await aFund();
  const run = await aRun({ campaign });
  await createDuesOfRun(run._id, TEST_AUTHOR, new Date());
  await post('/api/v1/campaign', { _id: campaign._id, defaultPrice: 31 }).expect(200);
  const { body } = await post(`/v2/campaigns/${campaign._id}/refresh-prices`).expect(202);
  await workDying();
  expect(await jobOf(body._id)).toMatchObject({
    status: 'done',
    done: 3,
    total: 3,
    report: { changed: 3, unchanged: 0, dues: 3, dues_paid: 0, dues_being_paid: 0 },
  });
  const memberships = await stored('campaign_memberships', campaign);
  expect(memberships.map(({ totalPrice, version }) => [totalPrice, version])).toEqual(
    Array.from({ length: 3 }, () => [cents(3100), 2]),
  );
  const dues = await stored('donations', campaign);
  expect(dues.map(({ minAmountDue }) => minAmountDue)).toEqual([3100, 3100, 3100]);
  expect(await entriesOf(campaign, 'memberships.repriced')).toBe(1);
});

it('deactivates each membership once, with its history and counters, wherever its worker dies', async () => {
  const { campaign, memberships } = await aFund();
  const membershipIds = memberships.map(({ _id }) => _id);
  const states = { membershipIds, isActive: false, reason: 'Asked by the deacon' };
  const { body } = await post(`/v2/campaigns/${campaign._id}/memberships/state`, states).expect(202);
  await workDying();
  expect(await jobOf(body._id)).toMatchObject({
    status: 'done',
    done: 3,
    failed: 0,
    report: { inactive: 3, refused: 0 },
  });
  const changed = await stored('campaign_memberships', campaign);
  expect(changed.map(({ isActive, version }) => [isActive, version])).toEqual(
    Array.from({ length: 3 }, () => [false, 2]),
  );
  const recorded = { 'subject.id': { $in: membershipIds }, reason: states.reason };
  expect(await collection('audit_entries').countDocuments(recorded)).toBe(3);
  const problems: string[] = [];
  const checks = thoroughChecks({ doesRepair: false, now: api.deps.now(), looksAgain: 0 });
  await runCheck(membershipCounts, checks, problems);
  expect(problems).toEqual([]);
});

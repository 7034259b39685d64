/** Changes of dues with processes that die at one write after another: the totals of runs and covers are right, or marked as stale. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cents } from '@kinfold/domain/money';
import {
  aCampaign,
  aDonation,
  aHousehold,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { pay } from '../../../../test/paying.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { interruptedAfter } from '../../../../test/interrupted-writes.ts';
import { runChecks, thoroughChecks } from '../../../platform/verification.ts';
import { refresh } from '../../../work/projections.ts';
import { sweep } from '../../money/charges/sweep.service.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import { requireRun } from '../campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { updateCampaign } from '../campaigns/campaign-changes.service.ts';
import { covers } from '../coverage/kept-cover.service.ts';
import { RUN_DUES_JOB } from '../campaign-runs/run-changes.service.ts';
import { rosterOf } from '../claims/roster.service.ts';
import { runDuesJob } from '../donations/dues.service.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { jobs } from '../../../work/jobs.ts';
import { runTotals } from '../donations/run-figures.service.ts';
import type { MembershipRecord } from '../memberships/membership.service.ts';
import { addLateDues } from './late-dues.service.ts';
import { refreshMembership } from './refresh-prices.service.ts';
import { deleteMembership } from './membership-removal.service.ts';

let api: Api;
let manager: Account;
let campaign: CampaignRecord;
let membership: MembershipRecord;
let run: CampaignRunRecord;
let spouse: MemberRecord;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.forget();
  const { organizationNumber } = await anOrganization();
  manager = await anAccount({ role: 'manager', organizationNumber });
  const { members, primary } = await aHousehold({ organizationNumber, size: 2 });
  spouse = members[1] as MemberRecord;
  campaign = await aCampaign({ organizationNumber });
  membership = await aMembership({ campaign, primary, covered: members });
  run = await aRun({ campaign });
});

const clock = () => ({ now: api.deps.now(), timeZone: 'UTC' });

const refreshAll = async () => {
  for (const projection of [runTotals, covers]) await refresh(projection, clock());
};
const problems = async () => {
  const found: string[] = [];
  const checks = thoroughChecks({ doesRepair: false, now: api.deps.now(), looksAgain: 0 });
  await runChecks([runTotals, covers], checks, found);
  return found;
};

/** Runs work that dies at one write after another, and checks the stored data each time; at last it completes. */
async function dying(work: () => Promise<unknown>): Promise<void> {
  await refreshAll();
  for (let writes = 0; ; writes += 1) {
    const { isInterrupted } = await interruptedAfter(writes, () => work().catch(() => undefined));
    expect([writes, await problems()]).toEqual([writes, []]);
    if (!isInterrupted) return expect(writes).toBeGreaterThan(3);
    expect(writes).toBeLessThan(80);
    // The sweep releases the claims of the dead one.
    api.advance(61_000);
    await sweep(api.deps);
  }
}
const openAmount = async () => {
  await refresh(runTotals, clock());
  return (await requireRun(run._id)).openAmount;
};

it('removes a membership with its dues', async () => {
  await aDonation({ membership, run });
  expect(await openAmount()).toBeGreaterThan(0);
  await dying(() => deleteMembership(membership, TEST_AUTHOR, api.deps.now()));
  expect(await openAmount()).toBe(0);
});

it('makes dues late', async () => {
  await dying(() => addLateDues(membership, run._id, TEST_AUTHOR, clock()));
  expect(await openAmount()).toBe(membership.totalPrice);
});

it('enters a death and takes it back', async () => {
  await aDonation({ membership, run });
  const before = await openAmount();
  const enter = (undo: boolean) =>
    api.request
      .post(`/v2/members/${spouse._id}/life-events`)
      .set(api.as(manager))
      .send({ event: 'death', ...(undo ? { undo } : { deceasedDt: '2026-01-15' }) });
  await dying(async () => enter(false));
  expect(await openAmount()).toBeLessThan(before);
  await dying(async () => enter(true));
  expect(await openAmount()).toBe(before);
});

it('refreshes the price of a membership and of its dues', async () => {
  await aDonation({ membership, run });
  expect(await openAmount()).toBe(membership.totalPrice);
  const price = { defaultPrice: cents(1_000) };
  await updateCampaign(membership.campaignId, price, async () => true, TEST_AUTHOR, api.deps.now());
  await dying(() => refreshMembership(membership._id, TEST_AUTHOR, clock()));
  expect(await openAmount()).toBe(2_000);
});

it('makes the dues of a run, and is cancelled where its worker dies', async () => {
  const post = (path: string, body: object = {}) => api.request.post(path).set(api.as(manager)).send(body);
  const work = () =>
    workOnJobs(
      { [RUN_DUES_JOB]: runDuesJob({ ...api.deps, rosterOf: rosterOf(api.deps) }) },
      api.deps.logger,
    );
  for (let writes = 1; ; writes += 1) {
    const next = await aRun({ campaign });
    for (const isActive of [false, true])
      await post('/v2/campaign-run', { _id: next._id, isActive }).expect(200);
    await refreshAll();
    const { isInterrupted } = await interruptedAfter(writes, () => work().catch(() => 0));
    const job = await jobs().findOne({ type: RUN_DUES_JOB, isOpen: true });
    if (job) await post(`/v2/jobs/${job._id}/cancel`).expect(200);
    await jobs().updateMany({ isOpen: true }, { $set: { leaseDt: new Date() } });
    await work();
    expect([writes, await problems()]).toEqual([writes, []]);
    if (!isInterrupted) return expect(writes).toBeGreaterThan(3);
    expect(writes).toBeLessThan(40);
  }
});

it('lets others pay dues of the same run meanwhile', async () => {
  await aDonation({ membership, run });
  const others = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const own = await aMembership({ campaign });
      const donation = await aDonation({ membership: own, run });
      return { donation, account: await anAccount({ memberId: own.primaryMemberId }) };
    }),
  );
  const paying = others.map(({ donation, account }) =>
    pay(api, account, [{ donationId: donation._id, amount: donation.minAmountDue }]),
  );
  await deleteMembership(membership, TEST_AUTHOR, api.deps.now());
  expect((await Promise.all(paying)).map(({ status }) => status)).toEqual(paying.map(() => 200));
  expect(await openAmount()).toBe(0);
  expect(await problems()).toEqual([]);
});

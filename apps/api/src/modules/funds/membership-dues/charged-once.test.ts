/** Nobody is charged twice in a run, in whatever order it is activated, joined, repriced and paid, and however often at once. */
import { randomUUID } from 'node:crypto';
import { cents } from '@kinfold/domain/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCampaign, aMembership, anAccount, anOrganization, aRun } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { AppError } from '../../../platform/problem.ts';
import { RUN_DUES_JOB } from '../campaign-runs/run-changes.service.ts';
import { recordOfflineReceipts } from '../../money/charges/offline-receipt.service.ts';
import { rosterOf } from '../claims/roster.service.ts';
import { runDuesJob } from '../donations/dues.service.ts';
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

const index = fc.nat({ max: 2 });
const STEP = fc.oneof(
  fc.record({ do: fc.constantFrom('activate' as const, 'pause' as const), run: fc.nat({ max: 1 }) }),
  fc.record({ do: fc.constant('late' as const), membership: index, run: fc.nat({ max: 1 }) }),
  fc.record({ do: fc.constantFrom('leave' as const, 'confirm' as const), membership: index }),
  fc.record({ do: fc.constantFrom('refresh' as const, 'pay' as const), membership: index }),
  fc.record({ do: fc.constantFrom('join' as const, 'refresh all' as const, 'work' as const) }),
  fc.record({ do: fc.constant('price' as const), dollars: fc.integer({ min: 20, max: 40 }) }),
);
type Step = typeof STEP extends fc.Arbitrary<infer One> ? One : never;

it('whatever is done in whatever order, each membership has one due in each run', async () => {
  await fc.assert(
    // Those of an inner list run concurrently.
    fc.asyncProperty(
      fc.array(fc.array(STEP, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
      async (steps) => {
        const fund = await aCampaign({ organizationNumber });
        const memberships: string[] = [];
        for (const isActive of [true, false, null])
          memberships.push((await aMembership({ campaign: fund, isActive }))._id);
        const runs = [
          (await aRun({ campaign: fund, isActive: false }))._id,
          (await aRun({ campaign: fund }))._id,
        ];
        const post = async (path: string, body: object = {}) => {
          const { status } = await api.request.post(path).set(api.as(manager)).send(body);
          expect(status, path).toBeLessThan(500);
        };
        const work = () =>
          workOnJobs(
            {
              [RUN_DUES_JOB]: runDuesJob({ ...api.deps, rosterOf: rosterOf(api.deps) }),
              [REFRESH_PRICES_JOB]: refreshPricesJob(api.deps),
            },
            api.deps.logger,
          );
        const dues = () =>
          collection('donations')
            .find({ campaignId: objectId(fund._id) })
            .sort({ _id: 1 })
            .toArray();
        const setRun = (run: number, isActive: boolean) =>
          post('/v2/campaign-run', { _id: runs[run], isActive });
        const pay = async (membership: number) => {
          const due = (await dues()).find(
            (one) => String(one['campaignMembershipId']) === memberships[membership],
          );
          if (!due || due['paymentsTotal'] > 0) return;
          const line = { donationId: String(due._id), amount: cents(1000) };
          const receipt = { receiptId: randomUUID(), method: 'cash' as const, lines: [line] };
          const when = { paidDt: api.deps.now(), recordedBy: 'test', currency: 'usd' };
          // Refused while another process pays or reprices the same dues.
          await recordOfflineReceipts([{ ...receipt, ...when }], api.deps).catch((error: unknown) => {
            if (!(error instanceof AppError) || error.status !== 409) throw error;
          });
        };
        const take = async (step: Step): Promise<unknown> => {
          switch (step.do) {
            case 'activate':
            case 'pause':
              return setRun(step.run, step.do === 'activate');
            case 'late':
              return post('/v2/membership/donations', {
                campaignMembershipId: memberships[step.membership],
                campaignRunId: runs[step.run],
              });
            case 'leave':
            case 'confirm':
              return post('/v2/membership', {
                _id: memberships[step.membership],
                isActive: step.do === 'confirm',
              });
            case 'refresh':
              return post(`/v2/membership/${memberships[step.membership]}/refresh-price`);
            case 'refresh all':
              return post(`/v2/campaigns/${fund._id}/refresh-prices`);
            case 'price':
              return post('/api/v1/campaign', { _id: fund._id, defaultPrice: step.dollars });
            case 'join':
              return aMembership({ campaign: fund });
            case 'pay':
              return pay(step.membership);
            case 'work':
              return work();
          }
        };
        /** The amounts of dues with a payment when they were first seen with it. */
        const paid = new Map<string, number>();
        const look = async () => {
          for (const { _id, ledgerCount, minAmountDue } of await dues())
            if (ledgerCount > 0)
              expect(minAmountDue).toBe(
                paid.get(String(_id)) ?? paid.set(String(_id), minAmountDue).get(String(_id)),
              );
        };
        for (const together of steps) {
          await Promise.all(together.map(take));
          await look();
        }
        const settle = async () => {
          for (const run of [0, 1]) await setRun(run, true);
          await post(`/v2/campaigns/${fund._id}/refresh-prices`);
          await work();
          await look();
        };
        await settle();
        const settled = await dues();
        const pairs = settled.map((one) => `${one['campaignMembershipId']} ${one['campaignRunId']}`);
        expect(new Set(pairs).size).toBe(pairs.length);
        const active = await collection('campaign_memberships')
          .find({ campaignId: objectId(fund._id), isActive: true })
          .toArray();
        for (const { _id, totalPrice } of active)
          for (const run of runs) {
            const [due, other] = settled.filter(
              (one) =>
                String(one['campaignMembershipId']) === String(_id) && String(one['campaignRunId']) === run,
            );
            expect(other).toBeUndefined();
            expect(due).toBeDefined();
            if (due?.['ledgerCount'] === 0) expect(due['minAmountDue']).toBe(totalPrice);
          }
        await settle();
        expect(await dues()).toEqual(settled);
      },
    ),
    { numRuns: 8 },
  );
});

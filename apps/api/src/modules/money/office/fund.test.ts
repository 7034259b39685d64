import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { anApprovedClaim, PAYEE } from '../../../../test/claiming.ts';
import { aMember, anAccount } from '../../../../test/factories.ts';
import { aPayer } from '../../../../test/payer.ts';
import { expectTheBooksToAgree, pay } from '../../../../test/paying.ts';
import { refundPayment } from '../../../../test/refunding.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { ledgerEntries } from '../ledger/ledger.model.ts';
import { refresh } from '../../../work/projections.ts';
import { runTotals } from '../../funds/donations/run-figures.service.ts';
import { funds } from '../ledger/fund.service.ts';

const api = await apiOfFile();

it('a fund tells what it had before, what came in, went back and was paid out, and what it holds', async () => {
  const payer = await aPayer();
  const { campaignId, organizationNumber } = payer;
  const office = await anAccount({ role: 'treasurer', organizationNumber });
  const path = `/v2/campaigns/${campaignId}/fund`;
  const read = async () => (await api.get(path, office)).body;
  const open = (amount: unknown, more: object = {}) =>
    api.request
      .post(`${path}/opening`)
      .set(api.as(office))
      .send({ amount, asOf: '2026-01-01', reason: 'From the bank statement', ...more });
  // The factory's cash.
  const figures = { opening: 0, received: 10, refunded: 0, paidOut: 0, holds: 10 };
  expect(await read()).toEqual({
    ...figures,
    byOrganization: [{ organizationNumber, organizationName: 'Grace Test Church', ...figures }],
  });

  const paymentId = randomUUID();
  await pay(api, payer.account, [payer.dues[1]], { paymentId });
  const lines = [{ donation_id: payer.dues[1].donationId, amount: 1200 }];
  expect((await refundPayment(api, office, paymentId, { lines })).status).toBe(201);
  expect(await read()).toMatchObject({ received: 40, refunded: 12, holds: 28 });
  // The refund left the card fee; its part is kept with the dues, counted with their run, and verified.
  const stored = collection('donations');
  const due = await stored.findOne({ _id: objectId(payer.dues[1].donationId) });
  const { processingFee } = (await api.get(`/v2/payments/${paymentId}`, payer.account)).body;
  expect(due?.['fees']).toBe(Math.round(processingFee * 100));
  expect(due?.['fees']).toBeGreaterThan(0);
  const report = async () =>
    (await api.get(`/v2/runs/${String(due?.['campaignRunId'])}/report`, office)).body;
  expect((await report()).fees).toBe(due?.['fees']);

  // Several at once, and each later amount corrects the one before by an entry of its own.
  const answers = await Promise.all([open(500_00), open(500_00), open(500_00)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await open(480_00)).body).toMatchObject({ opening: 480, holds: 508 });
  const entries = await ledgerEntries().find({ campaignId }).sort({ _id: 1 }).toArray();
  expect(entries.map(({ total }) => total)).toEqual([500_00, -20_00]);
  for (const [wrong, at] of [
    [{ amount: -1 }, 'amount'],
    [{ amount: 1.5 }, 'amount'],
    [{ reason: '' }, 'reason'],
    [{ asOf: '2199-01-01' }, 'asOf'],
  ] as const)
    expect((await open(100, wrong)).body.errors[0].path).toBe(at);
  const recorded = collection('audit_entries').find({ action: 'campaign.fund_opened' });
  expect(await recorded.toArray()).toHaveLength(2);

  const { _id: memberId } = await aMember({ organizationNumber });
  const deceasedDt = api.deps.now().toISOString().slice(0, 10);
  const claimId = await anApprovedClaim(api, { memberId, campaignId, approved: 100_00, deceasedDt });
  const payout = { payoutId: randomUUID(), payee: PAYEE.payeeId, amount: 100_00, method: 'check' };
  const payouts = `/v2/claims/${claimId}/payouts`;
  const form = { ...payout, paidDt: deceasedDt };
  expect((await api.request.post(payouts).set(api.as(office)).send(form)).status).toBe(201);
  expect(await read()).toMatchObject({ paidOut: 100, holds: 408 });
  const site = {
    now: new Date(),
    timeZone: 'UTC',
    doesRepair: false,
    batchSize: 100,
    looksAgain: 0,
    pause: () => Promise.resolve(),
  };
  expect([...(await funds.problemsOf([campaignId], site))]).toEqual([]);
  await expectTheBooksToAgree(api);
  await refresh(runTotals, site);
  expect((await report()).fees).toBe(due?.['fees']);
  expect(await read()).toMatchObject({ received: 40, refunded: 12, paidOut: 100, holds: 408 });
  await collection('run_figures').updateOne(
    { campaignRunId: { $exists: true }, organizationNumber, returned: 1200 },
    { $set: { returned: 1100 } },
  );
  expect((await funds.problemsOf([campaignId], site)).get(campaignId)).toContain('received, refunded');

  // Staff of an organization below see nothing of the others; a manager has no reports.
  const manager = await anAccount({ role: 'manager', organizationNumber });
  expect((await api.get(path, manager)).status).toBe(403);
});

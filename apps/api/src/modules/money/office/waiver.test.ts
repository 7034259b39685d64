import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cents } from '@kinfold/domain/money';
import { anAccount } from '../../../../test/factories.ts';
import type { PayableLine } from '../../../../test/payer.ts';
import { expectNothingStuck, expectTheBooksToAgree, pay, sweepLater } from '../../../../test/paying.ts';
import { apiWithSteps } from '../../../../test/scenes.ts';
import type { Account } from '../../../../test/harness.ts';
import { findStoredDonations } from '../../funds/donations/donation.service.ts';
import { recordOfflineReceipts } from '../charges/offline-receipt.service.ts';
import { ledgerEntries } from '../ledger/ledger.model.ts';

const { steps, api, payer } = await apiWithSteps();
const officer = () => anAccount({ role: 'administrator', organizationNumber: payer.organizationNumber });
const REASON = 'They lost their work';

const waive = (by: Account, { donationId }: PayableLine, amount: number, key: string = randomUUID()) =>
  api.request
    .post(`/v2/donations/${donationId}/waive`)
    .set(api.as(by))
    .set('Idempotency-Key', key)
    .send({ amount, reason: REASON });
async function storedOf({ donationId }: PayableLine) {
  const [donation] = await findStoredDonations([donationId]);
  if (!donation) throw new Error('the donation is gone');
  return donation;
}

describe('waiving dues', () => {
  it('lowers what is owed and not what was paid, and the history has amount and reason', async () => {
    const by = await officer();
    const [late] = payer.dues;
    const before = await storedOf(late);
    const part = await waive(by, late, 500);
    expect(part.status).toBe(201);
    expect(part.body).toMatchObject({
      paymentsTotal: 10,
      waivedTotal: 5,
      totalBalance: 15,
      payableBalance: 15,
    });
    const rest = await waive(by, late, 1500);
    expect(rest.body).toMatchObject({ waivedTotal: 20, totalBalance: 0 });
    const after = await storedOf(late);
    expect(after).toMatchObject({ paymentsTotal: before.paymentsTotal, isOpen: false });
    expect(after.lastPaymentDt).toEqual(before.lastPaymentDt);
    const { body } = await api.get(
      `/v2/audit?organization_number=${payer.organizationNumber}&action=dues.waived`,
      by,
    );
    expect(body.entries).toHaveLength(2);
    expect(body.entries[1]).toMatchObject({
      reason: REASON,
      subject: { type: 'membership', id: payer.campaignMembershipId },
    });
    expect(body.entries[1].changes).toContainEqual({ field: 'waivedAmount', from: null, to: 500 });
    await expectTheBooksToAgree(api);
  });

  it('is refused for more than is owed, with what is, and without a reason', async () => {
    const by = await officer();
    const [late] = payer.dues;
    const { status, body } = await waive(by, late, 2001);
    expect([status, body.errors]).toEqual([
      422,
      [{ path: 'amount', message: 'Only $20.00 is owed. Nothing was waived.' }],
    ]);
    const path = `/v2/donations/${late.donationId}/waive`;
    for (const wrong of [{ amount: 100 }, { amount: 0, reason: REASON }, { amount: -1, reason: REASON }])
      expect((await api.request.post(path).set(api.as(by)).send(wrong)).status).toBe(422);
    expect(await ledgerEntries().countDocuments({ kind: 'waiver' })).toBe(0);
  });

  it('happens once for one key, and counts as received nowhere', async () => {
    const by = await officer();
    const key = randomUUID();
    const [late, active] = payer.dues;
    const answers = await Promise.all([1, 2, 3, 4].map(() => waive(by, late, 700, key)));
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect((await storedOf(late)).waived?.amount).toBe(700);
    // The key is of these dues: for others it waives those.
    expect((await waive(by, active, 3000, key)).body).toMatchObject({ waivedTotal: 30 });
    const { body } = await api.get(`/v2/members/${payer.memberId}/donations?payable=true`, payer.account);
    expect(body.donations.map(({ totalBalance }: { totalBalance: number }) => totalBalance)).toEqual([13]);
    await expectNothingStuck(api, payer);
  });

  it('is refused to users without payments.record', async () => {
    const manager = await anAccount({ role: 'manager', organizationNumber: payer.organizationNumber });
    expect((await waive(manager, payer.dues[0], 100)).status).toBe(404);
    expect((await waive(payer.account, payer.dues[0], 100)).status).toBe(404);
  });
});

describe('a waiver beside a card and cash for the same dues', () => {
  it.each(['recorded', 'claimed', 'rechecked', 'intent-registered', 'confirmed', 'booked', 'finalized'])(
    'asked for while the card is at "%s" never settles too much',
    async (at) => {
      const by = await officer();
      const [line] = payer.dues;
      const statuses: number[] = [];
      steps.runAt(at, async () => statuses.push((await waive(by, line, line.amount)).status));
      const { status } = await pay(api, payer.account, [line]);
      expect([status, ...statuses]).toEqual(
        at === 'recorded' ? [409, 201] : [200, at === 'finalized' ? 422 : 409],
      );
      const { minAmountDue, paymentsTotal, waived } = await storedOf(line);
      expect(paymentsTotal + (waived?.amount ?? 0)).toBe(minAmountDue);
      await expectNothingStuck(api, payer);
    },
  );

  it('of cash and three waivers at once, the dues are settled at most once', async () => {
    const by = await officer();
    for (let round = 0; round < 5; round += 1) {
      const [line] = payer.dues;
      const receipt = {
        receiptId: randomUUID(),
        method: 'cash' as const,
        lines: [{ ...line, amount: cents(700) }],
        paidDt: api.deps.now(),
        recordedBy: by.email,
        currency: 'usd',
      };
      await Promise.all([
        ...[300, 700, 2000].map((amount) => waive(by, line, amount)),
        recordOfflineReceipts([receipt], api.deps).catch(() => undefined),
      ]);
      await sweepLater(api);
      const { minAmountDue, paymentsTotal, waived } = await storedOf(line);
      expect(paymentsTotal + (waived?.amount ?? 0)).toBeLessThanOrEqual(minAmountDue);
    }
    await expectTheBooksToAgree(api);
  });
});

describe('removing a membership with open dues', () => {
  const remove = (by: Account, id: string) => api.request.delete(`/api/v1/membership/${id}`).set(api.as(by));

  it('waives them, and the history has the amount', async () => {
    const by = await officer();
    const { campaignMembershipId, organizationNumber } = await storedOf(payer.linked);
    expect((await remove(by, campaignMembershipId)).status).toBe(204);
    const path = `/v2/audit?organization_number=${organizationNumber}&action=membership.deleted`;
    const { entries } = (await api.get(path, by)).body;
    const amount = { field: 'waivedAmount', from: null, to: payer.linked.amount };
    expect(entries[0].changes).toContainEqual(amount);
    await expectTheBooksToAgree(api);
  });

  it('is refused once some were waived: the ledger names them', async () => {
    const by = await officer();
    await waive(by, payer.linked, 100);
    const { campaignMembershipId } = await storedOf(payer.linked);
    const { status, body } = await remove(by, campaignMembershipId);
    expect([status, body.code]).toEqual([409, 'has_payments']);
    expect(body.detail).toContain('has waived dues');
  });
});

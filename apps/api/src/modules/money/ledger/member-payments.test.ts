import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processingFee } from '@kinfold/domain/fee';
import { cents } from '@kinfold/domain/money';
import { receiptNumber } from '@kinfold/domain/payment';
import { anAccount, linkTo, unlink } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { aPayer } from '../../../../test/payer.ts';
import { pay } from '../../../../test/paying.ts';
import { requireMember } from '../../people/members/member.service.ts';
import { findMembershipsCovering } from '../../funds/memberships/membership.service.ts';
import { deliverMails } from '../../../work/outbox.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const list = (memberId: string | null, as: Account, query = '') =>
  api.get(`/v2/members/${memberId}/payments${query}`, as);

describe('the payments of a member', () => {
  it('are listed newest first, with what each was for, and lead to its receipt', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    const lines = [{ ...payer.dues[0], amount: 1000 }, payer.linked];
    await pay(api, payer.account, lines, { paymentId });
    // Refused: nothing was paid, so there is nothing to list.
    expect((await pay(api, payer.account, [payer.dues[1]], { token: 'pm_card_chargeDeclined' })).status).toBe(
      402,
    );
    const amount = 1000 + payer.linked.amount;
    const fee = processingFee(cents(amount));
    const { body } = await list(payer.memberId, payer.account);
    expect(body).toMatchObject({
      results: 2,
      pages: 1,
      payments: [
        {
          payment_id: paymentId,
          receipt_number: receiptNumber(paymentId),
          method: 'Visa ending 4242',
          lines: [
            { description: 'Funeral Fund: Autumn assessment', paidFor: 'Ruth Okafor', amount: 10 },
            { paidFor: 'Miriam Wolde-Giorgis', amount: payer.linked.amount / 100 },
          ],
          amount: amount / 100,
          processingFee: fee / 100,
          total: (amount + fee) / 100,
        },
        // What the office recorded has no receipt of ours.
        { payment_id: null, receipt_number: null, method: 'Cash', processingFee: 0, total: 10 },
      ],
    });
    const [first] = body.payments;
    const receipt = await api.get(`/v2/payments/${first.payment_id}`, payer.account);
    expect(receipt.body).toMatchObject({ paidDt: first.paidDt, paidOn: first.paidOn, lines: first.lines });
    expect(first.paidOn).toBe(first.paidDt.slice(0, 10));
  });

  it('come page by page', async () => {
    const payer = await aPayer();
    for (const amount of [100, 200, 300])
      await pay(api, payer.account, [{ donationId: payer.dues[1].donationId, amount }]);
    const page = async (number: number) =>
      (await list(payer.memberId, payer.account, `?page_size=2&page_number=${number}`)).body;
    const amounts = ({ payments }: { payments: { amount: number }[] }) =>
      payments.map(({ amount }) => amount);
    expect(await page(1)).toMatchObject({ results: 4, pages: 2 });
    expect(amounts(await page(1))).toEqual([3, 2]);
    expect(amounts(await page(2))).toEqual([1, 10]);
    expect(amounts(await page(3))).toEqual([]);
    expect((await list(payer.memberId, payer.account, '?page_size=0')).status).toBe(422);
  });

  it('show whom somebody else paid for what was paid there, and no more', async () => {
    const payer = await aPayer();
    await pay(api, payer.account, [payer.dues[0], payer.linked]);
    const linked = await anAccount({ memberId: payer.linked.memberId });
    expect((await list(linked.memberId, linked)).body.payments).toMatchObject([
      {
        payment_id: null,
        receipt_number: null,
        method: 'Card, by somebody else',
        lines: [{ paidFor: 'Miriam Wolde-Giorgis' }],
        processingFee: 0,
        total: payer.linked.amount / 100,
      },
    ]);
    const [membership] = await findMembershipsCovering(payer.memberId);
    const covered = membership?.members.find(({ member_id }) => member_id !== payer.memberId);
    const spouse = await anAccount({ memberId: covered?.member_id ?? null });
    // Whom a membership only covers sees what is paid on it when the account of who pays is linked to them.
    expect((await list(spouse.memberId, spouse)).body).toEqual({ results: 0, pages: 0, payments: [] });
    await linkTo(spouse.memberId ?? '', payer.memberId);
    expect((await list(spouse.memberId, spouse)).body.payments).toMatchObject([
      { payment_id: null, method: 'Card, by somebody else', total: payer.dues[0].amount / 100 },
      { method: 'Cash' },
    ]);
  });

  it('are nobody else’s: not of linked accounts, nor of staff', async () => {
    const payer = await aPayer();
    const linked = await anAccount({ memberId: payer.linked.memberId });
    for (const account of [await anAccount(), linked, await anAccount({ role: 'administrator' })])
      expect((await list(payer.memberId, account)).status).toBe(404);
    expect((await list(payer.linked.memberId, payer.account)).status).toBe(404);
    const unlinked = await anAccount({ memberId: null });
    expect((await list(payer.memberId, unlinked)).status).toBe(404);
  });

  it('have a receipt for a user who signs in as the member later', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    await pay(api, payer.account, [payer.dues[0]], { paymentId });
    await unlink(api, await requireMember(payer.memberId));
    const read = async (memberId: string | null) =>
      api.get(`/v2/payments/${paymentId}`, await anAccount({ memberId }));
    expect((await read(payer.memberId)).status).toBe(200);
    expect((await read(payer.linked.memberId)).status).toBe(404);
    expect((await read(null)).status).toBe(404);
  });
});

describe('the receipt mail', () => {
  it('leads to that receipt', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    await pay(api, payer.account, [payer.dues[0]], { paymentId });
    await deliverMails(api.deps);
    const mail = api.mails.find(({ to }) => to === payer.account.email);
    const address = `http://localhost:8080/donate/thank-you?payment=${paymentId}`;
    expect(mail?.text).toContain(address);
    expect(mail?.html).toContain(`href="${address}"`);
  });
});

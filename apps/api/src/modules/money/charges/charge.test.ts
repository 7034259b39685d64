import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { receiptNumber } from '@kinfold/domain/payment';
import { startApi, type Api } from '../../../../test/harness.ts';
import {
  chargedByProvider,
  expectTheBooksToAgree,
  forgetCardTries,
  pay,
  payBody,
} from '../../../../test/paying.ts';
import { aSavedCard, anOpenCampaign } from '../../../../test/factories.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { aPayer } from '../../../../test/payer.ts';
import { pdfTextOf } from '../../../../test/pdf-text.ts';
import { findDonations } from '../../funds/donations/donation.service.ts';
import { requireMember } from '../../people/members/member.service.ts';
import { deliverMails } from '../../../work/outbox.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(forgetCardTries);

/** What is still owed on a donation, in cents. */
async function openOf(donationId: string): Promise<number | undefined> {
  const [donation] = await findDonations([donationId]);
  return donation && donation.minAmountDue - donation.paymentsTotal;
}

describe('paying by card', () => {
  it('charges amount and fee once, books it and answers with the receipt number', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    const [due] = payer.dues;
    const answer = await pay(api, payer.account, [due], { paymentId });
    expect(answer.status).toBe(200);
    const total = due.amount + Math.floor((due.amount * 125 + 5000) / 10_000) + 48;
    expect(answer.body).toEqual({
      data: { amount_paid: total, payment_id: paymentId, receipt_number: receiptNumber(paymentId) },
    });
    expect(chargedByProvider(api).get(paymentId)).toBe(total);
    expect(await openOf(due.donationId)).toBe(0);
    await expectTheBooksToAgree(api);
  });

  it('pays own dues and a linked account together, each to the cent', async () => {
    const payer = await aPayer();
    const lines = [...payer.dues, payer.linked];
    expect((await pay(api, payer.account, lines)).status).toBe(200);
    for (const line of lines) expect(await openOf(line.donationId)).toBe(0);
    await expectTheBooksToAgree(api);
  });

  it('takes a part of what is owed and leaves the rest payable', async () => {
    const payer = await aPayer();
    const [{ donationId, amount }] = payer.dues;
    expect((await pay(api, payer.account, [{ donationId, amount: 50 }])).status).toBe(200);
    expect((await pay(api, payer.account, [{ donationId, amount }])).status).toBe(422);
    expect((await pay(api, payer.account, [{ donationId, amount: amount - 50 }])).status).toBe(200);
    expect(await openOf(donationId)).toBe(0);
  });

  it('spreads an amount for a campaign over its dues, oldest first', async () => {
    const payer = await aPayer();
    const [oldest, newest] = payer.dues;
    const amount = oldest.amount + 1;
    const answer = await api.request
      .post(`/api/v1/member/${payer.memberId}/donation/pay`)
      .set(api.as(payer.account))
      .send({
        ...payBody([{ donationId: oldest.donationId, amount }], { campaignId: payer.campaignId }),
        donations: [],
      });
    expect(answer.status).toBe(200);
    expect(await openOf(oldest.donationId)).toBe(0);
    expect(await openOf(newest.donationId)).toBe(newest.amount - 1);
  });

  it('takes any gift for an open campaign that the member joined', async () => {
    const payer = await aPayer();
    const { campaignId } = await anOpenCampaign({ joinedBy: payer.memberId });
    for (const amount of [1234, 1000]) {
      const body = { ...payBody([{ donationId: '', amount }], { campaignId }), donations: [] };
      const answer = await api.request
        .post(`/api/v1/member/${payer.memberId}/donation/pay`)
        .set(api.as(payer.account))
        .send(body);
      expect(answer.status).toBe(200);
    }
    await expectTheBooksToAgree(api);
  });

  it('charges a saved card of the payer, and nobody else’s', async () => {
    const [payer, stranger] = [await aPayer(), await aPayer()];
    const card = await aSavedCard(api, payer.account);
    const refused = await pay(api, stranger.account, [stranger.dues[0]], { savedCardId: card.id });
    expect(refused.status).toBe(422);
    expect(refused.body.errors[0].path).toBe('cardData.id');
    expect((await pay(api, payer.account, [payer.dues[0]], { savedCardId: card.id })).status).toBe(200);
    const receipt = await api.request
      .get('/api/v1/member/' + payer.memberId + '/cards')
      .set(api.as(payer.account));
    expect(receipt.body).toMatchObject([{ id: card.id, cardType: 'Visa', last4: '4242', isExpired: false }]);
  });

  it('shows the card as the provider knows it, whatever the browser said', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    const body = payBody([payer.dues[0]], { token: 'pm_card_mastercard' });
    const cardData = { ...body.cardData, cardType: 'Gold Card', last4: '0000' };
    const answer = await api.request
      .post(`/api/v1/member/${payer.memberId}/donation/pay`)
      .set(api.as(payer.account))
      .set('Idempotency-Key', paymentId)
      .send({ ...body, cardData });
    expect(answer.status).toBe(200);
    const path = `/v2/payments/${paymentId}`;
    const card = { cardType: 'Mastercard', last4: '4444' };
    expect((await api.get(path, payer.account)).body).toMatchObject(card);
    const list = (await api.get(`/v2/members/${payer.memberId}/payments`, payer.account)).body;
    expect(list.payments[0].method).toBe('Mastercard ending 4444');
    const pdf = pdfTextOf((await api.get(`${path}/receipt.pdf`, payer.account)).body as Buffer);
    const [mail] = await mailsTo(api, payer.account.email);
    for (const text of [pdf, mail?.text, mail?.html]) {
      expect(text).toContain('Mastercard ending 4444');
      expect(text).not.toContain('Gold Card');
    }
  });

  it('takes the payee by the printed number as well', async () => {
    const payer = await aPayer();
    const [oldest] = payer.dues;
    const { memberId } = await requireMember(payer.memberId);
    const send = (payee: string, paymentId: string) =>
      api.request
        .post(`/api/v1/member/${payee}/donation/pay`)
        .set(api.as(payer.account))
        .set('Idempotency-Key', paymentId)
        .send({ ...payBody([oldest], { campaignId: payer.campaignId }), donations: [] });
    const paymentId = randomUUID();
    expect((await send(memberId, paymentId)).status).toBe(200);
    // It is the same request as with the id.
    expect((await send(payer.memberId, paymentId)).status).toBe(200);
    expect(await openOf(oldest.donationId)).toBe(0);
  });

  it('sends one receipt mail that names everything, in HTML and in text', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    await pay(api, payer.account, [payer.dues[0], payer.linked], { paymentId });
    await pay(api, payer.account, [payer.dues[0], payer.linked], { paymentId });
    await deliverMails(api.deps);
    const mails = api.mails.filter((mail) => mail.subject.includes(receiptNumber(paymentId)));
    expect(mails).toHaveLength(1);
    for (const part of ['html', 'text'] as const) {
      expect(mails[0]?.[part]).toContain(receiptNumber(paymentId));
      expect(mails[0]?.[part]).toContain('Processing fee');
      expect(mails[0]?.[part]).toContain('Total');
    }
    expect(mails[0]?.to).toBe(payer.account.email);
  });

  it('shows a receipt only to the payer', async () => {
    const [payer, stranger] = [await aPayer(), await aPayer()];
    const paymentId = randomUUID();
    await pay(api, payer.account, [payer.dues[0]], { paymentId });
    const path = `/v2/payments/${paymentId}`;
    const receipt = await api.request.get(path).set(api.as(payer.account));
    expect(receipt.body).toMatchObject({
      receipt_number: receiptNumber(paymentId),
      amount: payer.dues[0].amount / 100,
    });
    expect((await api.request.get(path).set(api.as(stranger.account))).status).toBe(404);
    expect((await api.request.get(path)).status).toBe(401);
  });
});

describe('what is refused before the provider is asked', () => {
  it.each([
    ['a fee that is not ours', { processingFee: 1 }],
    ['an amount that is not the sum of its lines', { donationAmount: 1 }],
  ])('answers %s with 422 and the right figures', async (_name, wrong) => {
    const payer = await aPayer();
    const [due] = payer.dues;
    const answer = await pay(api, payer.account, [due], wrong);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: 'figures_differ',
      figures: {
        donationAmount: due.amount,
        total: due.amount + Math.floor((due.amount * 125 + 5000) / 10_000) + 48,
      },
    });
    expect(await openOf(due.donationId)).toBe(due.amount);
  });

  it.each([-1, 1.5, '100', null, Number.NaN, 1e12])('answers an amount of %s with 422', async (amount) => {
    const payer = await aPayer();
    const body = payBody([payer.dues[0]]);
    const answer = await api.request
      .post(`/api/v1/member/${payer.memberId}/donation/pay`)
      .set(api.as(payer.account))
      .send({ ...body, donations: [{ ...body.donations[0], amount }] });
    expect(answer.status).toBe(422);
  });

  it('refuses more than is owed, nothing at all, and the same donation twice', async () => {
    const payer = await aPayer();
    const [{ donationId, amount }] = payer.dues;
    for (const lines of [
      [{ donationId, amount: amount + 1 }],
      [{ donationId, amount: 0 }],
      [
        { donationId, amount: 100 },
        { donationId, amount: 100 },
      ],
      [
        { donationId, amount: 100 },
        { donationId: donationId.toUpperCase(), amount: 100 },
      ],
    ])
      expect((await pay(api, payer.account, lines)).status).toBe(422);
    expect(await openOf(donationId)).toBe(amount);
  });

  it('refuses one cent, and a part that leaves one cent, beside the amount', async () => {
    const payer = await aPayer();
    const [{ donationId, amount }] = payer.dues;
    for (const [part, message] of [
      [1, 'A card can pay $0.02 or more'],
      [amount - 1, 'This would leave $0.01 open'],
    ] as const) {
      const answer = await pay(api, payer.account, [{ donationId, amount: part }]);
      expect(answer.status).toBe(422);
      expect(answer.body.errors[0].path).toBe('donationAmount');
      expect(answer.body.errors[0].message).toContain(message);
    }
    expect((await pay(api, payer.account, [{ donationId, amount: amount - 2 }])).status).toBe(200);
    expect((await pay(api, payer.account, [{ donationId, amount: 2 }])).status).toBe(200);
    expect(await openOf(donationId)).toBe(0);
  });

  it('hides the dues of strangers behind 404, alone or among one’s own', async () => {
    const [payer, stranger] = [await aPayer(), await aPayer()];
    expect((await pay(api, payer.account, [stranger.dues[0]])).status).toBe(404);
    expect((await pay(api, payer.account, [payer.dues[0], stranger.dues[0]])).status).toBe(404);
    expect(
      (await pay(api, payer.account, [stranger.dues[0]], { payeeMemberId: stranger.memberId })).status,
    ).toBe(404);
    expect((await api.request.post(`/api/v1/member/${payer.memberId}/donation/pay`).send({})).status).toBe(
      401,
    );
  });

  it('refuses another request under a paymentId that was used', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    await pay(api, payer.account, [payer.dues[0]], { paymentId });
    const other = await pay(api, payer.account, [payer.dues[1]], { paymentId });
    expect(other.status).toBe(422);
    expect(other.body.code).toBe('idempotency_mismatch');
    const thief = await aPayer();
    expect((await pay(api, thief.account, [thief.dues[0]], { paymentId })).status).toBe(422);
  });
});

describe('a card that is refused', () => {
  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', null],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', null],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', null],
  ])('%s answers 402 %s and leaves the dues free', async (token, code, declineCode) => {
    const payer = await aPayer();
    const [due] = payer.dues;
    const paymentId = randomUUID();
    for (const _again of [1, 2]) {
      const answer = await pay(api, payer.account, [due], { token, paymentId });
      expect(answer.status).toBe(402);
      expect(answer.body.code).toBe(code);
      expect(answer.body.decline_code).toBe(declineCode);
      expect(answer.body.detail).toEqual(expect.any(String));
    }
    expect((await pay(api, payer.account, [due])).status).toBe(200);
    await expectTheBooksToAgree(api);
  });

  it('answers a token that is no card with a card failure, and leaves the dues free', async () => {
    const payer = await aPayer();
    const answer = await pay(api, payer.account, [payer.dues[0]], { token: 'pm_nonsense' });
    expect(answer.status).toBe(402);
    expect((await pay(api, payer.account, [payer.dues[0]])).status).toBe(200);
  });
});

describe('a card whose bank asks the cardholder', () => {
  const intentOf = (secret: string) => secret.split('_secret_')[0] ?? '';

  it('hands out the client secret, and the same request books it once confirmed', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    const options = { paymentId, token: 'pm_card_authenticationRequired' };
    const asked = await pay(api, payer.account, [payer.dues[0]], options);
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({ status: 'requires_action', payment_id: paymentId });
    expect((await pay(api, payer.account, [payer.dues[0]], options)).body.status).toBe('requires_action');
    await api.sandbox.authenticate(intentOf(asked.body.client_secret), 'complete');
    expect((await pay(api, payer.account, [payer.dues[0]], options)).status).toBe(200);
    await expectTheBooksToAgree(api);
  });

  it('answers a question that was failed as a decline, and leaves the dues free', async () => {
    const payer = await aPayer();
    const options = { paymentId: randomUUID(), token: 'pm_card_authenticationRequired' };
    const asked = await pay(api, payer.account, [payer.dues[0]], options);
    await api.sandbox.authenticate(intentOf(asked.body.client_secret), 'fail');
    const answer = await pay(api, payer.account, [payer.dues[0]], options);
    expect(answer.status).toBe(402);
    expect(answer.body.code).toBe('payment_intent_authentication_failure');
    expect((await pay(api, payer.account, [payer.dues[0]])).status).toBe(200);
    await expectTheBooksToAgree(api);
  });
});

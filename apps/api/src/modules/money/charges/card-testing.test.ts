import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCheckpoints } from '../../../../test/checkpoints.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import {
  CHALLENGE,
  DECLINED,
  REFUSED,
  expectTheBooksToAgree,
  forgetCardTries,
  pay,
  payBody,
  sweepLater,
  type PayOptions,
} from '../../../../test/paying.ts';
import { DonationPayRequest } from '@kinfold/domain/payment';
import { parse } from '../../../http/parse.ts';
import { cardTries } from '../cards/card.model.ts';
import { countDecline, reserveTry } from '../cards/card-tries.service.ts';
import { charge } from './charge.service.ts';
import { payments } from '../ledger/payment.model.ts';
import { openPayments } from './charge.model.ts';

const steps = testCheckpoints();
let api: Api;
beforeAll(async () => {
  api = await startApi({ checkpoint: steps.checkpoint });
});
afterAll(() => api.stop());
beforeEach(forgetCardTries);

const MINUTE = 60_000;
const payers = (count: number) => Promise.all(Array.from({ length: count }, () => aPayer()));
const tryCard = (payer: Payer, token = DECLINED, options: PayOptions = {}) =>
  pay(api, payer.account, [payer.dues[0]], { token, ...options });
const triesAtProvider = () =>
  api.sandbox.journal.all().filter(({ effect }) => effect === 'payment_intent.created').length;

/** A try from another network address than the one that all tests come from. */
async function tryFrom(address: string, payer: Payer, token: string): Promise<string> {
  const { account } = payer;
  const request = parse(DonationPayRequest, payBody([payer.dues[0]], { token }));
  const actor = { ...account, organizationNumber: null, sessionId: 'tests', askedDt: new Date() };
  const input = { paymentId: randomUUID(), actor, payeeMemberId: payer.memberId, request, address };
  const outcome = await charge(input, api.deps).catch((error: unknown) => error);
  return outcome instanceof Error
    ? ((outcome as { code?: string }).code ?? outcome.message)
    : (outcome as { kind: string }).kind;
}

describe('after five declined cards', () => {
  it('a member sees when to try again, the provider is not called, and nothing is left behind', async () => {
    const payer = await aPayer();
    for (const token of REFUSED.slice(0, 5)) expect((await tryCard(payer, token)).status).toBe(402);
    api.advance(3 * MINUTE);
    const before = triesAtProvider();
    const paymentId = randomUUID();
    const answer = await tryCard(payer, 'pm_card_visa', { paymentId });
    expect([answer.status, answer.body.code]).toEqual([429, 'too_many_declines']);
    expect(answer.body.detail).toBe('Too many cards were declined. Please try again in 12 minutes.');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(11 * 60);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(12 * 60);
    expect(triesAtProvider()).toBe(before);
    expect(await payments().findOne({ _id: paymentId })).toBeNull();
    expect(await openPayments().findOne({ _id: paymentId })).toBeNull();
    api.advance(12 * MINUTE);
    expect((await tryCard(payer, 'pm_card_visa')).status).toBe(200);
  });

  it('the member gets one mail, however often it is tried', async () => {
    const payer = await aPayer();
    for (let tries = 0; tries < 9; tries += 1) await tryCard(payer);
    const mails = (await mailsTo(api, payer.account.email)).filter(({ subject }) => /declined/.test(subject));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Set a new password');
  });

  it('the next members at the same address wait, whatever their card; at another address they do not', async () => {
    const [first, ...others] = await payers(7);
    if (!first) throw new Error('no payers');
    for (const [index, token] of REFUSED.slice(0, 5).entries()) {
      const payer = others[index];
      if (payer) expect((await tryCard(payer, token)).status).toBe(402);
    }
    const answer = await tryCard(first, 'pm_card_visa');
    expect([answer.status, answer.body.code]).toEqual([429, 'too_many_declines']);
    // None of these declines is the member's own: there is nothing to warn of.
    expect(await mailsTo(api, first.account.email)).toEqual([]);
    expect(await tryFrom('192.0.2.9', first, 'pm_card_visa')).toBe('paid');
  });

  it('members at one address do not wait for those whom the bank asks just now', async () => {
    for (const payer of await payers(6))
      expect(await tryFrom('192.0.2.200', payer, CHALLENGE)).toBe('requires_action');
    expect(await tryFrom('192.0.2.200', await aPayer(), 'pm_card_visa')).toBe('paid');
  });

  it('nobody tries that card again, from whatever address', async () => {
    const six = await payers(6);
    const outcomes = [];
    for (const [index, payer] of six.entries())
      outcomes.push(await tryFrom(`192.0.2.${index}`, payer, DECLINED));
    expect(outcomes).toEqual([...Array<string>(5).fill('declined'), 'too_many_declines']);
    expect(await tryFrom('192.0.2.77', six[5] ?? (await aPayer()), 'pm_card_visa')).toBe('paid');
  });

  it('a card that has paid for the member before still pays', async () => {
    const payer = await aPayer();
    expect((await tryCard(payer, 'pm_card_visa')).status).toBe(200);
    for (const token of REFUSED.slice(0, 5))
      expect((await pay(api, payer.account, [payer.dues[1]], { token })).status).toBe(402);
    const again = (token: string) => pay(api, payer.account, [payer.dues[1]], { token });
    expect((await again('pm_card_mastercard')).status).toBe(429);
    expect((await again('pm_card_visa')).status).toBe(200);
    // It has paid for this member, and for nobody else.
    expect((await tryCard(await aPayer(), 'pm_card_visa')).status).toBe(429);
  });
});

describe('ten declined cards in a day', () => {
  it('stop a member until the first of them is a day old', async () => {
    const payer = await aPayer();
    for (let round = 0; round < 2; round += 1) {
      for (const token of REFUSED.slice(0, 5)) expect((await tryCard(payer, token)).status).toBe(402);
      api.advance(16 * MINUTE);
    }
    const answer = await tryCard(payer, 'pm_card_visa');
    expect(answer.status).toBe(429);
    expect(answer.body.detail).toContain('in 24 hours.');
    api.advance(24 * 60 * MINUTE - 32 * MINUTE);
    expect((await tryCard(payer, 'pm_card_visa')).status).toBe(200);
  });
});

describe('cards that are tried at once', () => {
  it('are five at most when they are declined, over members and however many', async () => {
    const before = triesAtProvider();
    const answers = await Promise.all((await payers(16)).map((payer) => tryCard(payer)));
    const declined = answers.filter(({ status }) => status === 402);
    expect(declined).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11);
    expect(triesAtProvider() - before).toBe(5);
  });

  it('all pay when they are good: a place that was taken is given back', async () => {
    const answers = await Promise.all((await payers(16)).map((payer) => tryCard(payer, 'pm_card_visa')));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(16).fill(200));
  });

  it('count once for a payment that is sent many times', async () => {
    const payer = await aPayer();
    const options = { paymentId: randomUUID() };
    await Promise.all(Array.from({ length: 20 }, () => tryCard(payer, DECLINED, options)));
    for (let tries = 0; tries < 8; tries += 1)
      expect((await tryCard(payer, DECLINED, options)).status).toBe(402);
    expect((await tryCard(payer, 'pm_card_visa')).status).toBe(200);
  });
});

describe('an unreported decline', () => {
  it('counts when the process died before it was noted', async () => {
    const payer = await aPayer();
    for (const token of REFUSED.slice(0, 4)) await tryCard(payer, token);
    steps.crashAt('confirmed');
    await tryCard(payer, REFUSED[4]);
    await sweepLater(api);
    expect((await tryCard(payer, 'pm_card_visa')).status).toBe(429);
  });

  it('counts when the cardholder failed the bank’s question', async () => {
    const payer = await aPayer();
    for (const token of REFUSED.slice(0, 4)) await tryCard(payer, token);
    const options = { paymentId: randomUUID() };
    const asked = await tryCard(payer, 'pm_card_authenticationRequired', options);
    await api.sandbox.authenticate(String(asked.body.client_secret).split('_secret_')[0] ?? '', 'fail');
    expect((await tryCard(payer, 'pm_card_authenticationRequired', options)).status).toBe(402);
    expect((await tryCard(payer, 'pm_card_visa')).status).toBe(429);
  });

  it('is none when the card was not refused', async () => {
    const payer = await aPayer();
    for (const token of REFUSED.slice(0, 4)) await tryCard(payer, token);
    // Unknown to the provider, given up by the cardholder, and charged by a process that died.
    expect((await tryCard(payer, 'pm_nonsense')).status).toBe(402);
    expect((await tryCard(payer, 'pm_card_authenticationRequired')).status).toBe(202);
    await sweepLater(api);
    steps.crashAt('booked');
    await tryCard(payer, 'pm_card_visa');
    await sweepLater(api);
    expect((await pay(api, payer.account, [payer.dues[1]], { token: 'pm_card_mastercard' })).status).toBe(
      200,
    );
    await expectTheBooksToAgree(api);
  });
});

describe('the place of a try', () => {
  const intentOf = ({ body }: { body: { client_secret?: string } }) =>
    String(body.client_secret).split('_secret_')[0] ?? '';
  const openPlaces = async () =>
    (await cardTries().find().toArray()).flatMap(({ tries }) => tries.filter(({ isDeclined }) => !isDeclined))
      .length;

  it('is kept while the bank asks the cardholder: those that fail are declines as well', async () => {
    const payer = await aPayer();
    for (const token of REFUSED.slice(0, 3)) expect((await tryCard(payer, token)).status).toBe(402);
    const asked = await Promise.all(
      payer.dues.map(async (due) => {
        const options = { token: CHALLENGE, paymentId: randomUUID() };
        const again = () => pay(api, payer.account, [due], options);
        return { again, intentId: intentOf(await again()) };
      }),
    );
    const before = triesAtProvider();
    const last = pay(api, payer.account, [payer.linked], { token: DECLINED });
    for (const { again, intentId } of asked) {
      await api.sandbox.authenticate(intentId, 'fail');
      expect((await again()).status).toBe(402);
    }
    expect((await last).body.code).toBe('too_many_declines');
    expect(triesAtProvider()).toBe(before);
    expect(await openPlaces()).toBe(0);
  });

  it('is kept while the outcome is unknown, despite other requests, and released by the sweep', async () => {
    const payer = await aPayer();
    const options = { paymentId: randomUUID() };
    const places: number[] = [];
    steps.runAt('attempted', async () => {
      const path = '/v1/payment_intents/*/confirm';
      api.sandbox.faults.add({ kind: 'refuse', match: { path }, times: 'always' });
      expect((await tryCard(payer, 'pm_card_visa', options)).status).toBe(202);
      places.push(await openPlaces());
    });
    expect((await tryCard(payer, 'pm_card_visa', options)).status).toBe(202);
    api.sandbox.faults.clear();
    // Of the member, the address and the card.
    expect([...places, await openPlaces()]).toEqual([3, 3]);
    await sweepLater(api);
    expect(await openPlaces()).toBe(0);
  });

  it.each([
    ['was paid', 'pm_card_visa'],
    ['was declined', DECLINED],
    ['was given up', CHALLENGE],
  ])('is given back when the payment %s', async (_how, token) => {
    const payer = await aPayer();
    await tryCard(payer, token);
    if (token === CHALLENGE) await sweepLater(api);
    expect(await openPlaces()).toBe(0);
  });

  it('stays with its owner when a twin of the same attempt is refused from elsewhere', async () => {
    const now = api.deps.now;
    await reserveTry('try', ['member:1'], now);
    for (let tries = 1; tries <= 5; tries += 1) {
      const tried = { _id: `pay${tries}`, memberId: '2', tryKeys: ['address:2'] };
      await countDecline(tried, { tryId: 'ch', card: null }, now());
    }
    await expect(reserveTry('try', ['member:1', 'address:2'], now)).rejects.toThrow('too_many_declines');
    expect(await openPlaces()).toBe(1);
  });

  it('is taken again by a payment that goes on, unless its card was tried already', async () => {
    const payer = await aPayer();
    const [loser, rival, challenged] = [1, 2, 3].map(() => ({ paymentId: randomUUID() }));
    // A rival claims the dues between the look at the claims and the claim.
    let intentId = '';
    steps.runAt('recorded', async () => {
      intentId = intentOf(await tryCard(payer, CHALLENGE, rival));
    });
    expect((await tryCard(payer, 'pm_card_visa', loser)).body.code).toBe('payment_in_progress');
    await api.sandbox.authenticate(intentId, 'fail');
    expect((await tryCard(payer, CHALLENGE, rival)).status).toBe(402);
    expect(await openPlaces()).toBe(0);
    const payLinked = () => pay(api, payer.account, [payer.linked], { token: CHALLENGE, ...challenged });
    const asked = await payLinked();
    expect(asked.body.status).toBe('requires_action');
    // The place of the waiting one has expired by that time.
    api.advance(2 * MINUTE);
    for (const token of REFUSED.slice(0, 4))
      expect((await pay(api, payer.account, [payer.dues[1]], { token })).status).toBe(402);
    const before = triesAtProvider();
    expect((await tryCard(payer, 'pm_card_visa', loser)).body.code).toBe('too_many_declines');
    expect(triesAtProvider()).toBe(before);
    await api.sandbox.authenticate(intentOf(asked), 'complete');
    expect((await payLinked()).status).toBe(200);
    await sweepLater(api);
    await expectTheBooksToAgree(api);
  });
});

describe('dues that somebody else is paying', () => {
  it('are tried 20 times in a quarter of an hour and no more', async () => {
    const payer = await aPayer();
    // The bank's question keeps the dues claimed.
    expect((await tryCard(payer, 'pm_card_authenticationRequired')).status).toBe(202);
    for (let tries = 0; tries < 20; tries += 1)
      expect((await tryCard(payer, 'pm_card_visa')).status).toBe(409);
    const answer = await tryCard(payer, 'pm_card_visa');
    expect([answer.status, answer.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(await openPayments().countDocuments({})).toBe(1);
    await sweepLater(api);
    api.advance(15 * MINUTE);
    expect((await tryCard(payer, 'pm_card_visa')).status).toBe(200);
  });
});

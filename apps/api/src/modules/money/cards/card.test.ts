import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAccount, aSavedCard } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { aPayer } from '../../../../test/payer.ts';
import { confirmBySecret, declinesOf, forgetCardTries, pay, withoutEvents } from '../../../../test/paying.ts';
import { ProviderUnavailable } from '../../../platform/card-provider.ts';
import { cardSetups, cardTries } from './card.model.ts';
import { sweepSetups } from './card-setup.service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(forgetCardTries);

const DECLINED = 'pm_card_chargeDeclined';
const NOT_SAVED = { path: 'setup_token', message: 'This card was not saved. Please enter it again.' };

const cardsOf = (account: Account, rest = '') => `/api/v1/member/${account.memberId}/cards${rest}`;
const post = (account: Account, path: string, body: object = {}) =>
  api.request.post(path).set(api.as(account)).send(body);
const list = async (account: Account) =>
  (await api.request.get(cardsOf(account)).set(api.as(account))).body as { id: string }[];

type Confirmed = { payment_method: string; error?: { code: string } };

/** The browser's part: sends a card to the provider. */
async function confirm(id: string, card: string): Promise<Confirmed> {
  const answer = await fetch(`${api.sandbox.url}/v1/setup_intents/${id}/confirm`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${api.sandbox.secretKey}` },
    body: new URLSearchParams({ payment_method: card }),
  });
  return (await answer.json()) as Confirmed;
}

async function handOver(secret: string, card = 'pm_card_visa'): Promise<Confirmed & { id: string }> {
  const id = secret.split('_secret_')[0] ?? '';
  return { ...(await confirm(id, card)), id };
}

async function startSetup(account: Account): Promise<string> {
  const answer = await post(account, cardsOf(account, '/setup'));
  expect(answer.status).toBe(200);
  return answer.body.client_secret;
}

describe('saving a card', () => {
  it('keeps the card of a setup intent that succeeded, once', async () => {
    const account = await anAccount();
    const { id } = await handOver(await startSetup(account), 'pm_card_mastercard');
    const answer = await post(account, cardsOf(account), { setup_token: id });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ cardType: 'Mastercard', last4: '4444', isExpired: false });
    expect((await post(account, cardsOf(account), { setup_token: id })).body).toEqual(answer.body);
    expect(await list(account)).toEqual([answer.body]);
  });

  it('refuses a setup that has not succeeded, belongs to another user, or does not exist', async () => {
    const [account, stranger] = [await anAccount(), await anAccount()];
    const secret = await startSetup(account);
    const others = await handOver(await startSetup(stranger));
    const open = secret.split('_secret_')[0] ?? '';
    for (const setup_token of [open, others.id, 'seti_nothing']) {
      const answer = await post(account, cardsOf(account), { setup_token });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual([NOT_SAVED]);
    }
    expect(await list(account)).toEqual([]);
    expect(await list(stranger)).toHaveLength(1);
  });

  it('takes no payment method, not even the one that a setup made: nobody would have counted it', async () => {
    const account = await anAccount();
    const { payment_method } = await handOver(await startSetup(account));
    for (const setup_token of ['pm_card_visa', payment_method, 'tok_visa']) {
      const answer = await post(account, cardsOf(account), { setup_token });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual([NOT_SAVED]);
    }
  });

  it('never takes a card number', async () => {
    const account = await anAccount();
    for (const setup_token of ['4242424242424242', '', undefined, { card: { number: '4242424242424242' } }]) {
      const answer = await post(account, cardsOf(account), { setup_token });
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.body)).not.toContain('42424242');
    }
  });

  it('says so when the bank refuses to have the card saved', async () => {
    const account = await anAccount();
    const { id } = await handOver(await startSetup(account), DECLINED);
    const answer = await post(account, cardsOf(account), { setup_token: id });
    expect(answer.status).toBe(402);
    expect(answer.body).toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' });
  });

  it('is for the member alone, and not too often', async () => {
    const [account, stranger] = [await anAccount(), await anAccount()];
    expect((await post(stranger, cardsOf(account, '/setup'))).status).toBe(404);
    expect((await post(stranger, cardsOf(account), { setup_token: 'seti_1' })).status).toBe(404);
    for (let tries = 0; tries < 20; tries += 1) await startSetup(account);
    expect((await post(account, cardsOf(account, '/setup'))).body.code).toBe('too_many_requests');
  });
});

describe('cards that are refused while they are saved', () => {
  /** Makes the bank refuse the card of a setup; the member gets the answer, or has left the page. */
  const tryCard = async (account: Account, { isTold: isReported = true, card = DECLINED } = {}) => {
    const { id } = await handOver(await startSetup(account), card);
    if (isReported) expect((await post(account, cardsOf(account), { setup_token: id })).status).toBe(402);
    return id;
  };
  const start = async (account: Account) => (await post(account, cardsOf(account, '/setup'))).body.code;

  it('are five at most, as when paying, and the member is notified by mail', async () => {
    const account = await anAccount();
    for (let tries = 0; tries < 5; tries += 1) await tryCard(account);
    const answer = await post(account, cardsOf(account, '/setup'));
    expect([answer.status, answer.body.code]).toEqual([429, 'too_many_declines']);
    expect(answer.body.detail).toMatch(/^Too many cards were declined. Please try again in \d+ minutes./);
    expect(await mailsTo(api, account.email)).toHaveLength(1);
  });

  it('count even if nobody queried their outcome, and keep the member from paying too', async () => {
    const payer = await aPayer();
    for (let tries = 0; tries < 3; tries += 1) await tryCard(payer.account, { isTold: false });
    api.advance(20_000);
    await sweepSetups(api.deps);
    for (let tries = 0; tries < 2; tries += 1)
      expect((await pay(api, payer.account, [payer.dues[0]], { token: DECLINED })).status).toBe(402);
    expect((await pay(api, payer.account, [payer.dues[0]])).status).toBe(429);
  });

  it('count for their card, also for other members', async () => {
    for (let tries = 0; tries < 5; tries += 1) await tryCard(await anAccount());
    await cardTries().deleteMany({ _id: /^(member|address):/ });
    const payer = await aPayer();
    expect((await pay(api, payer.account, [payer.dues[0]], { token: DECLINED })).status).toBe(429);
    expect((await pay(api, payer.account, [payer.dues[0]])).status).toBe(200);
  });

  it('count for nothing when the card is kept in the end, or none was tried', async () => {
    const account = await anAccount();
    for (let tries = 0; tries < 6; tries += 1) await startSetup(account);
    for (let tries = 0; tries < 6; tries += 1) {
      const { id } = await handOver(await startSetup(account));
      expect((await post(account, cardsOf(account), { setup_token: id })).status).toBe(200);
    }
  });

  it.each([
    ['an event', () => api.sandbox.webhooks.idle()],
    ['the sweep', () => sweepSetups(api.deps)],
  ])('are one for each setup: %s ends it, and no other card is tried with it', async (name, happens) => {
    api.sandbox.setWebhook(name === 'an event' ? `${api.url}/webhooks/stripe` : null);
    const account = await anAccount();
    const id = await tryCard(account, { isTold: false });
    api.advance(20_000);
    await happens();
    // The event is answered first and has its effect a moment later.
    await expect.poll(() => cardSetups().findOne({ _id: id, endedDt: null })).toBeNull();
    expect((await confirm(id, 'pm_card_visa')).error?.code).toBe('setup_intent_unexpected_state');
    expect(await list(account)).toEqual([]);
  });

  it.each([
    ['and nobody was notified', false],
    ['and is kept before the events come', true],
  ])('count each, although a good card comes last %s', async (_when, isKept) => {
    const account = await anAccount();
    const secret = await startSetup(account);
    await withoutEvents(api, async () => {
      for (const card of ['Declined', 'DeclinedLostCard', 'DeclinedStolenCard', 'DeclinedExpiredCard'])
        expect(await confirmBySecret(api, secret, `pm_card_charge${card}`)).toMatch(/_card$|declined$/);
      expect(await confirmBySecret(api, secret, 'pm_card_visa')).toBe('succeeded');
      const setup_token = secret.split('_secret_')[0];
      if (isKept) expect((await post(account, cardsOf(account), { setup_token })).status).toBe(200);
    });
    await expect.poll(() => declinesOf(account.memberId)).toBe(4);
    await api.sandbox.webhooks.idle();
    // The place of the setup itself was released, and nothing counts twice.
    await tryCard(account);
    expect(await start(account)).toBe('too_many_declines');
  });

  it('end the setup by the first event, though it waits for the answer to another card by then', async () => {
    const account = await anAccount();
    const secret = await startSetup(account);
    await withoutEvents(api, async () => {
      await confirmBySecret(api, secret, DECLINED);
      expect(await confirmBySecret(api, secret, 'pm_card_authenticationRequired')).toBe('requires_action');
    });
    const [_id] = secret.split('_secret_');
    await expect.poll(() => cardSetups().findOne({ _id, endedDt: null })).toBeNull();
    expect(await confirmBySecret(api, secret, 'pm_card_visa')).toBe('setup_intent_unexpected_state');
    expect(await list(account)).toEqual([]);
    expect(await declinesOf(account.memberId)).toBe(1);
  });

  it('count for nobody before they are refused: many at one address save and pay at once', async () => {
    const accounts = await Promise.all(Array.from({ length: 7 }, () => anAccount()));
    const secrets = await Promise.all(accounts.map((account) => startSetup(account)));
    const payer = await aPayer();
    expect((await pay(api, payer.account, [payer.dues[0]])).status).toBe(200);
    for (const [index, account] of accounts.entries()) {
      const { id } = await handOver(secrets[index] ?? '');
      expect((await post(account, cardsOf(account), { setup_token: id })).status).toBe(200);
    }
  });

  it('are settled by the sweep however many there are, the oldest first, though one cannot be', async () => {
    const account = await anAccount();
    const ids = Array.from({ length: 130 }, (_, index) => `seti_${index}`);
    const now = api.deps.now().getTime();
    await startSetup(account);
    const history = (await cardSetups().findOne({ memberId: account.memberId ?? '' }))?.history;
    if (!history) throw new Error('no setup was begun');
    await cardSetups().deleteMany({});
    await cardSetups().insertMany(
      ids.map((_id, index) => ({
        _id,
        memberId: account.memberId ?? '',
        history,
        tryId: `setup:${_id}`,
        tryKeys: [],
        endedDt: null,
        createdDt: new Date(now - 3_600_000 + index),
      })),
    );
    const asked: string[] = [];
    const { provider } = api.deps;
    const cancelSetup = async (id: string) => {
      asked.push(id);
      if (id === 'seti_0') throw new ProviderUnavailable('it does not answer');
      await provider.cancelSetup(id);
    };
    await sweepSetups({ ...api.deps, provider: { ...provider, cancelSetup } });
    expect(asked).toHaveLength(130);
    expect(asked.slice(0, 8)).toEqual(ids.slice(0, 8));
    expect(await cardSetups().find({ endedDt: null }).toArray()).toMatchObject([{ _id: 'seti_0' }]);
    api.advance(25 * 3_600_000);
    await sweepSetups(api.deps);
    await sweepSetups(api.deps);
    expect(await cardSetups().countDocuments({})).toBe(0);
  });

  it('leave nothing open: a setup that nobody finishes is canceled after a quarter of an hour', async () => {
    const account = await anAccount();
    const id = (await startSetup(account)).split('_secret_')[0] ?? '';
    await sweepSetups(api.deps);
    api.advance(15 * 60_000);
    await sweepSetups(api.deps);
    expect((await confirm(id, 'pm_card_visa')).error?.code).toBe('setup_intent_unexpected_state');
    expect(await start(account)).toBeUndefined();
  });
});

it('lists more saved cards than a page of the provider has', async () => {
  const account = await anAccount();
  for (let kept = 0; kept < 101; kept += 1) await aSavedCard(api, account);
  expect(await list(account)).toHaveLength(101);
});

it('lists the card first that paid last; before that, the newest', async () => {
  const payer = await aPayer();
  const { account } = payer;
  const visa = (await aSavedCard(api, account)).id;
  const { id: setup } = await handOver(await startSetup(account), 'pm_card_mastercard');
  const mastercard = (await post(account, cardsOf(account), { setup_token: setup })).body.id as string;
  const ids = async () => (await list(account)).map(({ id }) => id);
  expect(await ids()).toEqual([mastercard, visa]);
  const [first, second] = payer.dues;
  expect((await pay(api, account, [first], { savedCardId: visa })).status).toBe(200);
  expect(await ids()).toEqual([visa, mastercard]);
  expect((await pay(api, account, [second], { savedCardId: mastercard })).status).toBe(200);
  expect(await ids()).toEqual([mastercard, visa]);
});

describe('removing a card', () => {
  const remove = (account: Account, cardId: string, of = account) =>
    api.request.delete(cardsOf(of, `/${cardId}`)).set(api.as(account));

  it('removes it; a second time changes nothing', async () => {
    const account = await anAccount();
    const { id } = await aSavedCard(api, account);
    expect((await remove(account, id)).status).toBe(204);
    expect(await list(account)).toEqual([]);
    expect((await remove(account, id)).status).toBe(204);
    expect((await remove(account, 'pm_nothing')).status).toBe(204);
  });

  it('leaves the cards of others alone', async () => {
    const [account, stranger] = [await anAccount(), await anAccount()];
    const { id } = await aSavedCard(api, account);
    expect((await remove(stranger, id)).status).toBe(404);
    expect((await remove(stranger, id, account)).status).toBe(404);
    expect(await list(account)).toHaveLength(1);
  });

  it('says so while the provider is away', async () => {
    const account = await anAccount();
    const { id } = await aSavedCard(api, account);
    api.sandbox.faults.add({ kind: '500', times: 'always' });
    const answer = await remove(account, id);
    api.sandbox.faults.clear();
    expect([answer.status, answer.body.code]).toEqual([502, 'provider_unavailable']);
  });
});

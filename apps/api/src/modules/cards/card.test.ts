import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAccount, aSavedCard } from '../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../test/harness.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const cardsOf = (account: Account, rest = '') => `/api/v1/member/${account.memberId}/cards${rest}`;
const post = (account: Account, path: string, body: object = {}) =>
  api.request.post(path).set(api.as(account)).send(body);
const list = async (account: Account) =>
  (await api.request.get(cardsOf(account)).set(api.as(account))).body as { id: string }[];

/** What the browser does with the client secret: hands a card to the provider. */
async function handOver(
  secret: string,
  card = 'pm_card_visa',
): Promise<{ id: string; payment_method: string }> {
  const id = secret.split('_secret_')[0] ?? '';
  const answer = await fetch(`${api.sandbox.url}/v1/setup_intents/${id}/confirm`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${api.sandbox.secretKey}` },
    body: new URLSearchParams({ payment_method: card }),
  });
  return { id, ...((await answer.json()) as { payment_method: string }) };
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

  it('takes the payment method that the setup made as well', async () => {
    const account = await anAccount();
    const { payment_method } = await handOver(await startSetup(account));
    const answer = await post(account, cardsOf(account), { setup_token: payment_method });
    expect(answer.body.id).toBe(payment_method);
  });

  it('refuses a setup that has not succeeded, is somebody else’s, or does not exist', async () => {
    const [account, stranger] = [await anAccount(), await anAccount()];
    const secret = await startSetup(account);
    const others = await handOver(await startSetup(stranger));
    const open = secret.split('_secret_')[0] ?? '';
    for (const setup_token of [open, others.id, others.payment_method, 'seti_nothing', 'pm_nothing']) {
      const answer = await post(account, cardsOf(account), { setup_token });
      expect(answer.status).toBe(422);
      expect(answer.body.errors[0].path).toBe('setup_token');
    }
    expect(await list(account)).toEqual([]);
    expect(await list(stranger)).toHaveLength(1);
  });

  it('never takes a card number', async () => {
    const account = await anAccount();
    for (const setup_token of ['4242424242424242', '', undefined, { card: { number: '4242424242424242' } }]) {
      const answer = await post(account, cardsOf(account), { setup_token });
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.body)).not.toContain('4242');
    }
  });

  it('says so when the bank refuses to have the card saved', async () => {
    const account = await anAccount();
    const answer = await post(account, cardsOf(account), { setup_token: 'pm_card_chargeDeclined' });
    expect(answer.status).toBe(402);
    expect(answer.body).toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' });
  });

  it('is for the member alone, and not too often', async () => {
    const [account, stranger] = [await anAccount(), await anAccount()];
    expect((await post(stranger, cardsOf(account, '/setup'))).status).toBe(404);
    expect((await post(stranger, cardsOf(account), { setup_token: 'pm_card_visa' })).status).toBe(404);
    for (let tries = 0; tries < 20; tries += 1) await startSetup(account);
    expect((await post(account, cardsOf(account, '/setup'))).status).toBe(429);
  });
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

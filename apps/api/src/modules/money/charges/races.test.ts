import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../../../test/harness.ts';
import { aPayer } from '../../../../test/payer.ts';
import {
  chargedByProvider,
  expectNothingStuck,
  expectTheBooksToAgree,
  pay,
  sweepLater,
} from '../../../../test/paying.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('the same payment many times at once', () => {
  it('charges once and never answers with a failure', async () => {
    const payer = await aPayer();
    const paymentId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => pay(api, payer.account, payer.dues, { paymentId })),
    );
    expect(answers.every(({ status }) => status === 200 || status === 202)).toBe(true);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await pay(api, payer.account, payer.dues, { paymentId })).status).toBe(200);
    expect(api.sandbox.journal.charges(paymentId)).toHaveLength(1);
    await sweepLater(api);
    await expectTheBooksToAgree(api);
  });
});

describe('rivals for the same dues', () => {
  it.each([2, 3, 5, 8])(
    'lets at most one of %i pay, and everything can be paid afterwards',
    async (rivals) => {
      const payer = await aPayer();
      const lines = [...payer.dues, payer.linked];
      const before = chargedByProvider(api).size;
      const answers = await Promise.all(
        Array.from({ length: rivals }, (_, index) =>
          pay(api, payer.account, index % 2 ? lines.toReversed() : lines.slice(0, 2), {
            token: index % 3 === 2 ? 'pm_card_mastercard' : 'pm_card_visa',
          }),
        ),
      );
      const paid = answers.filter(({ status }) => status === 200);
      expect(paid.length).toBeLessThanOrEqual(1);
      expect(chargedByProvider(api).size - before).toBe(paid.length);
      for (const { status } of answers) expect([200, 409, 422]).toContain(status);
      await sweepLater(api);
      await expectNothingStuck(api, payer);
    },
  );
});

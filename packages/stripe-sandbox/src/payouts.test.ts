import { expect, it } from 'vitest';
import { errorOf, newIntent, startForTest } from './testing.ts';

const movementsIn = async (
  stripe: Awaited<ReturnType<typeof startForTest>>['stripe'],
  payout: string,
  of: { stripeAccount?: string } = {},
) => (await stripe.balanceTransactions.list({ payout, expand: ['data.source'] }, of)).data;

it('a payout of exactly the oldest movements lists them; one of any other amount lists nothing', async () => {
  const { stripe } = await startForTest();
  for (const payment of ['p1', 'p2'])
    await newIntent(stripe, payment, { payment_method: 'pm_card_visa', confirm: true });
  const [second, first] = (await stripe.balanceTransactions.list()).data;
  const { id, automatic } = await stripe.payouts.create({ amount: first?.net ?? 0, currency: 'usd' });
  expect(automatic).toBe(true);
  const held = await movementsIn(stripe, id);
  expect(held.map(({ type, net }) => [type, net])).toEqual([
    ['payout', -(first?.net ?? 0)],
    ['charge', first?.net],
  ]);
  const byHand = await stripe.payouts.create({ amount: (second?.net ?? 0) - 1, currency: 'usd' });
  expect(byHand.automatic).toBe(false);
  expect((await errorOf(movementsIn(stripe, byHand.id))).param).toBe('payout');
});

it('a connected account has the part of a charge that was transferred, what was taken back, and its payouts', async () => {
  const { sandbox, stripe } = await startForTest();
  const fields = {
    client_id: 'ca_sandbox',
    redirect_uri: 'http://localhost/',
    decision: 'accept',
    name: 'Grace',
  };
  const answer = await fetch(`${sandbox.url}/oauth/authorize`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const { stripe_user_id: stripeAccount = '' } = await stripe.oauth.token({
    grant_type: 'authorization_code',
    code,
  });
  const intent = await newIntent(stripe, 'p1', {
    payment_method: 'pm_card_visa',
    confirm: true,
    transfer_data: { destination: stripeAccount, amount: 4500 },
  });
  await stripe.refunds.create({ payment_intent: intent.id, amount: 2303, reverse_transfer: true });
  const { id } = await stripe.payouts.create({ amount: 2250, currency: 'usd' }, { stripeAccount });
  const held = await movementsIn(stripe, id, { stripeAccount });
  expect(held.map(({ type, net }) => [type, net])).toEqual([
    ['payout', -2250],
    ['payment_refund', -2250],
    ['payment', 4500],
  ]);
  const source = held[2]?.source;
  const transfer = typeof source === 'object' && source?.object === 'charge' ? source.source_transfer : null;
  if (typeof transfer !== 'string') throw new Error('the payment has a transfer');
  const { source_transaction } = await stripe.transfers.retrieve(transfer, {
    expand: ['source_transaction'],
  });
  expect(source_transaction).toMatchObject({ payment_intent: intent.id });
  // Neither is seen from the platform.
  expect((await stripe.payouts.list()).data).toEqual([]);
  expect((await stripe.charges.list()).data).toHaveLength(1);
});

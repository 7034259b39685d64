import { expect, it } from 'vitest';
import { isPaid } from './campaign.ts';
import { cents } from './money.ts';

it.each([
  [-1, true],
  [0, true],
  [1, false],
  [1500, false],
])('a fundraiser with a balance of %d cents is PAID: %s', (balance, paid) => {
  expect(isPaid({ currentCampaignRunsBalance: cents(balance) })).toBe(paid);
});

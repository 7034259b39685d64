import { describe, expect, it } from 'vitest';
import { fundraiserState, type FundraiserState } from './campaign.ts';
import { cents } from './money.ts';

type Given = Partial<Parameters<typeof fundraiserState>[0]>;
const fund = {
  currentCampaignRunsBalance: cents(0),
  requiresMembership: true,
  isActive: true,
  hasPausedDues: false,
};
const due = { currentCampaignRunsBalance: cents(1) };
const [open, waiting, inactive, paused] = [
  { requiresMembership: false },
  { isActive: null },
  { isActive: false },
  { hasPausedDues: true },
];

describe('a fundraiser', () => {
  it.each<[FundraiserState, Given]>([
    ['paid', {}],
    ['due', due],
    ['due', { ...due, ...paused }],
    ['due', { ...due, ...waiting }],
    ['due', { ...due, ...inactive }],
    ['due', { ...due, ...open }],
    ['open', open],
    ['open', { ...open, ...waiting }],
    ['inactive', { ...open, ...inactive }],
    ['waiting', waiting],
    ['waiting', { ...waiting, ...paused }],
    ['paused', paused],
    ['paused', { ...paused, ...inactive }],
    ['inactive', inactive],
  ])('is %s: %j', (state, given) => {
    expect(fundraiserState({ ...fund, ...given })).toBe(state);
  });
});

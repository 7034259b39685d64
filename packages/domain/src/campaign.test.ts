import { describe, expect, it } from 'vitest';
import { fundraiserState, type FundraiserState, type MemberCampaign } from './campaign.ts';
import { cents } from './money.ts';

type Given = Partial<MemberCampaign>;
const fund: MemberCampaign = {
  campaignId: 'c',
  campaignName: 'Grace Fund',
  shortDescription: '',
  requiresMembership: true,
  campaignMembershipId: 'm',
  campaign_membership_id: 'm',
  isActive: true,
  currentCampaignRunsBalance: cents(0),
  openDues: [],
  hasPausedDues: false,
  takesGifts: false,
};
const due = { currentCampaignRunsBalance: cents(1) };
const open = { requiresMembership: false };
const waiting = { isActive: null };
const inactive = { isActive: false };
const paused = { hasPausedDues: true };

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
    ['waiting', waiting],
    ['waiting', { ...waiting, ...paused }],
    ['paused', paused],
    ['paused', { ...paused, ...inactive }],
    ['inactive', inactive],
  ])('is %s: %j', (state, given) => {
    expect(fundraiserState({ ...fund, ...given })).toBe(state);
  });
});

import { describe, expect, it } from 'vitest';
import type { MemberCampaign } from './campaign.ts';
import { cents } from './money.ts';
import { fundNotes, nothingDueText } from './nothing-due.ts';

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

const PAUSED = 'Grace Fund has paused a collection. It need not be paid until it resumes.';
const WAITS = 'The office has not confirmed the membership in Grace Fund yet. It covers nobody before that.';
const STAYS = 'The membership in Grace Fund is not active. What is open of it can still be paid.';
const ENDED = 'The membership in Grace Fund is not active.';
const CLOSED = 'Grace Fund takes no gifts now.';
const PAYS = 'Miriam Okafor pays for the membership in Grace Fund.';
const LATER = 'A new collection will be listed here.';

describe('what a screen says of a fund', () => {
  it.each<[string[], Given]>([
    [[], {}],
    [[], due],
    [[PAUSED], paused],
    [[], { ...paused, ...due }],
    [[WAITS], waiting],
    [[STAYS], { ...inactive, ...due }],
    [[ENDED, PAUSED], { ...inactive, ...paused }],
    [[], open],
  ])('%j: %j', (notes, given) => {
    expect(fundNotes({ ...fund, ...given })).toEqual(notes);
  });
});

describe('where nothing is due', () => {
  const miriam = { primaryMemberName: 'Miriam Okafor', campaignName: 'Grace Fund' };
  it.each<[string, string[], boolean, Given[], (typeof miriam)[]]>([
    ['Nothing is due. Thank you for keeping up.', [LATER], true, [{}], []],
    ['Nothing is due. Thank you for keeping up.', [LATER], true, [{}, open], []],
    ['Nothing is due right now.', [PAUSED], false, [paused], []],
    ['Nothing is due right now.', [PAUSED], false, [{}, paused], []],
    ['Nothing is due right now.', [WAITS], false, [waiting], []],
    ['Nothing is due right now.', [WAITS, PAUSED], false, [waiting, paused], []],
    ['Nothing is due.', [LATER], false, [{ ...open, takesGifts: true }], []],
    ['Nothing is due.', [CLOSED, LATER], false, [open], []],
    ['Nothing is due.', [LATER], false, [open, open], []],
    ['Nothing is due right now.', [ENDED, PAUSED], false, [{ ...inactive, ...paused }], []],
    ['Nothing is due.', [LATER], false, [], []],
    ['Nothing is due on this account.', [PAYS], false, [], [miriam]],
    [
      'Nothing is due on this account.',
      [
        'Miriam Okafor pays for the membership in Grace Fund and Burial Aid.',
        'Jo pays for the membership in Grace Fund.',
      ],
      false,
      [open],
      [miriam, { ...miriam, primaryMemberName: 'Jo' }, { ...miriam, campaignName: 'Burial Aid' }],
    ],
    ['Nothing is due. Thank you for keeping up.', [PAYS], true, [{}], [miriam]],
  ])('%s %j', (sentence, notes, isPaid, campaigns, payers) => {
    expect(
      nothingDueText(
        campaigns.map((given) => ({ ...fund, ...given })),
        payers,
      ),
    ).toEqual({ sentence, notes, isPaid });
  });
});

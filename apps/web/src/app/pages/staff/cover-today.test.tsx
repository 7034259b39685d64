import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import {
  attention,
  coverage,
  donationPage,
  member,
  organizationRow,
  personCoverage,
  scope,
} from '../../../test/factories.ts';
import { openApp, signInAsStaff } from '../../../test/render.tsx';
import { answerGet, server } from '../../../test/server.ts';

const RUTH = '7'.repeat(24);
const CAMPAIGN = 'c'.repeat(24);
const MEMBERSHIP = 'e'.repeat(24);
const LOST = 'Not covered since October 12. $19.60 would bring it back.';
const lost = { isCovered: false, text: LOST, until: null, isQuiet: false };
const covered = { isCovered: true, text: 'Covered.', until: null, isQuiet: true };

/** What is shown with a mark: it says so without a color too. */
const marked = (text: string | RegExp) => {
  const line = screen.getByText(text).closest('.status');
  expect(line?.querySelector('svg')).not.toBeNull();
  return line;
};

const row = (more: object = {}) => ({
  _id: RUTH,
  memberId: 'M-000002',
  firstNm: 'Ruth',
  lastNm: 'Okafor',
  birthDt: '1951-03-07',
  age: 75,
  relationship: 'Head of Household',
  organizationNumber: '1001',
  organizationName: 'Grace Community Church',
  isActive: true,
  phoneNbr: null,
  email: null,
  cover: lost,
  ...more,
});
const membership = (more: object = {}) => ({
  _id: MEMBERSHIP,
  campaignId: CAMPAIGN,
  campaignName: 'Grace Funeral Fund',
  organizationName: 'Grace Community Church',
  organizationNumber: '1001',
  externalRef: 'P-000012',
  isActive: true,
  version: 4,
  primaryMemberId: RUTH,
  primaryMember: { _id: RUTH, firstNm: 'Ruth', lastNm: 'Okafor', isActive: true },
  totalPrice: 37,
  lastPayment: null,
  cover: lost,
  members: [],
  ...more,
});

beforeEach(() => {
  signInAsStaff();
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  answerGet('/v2/organizations', [organizationRow()]);
  answerGet('/v2/audit', { entries: [], next: null });
  answerGet('/v2/staff/attention', attention());
  answerGet('/v2/staff/organizations', { organizations: [], more: 0, months: [] });
  answerGet('/v2/search', {
    ...{ didYouMean: [], organizations: [], campaigns: [] },
    members: [{ ...row(), organizationName: 'Grace Community Church' }],
    memberships: [
      {
        _id: MEMBERSHIP,
        externalRef: 'QB-1042',
        primaryMemberName: 'Okafor, Ruth',
        primaryMemberId: RUTH,
        cover: covered,
      },
    ],
  });
});

it('is found on the staff home by typing a name', async () => {
  const { user } = openApp('/staff');
  await user.type(await screen.findByRole('combobox', { name: 'Find a person or a record' }), 'oka');
  expect(await screen.findByRole('option', { name: new RegExp(LOST.replaceAll('$', '\\$')) })).toBeVisible();
  marked(LOST);
  expect(screen.getByText(/Days of quiet: nothing is sent to the household\./)).toBeVisible();
});

it('has a column and a filter in the list of members, where Active has no color', async () => {
  const asked: string[] = [];
  server.use(
    http.get('/v2/members', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ results: 1, pages: 1, members: [row()] });
    }),
  );
  const { user } = openApp('/members');
  expect(await screen.findByRole('columnheader', { name: 'Cover' })).toBeInTheDocument();
  marked(LOST);
  expect(screen.getByText('Active', { selector: '.status' }).className).toBe('status');
  await user.selectOptions(screen.getByLabelText('Cover'), 'In a fund, not covered');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(asked.at(-1)).toContain('covered=lost');
});

it('is the first line of a member and of their household, and today needs no typing', async () => {
  answerGet(`/v2/members/${RUTH}`, member({ _id: RUTH, cover: lost }));
  answerGet(`/api/v1/member/${RUTH}/campaigns`, []);
  answerGet(`/v2/members/${RUTH}/campaigns`, []);
  answerGet(`/v2/members/${RUTH}/campaigns/other`, []);
  answerGet(`/v2/members/${RUTH}/donations`, donationPage());
  answerGet(`/v2/members/${RUTH}/outreach`, { letters: [], calls: [], wrongPhones: [] });
  answerGet(
    `/v2/members/${RUTH}/coverage`,
    coverage({
      sentence: 'Ruth is not covered right now.',
      people: [
        personCoverage({
          name: 'Ruth Okafor',
          isCovered: false,
          reasons: [{ code: 'dues_late', text: 'The dues are open.', amount: 19.6, date: null }],
        }),
      ],
    }),
  );
  const resident = (member_id: string, firstNm: string, cover: object) => ({
    ...{ member_id, memberId: 'M-000002', firstNm, lastNm: 'Okafor', relationship: 'Spouse', age: 40 },
    ...{ isActive: true, cover },
  });
  answerGet(`/v2/members/${RUTH}/household/notes`, []);
  answerGet(`/api/v1/member/${RUTH}/household`, {
    _id: 'd'.repeat(24),
    primaryMemberId: RUTH,
    version: 1,
    cover: { ...lost, text: '1 of 2 covered.' },
    members: [resident(RUTH, 'Ruth', lost), resident('8'.repeat(24), 'Sam', { ...covered, isQuiet: false })],
  });
  const { user } = openApp(`/member/${RUTH}`);
  expect(await screen.findByText(LOST)).toBeVisible();
  marked(LOST);
  const today = await screen.findByRole('region', { name: 'Covered on a day?' });
  expect(await within(today).findByText('Ruth is not covered right now.')).toBeVisible();
  expect(within(today).getByText('The dues are open.')).not.toBeVisible();
  await user.click(within(today).getByText(/Ruth Okafor:/));
  expect(within(today).getByText('The dues are open.')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Household' }));
  expect(await screen.findByText('1 of 2 covered.')).toBeVisible();
  expect(screen.getByText('Covered.')).toBeVisible();
});

it('of a membership stands first, with what its price would be today and what it is made of', async () => {
  const person = {
    ...{ _id: 'row', memberId: 'M-000002', member_id: RUTH, firstNm: 'Ruth', lastNm: 'Okafor' },
    ...{ birthDt: '1980-05-05', age: 46, price: 37, isActive: true, isPrimary: true },
    ...{ startDt: '2024-11-02T00:00:00.000Z', endDt: '9999-12-31T00:00:00.000Z' },
    ...{ inPrimaryHousehold: true, relationship: 'Spouse', priceReason: 'Child: 0 to 17 years' },
    priceFrom: { day: '2026-10-01', age: 17, relationship: 'Son' },
  };
  const priceToday = { totalPrice: 18.5, since: '2026-11-03', text: 'Since November 3 it would be $18.50' };
  answerGet(`/v2/membership/${MEMBERSHIP}`, membership({ priceToday, members: [person] }));
  answerGet(`/api/v1/donation/${MEMBERSHIP}/dues`, []);
  answerGet(`/v2/campaigns/${CAMPAIGN}/runs`, { results: 0, pages: 0, campaignRuns: [] });
  openApp(`/member/${RUTH}/campaign/${MEMBERSHIP}`);
  expect(await screen.findByText('Since November 3 it would be $18.50.')).toBeVisible();
  marked(LOST);
  expect(screen.getByText(/\(Child: 0 to 17 years; as of October 1, 2026: 17, Son\)/)).toBeVisible();
});

it('of one that waits says what it will cost, in its list too', async () => {
  const waiting = membership({ isActive: null, totalPrice: 0, priceWhenActive: 80 });
  answerGet(`/v2/membership/${MEMBERSHIP}`, waiting);
  answerGet(`/api/v1/donation/${MEMBERSHIP}/dues`, []);
  answerGet(`/v2/campaigns/${CAMPAIGN}/runs`, { results: 0, pages: 0, campaignRuns: [] });
  openApp(`/member/${RUTH}/campaign/${MEMBERSHIP}`);
  expect((await screen.findByText(/in each run once it is confirmed/)).textContent).toBe(
    'Nothing yet; $80.00 in each run once it is confirmed',
  );
});

it('the staff home counts memberships that would cost something else, and leads to them', async () => {
  const outdatedPrices = {
    count: 2,
    campaigns: [{ campaignId: CAMPAIGN, campaignName: 'Grace Funeral Fund', count: 2 }],
  };
  answerGet('/v2/staff/attention', attention({ outdatedPrices }));
  openApp('/staff');
  expect(await screen.findByText(/memberships would cost something else today/)).toBeVisible();
  expect(screen.getByRole('link', { name: /2 in Grace Funeral Fund/ })).toHaveAttribute(
    'href',
    `/campaigns/${CAMPAIGN}/memberships?price_outdated=true`,
  );
});

/**
 * Every page in each of its states, light and dark, on a small phone: no violation of WCAG 2.2 AA that axe can find, no
 * sideways scrolling at 320 px or on a desk, and no target smaller than 44 px. Without the typeface, pages with large
 * amounts and long names also stay one readable column with text of 200 %.
 */
import { OVERLOADED } from '@kinfold/domain/problem';
import type { Page, Route } from '@playwright/test';
import { aClaim, anIntakeRequest } from '../../api/test/factories.ts';
import { aStaffAccount, type Payer } from '../../api/test/payer.ts';
import { expectAccessible, expectReadableTwiceAsLarge, structureOf } from './accessibility.ts';
import {
  aJob,
  aLargePayer,
  expect,
  expectComplete,
  expectNoSidewaysScroll,
  goTo,
  heading,
  LONG_NAME,
  PUBLIC_PATHS,
  runAddress,
  signIn,
  test,
} from './fixtures.ts';

test.use({ allowedConsole: [/status of (403|404|503)/] });

const isData = (url: URL) => /^\/(v2|api\/v1)\//.test(url.pathname);
/** Without a time to wait, it is retried at once. */
const PROBLEM = JSON.stringify({
  status: 503,
  title: 'Service Unavailable',
  code: OVERLOADED,
  detail: 'The database does not answer.',
  instance: 'req-1',
});

const NOTHING = {
  ...{ intakeRequests: 0, unconfirmedMemberships: 0, waitingCampaigns: [], endingRuns: [] },
  ...{ jobs: { running: 0, failed: 0 }, losingCover: 0, vacantOffices: 0 },
};

/** An empty response of the same shape. */
async function emptied(route: Route): Promise<void> {
  const answer = await route.fetch();
  // Its lists are counts.
  if (route.request().url().endsWith('/v2/staff/attention'))
    return route.fulfill({ response: answer, json: NOTHING });
  const body: unknown = await answer.json();
  const lists = {
    donations: [],
    payments: [],
    people: [],
    years: [],
    contacts: [],
    entries: [],
    jobs: [],
    imports: [],
    messages: [],
    reminders: [],
    exports: [],
    statements: [],
    campaigns: [],
    campaignRuns: [],
    changes: [],
    doubleCovers: [],
    calls: [],
  };
  const found = { members: [], organizations: [], memberships: [], intakeRequests: [] };
  const empty = { results: 0, pages: 0, next: null, ...lists, ...found };
  // A list in one answer may be a number in another.
  const known = (record: object) =>
    Object.fromEntries(
      Object.entries(empty).filter(
        ([name, value]) =>
          Object.hasOwn(record, name) &&
          Array.isArray(value) === Array.isArray((record as Record<string, unknown>)[name]),
      ),
    );
  await route.fulfill({
    response: answer,
    json: Array.isArray(body) ? [] : { ...(body as object), ...known(body as object) },
  });
}

/** The response to users without the permission. */
const forbidden = (route: Route) =>
  route.fulfill({
    status: 403,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      status: 403,
      title: 'Forbidden',
      code: 'forbidden',
      detail: 'You are not authorized to view this page',
      instance: 'req-1',
    }),
  });

const states = {
  full: undefined,
  empty: emptied,
  error: (route: Route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: PROBLEM }),
  loading: () => undefined,
};

const memberPages: [name: string, path: (payer: Payer) => string][] = [
  ['overview', () => '/my/overview'],
  ['profile', () => '/my/profile'],
  ['my organization', () => '/my/organization'],
  ['campaigns', ({ memberId }) => `/member/${memberId}`],
  ['donations', ({ memberId }) => `/member/${memberId}?activeTab=donations`],
  ['payments', ({ memberId }) => `/member/${memberId}?activeTab=payments`],
  ['linked account', ({ linked }) => `/member/${linked.memberId}`],
  ['account summary', () => '/account-summary'],
  ['autopay', () => '/my/autopay'],
  ['pay for somebody', () => '/pay-for-somebody'],
  ['older payment', () => '/account-process-payment'],
  ['donate everything', () => '/donate'],
  ['donate', (payer) => `/member/${payer.memberId}/membership/${payer.campaignMembershipId}/donate`],
  ['review', () => '/donate/review'],
  ['thank you', () => '/donate/thank-you'],
  ['address confirm', () => '/address-confirm'],
  ['address update', () => '/address-update'],
];

/** A page that is easily told apart from pages that wait for their data. */
const ANOTHER = { path: '/wip', name: 'test WIP' };

/** Opens a page that waits for its data: only the changed heading shows that it was opened. */
async function openWaiting(page: Page, path: string): Promise<void> {
  await goTo(page, ANOTHER.path);
  await expect(heading(page, ANOTHER.name)).toBeVisible();
  await goTo(page, path);
  await expect(heading(page, new RegExp(`^(?!${ANOTHER.name})`))).toBeVisible();
}

/** The page on a desk; without the typeface, with text of 200 % on a phone. */
async function expectFits(page: Page, name: string, hasFonts: boolean): Promise<void> {
  if (!hasFonts) return expectReadableTwiceAsLarge(page, name);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectNoSidewaysScroll(page);
  if (size) await page.setViewportSize(size);
}

/**
 * Opens pages in a state, one after another in one document, and checks each; in its full state a page is checked in
 * both colour schemes. The notes of the other states are the same on all pages: one page is checked in the dark scheme, and a page with the
 * elements of another one is not checked again.
 */
async function expectAccessiblePages(
  page: Page,
  pages: readonly (readonly [name: string, path: string])[],
  [state, answer]: [string, ((route: Route) => unknown) | undefined],
  hasFonts: boolean,
): Promise<void> {
  if (answer) await page.route(isData, answer);
  const structures = new Set<string>();
  for (const [index, [name, path]] of pages.entries()) {
    if (state === 'loading') await openWaiting(page, path);
    else {
      await goTo(page, path);
      await expectComplete(page);
    }
    const structure = await structureOf(page);
    if (structures.has(structure)) continue;
    structures.add(structure);
    const isInBoth = state === 'full' || index === 0;
    await expectAccessible(page, `${name}, ${state}`, isInBoth ? ['light', 'dark'] : ['light']);
    if (state === 'full') await expectFits(page, name, hasFonts);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

for (const state of Object.entries(states)) {
  test(`every page of members, ${state[0]}`, async ({ page, payer: usual, hasFonts }) => {
    const payer = hasFonts ? usual : await aLargePayer();
    await signIn(page, payer.account.email);
    const pages = memberPages.map(([name, pathOf]) => [name, pathOf(payer)] as const);
    await expectAccessiblePages(page, pages, state, hasFonts);
  });
}

for (const state of Object.entries({ ...states, forbidden })) {
  test(`every page of staff, ${state[0]}`, async ({ page, payer: usual, hasFonts }) => {
    const payer = hasFonts ? usual : await aLargePayer();
    const staff = await aStaffAccount(payer.organizationNumber, 'administrator');
    await signIn(page, staff.email);
    const jobId = await aJob(payer);
    const requestId = await anIntakeRequest({
      organizationNumber: payer.organizationNumber,
      firstNm: 'Ruth',
      lastNm: LONG_NAME,
    });
    const run = await runAddress(payer);
    const pages = [
      ['run', run],
      ['board of a run', `${run}?view=board`],
      ['report of a run', `${run}?view=report`],
      ['call list of a run', `${run}?view=calls`],
      // With the widest letters and the longest names its table is for paper.
      ...(hasFonts ? [['run for printing', `${run}?view=print`] as const] : []),
      ['reminder of a run', `${run}?view=remind`],
      ['who was reminded', `${run}?view=messages`],
      ['donations', `/organizations/${payer.organizationNumber}?activeTab=donations`],
      ['staff home', '/staff'],
      ['search', '/search?q=ruth'],
      ['intake', '/intake'],
      ['review items', '/review-items'],
      ['payments', `/payments?organization_number=${payer.organizationNumber}`],
      ['disputes', `/disputes?organization_number=${payer.organizationNumber}`],
      ['batches', `/batches?organization_number=${payer.organizationNumber}`],
      ['deposits', `/deposits?organization_number=${payer.organizationNumber}`],
      ['months', `/months?organization_number=${payer.organizationNumber}`],
      [
        'month',
        `/months/${new Date().toISOString().slice(0, 7)}?organization_number=${payer.organizationNumber}`,
      ],
      ['approvals', '/approvals'],
      ['claims', '/claims'],
      ['claim', `/claims/${await aClaim({ ...payer, lastNm: LONG_NAME })}`],
      ['request', `/intake/${requestId}`],
      ['link and QR code', '/intake/link'],
      ['organizations', '/organizations'],
      ['organization', `/organizations/${payer.organizationNumber}`],
      ['groups', `/organizations/${payer.organizationNumber}?activeTab=groups`],
      ['contacts', `/organizations/${payer.organizationNumber}?activeTab=contacts`],
      ['members', `/organizations/${payer.organizationNumber}?activeTab=members`],
      ['imports', `/organizations/${payer.organizationNumber}/imports`],
      ['exports', `/organizations/${payer.organizationNumber}/exports`],
      ['statements', `/organizations/${payer.organizationNumber}/statements`],
      ['edit an organization', `/organizations/${payer.organizationNumber}?edit=true`],
      ['back from connecting an account', '/connect/return?state=none&code=none'],
      ['new organization', '/organizations/create'],
      ['history', '/history'],
      ['jobs', '/jobs'],
      ['job', `/jobs/${jobId}`],
      ['roles', `/organizations/${payer.organizationNumber}/roles`],
      ['members', '/members'],
      ['memberships', `/campaigns/${payer.campaignId}/memberships`],
      ['membership', `/member/${payer.memberId}/campaign/${payer.campaignMembershipId}`],
      ['new member', `/member/create?organization_number=${payer.organizationNumber}`],
      ['campaigns', '/campaigns'],
      ['who loses cover', '/cover-changes'],
      ['who is covered twice', `/campaigns/${payer.campaignId}/double-covers`],
      ['campaign', `/campaign/${payer.campaignId}`],
      ['new campaign', `/campaign/create?organization_number=${payer.organizationNumber}`],
      ['campaign to edit', `/campaign/create?campaign_id=${payer.campaignId}`],
      ['member to edit', `/member/edit/${payer.memberId}`],
      ...['campaigns', 'donations', 'household', 'linkedAccounts', 'messages', 'danger-zone'].map(
        (tab) => [`member, ${tab}`, `/member/${payer.memberId}?activeTab=${tab}`] as const,
      ),
    ] as const;
    await expectAccessiblePages(page, pages, state, hasFonts);
  });
}

test('the staff side: its menu, filters, an opened entry, a job that failed', async ({ page, payer }) => {
  const staff = await aStaffAccount(payer.organizationNumber, 'administrator');
  await signIn(page, staff.email);
  await page.goto('/history');
  await page.getByRole('button', { name: 'Menu of the staff side' }).click();
  await expectAccessible(page, 'menu of the staff side');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('From').fill('02/30/2026');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('Incorrect date')).toBeVisible();
  await expectAccessible(page, 'filters with an error');
  await page
    .getByRole('button', { name: /Okafor/ })
    .first()
    .click();
  await expectAccessible(page, 'an opened entry');
  await page.goto('/history?actor=nobody%40demo.test');
  await expect(page.getByText('No entries match these filters')).toBeVisible();
  await expectAccessible(page, 'no entries that fit');
  await page.goto(`/jobs/${await aJob(payer, 'failed')}`);
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectAccessible(page, 'a job that failed');
});

test('roles: a form with errors, a pending invitation, a removed role', async ({ page, payer }) => {
  const staff = await aStaffAccount(payer.organizationNumber, 'administrator');
  await aStaffAccount(payer.organizationNumber, 'viewer');
  await signIn(page, staff.email);
  await page.goto(`/organizations/${payer.organizationNumber}/roles`);
  await page.getByRole('button', { name: 'Give a role' }).click();
  await page.getByRole('button', { name: 'Give role' }).click();
  await expect(page.getByText('Choose a role', { exact: true }).last()).toBeVisible();
  await expectAccessible(page, 'the form of a role with errors');
  await page.getByLabel('Email').fill('nobody@example.test');
  await page.getByRole('dialog').getByLabel('Role').selectOption('Viewer');
  await page.getByRole('button', { name: 'Give role' }).click();
  await expect(page.getByText('Nobody has confirmed an account with this email.')).toBeVisible();
  await expectAccessible(page, 'the offer of an invitation');
  await page.getByRole('button', { name: 'Send an invitation' }).click();
  await expect(page.getByText(/^An invitation was mailed/)).toBeVisible();
  await page.getByRole('button', { name: /^Remove viewer/ }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expectAccessible(page, 'an invitation and a removed role');
  await page.getByRole('button', { name: 'View as a viewer' }).click();
  await expect(page.getByText(/^You see what a viewer of/)).toBeVisible();
  await expectComplete(page);
  await expectAccessible(page, 'looking as a viewer');
});

test('a household: its menu, and its dialogs', async ({ page, payer }) => {
  const staff = await aStaffAccount(payer.organizationNumber, 'manager');
  await signIn(page, staff.email);
  await page.goto(`/member/${payer.memberId}?activeTab=linkedAccounts`);
  await expectComplete(page);
  await expectAccessible(page, 'linked accounts');
  await page.goto(`/member/${payer.memberId}?activeTab=household`);
  await expectComplete(page);
  await expectAccessible(page, 'household');
  await page.getByRole('button', { name: 'Change Sam Okafor' }).click();
  await expectAccessible(page, 'menu of a member of a household');
  await page.getByRole('button', { name: 'Change relationship' }).click();
  await expectAccessible(page, 'relationship');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add existing' }).click();
  await page.getByRole('button', { name: 'Add to household' }).click();
  await expect(page.getByText('Member Id is required')).toBeVisible();
  await expectAccessible(page, 'add existing with errors');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Life events' }).click();
  for (const event of [
    'Marriage',
    'Divorce',
    'A household of their own',
    'Move to another address',
    'Leaving the organization',
  ]) {
    await page.getByLabel('What happened').selectOption(event);
    await expectAccessible(page, event);
  }
  await page.goto(`/staff/death?member_id=${payer.memberId}`);
  await page.getByLabel('Date of death').fill('01/15/2026');
  await expect(page.getByRole('heading', { name: 'What this means' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enter the death' })).toBeVisible();
  await expectAccessible(page, 'what a death changes');
});

test('dialogs and unfolded parts', async ({ page, payer }) => {
  await signIn(page, payer.account.email);
  await page.goto('/my/profile');
  for (const name of ['Edit address', 'Edit phone']) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').getByLabel(/./).first().fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectAccessible(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page.getByRole('button', { name: 'Save card' }).click();
  await expectAccessible(page, 'add a card');
  await page.goto('/my/overview');
  await page.getByRole('button', { name: /^Details of who is covered/ }).click();
  await page.getByRole('button', { name: /menu/i }).click();
  await expectAccessible(page, 'who is covered');
  await page.goto('/account-summary');
  await page.getByRole('button', { name: /^Details/ }).click();
  await expectAccessible(page, 'details');
  await page.goto('/account-process-payment');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expectAccessible(page, 'older payment with errors');
});

test('every public page', async ({ page, hasFonts }) => {
  for (const path of PUBLIC_PATHS) {
    await goTo(page, path);
    await expectComplete(page);
    await expectAccessible(page, path);
    await expectFits(page, path, hasFonts);
  }
  await page.goto('/intake-form');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expectAccessible(page, 'intake form with errors');
});

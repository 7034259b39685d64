/**
 * Every page in each of its states, light and dark, on a small phone: no violation of WCAG 2.2 AA that axe can find,
 * no sideways scrolling at 320 px, and nothing to press that is smaller than 44 px.
 */
import AxeBuilder from '@axe-core/playwright';
import type { Page, Route } from '@playwright/test';
import type { Payer } from '../../api/test/payer.ts';
import { expect, expectNoSidewaysScroll, signIn, test } from './fixtures.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const TARGET_PX = 44;

test.use({ allowedConsole: [/status of 503/] });
test.beforeEach(({ page: _page }, { project }) => {
  test.skip(project.name !== 'phone', 'pages adapt by width alone; this is the narrowest');
});

/** What can be pressed and is too small; links inside a line of text are exempt (WCAG 2.5.8). */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const small: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('a, button, input, select, summary')) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (element.matches('a') && getComputedStyle(element).display === 'inline') continue;
      // A box to tick is as large as what ticks it: with its labels.
      const isBox = element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type);
      const boxes = [element, ...(isBox ? (element.labels ?? []) : [])].map((part) =>
        part.getBoundingClientRect(),
      );
      const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
      const bottom = Math.max(...boxes.map((box) => box.bottom));
      const height = bottom - Math.min(...boxes.map(({ top }) => top));
      // The skip link, until it has the focus.
      if (bottom < 0) continue;
      if (width < least - 0.5 || height < least - 0.5)
        small.push(`${element.outerHTML.slice(0, 120)} ${Math.round(width)}x${Math.round(height)}`);
    }
    return small;
  }, TARGET_PX);
}

async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).exclude('iframe').analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect.soft(found, `${state}, ${colorScheme}`).toEqual([]);
  }
  expect.soft(await smallTargets(page), `${state}: targets`).toEqual([]);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  if (size) await page.setViewportSize(size);
}

const isData = (url: URL) => /^\/(v2|api\/v1)\//.test(url.pathname);
const PROBLEM = JSON.stringify({
  status: 503,
  title: 'Service Unavailable',
  code: 'database_unavailable',
  detail: 'The database does not answer.',
  instance: 'req-1',
});

/** An answer with nothing in it, in the same shape. */
async function emptied(route: Route): Promise<void> {
  const answer = await route.fetch();
  const body: unknown = await answer.json();
  const empty = { results: 0, pages: 0, donations: [], people: [], years: [], contacts: [] };
  const known = (record: object) =>
    Object.fromEntries(Object.entries(empty).filter(([name]) => Object.hasOwn(record, name)));
  await route.fulfill({
    response: answer,
    json: Array.isArray(body) ? [] : { ...(body as object), ...known(body as object) },
  });
}

const states = {
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
  ['linked account', ({ linked }) => `/member/${linked.memberId}`],
  ['account summary', () => '/account-summary'],
  ['older payment', () => '/account-process-payment'],
  ['donate everything', () => '/donate'],
  ['donate', (payer) => `/member/${payer.memberId}/membership/${payer.campaignMembershipId}/donate`],
  ['review', () => '/donate/review'],
  ['thank you', () => '/donate/thank-you'],
  ['address confirm', () => '/address-confirm'],
  ['address update', () => '/address-update'],
];

for (const [name, pathOf] of memberPages)
  test(`${name}, in every state`, async ({ page, payer }) => {
    test.slow();
    await signIn(page, payer.account.email);
    const path = pathOf(payer);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page, 'full');
    for (const [state, answer] of Object.entries(states)) {
      await page.route(isData, answer);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // One more try after 600 ms, and then it says so.
      if (state !== 'loading') await page.waitForLoadState('networkidle');
      await expectAccessible(page, state);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  });

test('dialogs and what unfolds', async ({ page, payer }) => {
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
  await page.getByRole('button', { name: 'Who is covered, and why' }).click();
  await page.getByRole('button', { name: /menu/i }).click();
  await expectAccessible(page, 'who is covered');
  await page.goto('/account-summary');
  await page.getByRole('button', { name: /^Details/ }).click();
  await expectAccessible(page, 'details');
  await page.goto('/account-process-payment');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expectAccessible(page, 'older payment with errors');
});

for (const path of [
  '/',
  '/sign-in',
  '/sign-up',
  '/confirm-email',
  '/forgot-password',
  '/reset-password',
  '/public',
  '/intake-form',
  '/terms',
  '/privacy-notice',
  '/wip',
  '/error',
  '/no-such-page',
])
  test(`${path}, signed out`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page, path);
  });

test('the intake form with errors, and everything at twice the text size', async ({ page, payer }) => {
  await page.goto('/intake-form');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expectAccessible(page, 'intake form with errors');
  await signIn(page, payer.account.email);
  for (const path of [
    '/my/overview',
    '/my/profile',
    '/account-process-payment',
    `/member/${payer.memberId}?activeTab=donations`,
  ]) {
    await page.goto(path);
    await page.addStyleTag({ content: ':root { font-size: 200% !important }' });
    await page.waitForLoadState('networkidle');
    await expectNoSidewaysScroll(page);
  }
});

/** The overview and the start page: the content of the first screen, on small phones and on wide screens. */
import type { Locator, Page } from '@playwright/test';
import { aPayer } from '../../api/test/payer.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, expectComplete, expectNoSidewaysScroll, heading, signIn, test } from './fixtures.ts';

const PHONES = [
  { width: 360, height: 640 },
  { width: 375, height: 553 },
  { width: 320, height: 568 },
];

const payAgain = (page: Page) => page.getByRole('link', { name: 'Pay $20.00 to be covered again' });
const answer = (page: Page) => page.getByRole('region', { name: 'Cover and dues' });

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('it is not to be seen');
  return box;
}

async function open(page: Page, path: string) {
  await page.goto(path);
  await expectComplete(page);
}

test('the answer and the button to pay are on the first screen', async ({ page, payer }) => {
  await signIn(page, payer.account.email);
  for (const size of PHONES) {
    await page.setViewportSize(size);
    await open(page, '/my/overview');
    await expect(answer(page).getByText(/not covered/)).toBeInViewport({ ratio: 1 });
    const { y, height } = await boxOf(payAgain(page));
    expect(y + height, `${size.width}x${size.height}`).toBeLessThanOrEqual(size.height);
    await expectNoSidewaysScroll(page);
  }
});

test('one card shows cover and dues once, and each button shows its amount @phone', async ({
  page,
  payer,
}) => {
  await signIn(page, payer.account.email);
  await open(page, '/my/overview');
  await expect(answer(page).getByText(/to be covered again/)).toHaveCount(1);
  await answer(page)
    .getByRole('button', { name: /^Details/ })
    .click();
  await expect(
    answer(page)
      .getByText(/Autumn assessment are open: \$20\.00/)
      .first(),
  ).toBeVisible();
  await payAgain(page).click();
  await expect(page.getByLabel('Amount to pay')).toHaveValue('20.00');
  await expect(page).toHaveURL(/\/donate$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Pay all $50.00' }).click();
  await expect(page.getByText('Total $51.11').first()).toBeVisible();
  await expect(page.getByLabel('Amount to pay')).toHaveCount(0);
});

test.describe('a payment without an answer', () => {
  // There is no receipt of it.
  test.use({ allowedConsole: [/status of 404/] });
  test('is noted where the button waits for it @phone', async ({ page, payer }) => {
    await signIn(page, payer.account.email);
    const payment = {
      payment_id: crypto.randomUUID(),
      payee_member_id: payer.memberId,
      campaign_id: null,
      membershipId: payer.campaignMembershipId,
      campaignName: 'Fund',
      totalAmount: 5111,
      processingFee: 111,
      cardData: { id: 'card_1' },
      donation_id: -1,
      donations: [],
      wasSent: true,
    };
    await page.evaluate(
      ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
      [`kinfold.payment.${payer.memberId}`, JSON.stringify(payment)],
    );
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/my/overview');
    await expect(answer(page).getByText('Your payment of $51.11 is not confirmed yet')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Pay (all )?\$/ })).toHaveCount(0);
    await expectAccessible(page, 'a payment that is not confirmed');
    const look = page.getByRole('link', { name: 'Check this payment' });
    await expect(look).toBeInViewport({ ratio: 1 });
    await look.click();
    await expect(heading(page, 'Review')).toBeVisible();
  });
});

test.describe('offline', () => {
  test.use({ allowedConsole: [/ERR_INTERNET_DISCONNECTED/] });
  test('is noted, and the answer is reloaded when the connection returns @phone', async ({
    page,
    payer,
    context,
  }) => {
    await signIn(page, payer.account.email);
    await open(page, '/my/overview');
    await context.setOffline(true);
    await expect(answer(page).getByText('You are offline.')).toBeVisible();
    const asked = page.waitForRequest(/\/coverage$/);
    await context.setOffline(false);
    await asked;
    await expect(answer(page).getByText('You are offline.')).toHaveCount(0);
    await expect(payAgain(page)).toBeVisible();
  });
});

test('two columns, and lists as tables with the amounts on the right, if there is room', async ({
  page,
  payer,
}) => {
  await signIn(page, payer.account.email);
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, '/my/overview');
  const [left, right] = [
    await boxOf(answer(page)),
    await boxOf(page.getByRole('region', { name: 'Linked Accounts' })),
  ];
  expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
  expect(Math.abs(right.y - left.y)).toBeLessThanOrEqual(1);
  await expectNoSidewaysScroll(page);

  await page.setViewportSize({ width: 768, height: 1024 });
  for (const [path, table] of [
    ['/my/overview', 'Recent Donations'],
    ['/my/overview', 'Payments'],
    [`/member/${payer.memberId}?activeTab=donations`, 'Donations'],
  ] as const) {
    await open(page, path);
    const list = page.getByRole('table', { name: table });
    await expect(list.getByRole('columnheader', { name: 'Date' })).toBeVisible();
    const amounts = await list.locator('td.is-main').all();
    const edges = await Promise.all(
      amounts.map(async (cell) => {
        const { x, width } = await boxOf(cell);
        return Math.round(x + width);
      }),
    );
    expect(new Set(edges).size, table).toBe(1);
    for (const cell of amounts) await expect(cell).toHaveCSS('text-align', 'right');
  }
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, '/my/overview');
  const rows = page.getByRole('table', { name: 'Recent Donations' });
  await expect(rows.getByRole('columnheader', { name: 'Date' })).toBeHidden();
  const [name, amount, status] = await Promise.all(
    ['.amount-name', '.is-main', '.amount-status'].map((part) => boxOf(rows.locator(part).first())),
  );
  // Two lines: name and amount, then date and status.
  expect(amount?.y).toBeLessThan(status?.y ?? 0);
  expect(name?.y).toBeLessThan(status?.y ?? 0);
  expect(Math.round((amount?.x ?? 0) + (amount?.width ?? 0))).toBe(
    Math.round((status?.x ?? 0) + (status?.width ?? 0)),
  );
});

test('a long first name keeps the bar one row high, and icons scale with the text', async ({
  page,
  database: _connected,
}) => {
  const payer = await aPayer({ firstNm: 'Wolde-Giorgis Tesfamariam Hailemichael' });
  await signIn(page, payer.account.email);
  await page.setViewportSize({ width: 320, height: 568 });
  await open(page, '/my/overview');
  const menu = page.getByRole('button', { name: /menu$/ });
  const [brand, name] = [await boxOf(page.getByRole('link', { name: 'Kinfold, home' })), await boxOf(menu)];
  expect(Math.abs(brand.y + brand.height / 2 - (name.y + name.height / 2))).toBeLessThanOrEqual(2);
  await expectNoSidewaysScroll(page);
  const icon = menu.locator('svg').first();
  const before = await boxOf(icon);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
  expect((await boxOf(icon)).width).toBeCloseTo(2 * before.width, 0);
});

test('the start page shows what this is: a picture, three sentences, two buttons', async ({ page }) => {
  await open(page, '/');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Register' })).toBeVisible();
  const picture = page.getByRole('figure', { name: 'An example of what a member sees' });
  await expect(picture.getByText(/^You and 3 others are covered until/)).toBeVisible();
  await expect(picture.getByText('$46.04')).toBeVisible();
  // It is a picture: nothing in it takes the focus, and only its caption is read out.
  await expect(picture.getByRole('heading')).toHaveCount(0);
  await expectAccessible(page, 'start page');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(picture).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 360, height: 640 });
  for (const name of ['Sign In', 'Register'])
    await expect(main.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
});

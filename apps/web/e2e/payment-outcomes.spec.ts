/** Declines, 3-D Secure and double clicks. */
import type { Page } from '@playwright/test';
import {
  CARDS,
  chargesOf,
  donateNow,
  expect,
  expectNoSidewaysScroll,
  fillCard,
  paymentIdOf,
  reviewWithNewCard,
  test,
  thankYou,
} from './fixtures.ts';

// Browsers report a 4xx response as an error in the console.
test.use({ allowedConsole: [/status of (402|409)/] });

test('a double click on Donate Now charges once', async ({ page, payer }) => {
  await reviewWithNewCard(page, payer);
  await donateNow(page).dblclick();
  await expect(thankYou(page)).toBeVisible();
  expect(await chargesOf(page.request, paymentIdOf(page))).toBe(1);
  await page.goBack();
  await page.goForward();
  expect(await chargesOf(page.request, paymentIdOf(page))).toBe(1);
});

test('two devices paying the same dues: one pays, the other sees a note', async ({
  page,
  payer,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage();
  for (const device of [page, other]) await reviewWithNewCard(device, payer);
  await Promise.all([donateNow(page).click(), donateNow(other).click()]);
  const outcome = (device: Page) =>
    thankYou(device)
      .or(device.getByRole('link', { name: /try again/i }))
      .first();
  await Promise.all([expect(outcome(page)).toBeVisible(), expect(outcome(other)).toBeVisible()]);
  const thanked = (await thankYou(page).count()) + (await thankYou(other).count());
  expect(thanked).toBe(1);
  const donations = await page.request.get(`/api/v1/donation/${payer.campaignMembershipId}/dues`, {
    headers: { Authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}` },
  });
  const dues = (await donations.json()) as {
    totalBalance: number;
    paymentsTotal: number;
    minAmountDue: number;
  }[];
  for (const due of dues) expect(due.paymentsTotal).toBe(due.minAmountDue);
  await other.context().close();
});

test.describe('a card that is refused', () => {
  for (const [name, number, text] of [
    ['declined', CARDS.declined, 'Card Declined. No additional reason provided by your bank.'],
    ['expired', CARDS.expired, 'Expired Card'],
  ] as const)
    test(`is ${name}: the reason is shown, nothing is charged, and another card works`, async ({
      page,
      payer,
    }) => {
      await reviewWithNewCard(page, payer, number);
      await donateNow(page).click();
      await expect(page.getByText(text)).toBeVisible();
      await expect(donateNow(page)).toHaveCount(0);
      await expectNoSidewaysScroll(page);
      await page.getByRole('link', { name: /try again/i }).click();
      const said = `Visa ending ${number.slice(-4)} was declined. Nothing was charged.`;
      await expect(page.getByText(said)).toBeInViewport({ ratio: 1 });
      await expect(page.locator('[aria-current="step"]')).toHaveText(/Card/);
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.getByLabel('Cardholder name')).toHaveValue('Ruth Okafor');
      await fillCard(page, CARDS.good);
      await page.getByRole('button', { name: /continue/i }).click();
      await donateNow(page).click();
      await expect(thankYou(page)).toBeVisible();
      expect(await chargesOf(page.request, paymentIdOf(page))).toBe(1);
    });
});

test.describe('a card whose bank authenticates the cardholder', () => {
  for (const [answer, end] of [
    ['Complete authentication', 'pays'],
    ['Fail authentication', 'does not pay'],
  ] as const)
    test(`${answer}: ${end}`, async ({ page, payer }) => {
      await reviewWithNewCard(page, payer, CARDS.asksTheCardholder);
      await donateNow(page).click();
      const dialog = page.getByRole('dialog', { name: '3D Secure authentication' });
      await dialog.frameLocator('iframe').getByRole('button', { name: answer }).click();
      if (end === 'pays') await expect(thankYou(page)).toBeVisible();
      else await expect(page.getByRole('link', { name: /try again/i })).toBeVisible();
    });
});

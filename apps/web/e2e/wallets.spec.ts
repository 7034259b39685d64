/** Paying with a wallet on Review: accept, cancel, decline, 3-D Secure, and a page that goes away in between. */
import type { Page } from '@playwright/test';
import {
  chargesOf,
  donateNow,
  expect,
  expectNoSidewaysScroll,
  paymentIdOf,
  reviewWithNewCard,
  test,
  thankYou,
  walletButton,
} from './fixtures.ts';

test.use({ allowedConsole: [/status of (402|409)/] });

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Test Wallet' }).frameLocator('iframe');

async function accept(page: Page, card: string) {
  await walletButton(page).click();
  await sheet(page).getByLabel('Card').selectOption({ label: card });
  await sheet(page).getByRole('button', { name: 'Accept' }).click();
}

test('a wallet pays once; cancelling it charges nothing and keeps the card', async ({ page, payer }) => {
  await reviewWithNewCard(page, payer);
  await walletButton(page).click();
  await expect(sheet(page).getByRole('heading', { name: 'Test Wallet' })).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(donateNow(page)).toBeEnabled();
  const button = await walletButton(page).boundingBox();
  expect(button?.height).toBeGreaterThanOrEqual(44);
  await expectNoSidewaysScroll(page);
  await accept(page, 'Visa ending 4242');
  await expect(thankYou(page)).toBeVisible();
  expect(await chargesOf(page.request, paymentIdOf(page))).toBe(1);
});

test('a declined wallet says why and leads to another card', async ({ page, payer }) => {
  await reviewWithNewCard(page, payer);
  await accept(page, 'Visa ending 0002, declined');
  await expect(
    page.getByText('Card Declined. No additional reason provided by your bank.').first(),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: /try again/i })).toBeVisible();
});

test('the bank authenticates a card of a wallet too', async ({ page, payer }) => {
  await reviewWithNewCard(page, payer);
  await accept(page, 'Visa ending 3184, with 3D Secure');
  await page
    .getByRole('dialog', { name: '3D Secure authentication' })
    .frameLocator('iframe')
    .getByRole('button', { name: 'Complete authentication' })
    .click();
  await expect(thankYou(page)).toBeVisible();
  expect(await chargesOf(page.request, paymentIdOf(page))).toBe(1);
});

test('a page reloaded while a wallet pays finds that payment again', async ({ page, payer }) => {
  await reviewWithNewCard(page, payer);
  let id = '';
  await page.route('**/donation/pay', async (route) => {
    id = route.request().headers()['idempotency-key'] ?? '';
    await route.fetch();
    // The answer is lost with the page.
    await page.reload();
  });
  await accept(page, 'Visa ending 4242');
  await expect(thankYou(page)).toBeVisible();
  expect(paymentIdOf(page)).toBe(id);
  expect(await chargesOf(page.request, id)).toBe(1);
});

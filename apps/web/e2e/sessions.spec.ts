/** Token refresh, idle timeout, sign-out in another tab, and a copied token. */
import type { Page } from '@playwright/test';
import type { UserToken } from '../../api/src/modules/identity/users/user-token.model.ts';
import { collection } from '../../api/src/platform/database.ts';
import { expectAccessible } from './accessibility.ts';
import { button, expect, PASSWORD, signIn, signInByForm, test, heading, summary } from './fixtures.ts';

// Browsers report a 4xx response as an error in the console.
test.use({ allowedConsole: [/status of 401/] });

test.describe('an idle user', () => {
  /** Stops the clock of the page; `runFor` advances it. */
  async function stopClock(page: Page): Promise<void> {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  }
  /** Advances the clock until nothing has happened for some milliseconds. */
  async function runUntilIdle(page: Page, milliseconds: number): Promise<void> {
    const idle = await page.evaluate(() => Date.now() - Number(localStorage.getItem('lastActiveDt')));
    await page.clock.runFor(milliseconds - idle);
  }

  test('is asked after 15 minutes, stays, and is signed out a minute after the next question', async ({
    page,
    payer,
  }) => {
    await signIn(page, payer.account.email);
    await page.clock.install();
    await page.goto('/account-summary');
    await expect(summary(page)).toBeVisible();
    await stopClock(page);
    const question = page.getByRole('dialog', { name: 'Are you still here?' });

    await runUntilIdle(page, 899_000);
    await expect(question).toHaveCount(0);
    await page.clock.runFor(3_000);
    await expect(question).toBeVisible();
    await expect(button(page, 'Keep me Signed In')).toBeFocused();
    // Assertions need running timers; the countdown is stopped meanwhile.
    const now = await page.evaluate(() => Date.now());
    await page.clock.resume();
    await page.clock.setFixedTime(now);
    await expectAccessible(page);
    await button(page, 'Keep me Signed In').click();
    await expect(question).toHaveCount(0);

    await page.clock.setSystemTime(now);
    await stopClock(page);
    await runUntilIdle(page, 902_000);
    await expect(question).toBeVisible();
    await page.clock.runFor(62_000);
    await expect(heading(page, 'Sign In')).toBeVisible();
    await expect(page.getByText(/signed out because nothing happened for 15 minutes/)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    await expect(page).toHaveURL(/returnTo=%2Faccount-summary/);
  });

  test('finds typed values after the next sign-in', async ({ page, payer }) => {
    await signIn(page, payer.account.email);
    await page.clock.install();
    await page.goto('/address-update');
    await page.getByLabel('Street name and number').fill('7 Oak Lane');
    await page.clock.runFor(965_000);
    await expect(heading(page, 'Sign In')).toBeVisible();
    await signInByForm(page, payer.account.email);
    await expect(heading(page, 'Update Contact Information')).toBeVisible();
    await expect(page.getByLabel('Street name and number')).toHaveValue('7 Oak Lane');
  });
});

test('two tabs share one session: one refreshes, both log out, and its tokens are revoked', async ({
  page,
  payer,
  context,
}) => {
  await signIn(page, payer.account.email);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/account-summary');
    await expect(summary(tab)).toBeVisible();
  }
  // Both get a 401 at the same time.
  const before = await page.evaluate(() => {
    localStorage.setItem('accessToken', `${localStorage.getItem('accessToken')}x`);
    return localStorage.getItem('userToken');
  });
  let refreshes = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/token/refresh')) refreshes += 1;
  });
  await Promise.all([page.reload(), other.reload()]);
  for (const tab of [page, other]) await expect(summary(tab)).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userToken'))).not.toBe(before);
  expect(refreshes).toBe(1);

  const userToken = await page.evaluate(() => localStorage.getItem('userToken'));
  await page.getByRole('button', { name: /menu/ }).click();
  const ended = page.waitForResponse((response) => response.url().endsWith('/logout'));
  await button(page, 'Logout').click();
  await expect(page.getByRole('link', { name: 'Register' })).toBeVisible();
  await expect(heading(other, 'Sign In')).toBeVisible();
  // A copied token is refused as soon as the server has processed this: the page does not wait for it.
  expect((await ended).ok()).toBe(true);
  const refreshed = await page.request.post('/token/refresh', { data: { userToken } });
  expect(refreshed.status()).toBe(401);
});

test('a token that is reused after its grace of 30 s ends its session everywhere, and no other', async ({
  page,
  payer,
}) => {
  const { userId, email } = payer.account;
  const refresh = async (userToken: string | null) =>
    page.request.post('/token/refresh', { data: { userToken } });
  const elsewhere = await page.request.post('/v2/token', { form: { username: email, password: PASSWORD } });
  const { user_token: other } = (await elsewhere.json()) as { user_token: string };
  await signIn(page, email);
  // A copy of the token of this browser was used first.
  const copied = await page.evaluate(() => localStorage.getItem('userToken'));
  const first = await refresh(copied);
  expect(first.status()).toBe(200);
  const { token: theirs } = (await first.json()) as { token: string };
  // Ages the token by half a minute in the database.
  await collection<UserToken>('user_tokens').updateMany(
    { userId, rotatedDt: { $ne: null } },
    { $set: { rotatedDt: new Date(Date.now() - 31_000) } },
  );
  await page.evaluate(() => localStorage.setItem('accessToken', `${localStorage.getItem('accessToken')}x`));
  await page.goto('/account-summary');
  await expect(heading(page, 'Sign In')).toBeVisible();
  await expect(page.getByText(/sign in to go on/i)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('userToken'))).toBeNull();
  for (const dead of [copied, theirs]) expect((await refresh(dead)).status()).toBe(401);
  expect((await refresh(other)).status()).toBe(200);

  await signInByForm(page, email);
  await expect(summary(page)).toBeVisible();
});

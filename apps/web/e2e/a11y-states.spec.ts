/** States that need an action first: errors, thank-you pages, opened details. Checked as in a11y.spec.ts. */
import type { Page } from '@playwright/test';
import { anUnlinkedUser } from '../../api/test/newcomer.ts';
import { expectAccessible } from './accessibility.ts';
import { CARDS, expect, fillCard, keepCard, signIn, test, walletButton } from './fixtures.ts';

// Browsers report a 4xx response as an error in the console.
test.use({ allowedConsole: [/status of 4\d\d|ERR_INTERNET_DISCONNECTED/] });

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const alert = (page: Page) => page.getByRole('alert');

/** Answers a POST without the server; with a problem for an error status. */
const answerPost = (page: Page, path: string, status: number, detail = 'Not Found') =>
  page.route(
    (url) => url.pathname === path,
    (route) =>
      status < 400
        ? route.fulfill({ status, json: { email: 'member@demo.test' } })
        : route.fulfill({
            status,
            contentType: 'application/problem+json',
            body: JSON.stringify({ status, title: 'Problem', code: 'problem', detail, instance: 'req-1' }),
          }),
  );

/** Stops the redirects after 1, 2 or 10 seconds. */
const stay = (page: Page) =>
  page.addInitScript(() => {
    const original = window.setTimeout;
    window.setTimeout = ((work: () => void, ms?: number) =>
      [1000, 2000, 10_000].includes(ms ?? 0) ? 0 : original(work, ms)) as typeof setTimeout;
  });

test('Review before and after a decline, and the receipt', async ({ page, payer }) => {
  await signIn(page, payer.account.email);
  await page.goto(`/member/${payer.memberId}/membership/${payer.campaignMembershipId}/donate`);
  await page.getByRole('checkbox', { name: /Wolde-Giorgis/ }).check();
  await fillCard(page, CARDS.declined);
  await press(page, 'Continue');
  await expect(page.getByRole('button', { name: 'Donate Now' })).toBeVisible();
  await expect(walletButton(page)).toBeVisible();
  await expectAccessible(page, 'review');
  await press(page, 'Donate Now');
  await expect(page.getByRole('link', { name: 'Try Again' })).toBeVisible();
  await expectAccessible(page, 'review after a decline');
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page.getByText('Visa ending 0002 was declined. Nothing was charged.')).toBeVisible();
  await expectAccessible(page, 'the card part after a decline');
  await fillCard(page, CARDS.good);
  await press(page, 'Continue');
  await press(page, 'Donate Now');
  await expect(page.getByRole('button', { name: 'Receipt as PDF' })).toBeVisible();
  await expectAccessible(page, 'thank-you');
});

test('Donate with another amount, a saved card and a new one, and with its errors', async ({
  page,
  payer,
}) => {
  await signIn(page, payer.account.email);
  await keepCard(page, payer.memberId);
  await page.goto(`/member/${payer.memberId}/membership/${payer.campaignMembershipId}/donate`);
  await press(page, 'Pay a different amount');
  await page.getByLabel('Amount to pay').fill('25.50');
  await expect(page.getByText(/stays open/)).toBeVisible();
  await page.getByRole('checkbox', { name: /Wolde-Giorgis/ }).check();
  await page.getByRole('radio', { name: /Visa/ }).check();
  await expectAccessible(page, 'another amount');
  await page.getByRole('radio', { name: 'Use New Credit Card' }).check();
  await expect(page.getByLabel('Cardholder name')).toBeVisible();
  await press(page, 'Continue');
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  await expectAccessible(page, 'a card with errors');
  await page.getByLabel('Amount to pay').fill('99999');
  await press(page, 'Continue');
  await expect(alert(page)).toBeFocused();
  await expectAccessible(page, 'an amount with an error');
  await page.getByLabel('Amount to pay').fill('25.50');
  await page.context().setOffline(true);
  await press(page, 'Continue');
  await expect(alert(page)).toHaveText(/You are offline/);
  await expectAccessible(page, 'a card that cannot be checked');
});

test('without a member: linking with its errors, overview, profile, Donate', async ({
  page,
  database: _connected,
}) => {
  await signIn(page, (await anUnlinkedUser()).email);
  await page.goto('/link-account');
  await expectAccessible(page, 'link account');
  await press(page, 'Link Account');
  await expect(page.getByText('Invalid Last Name')).toBeVisible();
  await expectAccessible(page, 'link account with what is missing');
  await page.getByLabel('Last name').fill('Nobody');
  await page.getByLabel('Date of birth').fill('03/07/1951');
  await page.getByLabel('Last 4 digits of your phone number').fill('0000');
  await press(page, 'Link Account');
  await expect(alert(page)).toContainText('Cannot link your account.');
  await expectAccessible(page, 'link account that failed');
  for (const path of ['/my/overview', '/my/profile', '/donate']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page, `${path} without a member`);
  }
});

test('a new account: what is missing, an address that is taken, done', async ({ page }) => {
  await stay(page);
  await page.goto('/sign-up');
  await page.getByRole('checkbox').check();
  await press(page, 'Sign Up');
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expectAccessible(page, 'sign-up with what is missing');
  await page.getByLabel('Email').fill('new@example.test');
  await page.getByLabel('Password', { exact: true }).fill('Demo1234');
  await page.getByLabel('Confirm password').fill('Demo1234');
  await answerPost(page, '/register', 409, 'Email Exists');
  await press(page, 'Sign Up');
  await expect(alert(page)).toContainText('already registered');
  await expectAccessible(page, 'sign-up that is taken');
  await answerPost(page, '/register', 201);
  await press(page, 'Sign Up');
  await expect(page.getByText('Your account has been created')).toBeVisible();
  await expectAccessible(page, 'sign-up done');
});

test('a code: invalid, sent again, confirmed', async ({ page }) => {
  await stay(page);
  await page.goto('/confirm-email?email=new%40example.test');
  await page.getByLabel('Confirmation code').fill('EVABCD1234');
  await answerPost(page, '/confirm-email', 404);
  await press(page, 'Confirm');
  await expect(alert(page)).toContainText('The code is not valid or expired');
  await answerPost(page, '/confirm-email/resend', 202);
  await press(page, 'Resend email');
  await expect(page.getByText(/another mail is on its way/)).toBeVisible();
  await expectAccessible(page, 'a code that is not valid');
  await answerPost(page, '/confirm-email', 200);
  await press(page, 'Confirm');
  await expect(page.getByText('Your email address is confirmed')).toBeVisible();
  await expectAccessible(page, 'confirmed');
});

test('a forgotten password: not registered, sent, a dead link, changed', async ({ page }) => {
  await stay(page);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('new@example.test');
  await answerPost(page, '/forgot-password', 404);
  await press(page, 'Send the link');
  await expect(alert(page)).toContainText('This email is not registered or not confirmed');
  await expectAccessible(page, 'not registered');
  await answerPost(page, '/forgot-password', 202);
  await press(page, 'Send the link');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expectAccessible(page, 'check your email');
  await page.goto('/reset-password?code=x');
  await page.getByLabel('New password').fill('Better2345');
  await page.getByLabel('Confirm password').fill('Better2345');
  await answerPost(page, '/change-password', 404);
  await press(page, 'Change Password');
  await expect(alert(page)).toContainText("Your password hasn't been changed");
  await expectAccessible(page, 'a dead link');
  await answerPost(page, '/change-password', 200);
  await press(page, 'Change Password');
  await expect(page.getByText('Your password has been changed')).toBeVisible();
  await expectAccessible(page, 'password changed');
});

test('a failed sign-in, an address saved or not, a sent request', async ({ page, payer }) => {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(payer.account.email);
  await page.getByLabel('Password', { exact: true }).fill('Wrong1234');
  await press(page, 'Sign In');
  await expect(alert(page)).toContainText('Invalid username or password.');
  await expectAccessible(page, 'sign-in that failed');
  await page.goto('/intake-form');
  await page.getByLabel('First Name').fill('Hanna');
  await page.getByLabel('Last Name').fill('Tesfaye');
  await page.getByLabel('Birth Date').fill('03/15/1962');
  await page.getByLabel('Phone Number').fill('2405550142');
  await page.getByLabel('Church or Organization').fill('Grace Chapel, Laurel');
  await press(page, 'Submit Request');
  await expect(page.getByRole('heading', { name: 'Thank you for your request' })).toBeVisible();
  await expectAccessible(page, 'request sent');

  await signIn(page, payer.account.email);
  await page.goto('/address-update');
  await page.getByLabel('Street name and number').fill('7');
  await press(page, 'Save my address');
  await expect(page.getByText('Street Name and Number is required')).toBeVisible();
  await answerPost(page, '/api/v1/member', 422);
  await page.getByLabel('Street name and number').fill('7 Oak Lane');
  await press(page, 'Save my address');
  await expect(alert(page)).toContainText('Cannot update your address.');
  await expectAccessible(page, 'address not saved');
  await page.unrouteAll();
  await press(page, 'Save my address');
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expectAccessible(page, 'address saved');
});

test('another member’s account, and a card to remove', async ({ page, payer }) => {
  await signIn(page, payer.account.email);
  await keepCard(page, payer.memberId);
  await page.goto(`/member/${'0'.repeat(24)}`);
  await expect(page.getByRole('heading', { name: 'Error 404' })).toBeVisible();
  await expect(page).toHaveURL(/\/bad-request$/);
  await expectAccessible(page, 'bad request');
  await page.goto('/my/profile');
  await press(page, 'Remove Visa ending 4242');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'remove a card');
});

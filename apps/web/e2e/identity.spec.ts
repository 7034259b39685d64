/** Registration, password reset, address confirmation. */
import type { Page } from '@playwright/test';
import { aNewcomer, type Newcomer } from '../../api/test/newcomer.ts';
import { expectAccessible } from './accessibility.ts';
import {
  button,
  expect,
  expectComplete,
  mailTo,
  PASSWORD,
  signIn,
  signInByForm,
  test,
  heading,
  summary,
} from './fixtures.ts';

const NEW_PASSWORD = 'Better2345';

// Browsers report a 4xx response as an error in the console.
test.use({ allowedConsole: [/status of (401|403|404|422)/] });

/** Returns the link to one of our pages in an e-mail. */
function linkIn(mail: { text: string }, path: string): string {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname === path);
  if (!link) throw new Error(`the mail has no link to ${path}`);
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}

/** A text that is shown for a second before a redirect: waits for it before the action. */
async function seen(page: Page, text: string, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.getByText(text).waitFor(), act()]);
}

async function signUp(page: Page, email: string) {
  await page.goto('/');
  await page.getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await expect(button(page, 'Sign Up')).toBeDisabled();
  await page.getByRole('checkbox').check();
  await seen(page, 'Your account has been created', () => button(page, 'Sign Up').click());
  await expect(page).toHaveURL(/\/confirm-email\?email=/);
}

async function linkAccount(page: Page, { lastNm, birthDt, phoneLast4 }: Newcomer) {
  await expect(heading(page, 'Link Account')).toBeVisible();
  await page.getByLabel('Last name').fill(lastNm);
  await page.getByLabel('Date of birth').pressSequentially(birthDt.replaceAll('/', ''));
  await expect(page.getByLabel('Date of birth')).toHaveValue(birthDt);
  await page.getByLabel('Last 4 digits of your phone number').fill(phoneLast4);
  await button(page, 'Link Account').click();
}

/** A confirmed user without a member, on the page to link one. */
async function newAccount(page: Page, { email }: Newcomer) {
  await signUp(page, email);
  await page.goto(linkIn(await mailTo(page.request, email), '/confirm-email'));
  await expect(page).toHaveURL(/\/sign-in/);
  await signInByForm(page, email);
}

test.describe('a new account', () => {
  test('from signing up through the mails to the overview', async ({ page, database: _connected }) => {
    const newcomer = await aNewcomer();
    const { email } = newcomer;
    await signUp(page, email);

    // Not confirmed yet: sign-in redirects to the confirmation.
    await page.getByRole('link', { name: 'Sign In', exact: true }).last().click();
    await signInByForm(page, email);
    await expect(heading(page, 'Confirm Your Email')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);

    const link = linkIn(await mailTo(page.request, email), '/confirm-email');
    await seen(page, 'Your email address is confirmed', () => page.goto(link));
    await expect(page).toHaveURL(/\/sign-in/);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await signInByForm(page, email);

    await linkAccount(page, { ...newcomer, phoneLast4: '0000' });
    await expect(page.getByRole('alert')).toContainText('Cannot link your account.');
    await linkAccount(page, newcomer);
    await expect(heading(page, /Selam/)).toBeVisible();
    await expect(page).toHaveURL(/\/my\/overview/);
    await page.reload();
    await expect(heading(page, /Selam/)).toBeVisible();
  });

  test('confirms by typing the code of a second mail', async ({ page, database: _connected }) => {
    const { email } = await aNewcomer();
    await signUp(page, email);
    await page.getByLabel('Confirmation code').fill('EVAAAAAAAA');
    await button(page, 'Confirm').click();
    await expect(page.getByRole('alert')).toContainText('The code is not valid or expired');
    await button(page, 'Resend email').click();
    await expect(button(page, 'Resend email')).toBeDisabled();
    const mails = async () =>
      (await (await page.request.get(`/dev/mails?to=${encodeURIComponent(email)}`)).json()) as {
        text: string;
      }[];
    await expect.poll(async () => (await mails()).length).toBe(2);
    const codes = (await mails()).map(({ text }) => /\bEV[A-Z0-9]{4,}\b/.exec(text)?.[0] ?? '');
    // The order of the mails is not defined; either valid code confirms the address.
    for (const code of codes) {
      if (!page.url().includes('/confirm-email')) break;
      await page.getByLabel('Confirmation code').fill(code.toLowerCase());
      await button(page, 'Confirm').click();
      await expect(heading(page, 'Sign In').or(page.getByRole('alert')).first()).toBeVisible();
    }
    await expect(page).toHaveURL(/\/sign-in/);
  });
});

test('a 60-day-old address must be verified: confirmed, and changed', async ({
  page,
  database: _connected,
}) => {
  const newcomer = await aNewcomer({ addressAgeDays: 75 });
  await newAccount(page, newcomer);
  await linkAccount(page, newcomer);
  await expect(heading(page, 'Please Verify Your Address')).toBeVisible();
  await expect(button(page, 'Continue')).toBeDisabled();
  await expectAccessible(page);
  await button(page, 'Update My Address').click();

  await expect(heading(page, 'Update Contact Information')).toBeVisible();
  await page.getByLabel('Street name and number').fill('7 Oak Lane');
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel('Street name and number')).toHaveValue('7 Oak Lane');
  await button(page, 'Save my address').click();
  await expect(heading(page, 'Thank you')).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/my\/overview/);

  await page.goto('/address-confirm');
  await expect(page.getByText('7 Oak Lane')).toBeVisible();
  await page.getByRole('checkbox').check();
  await expect(button(page, 'Update My Address')).toBeDisabled();
  await button(page, 'Continue').click();
  await expect(page).toHaveURL(/\/my\/overview/);
});

test('a forgotten password is reset, which ends every other session', async ({ page, payer, browser }) => {
  const { email } = payer.account;
  const other = await (await browser.newContext()).newPage();
  await signIn(other, email);
  await other.goto('/account-summary');
  await expect(summary(other)).toBeVisible();

  await page.goto('/sign-in');
  await signInByForm(page, email, 'Wrong1234');
  await expect(page.getByRole('alert')).toContainText('Invalid username or password.');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(email);
  await button(page, 'Send the link').click();
  await expect(heading(page, 'Check your email')).toBeVisible();
  await expectAccessible(page);

  const link = linkIn(await mailTo(page.request, email), '/reset-password');
  await page.goto(link);
  // The code is removed from the URL and survives a reload.
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.reload();
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD);
  await expectAccessible(page);
  await button(page, 'Change Password').click();
  await expect(page.getByText('Your password has been changed')).toBeVisible();
  await page.getByRole('link', { name: 'go to Sign In now' }).click();
  await signInByForm(page, email, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/my\/overview/);
  const [mark] = await page.context().cookies();
  expect(mark).toMatchObject({ name: 'kinfold-device', httpOnly: true, sameSite: 'Strict' });

  // The link works once.
  await page.goto(link);
  await page.getByLabel('New password').fill('Another3456');
  await page.getByLabel('Confirm password').fill('Another3456');
  await button(page, 'Change Password').click();
  await expect(page.getByRole('alert')).toContainText(
    "Something went wrong. Your password hasn't been changed",
  );

  // The tokens of the other browser are revoked: its next request redirects to sign-in, with the e-mail.
  const userToken = await other.evaluate(() => localStorage.getItem('userToken'));
  await other.goto('/my/profile');
  await expect(other.getByText(/^Your session has ended/)).toBeVisible();
  await expect(other.getByLabel('Email')).toHaveValue(email);
  const refreshed = await other.request.post('/token/refresh', { data: { userToken } });
  expect(refreshed.status()).toBe(401);
  await other.context().close();
});

test('a password is changed in the profile, with the old one, and ends every other sign-in', async ({
  page,
  payer,
  browser,
}) => {
  const { email } = payer.account;
  const other = await (await browser.newContext()).newPage();
  await signIn(other, email);
  await other.goto('/my/profile');
  await expect(button(other, 'Change password')).toBeVisible();

  await page.goto('/sign-in');
  await signInByForm(page, email);
  await expect(page).toHaveURL(/\/my\/overview/);
  await page.goto('/my/profile');
  await button(page, 'Change password').click();
  await expectAccessible(page);
  const old = page.getByLabel('Old password');
  await old.fill('Wrong1234');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD);
  await button(page, 'Change my password').click();
  await expect(page.getByRole('alert')).toContainText('Your password is not changed');
  await expectAccessible(page, 'the dialog with its message');
  await old.fill(PASSWORD);
  await button(page, 'Change my password').click();
  await expect(page.getByText('Your password is changed. Your other devices are signed out.')).toBeVisible();

  // This browser stays signed in, the other one does not.
  await page.reload();
  await expect(button(page, 'Change password')).toBeVisible();
  await other.reload();
  await expect(other.getByText(/^Your session has ended/)).toBeVisible();
  expect((await mailTo(page.request, email)).subject).toBe('Your password was changed');
  await other.context().close();
});

test('the sign-in pages with their messages are accessible', async ({ page }) => {
  // Their initial state is checked with the public pages of a11y.spec.ts.
  await page.goto('/confirm-email?email=someone%40example.test');
  await expectComplete(page);
  await expectAccessible(page);
  for (const [path, press] of [
    ['/sign-in', 'Sign In'],
    ['/confirm-email', 'Confirm'],
    ['/forgot-password', 'Send the link'],
    ['/reset-password?code=x', 'Change Password'],
  ] as const) {
    await page.goto(path);
    await button(page, press).click();
    await expect(page.locator('.field-error').first()).toBeVisible();
    await expectAccessible(page, `${path} with its messages`);
  }
});

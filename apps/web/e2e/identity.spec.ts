import type { Page } from '@playwright/test';
import type { UserToken } from '../../api/src/modules/users/user-token.model.ts';
import { collection } from '../../api/src/platform/database.ts';
import { aNewcomer, type Newcomer } from '../../api/test/newcomer.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, expectComplete, mailTo, signIn, test } from './fixtures.ts';

const PASSWORD = 'Demo1234';
const NEW_PASSWORD = 'Better2345';

// A refusal is an answer with a status of 4xx, which browsers report as an error.
test.use({ allowedConsole: [/status of (401|403|404|409)/] });

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
/** What the account summary shows of the server's answers. */
const summary = (page: Page) => page.getByText('Total Payment Due').first();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The address in a mail that leads to one of our pages. */
function linkIn(mail: { text: string }, path: string): string {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname === path);
  if (!link) throw new Error(`the mail has no link to ${path}`);
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}

/** What is said for a second or two before the page leads on: looked for from before it can be there. */
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
  await seen(page, 'Your account is made', () => button(page, 'Sign Up').click());
  await expect(page).toHaveURL(/\/confirm-email\?email=/);
}

async function signInByForm(page: Page, email: string, password: string) {
  // Other pages have a field of that name too.
  await expect(heading(page, 'Sign In')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign In').click();
}

async function linkAccount(page: Page, { lastNm, birthDt, phoneLast4 }: Newcomer) {
  await expect(heading(page, 'Link Account')).toBeVisible();
  await page.getByLabel('Last name').fill(lastNm);
  await page.getByLabel('Date of birth').pressSequentially(birthDt.replaceAll('/', ''));
  await expect(page.getByLabel('Date of birth')).toHaveValue(birthDt);
  await page.getByLabel('Last 4 digits of your phone number').fill(phoneLast4);
  await button(page, 'Link Account').click();
}

/** A confirmed account without a member, at the page to link one. */
async function newAccount(page: Page, { email }: Newcomer) {
  await signUp(page, email);
  await page.goto(linkIn(await mailTo(page.request, email), '/confirm-email'));
  await expect(page).toHaveURL(/\/sign-in/);
  await signInByForm(page, email, PASSWORD);
}

test.describe('a new account', () => {
  test('from signing up by the mails to the overview', async ({ page, database: _connected }) => {
    const newcomer = await aNewcomer();
    const { email } = newcomer;
    await signUp(page, email);

    // Not confirmed yet: signing in leads to confirming.
    await page.getByRole('link', { name: 'Sign In', exact: true }).last().click();
    await signInByForm(page, email, PASSWORD);
    await expect(heading(page, 'Confirm Your Email')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);

    const link = linkIn(await mailTo(page.request, email), '/confirm-email');
    await seen(page, 'Your email address is confirmed', () => page.goto(link));
    await expect(page).toHaveURL(/\/sign-in/);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await signInByForm(page, email, PASSWORD);

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
    await expect(button(page, 'Email sent')).toBeDisabled();
    const mails = async () =>
      (await (await page.request.get(`/dev/mails?to=${encodeURIComponent(email)}`)).json()) as {
        text: string;
      }[];
    await expect.poll(async () => (await mails()).length).toBe(2);
    const codes = (await mails()).map(({ text }) => /\bEV[A-Z0-9]{4,}\b/.exec(text)?.[0] ?? '');
    // The newest mail comes first or last; either code of this account that is still good confirms it.
    for (const code of codes) {
      if (!page.url().includes('/confirm-email')) break;
      await page.getByLabel('Confirmation code').fill(code.toLowerCase());
      await button(page, 'Confirm').click();
      await expect(heading(page, 'Sign In').or(page.getByRole('alert')).first()).toBeVisible();
    }
    await expect(page).toHaveURL(/\/sign-in/);
  });

  test('is refused for an address that has one', async ({ page, payer }) => {
    await page.goto('/sign-up');
    await page.getByLabel('Email').fill(payer.account.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await button(page, 'Sign Up').click();
    await expect(page.getByRole('alert')).toContainText('This email address is already registered');
  });
});

test('an address of 60 days is asked for: confirmed, and changed', async ({ page, database: _connected }) => {
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

test('a forgotten password is set anew, and ends every other sign-in', async ({ page, payer, browser }) => {
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
  // The code is not left in the address; a reload still has it.
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

  // The other browser's tokens are dead: what it asks next leads to the sign-in page, with its e-mail.
  const userToken = await other.evaluate(() => localStorage.getItem('userToken'));
  await other.goto('/my/profile');
  await expect(other.getByText(/^Your session has ended/)).toBeVisible();
  await expect(other.getByLabel('Email')).toHaveValue(email);
  const refreshed = await other.request.post('/token/refresh', { data: { userToken } });
  expect(refreshed.status()).toBe(401);
  await other.context().close();
});

test.describe('a person who is away', () => {
  /** Only `runFor` moves the clock of the page from here on. */
  async function stopClock(page: Page): Promise<void> {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  }
  /** Lets time pass until nothing has happened for some milliseconds. */
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
    const question = page.getByRole('alertdialog', { name: 'Are you still here?' });

    await runUntilIdle(page, 899_000);
    await expect(question).toHaveCount(0);
    await page.clock.runFor(3_000);
    await expect(question).toBeVisible();
    await expect(button(page, 'Keep me Signed In')).toBeFocused();
    // Looking takes timers that run; what is left to answer stands still meanwhile.
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

  test('keeps what was typed, and comes back to it', async ({ page, payer }) => {
    await signIn(page, payer.account.email);
    await page.clock.install();
    await page.goto('/address-update');
    await page.getByLabel('Street name and number').fill('7 Oak Lane');
    await page.clock.runFor(965_000);
    await expect(heading(page, 'Sign In')).toBeVisible();
    await signInByForm(page, payer.account.email, PASSWORD);
    await expect(heading(page, 'Update Contact Information')).toBeVisible();
    await expect(page.getByLabel('Street name and number')).toHaveValue('7 Oak Lane');
  });
});

test('two tabs share one sign-in: one refreshes, both log out, and its tokens are dead', async ({
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
  // Both find the access token refused at once.
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
  await button(page, 'Logout').click();
  await expect(page.getByRole('link', { name: 'Register' })).toBeVisible();
  await expect(heading(other, 'Sign In')).toBeVisible();
  // Nobody goes on with a copy of it.
  const refreshed = await page.request.post('/token/refresh', { data: { userToken } });
  expect(refreshed.status()).toBe(401);
});

test('a token that is used again after its grace of 30 s ends its sign-in everywhere, and no other', async ({
  page,
  payer,
}) => {
  const { userId, email } = payer.account;
  const refresh = async (userToken: string | null) =>
    page.request.post('/token/refresh', { data: { userToken } });
  const elsewhere = await page.request.post('/v2/token', { form: { username: email, password: PASSWORD } });
  const { user_token: other } = (await elsewhere.json()) as { user_token: string };
  await signIn(page, email);
  // Somebody with a copy of this browser's token was faster.
  const copied = await page.evaluate(() => localStorage.getItem('userToken'));
  const first = await refresh(copied);
  expect(first.status()).toBe(200);
  const { token: theirs } = (await first.json()) as { token: string };
  // Half a minute later, as the database sees it.
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

  await signInByForm(page, email, PASSWORD);
  await expect(summary(page)).toBeVisible();
});

test('everybody can use the ways in, with their messages', async ({ page }) => {
  for (const [path, press] of [
    ['/'],
    ['/sign-in', 'Sign In'],
    ['/sign-up'],
    ['/confirm-email', 'Confirm'],
    ['/confirm-email?email=someone%40example.test'],
    ['/forgot-password', 'Send the link'],
    ['/reset-password'],
    ['/reset-password?code=x', 'Change Password'],
  ] as const) {
    await page.goto(path);
    await expectComplete(page);
    await expectAccessible(page);
    if (!press) continue;
    await button(page, press).click();
    await expect(page.locator('.field-error').first()).toBeVisible();
    await expectAccessible(page, `${path} with its messages`);
  }
});

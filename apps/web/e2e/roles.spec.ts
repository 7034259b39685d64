import type { Page } from '@playwright/test';
import { aStaffAccount } from '../../api/test/payer.ts';
import {
  button,
  expect,
  expectNoSidewaysScroll,
  heading,
  mailTo,
  PASSWORD,
  signIn,
  test,
} from './fixtures.ts';

test.use({ allowedConsole: [/status of (403|404|409)/] });

/** Fills the form of a new role and sends it. */
async function give(page: Page, email: string, role: string, lastDay = ''): Promise<void> {
  await button(page, 'Give a role').click();
  const dialog = page.getByRole('dialog', { name: 'Give a role' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Role').selectOption(role);
  await dialog.getByLabel('Last day (optional)').fill(lastDay);
  await dialog.getByRole('button', { name: 'Give role' }).click();
}

test('an administrator gives a role with a last day, removes it, and undoes that', async ({
  page,
  payer,
}) => {
  const administrator = await aStaffAccount(payer.organizationNumber, 'administrator');
  await signIn(page, administrator.email);
  await page.goto('/history');
  await page.getByRole('link', { name: /^Roles: who may do what at Grace Test Church/ }).click();
  await expect(heading(page, 'Roles: Grace Test Church')).toBeFocused();

  await give(page, payer.account.email, 'Treasurer', '12312030');
  await expect(page.getByText('Ruth Okafor is now a treasurer of Grace Test Church.')).toBeVisible();
  const row = page
    .getByRole('listitem')
    .filter({ hasText: payer.account.email })
    .filter({ hasText: 'Ends after' });
  await expect(row).toContainText('Ends after 12.31.2030');
  await expect(row).toBeFocused();
  await expectNoSidewaysScroll(page);

  await row.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.getByText('Ruth Okafor is no longer a treasurer here.')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(page.getByText('Ruth Okafor is a treasurer again.')).toBeVisible();
  await expect(row).toContainText('Ends after 12.31.2030');

  const happened = page.getByRole('region', { name: 'What happened' });
  const sentence = `removed the role treasurer from ${payer.account.email} at Grace Test Church`;
  await expect(happened.getByRole('button', { name: new RegExp(sentence) })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('a person without an account is invited, and has the role as soon as their address is confirmed', async ({
  page,
  payer,
}) => {
  const administrator = await aStaffAccount(payer.organizationNumber, 'administrator');
  const email = `invited.${payer.organizationNumber.toLowerCase()}@example.test`;
  await signIn(page, administrator.email);
  await page.goto(`/organizations/${payer.organizationNumber}/roles`);
  await give(page, email, 'Manager');
  await expect(page.getByText('Nobody has confirmed an account with this email.')).toBeVisible();
  await button(page, 'Send an invitation').click();
  await expect(page.getByText(`An invitation was mailed to ${email}. It is good for 14 days.`)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: email }).first()).toContainText('Invited, until');

  // In their own browser.
  await page.evaluate(() => localStorage.clear());
  const { text } = await mailTo(page.request, email);
  await page.goto(new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').href.replace(/^https?:\/\/[^/]+/, ''));
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await button(page, 'Sign Up').click();
  await page.getByRole('link', { name: 'go on now' }).click();
  await expect
    .poll(async () => (await mailTo(page.request, email)).subject)
    .toBe('Confirm your email address');
  const code = /EV\w+/.exec((await mailTo(page.request, email)).text)?.[0] ?? '';
  await page.getByLabel('Confirmation code').fill(code);
  await page.getByRole('button', { name: /^Confirm/ }).click();
  await expect(heading(page, 'Sign In')).toBeVisible();
  await signIn(page, email);
  await page.goto('/jobs');
  await expect(heading(page, 'Jobs')).toBeVisible();
  await expect(page.getByText('You are not authorized to view this page')).toHaveCount(0);
});

test('the last administrator of everything cannot leave', async ({ page }) => {
  await signIn(page, 'admin@demo.test');
  await page.goto('/organizations/*/roles');
  await expect(heading(page, 'Roles: All organizations')).toBeVisible();
  await page.getByRole('button', { name: 'Remove admin@demo.test, Administrator' }).click();
  await button(page, 'Give up my role').click();
  await expect(page.getByRole('alert')).toContainText(
    'admin@demo.test is the last administrator of All organizations.',
  );
  await expect(page.getByRole('button', { name: 'Remove admin@demo.test, Administrator' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('an administrator views the portal as a viewer, who sees less and cannot change anything', async ({
  page,
  payer,
}) => {
  const administrator = await aStaffAccount(payer.organizationNumber, 'administrator');
  await signIn(page, administrator.email);
  await page.goto(`/organizations/${payer.organizationNumber}/roles`);
  await button(page, 'View as a viewer').click();
  const bar = page.getByText('You see what a viewer of Grace Test Church sees. Nothing can be changed.');
  await expect(bar).toBeVisible();
  await page.goto('/history');
  await expect(page.getByText('You are not authorized to view this page')).toBeVisible();
  await expect(bar).toBeVisible();
  await page.goto('/my/organization');
  await expect(heading(page, 'Grace Test Church')).toBeVisible();
  await expect(button(page, 'Add contact')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await button(page, 'Stop').click();
  await expect(heading(page, 'Roles: Grace Test Church')).toBeVisible();
  await expect(button(page, 'Give a role')).toBeVisible();
  await expect(bar).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { aCampaign, aMember, anIntakeRequest, anOrganization } from '../../api/test/factories.ts';
import { aStaffAccount, type Payer } from '../../api/test/payer.ts';
import { expectAccessible, expectReadableTwiceAsLarge } from './accessibility.ts';
import {
  button,
  expect,
  expectComplete,
  expectNoSidewaysScroll,
  heading,
  mailTo,
  signIn,
  signInByForm,
  test,
} from './fixtures.ts';

/** Signs a manager in and opens their home. */
async function asManager(page: Page, { organizationNumber }: Payer): Promise<void> {
  await signIn(page, (await aStaffAccount(organizationNumber, 'manager')).email);
  await page.goto('/staff');
  await expect(heading(page, 'What needs you')).toBeVisible();
}

test('a stranger uses the intake link of an organization, and becomes a member notified by mail @phone', async ({
  page,
  payer,
  request,
}) => {
  const email = `ana.${randomUUID().slice(0, 8)}@example.test`;
  await page.goto(`/intake-form?organization=${payer.organizationNumber}`);
  await page.getByLabel('First Name').fill('Ana');
  await page.getByLabel('Last Name').fill('Lima');
  await page.getByLabel('Birth Date').fill('03/14/1985');
  await page.getByLabel('Email').fill(email);
  await button(page, 'Submit Request').click();
  await expect(heading(page, 'Thank you for your request')).toBeVisible();

  await asManager(page, payer);
  await page.getByRole('link', { name: 'Answer them' }).click();
  await expect(heading(page, 'Intake')).toBeFocused();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Lima, Ana' }).click();
  await expect(page.getByLabel('Date of Birth')).toHaveValue('03/14/1985');
  await page.getByLabel('First Name').fill('');
  await button(page, 'Make a member').click();
  await expect(page.getByText('First Name is required')).toBeVisible();
  await page.getByLabel('First Name').fill('Anabel');
  await page.reload();
  await expect(page.getByLabel('First Name')).toHaveValue('Anabel');
  await expectNoSidewaysScroll(page);
  await button(page, 'Make a member').click();
  await expect(page.getByText('Ana is a member now')).toBeVisible();
  const mail = await mailTo(request, email);
  expect(mail.subject).toContain('You are a member of');
  expect(mail.text).toContain('Anabel');
});

test('a request of an existing member is dismissed, restored and dismissed again @desktop', async ({
  page,
  payer,
}) => {
  const id = await anIntakeRequest({
    organizationNumber: payer.organizationNumber,
    firstNm: 'Ruth',
    lastNm: 'Okafor',
    birthDt: '1979-10-13',
  });
  await asManager(page, payer);
  await page.goto(`/intake/${id}`);
  await button(page, 'Dismiss').click();
  const dialog = page.getByRole('dialog', { name: 'Dismiss the request of Ruth Okafor' });
  await dialog.getByLabel('Why').fill('Ruth is a member already');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('This request was dismissed')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(button(page, 'Make a member')).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('staff print the QR code of an organization @desktop', async ({ page, payer }) => {
  await asManager(page, payer);
  await page.goto('/intake');
  await page.getByRole('link', { name: 'Link and QR code' }).click();
  const poster = page.getByRole('region', { name: 'To hang up' });
  await expect(poster.getByText(`/intake-form?organization=${payer.organizationNumber}`)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ media: 'print' });
  await expect(poster).toBeVisible();
  await expect(button(page, 'Copy the link')).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
});

test('staff find a member by the keyboard alone @desktop', async ({ page, payer }) => {
  await asManager(page, payer);
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('/');
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Find a person or a record' });
  await expect(field).toBeFocused();
  await page.keyboard.type('OKAFOR, rú');
  await expect(page.getByRole('option', { name: /Okafor, Ruth/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/member/${payer.memberId}$`));
  await page.goto('/staff');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Recently opened' })).toContainText('Okafor, Ruth');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await page.goto('/search?q=nobody of this name');
  await expect(page.getByText(/Nothing was found/)).toBeVisible();
});

for (const [role, mayReadMoney, mayReview] of [
  ['viewer', false, false],
  ['treasurer', true, false],
  ['manager', true, true],
] as const)
  test(`the staff home of a ${role} without a member @desktop`, async ({ page, payer }) => {
    const { organizationNumber } = payer;
    await anIntakeRequest({ organizationNumber });
    const { email } = await aStaffAccount(organizationNumber, role);
    await page.goto('/sign-in');
    await signInByForm(page, email);
    await expect(heading(page, 'What needs you')).toBeVisible();
    await expect(page).toHaveURL(/\/staff$/);
    const figures = page.getByRole('table', { name: /^Each/ });
    await expect(figures).toContainText(mayReadMoney ? '$' : 'Members');
    if (!mayReadMoney) await expect(page.getByRole('main')).not.toContainText('$');
    await expect(page.getByRole('link', { name: 'Answer them' })).toHaveCount(mayReview ? 1 : 0);
    await expect(page.getByRole('link', { name: 'Link your account' })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

test('the administrator of an empty organization sees the first steps until they are done @desktop', async ({
  page,
  // Connects to the database.
  payer: _payer,
}) => {
  const { organizationNumber } = await anOrganization();
  const { email } = await aStaffAccount(organizationNumber, 'administrator');
  await page.goto('/sign-in');
  await signInByForm(page, email);
  await expect(heading(page, 'What needs you')).toBeVisible();
  const steps = page.getByRole('region', { name: 'What to do first' });
  await expect(steps.getByRole('listitem')).toHaveCount(4);
  await expectComplete(page);
  await expectAccessible(page, 'what to do first');
  await expectReadableTwiceAsLarge(page, 'what to do first');
  for (const [link, address] of [
    ['Open the organization', new RegExp(`/organizations/${organizationNumber}$`)],
    ['Import members', /\/imports$/],
    ['Give a role', /\/roles$/],
    ['Make a fund', /organization_number=/],
  ] as const) {
    await steps.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goBack();
  }
  await aCampaign({ organizationNumber });
  await page.reload();
  await expect(steps.getByRole('listitem').nth(1)).toContainText('Make your fund (done)');
  await aMember({ organizationNumber });
  await page.reload();
  await expect(page.getByRole('table', { name: /^Each/ })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { aStaffAccount } from '../../api/test/payer.ts';
import { requireMember } from '../../api/src/modules/people/members/member.service.ts';
import { expectAccessible } from './accessibility.ts';
import {
  button,
  expect,
  expectNoSidewaysScroll,
  heading,
  openTools,
  PASSWORD,
  signIn,
  test,
} from './fixtures.ts';

/** Unfolds the filters where they are folded. */
async function openFilters(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: /^Filters/ });
  if (await opener.isVisible()) await opener.click();
}

async function typePerson(page: Page, firstNm: string, lastNm: string, birthDt: string): Promise<void> {
  await page.getByLabel('First Name').fill(firstNm);
  await page.getByLabel('Last Name').fill(lastNm);
  await page.getByLabel('Birth Date').pressSequentially(birthDt);
}

test('a user on a phone adds a family member, and sees possible duplicates @phone', async ({
  page,
  payer,
}) => {
  const { household_id } = await requireMember(payer.memberId);
  const manager = await aStaffAccount(payer.organizationNumber, 'manager');
  await signIn(page, manager.email);
  const query = `organization_number=${payer.organizationNumber}&household_id=${household_id}`;
  await page.goto(`/member/create?${query}`);
  await typePerson(page, 'Samuel', 'Okafor', '04121956');
  const found = page.getByRole('listitem').filter({ hasText: 'Okafor, Sam' });
  await expect(found).toContainText('same birth date, similar name');
  await expectNoSidewaysScroll(page);
  await button(page, 'Add member').click();
  await expect(page.getByText('Is this the same person?')).toBeVisible();
  await page.getByRole('link', { name: /^Use this one.*Sam Okafor/ }).click();
  await expect(heading(page, 'Sam Okafor')).toBeFocused();
  await expectNoSidewaysScroll(page);

  await page.goto(`/member/create?${query}`);
  await button(page, 'Add member').click();
  await expect(page.getByText('First Name is required')).toBeVisible();
  await expect(page.getByText('Invalid Date of Birth')).toBeVisible();
  await typePerson(page, 'Naomi', 'Okafor', '05012015');
  await page.getByLabel('Relationship').selectOption('Daughter');
  await page.getByLabel('Preferred phone').pressSequentially('2405550177');
  await page.reload();
  await expect(page.getByLabel('Birth Date')).toHaveValue('05/01/2015');
  await expect(page.getByLabel('Preferred phone')).toHaveValue('(240) 555-0177');
  await button(page, 'Add member').click();
  await expect(heading(page, 'Naomi Okafor')).toBeVisible();
  await expect(page).toHaveURL(/activeTab=household$/);
  await expect(page.getByRole('link', { name: 'Okafor, Ruth' })).toBeVisible();
});

/** Refusals are reported in the browser's console, too. */
const REFUSED = [/409 \(Conflict\)/];

test.describe('with refusals', () => {
  test.use({ allowedConsole: REFUSED });

  test('two secretaries edit one member at once @desktop', async ({ page, payer, request }) => {
    const manager = await aStaffAccount(payer.organizationNumber, 'manager');
    const other = await aStaffAccount(payer.organizationNumber, 'manager');
    await signIn(page, manager.email);
    await page.goto(`/member/${payer.memberId}`);
    await page.getByRole('link', { name: /^Edit/ }).click();
    await page.getByLabel('Last Name').fill('Rivera');
    await page.getByLabel('City').fill('Bowie');

    const form = { username: other.email, password: PASSWORD };
    const { access_token } = (await (await request.post('/v2/token', { form })).json()) as Record<
      string,
      string
    >;
    const change = { _id: payer.memberId, lastNm: 'Diaz', middleInit: 'B' };
    const headers = { Authorization: `Bearer ${access_token}` };
    expect((await request.post('/v2/members', { headers, data: change })).status()).toBe(200);

    await button(page, 'Save').click();
    const both = page.getByRole('alert').filter({ hasText: 'This was changed while you were typing' });
    await expect(both).toContainText(`${other.email} changed the same fields`);
    await expect(both).toContainText('Stored now: Diaz');
    await expect(both).toContainText('You typed: Rivera');
    await expectNoSidewaysScroll(page);
    await both.getByRole('button', { name: 'Take what is stored as Last Name' }).click();
    await button(page, 'Save').click();
    // The title of the form's page is now 'Edit Ruth Diaz'.
    await expect(heading(page, /^Ruth Diaz$/)).toBeVisible();
    const stored = await requireMember(payer.memberId);
    expect(stored).toMatchObject({ lastNm: 'Diaz', middleInit: 'B', address: { cityNm: 'Bowie' } });
  });

  test('a secretary joins a fund for a member, who then cannot be deleted, but another can @desktop', async ({
    page,
    payer,
  }) => {
    const manager = await aStaffAccount(payer.organizationNumber, 'manager');
    await signIn(page, manager.email);
    await page.goto(`/member/create?organization_number=${payer.organizationNumber}`);
    await typePerson(page, 'Naomi', 'Haddad', '05011985');
    await button(page, 'Add member').click();
    await expect(heading(page, 'Naomi Haddad')).toBeVisible();
    await page.getByRole('button', { name: 'Join Funeral Fund for Naomi' }).click();
    const joining = page.getByRole('dialog');
    await expect(joining.getByText('The membership costs $15.00 in each run.')).toBeVisible();
    await expectAccessible(page, 'joining for a household');
    await joining.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByText('The membership in Funeral Fund is active.')).toBeVisible();
    await expectNoSidewaysScroll(page);

    await page.getByRole('link', { name: 'Danger zone' }).click();
    await expect(page.getByText('Funeral Fund goes on covering Naomi.')).toBeVisible();
    await page.getByRole('region', { name: 'Delete' }).getByRole('button', { name: 'Open' }).click();
    await page.getByLabel('To delete them, type Naomi Haddad').fill('Naomi Haddad');
    await button(page, 'Delete Naomi Haddad').click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Naomi Haddad cannot be deleted' });
    await expect(refusal).toContainText('of Funeral Fund is active');
    await expectNoSidewaysScroll(page);
    await button(page, 'Deactivate Naomi').click();
    await expect(page.getByText('Naomi is inactive now.')).toBeVisible();
    await button(page, 'Activate Naomi').click();
    await expect(page.getByText('Naomi is active now.')).toBeVisible();

    await page.goto(`/member/create?organization_number=${payer.organizationNumber}`);
    await typePerson(page, 'Mistake', 'Twice', '01011990');
    await button(page, 'Add member').click();
    await expect(heading(page, 'Mistake Twice')).toBeVisible();
    await page.getByRole('link', { name: 'Danger zone' }).click();
    await page.getByRole('region', { name: 'Delete' }).getByRole('button', { name: 'Open' }).click();
    await page.getByLabel('To delete them, type Mistake Twice').fill('mistake twice');
    await button(page, 'Delete Mistake Twice').click();
    await expect(page.getByText('Mistake Twice is deleted.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Twice, Mistake' })).toHaveCount(0);
  });
});

test('a secretary finds, filters and exports members', async ({ page, payer }) => {
  const manager = await aStaffAccount(payer.organizationNumber, 'manager');
  await signIn(page, manager.email);
  await page.goto('/members');
  await expect(page.getByText('3 members')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Find').fill('oka sam');
  await page.getByLabel('Find').press('Enter');
  await expect(page.getByText('1 member', { exact: true })).toBeVisible();
  await openFilters(page);
  await page.getByLabel('State').selectOption('Active');
  await expect(page).toHaveURL(/active=true/);
  await page.reload();
  await expect(page.locator('[data-row]')).toHaveCount(1);
  const downloading = page.waitForEvent('download');
  await openTools(page);
  await button(page, 'Export CSV').click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^members-active-oka-sam-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\u{feff}Member Number,Last Name')).toBe(true);
  expect(text.split('\r\n')).toHaveLength(3);
  await page.goBack();
  await page.getByRole('link', { name: 'Okafor, Sam' }).click();
  await expect(heading(page, 'Sam Okafor')).toBeVisible();
});

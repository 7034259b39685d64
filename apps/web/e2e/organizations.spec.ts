import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createOrganization } from '../../api/src/modules/organizations/organizations/organization.service.ts';
import { aMember, TEST_AUTHOR } from '../../api/test/factories.ts';
import { aStaffAccount } from '../../api/test/payer.ts';
import { expectAccessible } from './accessibility.ts';
import { button, expect, expectNoSidewaysScroll, heading, PASSWORD, signIn, test } from './fixtures.ts';

const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;
const item = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });

test('an administrator adds an organization, sees what is missing, edits its groups and contacts, and removes it @phone', async ({
  page,
  payer,
}) => {
  const { organizationNumber } = payer;
  const staff = await aStaffAccount(organizationNumber, 'administrator');
  const name = unique('Grace Chapel');
  await signIn(page, staff.email);
  await page.goto(`/organizations/${organizationNumber}`);
  await page.getByRole('link', { name: 'Add organization below' }).click();
  await expect(heading(page, 'New Organization')).toBeFocused();
  await button(page, 'Add organization').click();
  const messages = [
    'Organization name is required',
    'Street name and number is required',
    'City is required',
    'State is required',
    'ZipCode is required',
  ];
  for (const message of messages) await expect(page.getByText(message)).toBeVisible();
  await expectAccessible(page, 'a new organization with errors');
  await page.getByLabel('Organization name').fill(name);
  await page.getByLabel('Street name and number').fill('12 Elm Street');
  await page.getByLabel('City').fill('Laurel');
  // Typed values survive a reload.
  await page.reload();
  await expect(page.getByLabel('City')).toHaveValue('Laurel');
  await page.getByLabel('State').fill('md');
  await page.getByLabel('Zip code').fill('20707');
  await page.getByLabel('Phone', { exact: true }).fill('3015550142');
  await button(page, 'Add organization').click();
  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByText(`${name} was added.`)).toBeVisible();
  await expect(page.getByText('12 Elm Street, Laurel, MD 20707')).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.getByRole('link', { name: /^Groups/ }).click();
  await page.getByLabel('Group Name').fill('ab');
  await button(page, 'Add group').click();
  await expect(page.getByText('Group Name is Required')).toBeVisible();
  await page.getByLabel('Group Name').fill('Gospel choir');
  await button(page, 'Add group').click();
  await expect(page.getByText('Gospel choir is a group now.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Groups (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Gospel choir' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expectAccessible(page, 'a deleted group');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Gospel choir is a group again.')).toBeVisible();
  // An organization with a group cannot be removed.
  await expect(button(page, 'Remove Organization')).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete Gospel choir' }).click();

  await page.getByLabel(/^Type its name/).fill(name);
  await expectAccessible(page, 'Remove Organization');
  await button(page, 'Remove Organization').click();
  await expect(page).toHaveURL(/\/organizations$/);
  await expect(page.getByText(`${name} is removed.`)).toBeVisible();
});

test('staff find members of an organization, and add a contact on its page @desktop', async ({
  page,
  payer,
}) => {
  const { organizationNumber } = payer;
  for (const firstNm of ['Abel', 'Abena', 'Zora'])
    await aMember({ organizationNumber, firstNm, lastNm: 'Tesfaye' });
  const staff = await aStaffAccount(organizationNumber, 'manager');
  await signIn(page, staff.email);
  await page.goto(`/organizations/${organizationNumber}?activeTab=members`);
  const search = page.getByRole('searchbox', { name: 'Search members' });
  await search.fill('tesf abe');
  await search.press('Enter');
  await expect(page.getByText('2 members found for “tesf abe”')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Tesfaye/ })).toHaveText(['Tesfaye, Abel', 'Tesfaye, Abena']);
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('link', { name: 'Add New' })).toHaveAttribute('href', '/member/create');

  await page.getByRole('link', { name: /^Contacts/ }).click();
  await page.getByRole('button', { name: 'Add contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Contact' });
  await dialog.getByRole('combobox', { name: 'Member' }).pressSequentially('zora');
  await page.getByRole('option', { name: /Zora/ }).click();
  await dialog.getByLabel('Title').selectOption('Deacon');
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  await expect(page.getByText('Zora Tesfaye is now a contact: Deacon.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contacts (1)' })).toBeVisible();
});

test('the tree opens by keyboard, an organization is moved in it, and found by its name @desktop', async ({
  page,
  payer,
}) => {
  const parentOrganization = payer.organizationNumber;
  // With a unique number, because the tests run in several processes.
  const make = (organizationName: string) =>
    createOrganization(
      { organizationNumber: `E${randomUUID().slice(0, 8)}`, organizationName, parentOrganization },
      TEST_AUTHOR,
      new Date(),
    );
  const [grace, zion] = [await make(unique('Gracefield')), await make(unique('Zionville'))];
  const staff = await aStaffAccount(parentOrganization, 'administrator');
  await signIn(page, staff.email);
  await page.goto('/organizations');
  const root = page.getByRole('treeitem').first();
  // A single organization at the top is open initially.
  await expect(item(page, grace.organizationName)).toBeVisible();
  await root.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(item(page, grace.organizationName)).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(item(page, grace.organizationName)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(item(page, grace.organizationName)).toBeFocused();
  await expectAccessible(page, 'an opened tree');
  await page.keyboard.press('Enter');
  await expect(heading(page, grace.organizationName)).toBeVisible();

  await page.getByRole('link', { name: 'Edit' }).click();
  await button(page, 'Move below another organization').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').pressSequentially('zionv');
  await page.getByRole('option', { name: new RegExp(zion.organizationName) }).click();
  await expect(dialog.getByText(`${grace.organizationName} will be below`)).toBeVisible();
  await expectAccessible(page, 'what a move changes');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(
    page.getByText(`${grace.organizationName} stands below ${zion.organizationName} now.`),
  ).toBeVisible();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByRole('link', { name: zion.organizationName })).toBeVisible();

  await page.goto('/organizations');
  await page.getByRole('searchbox', { name: 'Find by name' }).fill(grace.organizationName);
  await expect(page.getByRole('link', { name: grace.organizationName })).toBeVisible();
  await expect(page.getByText(new RegExp(`› ${zion.organizationName}$`))).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test.describe('two users who edit one organization', () => {
  test.use({ allowedConsole: [/status of 409/] });

  test('see both values of what both changed, and choose @desktop', async ({ page, payer }) => {
    const { organizationNumber } = payer;
    const address = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
    const other = await aStaffAccount(organizationNumber, 'manager');
    const signedIn = await page.request.post('/v2/token', {
      form: { username: other.email, password: PASSWORD },
    });
    const { access_token } = (await signedIn.json()) as { access_token: string };
    const change = async (changed: object) => {
      const answer = await page.request.post('/api/v1/organization', {
        headers: { Authorization: `Bearer ${access_token}` },
        data: { organizationNumber, ...changed },
      });
      expect(answer.status()).toBe(200);
    };
    await change({ address });

    const staff = await aStaffAccount(organizationNumber, 'manager');
    await signIn(page, staff.email);
    await page.goto(`/organizations/${organizationNumber}?edit=true`);
    await page.getByLabel('City').fill('Bowie');
    await page.getByLabel('Zip code').fill('20715');
    await change({ address: { ...address, cityNm: 'Crofton' }, phones: [{ phoneNbr: '3015550199' }] });
    await button(page, 'Save').click();
    const alert = page.getByRole('alert');
    await expect(alert).toBeFocused();
    await expect(alert).toContainText(`${other.email} changed the same fields`);
    await expect(alert).toContainText('Stored now: Crofton');
    await expect(page.getByLabel('City')).toHaveValue('Bowie');
    await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('(301) 555-0199');
    await expectAccessible(page, 'both values');
    await page.getByRole('button', { name: 'Take what is stored as City' }).click();
    await button(page, 'Save').click();
    await expect(page.getByText('The changes are saved.')).toBeVisible();
    await expect(page.getByText('12 Elm Street, Crofton, MD 20715')).toBeVisible();
    await expect(page.getByRole('link', { name: '(301) 555-0199' })).toBeVisible();
  });
});

import type { Page } from '@playwright/test';
import { aMember } from '../../api/test/factories.ts';
import { aStaffAccount, type Payer } from '../../api/test/payer.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, expectNoSidewaysScroll, signIn, test } from './fixtures.ts';

async function openTab(page: Page, payer: Payer, tab: 'household' | 'linkedAccounts') {
  const manager = await aStaffAccount(payer.organizationNumber, 'manager');
  await signIn(page, manager.email);
  await page.goto(`/member/${payer.memberId}?activeTab=${tab}`);
  return manager;
}

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Opens the menu of a row, and chooses an item. */
async function choose(page: Page, name: string, what: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: /^Change/ })
    .click();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: what, exact: true }).click();
}

/** The same for an item that is confirmed after a preview. */
async function confirm(page: Page, name: string, what: string): Promise<void> {
  await choose(page, name, what);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('What changes');
  await dialog.getByRole('button', { name: what }).click();
}

/** Undoes the last change, and waits until that is done. */
async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone.')).toBeVisible();
}

test('a secretary changes a household, and undoes each change @phone', async ({ page, payer }) => {
  const { organizationNumber } = payer;
  await aMember({ organizationNumber, firstNm: 'Esther', lastNm: 'Bekele' });
  await openTab(page, payer, 'household');
  await expect(rowOf(page, 'Okafor, Ruth')).toContainText('· Primary');

  await confirm(page, 'Okafor, Sam', 'Deactivate');
  await expect(rowOf(page, 'Okafor, Sam')).toContainText('Inactive');
  await undo(page);
  await expect(rowOf(page, 'Okafor, Sam')).not.toContainText('Inactive');

  await confirm(page, 'Okafor, Sam', 'Make Primary');
  await expect(rowOf(page, 'Okafor, Sam')).toContainText('· Primary');
  await undo(page);
  await expect(rowOf(page, 'Okafor, Ruth')).toContainText('· Primary');

  await confirm(page, 'Okafor, Sam', 'Remove');
  await expect(rowOf(page, 'Okafor, Sam')).toHaveCount(0);
  await undo(page);
  await expect(rowOf(page, 'Okafor, Sam')).toContainText('Spouse');

  await page.getByRole('button', { name: 'Add existing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add existing member' });
  await dialog.getByRole('combobox', { name: 'Member' }).pressSequentially('esther');
  await page.getByRole('option', { name: /Esther Bekele/ }).click();
  await dialog.getByLabel('Relationship').selectOption('Parent');
  await expect(dialog).toContainText('Esther Bekele joins the household of Ruth Okafor as Parent.');
  await dialog.getByRole('button', { name: 'Add to household' }).click();
  await expect(rowOf(page, 'Bekele, Esther')).toContainText('Parent');
  await page.reload();
  await expect(rowOf(page, 'Bekele, Esther')).toContainText('Parent');
  await expectNoSidewaysScroll(page);
});

test('a divorce says who pays what before it is saved, and leaves two households @phone', async ({
  page,
  payer,
}) => {
  await openTab(page, payer, 'household');
  await page.getByRole('button', { name: 'Life events' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What happened').selectOption('Divorce');
  await expect(dialog.getByLabel('From whom')).toContainText('Sam Okafor');
  await dialog.getByRole('button', { name: 'Show what changes' }).click();
  await expect(dialog).toContainText('Ruth Okafor gets a household of their own.');
  await expect(dialog.getByLabel('Who pays from now on')).toContainText('Sam Okafor');
  await expect(dialog).toContainText('Sam Okafor pays for this membership from now on.');
  await expect(dialog).toContainText('The membership costs $15.00 instead of $30.00.');
  await expect(dialog).toContainText('Sam Okafor owes them.');
  await expect(dialog).toContainText('Ruth Okafor pays for a membership of their own from now on.');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  // Back, and nothing that was chosen is lost.
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByLabel('What happened')).toHaveValue('divorce');
  await dialog.getByRole('button', { name: 'Show what changes' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved: Divorce.')).toBeVisible();
  await expect(rowOf(page, 'Okafor, Sam')).toHaveCount(0);
  await expect(rowOf(page, 'Okafor, Ruth')).toContainText('· Primary');
  await page.goto(`/member/${payer.memberId}/campaign/${payer.campaignMembershipId}`);
  await expect(page.getByRole('main')).toContainText('Sam Okafor');
  await expect(page.getByRole('main')).toContainText('$15.00');
});

test('staff link a household to a member and remove it; the member sees both @desktop', async ({
  page,
  payer,
  browser,
}) => {
  const { organizationNumber } = payer;
  const friend = await aMember({ organizationNumber, firstNm: 'Esther', lastNm: 'Bekele' });
  const manager = await openTab(page, payer, 'linkedAccounts');
  await page.getByRole('button', { name: 'Link household' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link household' });
  await dialog.getByRole('combobox', { name: 'Member' }).fill(friend._id);
  await page.getByRole('option', { name: /Esther Bekele/ }).click();
  await dialog.getByRole('button', { name: 'Link household' }).click();
  await expect(rowOf(page, 'Bekele, Esther')).toContainText(`Allowed by ${manager.email}`);

  const own = await browser.newContext();
  const member = await own.newPage();
  await signIn(member, payer.account.email);
  await member.goto('/my/overview');
  await expect(member.getByText(/Esther Bekele|Bekele, Esther/).first()).toBeVisible();
  await rowOf(page, 'Bekele, Esther')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(rowOf(page, 'Bekele, Esther')).toHaveCount(0);
  await member.reload();
  await expect(member.getByText(/Wolde-Giorgis/).first()).toBeVisible();
  await expect(member.getByText(/Esther/)).toHaveCount(0);
  await own.close();
});

import { readFile } from 'node:fs/promises';
import { aStaffAccount } from '../../api/test/payer.ts';
import { requireMember } from '../../api/src/modules/people/members/member.service.ts';
import { expectAccessible, expectReadableTwiceAsLarge } from './accessibility.ts';
import { button, expect, expectNoSidewaysScroll, heading, signIn, test } from './fixtures.ts';

test('a manager enters opening balances, which members then owe, and undoes them', async ({
  page,
  payer,
}) => {
  const { organizationNumber } = payer;
  const primary = await requireMember(payer.memberId);
  const list = [
    'Member #,Balance,Last Paid,Last Paid Date,Member Since',
    `${primary.memberId},"$1,234.50",30,3/14/2024,6/1/2015`,
    'M-999999,12.00,,,',
    'Total,1246.50,,,',
  ].join('\n');
  const staff = await aStaffAccount(organizationNumber, 'administrator');
  await signIn(page, staff.email);
  await page.goto(`/organizations/${organizationNumber}/imports`);
  await expect(heading(page, 'Import members')).toBeVisible();
  await page.getByRole('radio', { name: /^Balances from before/ }).check();
  await page
    .getByLabel(/^Choose a file/)
    .setInputFiles({ name: 'ledger.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
  await expect(heading(page, 'ledger.csv')).toBeVisible();
  await expect(page.getByText('Row 4: A total, left out.')).toBeVisible();
  await expect(page.getByText('Nobody here has M-999999')).toBeVisible();
  const enter = button(page, 'Enter 1 balance');
  await expect(enter).toBeDisabled();

  // The books disagree with the file: nothing is entered.
  await page.getByLabel(/^Date of these balances/).fill('10/31/2025');
  await page.getByLabel(/^Rows by your books/).fill('2');
  await page.getByLabel(/^Owed by your books/).fill('1,246.00');
  await button(page, 'Compare').click();
  await expect(page.getByText(/The file has 2 rows and \$1,246\.50; by your books/)).toBeVisible();
  await expect(enter).toBeDisabled();
  await expectAccessible(page, 'balances that differ');
  await expectReadableTwiceAsLarge(page, 'balances that differ');
  await page.getByLabel(/^Owed by your books/).fill('1,246.50');
  await button(page, 'Compare').click();
  await expect(page.getByText(/^The file agrees with your books/)).toBeVisible();
  const church = page.getByRole('row', { name: /Grace Test Church/ });
  await expect(church).toContainText('$0.00');
  await expect(church).toContainText('$1,234.50');
  await expectNoSidewaysScroll(page);

  await enter.click();
  await expect(page.getByText('1 balance entered, $1,234.50 owed from before.')).toBeVisible();
  await expectAccessible(page, 'balances that are entered');
  await expectReadableTwiceAsLarge(page, 'balances that are entered');
  const waiting = page.waitForEvent('download');
  await button(page, 'errors.csv').click();
  const left = await readFile(await (await waiting).path(), 'utf8');
  expect(left).toContain('M-999999,12.00');
  expect(left).not.toContain('Total');

  // The member owes it, late.
  const imported = page.url();
  await signIn(page, payer.account.email);
  await page.goto('/account-summary');
  await expect(page.getByText('Previous Late Charges').first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click();
  await expect(page.getByText('Before Kinfold').first()).toBeVisible();
  await expect(page.getByText('$1,234.50').first()).toBeVisible();

  await signIn(page, staff.email);
  await page.goto(imported);
  await button(page, 'Take this import back').click();
  await button(page, 'Take it back').click();
  await expect(page.getByText('1 balance taken back.')).toBeVisible();
});

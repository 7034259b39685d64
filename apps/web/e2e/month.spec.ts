import { addDays, calendarDateOf } from '@kinfold/domain/dates';
import { addMonths, monthName, monthOf } from '@kinfold/domain/month';
import { aStaffAccount } from '../../api/test/payer.ts';
import { expectAccessible } from './accessibility.ts';
import { button, expect, expectNoSidewaysScroll, heading, signIn, test } from './fixtures.ts';

test('a treasurer takes the cash of a Sunday to the bank, and closes the month', async ({ page, payer }) => {
  const treasurer = await aStaffAccount(payer.organizationNumber, 'treasurer');
  await signIn(page, treasurer.email);
  const now = new Date();
  const last = addMonths(monthOf(now, 'UTC'), -1);
  const day = addDays(calendarDateOf(now, 'UTC'), -Number(calendarDateOf(now, 'UTC').slice(8)));
  const typed = `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
  const dialog = page.getByRole('dialog');
  const tabs = page.getByRole('navigation', { name: 'Pages about money' });

  await page.goto('/payments');
  await tabs.getByRole('link', { name: 'Batches' }).click();
  await button(page, 'New batch').click();
  await dialog.getByLabel('Received on').fill(typed);
  await dialog.getByLabel('How many').fill('2');
  await dialog.getByLabel('Together').fill('65');
  await dialog.getByRole('button', { name: 'Begin' }).click();
  const enter = async (amount: string) => {
    await page.getByLabel('Amount').fill(amount);
    await page.getByLabel('Amount').press('Enter');
  };
  await enter('25');
  await expect(page.getByText('1 of 2 payments')).toBeVisible();

  // The month is open as long as its batch is.
  await page.goto(`/months/${last}`);
  await expect(heading(page, monthName(last))).toBeVisible();
  await expect(page.getByRole('link', { name: '1 batch is open' })).toBeVisible();
  await expect(button(page, 'Close the month…')).toHaveCount(0);
  await expectAccessible(page, 'a month with something open');
  await page.goBack();
  await page.getByLabel('Method').selectOption('Check');
  // Enter goes on to the number, which is the last field.
  await enter('40');
  await page.getByLabel('Check number').fill('1204');
  await page.getByLabel('Check number').press('Enter');
  await expect(page.getByText('2 of 2 payments')).toBeVisible();
  await button(page, 'Close the batch').click();
  await expect(page.getByText(/^Closed by /)).toBeVisible();

  await page.goto('/deposits');
  await expect(page.getByText('No deposits yet')).toBeVisible();
  await button(page, 'Take cash to the bank').click();
  await expect(dialog.getByText('Together $65.00')).toBeVisible();
  await dialog.getByLabel('Taken to the bank on').fill(typed);
  await expectAccessible(page, 'a deposit to record');
  await dialog.getByRole('button', { name: 'Record it' }).click();
  await expect(heading(page, /^Deposit of /)).toBeVisible();
  const why = page.getByRole('table', { name: 'Why it is this amount' });
  await expect(why.getByRole('row', { name: 'Paid in $65.00' })).toBeVisible();
  await expect(why.getByRole('row', { name: 'Deposited $65.00' })).toBeVisible();
  const slip = page.waitForEvent('download');
  await button(page, 'Deposit slip').click();
  expect((await slip).suggestedFilename()).toContain('deposit');
  await expectAccessible(page, 'a deposit');
  await expectNoSidewaysScroll(page);

  await page.goto('/deposits');
  await tabs.getByRole('link', { name: 'Months' }).click();
  await expectAccessible(page, 'months');
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: monthName(last) }).click();
  await button(page, 'Close the month…').click();
  await expect(dialog.getByText(/nobody can change them/)).toBeVisible();
  await expectAccessible(page, 'a month to close');
  await dialog.getByRole('button', { name: 'Close it' }).dblclick();
  await expect(page.getByText(/^Closed by /)).toBeVisible();
  await expect(button(page, 'Close the month…')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(/^Closed by /)).toBeVisible();
  await expectAccessible(page, 'a closed month');
  await expectNoSidewaysScroll(page);
});

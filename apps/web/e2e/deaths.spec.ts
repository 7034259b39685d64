import { aStaffAccount } from '../../api/test/payer.ts';
import { expect, expectNoSidewaysScroll, signIn, test } from './fixtures.ts';

// A date of death in the future.
test.use({ allowedConsole: [/status of 422/] });

test('a deacon reports a death, the office enters it, completes the tasks, and undoes it', async ({
  page,
  payer,
  browser,
}) => {
  const { organizationNumber, memberId } = payer;
  const viewer = await aStaffAccount(organizationNumber, 'viewer');
  await signIn(page, viewer.email);
  await page.goto(`/member/${memberId}`);
  await page.getByRole('link', { name: 'Somebody has died' }).first().click();
  await page.getByLabel('Date of death').fill('01/15/2026');
  await page.getByLabel('Who told you').fill('The daughter');
  await page.getByLabel('Note for the office').fill('At home, in the night');
  await page.getByRole('button', { name: 'Report it to the office' }).click();
  await expect(page.getByText('The office has your report.')).toBeVisible();
  await expectNoSidewaysScroll(page);

  const manager = await aStaffAccount(organizationNumber, 'manager');
  const own = await browser.newContext(page.viewportSize() ? { viewport: page.viewportSize() } : {});
  const office = await own.newPage();
  await signIn(office, manager.email);
  await office.goto('/staff');
  await expect(office.getByText(/is said to have died on January 15, 2026/)).toBeVisible();
  await office.getByRole('link', { name: /^Confirm/ }).click();
  // The form is prefilled with the report.
  await expect(office.getByLabel('Date of death')).toHaveValue('01/15/2026');
  await expect(office.getByLabel('Who told you')).toHaveValue('The daughter');
  await office.getByLabel('Date of death').fill('01/15/2099');
  await expect(office.getByText('This day is still to come')).toBeVisible();
  await office.getByLabel('Date of death').fill('01/15/2026');
  await expect(office.getByRole('heading', { name: 'Covered on January 15, 2026?' })).toBeVisible();
  const pays = office.getByLabel('Who pays from now on');
  await expect(pays.locator('option:checked')).toContainText('Sam Okafor');
  await expect(office.getByText(/Sam Okafor pays for .* from now on\./)).toBeVisible();
  await expect(
    office.getByText('Sam Okafor becomes the primary member instead of Ruth Okafor.'),
  ).toBeVisible();
  await expect(office.getByText('Nobody can sign in as Ruth any more.')).toBeVisible();
  await expectNoSidewaysScroll(office);
  await office.getByRole('button', { name: 'Enter the death' }).click();
  await expect(office.getByText('The death of Ruth Okafor is entered.')).toBeVisible();
  await expect(office.getByText('Ruth Okafor died on January 15, 2026.')).toBeVisible();
  await expectNoSidewaysScroll(office);
  await office.reload();
  await expect(office.getByText('Ruth Okafor died on January 15, 2026.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('The office knows.')).toBeVisible();

  await office.goto(`/member/${memberId}?activeTab=household`);
  const rowOf = (name: string) => office.getByRole('listitem').filter({ hasText: name });
  await expect(rowOf('Okafor, Ruth')).toContainText('Deceased 01.15.2026');
  await expect(rowOf('Okafor, Sam')).toContainText('Primary');

  await office.getByRole('link', { name: 'A death in the family' }).click();
  await office.getByRole('button', { name: 'Take it back' }).click();
  const dialog = office.getByRole('dialog');
  await expect(dialog).toContainText('Ruth can sign in again.');
  await dialog.getByRole('button', { name: 'Take it back' }).click();
  await expect(office.getByText('The death of Ruth Okafor is taken back.')).toBeVisible();
  await office.goto(`/member/${memberId}?activeTab=household`);
  await expect(rowOf('Okafor, Ruth')).toContainText('Active');
  await own.close();
});

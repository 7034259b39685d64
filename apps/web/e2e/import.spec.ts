import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { aStaffAccount } from '../../api/test/payer.ts';
import { expectAccessible, expectReadableTwiceAsLarge } from './accessibility.ts';
import { button, expect, expectNoSidewaysScroll, heading, signIn, test } from './fixtures.ts';

/** A fund as it comes from a spreadsheet, with what is wrong in it. */
const FAMILIES = [
  'Surname;Given name;DOB;Relation;Family #;Cell phone;Whatever',
  'Featherstone;Ambrose;3/14/1961;Head;12;(301) 555-0142;x',
  'Featherstone;Temperance;11/2/63;Wife;12;;',
  'Featherstone;Zoë;2012-05-06;Daughter;12;;',
  'Nobody;Sam;02/30/1950;friend;;555-0178;',
].join('\n');

const send = (page: Page, name: string, text: string) =>
  page
    .getByLabel(/^Choose a file/)
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });

// The browser tells of the picture that is refused.
test.use({ allowedConsole: [/status of 422 .*file_name=photo/] });

test('a manager imports a spreadsheet with its faults, mends what failed, and takes it back', async ({
  page,
  payer,
}) => {
  const staff = await aStaffAccount(payer.organizationNumber, 'manager');
  await signIn(page, staff.email);
  await page.goto(`/organizations/${payer.organizationNumber}`);
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(heading(page, 'Import members')).toBeFocused();
  await expectAccessible(page, 'the page of imports');

  // A picture is told from a list.
  await send(page, 'photo.csv', '\x89PNG\r\n\x1a\n');
  await expect(page.getByText('This is a picture, and no list.')).toBeVisible();

  await send(page, 'families.csv', FAMILIES);
  await expect(heading(page, 'families.csv')).toBeVisible();
  await expect(page.getByText(/Windows-1252/)).toBeVisible();
  await expect(button(page, 'Import 2 people')).toBeEnabled();
  await page.getByRole('radio', { name: 'All of them 1900 to 1999' }).check();
  await expect(button(page, 'Import 3 people')).toBeEnabled();
  await expect(page.getByText('Invalid Date of Birth: there is no such day')).toBeVisible();
  await page.getByText(/^Columns: 6 matched/).click();
  await expect(page.getByLabel('Whatever')).toHaveValue('');
  await expectAccessible(page, 'an import that is checked');
  await expectReadableTwiceAsLarge(page, 'an import that is checked');
  await expectNoSidewaysScroll(page);

  const waiting = page.waitForEvent('download');
  await button(page, 'errors.csv').click();
  const failed = await readFile(await (await waiting).path(), 'utf8');
  expect(failed).toContain('Nobody,Sam,02/30/1950,friend');

  await button(page, 'Import 3 people').click();
  await expect(page.getByText('3 people made in 1 new household.')).toBeVisible();
  await expectAccessible(page, 'an import that is done');
  await expectReadableTwiceAsLarge(page, 'an import that is done');

  const mended = failed.replace('02/30/1950', '02/28/1950').replace(',friend,', ',,').replace('555-0178', '');
  await page.getByRole('link', { name: 'Import members' }).click();
  await page
    .getByLabel(/^Choose a file/)
    .setInputFiles({ name: 'mended.csv', mimeType: 'text/csv', buffer: Buffer.from(mended) });
  await button(page, 'Import 1 person').click();
  await expect(page.getByText('1 person made in 1 new household.')).toBeVisible();

  await page.getByRole('link', { name: 'Import members' }).click();
  await page.getByRole('link', { name: 'families.csv' }).click();
  await expect(page.getByText('3 people made in 1 new household.')).toBeVisible();
  await button(page, 'Take this import back').click();
  await expect(page.getByText('3 people taken back.')).toBeVisible();
  await page.goto(`/organizations/${payer.organizationNumber}?activeTab=members&searchTerm=feather`);
  await expect(page.getByText('Nobody is found')).toBeVisible();
});

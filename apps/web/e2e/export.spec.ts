import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { textsOfZip } from '../../api/test/importing.ts';
import { aStaffAccount } from '../../api/test/payer.ts';
import { expectAccessible, expectReadableTwiceAsLarge } from './accessibility.ts';
import { button, expect, expectNoSidewaysScroll, heading, openTools, signIn, test } from './fixtures.ts';

/** Presses a button that downloads a file; returns its name and bytes. */
async function download(page: Page, name: string) {
  const waiting = page.waitForEvent('download');
  await button(page, name).click();
  const file = await waiting;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('an administrator exports a list and all data of an organization, recorded in the history', async ({
  page,
  payer,
}) => {
  const { organizationNumber } = payer;
  const staff = await aStaffAccount(organizationNumber, 'administrator');
  await signIn(page, staff.email);
  await page.goto('/campaigns');
  await openTools(page);
  const list = await download(page, 'Export CSV');
  expect(list.name).toMatch(/^campaigns-\d{4}-\d\d-\d\d\.csv$/);
  expect(list.bytes.toString('utf8')).toContain('Everybody');

  await page.goto(`/organizations/${organizationNumber}`);
  await openTools(page);
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  await expect(heading(page, 'Export everything')).toBeFocused();
  await button(page, 'Make an archive').click();
  await expect(button(page, 'Download')).toBeVisible();
  await expectAccessible(page, 'an archive that is done');
  await expectReadableTwiceAsLarge(page, 'an archive that is done');
  await expectNoSidewaysScroll(page);
  const archive = await download(page, 'Download');
  expect(archive.name).toMatch(/^export-.*\.zip$/);
  const files = textsOfZip(archive.bytes);
  expect(files['members.csv']).toContain('Okafor');
  expect(Object.keys(files)).toContain('README.txt');

  await page.goto(`/history?organization_number=${organizationNumber}`);
  await expect(page.getByText(/exported the list “campaigns”/)).toBeVisible();
  await expect(page.getByText(/exported everything of/)).toBeVisible();
  await expect(page.getByText(/downloaded the export of everything/)).toBeVisible();
});

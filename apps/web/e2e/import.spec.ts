import { readFile } from 'node:fs/promises';
import { cents } from '@kinfold/domain/money';
import type { Page } from '@playwright/test';
import { aCampaign } from '../../api/test/factories.ts';
import { aStaffAccount } from '../../api/test/payer.ts';
import { collection } from '../../api/src/platform/database.ts';
import { expectAccessible, expectReadableTwiceAsLarge } from './accessibility.ts';
import { button, expect, expectNoSidewaysScroll, heading, openTools, signIn, test } from './fixtures.ts';

/** A fund as in a typical spreadsheet, with its errors. Ruth Okafor is already a member. */
const familiesOf = (fund: string) =>
  [
    'Surname;Given name;DOB;Relation;Street;City;State;Zip;Cell phone;Fund;Whatever',
    `Featherstone;Ambrose;3/14/1961;Head;7 Oak Road;Laurel;MD;20707;(301) 555-0142;${fund};x`,
    `Featherstone;Temperance;11/2/63;Wife;7 Oak Road;Laurel;MD;20707;;${fund};`,
    `Featherstone;Zoë;2012-05-06;Daughter;7 Oak Road;Laurel;MD;20707;;${fund};`,
    `Featherstone;;02/28/2014;Son;7 Oak Road;Laurel;MD;20707;;${fund};`,
    `Tesfaye;Miriam;6-30-1985;;9 Dogwood Lane;Laurel;MD;20707;240.555.0178;${fund};`,
    `Nakamura;Jun;1/5/1958;Head;31 Birch Court;Bowie;MD;20715;3015550163;${fund};`,
    `Nakamura;Aiko;August 9, 1960;Spouse;31 BIRCH COURT;Bowie;MD;20715;;${fund};`,
    `Whitfield;Cornelius;04/04/1949;;5 Mill Street;Laurel;MD;20707;;${fund};`,
    `Abernathy;Lucinda;12/1/1972;Head;88 Cherry Lane;Bowie;MD;20715;;${fund};`,
    `Abernathy;Percival;5/17/2009;Son;88 Cherry Lane;Bowie;MD;20715;;${fund};`,
    `Okafor;Ruth;4/12/1956;;12 Elm Street;Laurel;MD;20707;301-555-0199;${fund};`,
    `Delacroix;Honoré;9/9/1990;;2 Pine Way;Laurel;MD;20707;;;`,
  ].join('\n');

const send = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel(/^Choose a file/).setInputFiles({ name, mimeType: 'text/csv', buffer });

/** Edits the phone of a member, as another user of the office would meanwhile. */
async function editPhone(page: Page, organizationNumber: string, lastNm: string): Promise<void> {
  const member = await collection('members').findOne({ organizationNumber, lastNm });
  const accessToken = await page.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await page.request.post('/v2/members', {
    headers: { Authorization: `Bearer ${accessToken}` },
    data: { _id: String(member?._id), phones: [{ phoneNbr: '2405550111' }] },
  });
  expect(answer.status()).toBe(200);
}

// The browser reports the refused picture.
test.use({ allowedConsole: [/status of 422 .*file_name=photo/] });

test('a manager imports a fund with errors, corrects them, and undoes it except for an edited member', async ({
  page,
  payer: { organizationNumber },
}) => {
  const priceRules = [{ label: 'Child', minAge: 0, maxAge: 17, price: cents(500) }];
  const { campaignName } = await aCampaign({ organizationNumber, priceRules, defaultPrice: cents(2500) });
  const memberships = (campaign: string) =>
    collection('campaign_memberships').find({ organizationNumber, campaignName: campaign }).toArray();
  const staff = await aStaffAccount(organizationNumber, 'manager');
  await signIn(page, staff.email);
  await page.goto(`/organizations/${organizationNumber}`);
  await openTools(page);
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(heading(page, 'Import members')).toBeFocused();
  await expectAccessible(page, 'the page of imports');

  // A picture is not accepted as a list.
  await send(page, 'photo.csv', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  await expect(page.getByText('This is a picture, and no list.')).toBeVisible();

  await send(page, 'families.csv', Buffer.from(familiesOf(campaignName), 'latin1'));
  await expect(heading(page, 'families.csv')).toBeVisible();
  await expect(page.getByText(/Windows-1252/)).toBeVisible();
  await expect(button(page, 'Import 9 people')).toBeDisabled();
  await page.getByRole('radio', { name: 'Yes, they are one household' }).check();
  await expect(button(page, 'Import 9 people')).toBeEnabled();
  await page.getByRole('radio', { name: 'All of them 1900 to 1999' }).check();
  await expect(button(page, 'Import 10 people')).toBeEnabled();
  await page.getByText(/^Columns: 10 matched/).click();
  await expect(page.getByLabel('Whatever')).toHaveValue('');

  // Ruth is already a member: she is changed, and the effects are shown.
  await page.getByRole('button', { name: /^It is Ruth Okafor: change them/ }).click();
  await expect(button(page, 'Import 10 people and change 1')).toBeEnabled();
  await button(page, '1 Will be changed').click();
  const phones = page.locator('.changes > div', { hasText: 'phone numbers' });
  await expect(phones).toContainText('Before (301) 555-0100');
  await expect(phones).toContainText('After (301) 555-0100; (301) 555-0199');
  await expectNoSidewaysScroll(page);
  await button(page, '1 To correct').click();
  await expect(page.getByText('First Name is required')).toBeVisible();
  await expectAccessible(page, 'an import that is checked');
  await expectReadableTwiceAsLarge(page, 'an import that is checked');
  await expectNoSidewaysScroll(page);

  const waiting = page.waitForEvent('download');
  await button(page, 'errors.csv').click();
  const failed = await readFile(await (await waiting).path(), 'utf8');
  expect(failed).toContain('Featherstone,,02/28/2014,Son');

  await button(page, 'Import 10 people and change 1').click();
  await expect(
    page.getByText('10 people made in 6 new households, 1 changed, 6 memberships made.'),
  ).toBeVisible();
  await expectAccessible(page, 'an import that is done');
  await expectReadableTwiceAsLarge(page, 'an import that is done');
  const featherstones = async () =>
    (await memberships(campaignName)).find(({ nameKey }) => String(nameKey).startsWith('featherstone'));
  // Two at $25.00 and a child at $5.00.
  expect((await featherstones())?.['totalPrice']).toBe(5500);

  // Micah, once corrected, lives with his family and is covered with them.
  await page.getByRole('link', { name: 'Import members' }).click();
  await send(page, 'mended.csv', Buffer.from(failed.replace('Featherstone,,', 'Featherstone,Micah,')));
  await page.getByRole('radio', { name: 'Yes, they are one household' }).check();
  await button(page, 'Import 1 person').click();
  await expect(page.getByText('1 person made, 1 person added to memberships that were here.')).toBeVisible();
  expect((await featherstones())?.['totalPrice']).toBe(6000);
  await button(page, 'Take this import back').click();
  await button(page, 'Take it back').click();
  await expect(page.getByText('1 person taken back.')).toBeVisible();
  expect((await featherstones())?.['totalPrice']).toBe(5500);

  await editPhone(page, organizationNumber, 'Whitfield');
  await page.getByRole('link', { name: 'Import members' }).click();
  await page.getByRole('link', { name: 'families.csv' }).click();
  await button(page, 'Take this import back').click();
  await button(page, 'Take it back').click();
  await expect(page.getByText('10 people taken back; 1 had to stay, and below it says why.')).toBeVisible();
  await expect(page.getByText('Stays: Cornelius was edited since')).toBeVisible();
  await expectNoSidewaysScroll(page);
  // He keeps his cover; Ruth has lost hers in this fund, and no other.
  expect((await memberships(campaignName)).map(({ nameKey }) => nameKey)).toEqual([
    expect.stringMatching(/^whitfield/),
  ]);
  expect(await memberships('Funeral Fund')).toHaveLength(2);
  await page.goto(`/organizations/${organizationNumber}?activeTab=members&searchTerm=feather`);
  await expect(page.getByText('Nobody was found')).toBeVisible();
});

import { readFile } from 'node:fs/promises';
import { createUser } from '../../api/src/modules/identity/users/user.service.ts';
import { aStaffAccount, PASSWORD_HASH } from '../../api/test/payer.ts';
import { pdfTextOf } from '../../api/test/pdf-text.ts';
import { TEST_AUTHOR } from '../../api/test/factories.ts';
import { collection } from '../../api/src/platform/database.ts';
import { expectAccessible } from './accessibility.ts';
import {
  button,
  CARDS,
  expect,
  expectNoSidewaysScroll,
  fillCard,
  heading,
  signIn,
  test,
} from './fixtures.ts';

const today = new Date().toISOString().slice(0, 10);
const typedDay = (day: string) => `${day.slice(5, 7)}${day.slice(8)}${day.slice(0, 4)}`;

test('a family from paper, the death of the grandfather, and what his widow reads, pays and keeps', async ({
  page: office,
  payer,
  browser,
}) => {
  const { organizationNumber, campaignId } = payer;
  const lastNm = `Wolf${payer.memberId.slice(-4).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;
  const manager = await aStaffAccount(organizationNumber, 'manager');
  await signIn(office, manager.email);

  await office.goto(`/family/create?organization_number=${organizationNumber}`);
  const people = [
    ['Otto', lastNm, '01311938', ''],
    ['Greta', '', '03091941', 'Spouse'],
    ['Hans', '', '05171970', 'Son'],
    ['Emil', '', '02292012', 'Grandchild'],
    ['Ida', '', '11012015', 'Grandchild'],
  ];
  const row = (place: number) => office.getByRole('group', { name: `Person ${place}` });
  for (const [at, [firstNm = '', last = '', birthDt = '', relationship = '']] of people.entries()) {
    if (at > 0) await office.keyboard.press('Enter');
    await row(at + 1)
      .getByLabel('First Name')
      .fill(firstNm);
    if (last)
      await row(at + 1)
        .getByLabel('Last Name')
        .fill(last);
    await row(at + 1)
      .getByLabel('Birth Date')
      .fill(birthDt);
    if (relationship)
      await row(at + 1)
        .getByLabel('Relationship')
        .selectOption(relationship);
    await row(at + 1)
      .getByLabel('Birth Date')
      .focus();
  }
  await office.getByRole('checkbox', { name: 'Funeral Fund' }).check();
  await expect(office.getByText('All five in Funeral Fund, $75.00')).toBeVisible();
  await button(office, 'Add family').click();
  await expect(heading(office, `Otto ${lastNm}`)).toBeVisible();

  // Two taps from the staff home: the search, and the answer is beside the name.
  await office.goto('/staff');
  await office.getByRole('button', { name: /^Search/ }).click();
  await office.getByRole('dialog').getByRole('combobox').fill(lastNm);
  const hit = office.getByRole('option', { name: /Otto/ });
  await expect(hit).toContainText('Covered.');
  await hit.click();
  await expect(heading(office, `Otto ${lastNm}`)).toBeVisible();

  await office.getByRole('link', { name: 'Somebody has died' }).first().click();
  await office.getByLabel('Date of death').fill(typedDay(today));
  await expect(office.getByRole('heading', { name: /^Covered on / })).toBeVisible();
  await expect(office.getByLabel('Who pays from now on').locator('option:checked')).toContainText(
    `Greta ${lastNm}`,
  );
  await button(office, 'Enter the death').click();
  await expect(office.getByText(`The death of Otto ${lastNm} is entered.`)).toBeVisible();

  const memorial = `In memory of Otto ${lastNm}`;
  // The collection: the widow pays for those who are left.
  await office.goto(`/campaign/${campaignId}`);
  await button(office, 'New Campaign Run').click();
  const dialog = office.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(memorial);
  await dialog.getByLabel('Description').fill('For the family');
  await dialog.getByLabel('Last day').fill('12312030');
  await dialog.getByRole('button', { name: 'Make run' }).click();
  await expect(heading(office, memorial)).toBeVisible();
  await expect(office.getByText(/^Activating it asks \d households/)).toBeVisible();
  await button(office, 'Activate').click();
  await expect(office.getByText(/^\d dues made, /)).toBeVisible();

  const [greta] = await collection('members').find({ lastNm, firstNm: 'Greta' }).toArray();
  const widow = { memberId: String(greta?._id), email: `${lastNm.toLowerCase()}@example.test` };
  const now = new Date();
  await createUser(
    { ...widow, passwordHash: PASSWORD_HASH, isEmailConfirmed: true, organizationNumber, roles: [], now },
    TEST_AUTHOR,
  );
  const own = await browser.newContext(office.viewportSize() ? { viewport: office.viewportSize() } : {});
  const page = await own.newPage();
  await signIn(page, widow.email);
  await page.goto('/my/overview');
  await expect(page.getByText(`Otto died on`)).toBeVisible();
  await expectAccessible(page, 'the overview of a widow');
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Pay $60.00' }).click();
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: /continue/i }).click();
  await page.getByRole('button', { name: 'Donate Now' }).click();
  await expect(heading(page, /thank you/i)).toBeVisible();
  await page.goto('/my/overview');
  await expect(page.getByText(/nothing is due/i).first()).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: /letter to keep/i }).click();
  const letter = pdfTextOf(await readFile(await (await downloading).path()));
  expect(letter).toContain('Greta and 3 others are covered.');
  expect(letter).not.toContain('Otto');
  await own.close();
});

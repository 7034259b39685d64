import { readFileSync } from 'node:fs';
import { aStaffAccount } from '../../api/test/payer.ts';
import { expectAccessible, expectReadableTwiceAsLarge } from './accessibility.ts';
import { button, expect, expectNoSidewaysScroll, runAddress, signIn, test } from './fixtures.ts';

test('two callers call people who owe, and neither calls a family that the other one has taken', async ({
  page,
  browser,
  payer,
}) => {
  const [one, other] = await Promise.all([
    aStaffAccount(payer.organizationNumber, 'treasurer'),
    aStaffAccount(payer.organizationNumber, 'manager'),
  ]);
  const calls = `${await runAddress(payer)}?view=calls`;
  const second = await (await browser.newContext()).newPage();
  await signIn(page, one.email);
  await signIn(second, other.email);
  await page.goto(calls);
  await second.goto(calls);
  await expect(button(second, 'I am calling Okafor, Ruth')).toBeVisible();

  await button(page, 'Call the next family').click();
  await expect(page.getByRole('heading', { name: 'You are calling Okafor, Ruth' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Call (301) 555-0100' })).toHaveAttribute(
    'href',
    'tel:+13015550100',
  );
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'a call');
  await expectReadableTwiceAsLarge(page, 'a call');
  // The other user's page is not up to date, and says so.
  await button(second, 'Call the next family').click();
  await expect(second.getByRole('heading', { name: /^You are calling Wolde-Giorgis/ })).toBeVisible();
  await expect(second.getByText(`${one.email} is calling`, { exact: true })).toBeVisible();

  await page.getByLabel('Note').fill('Pays on Sunday');
  await page.reload();
  await expect(page.getByLabel('Note')).toHaveValue('Pays on Sunday');
  await button(page, 'Will pay').click();
  await expect(page.getByText('Noted for Okafor, Ruth: Will pay.')).toBeVisible();
  await button(page, 'Call the next family').click();
  await expect(page.getByText('Nobody is left to call at the moment.')).toBeVisible();
  await button(second, 'Number is wrong').click();
  await expect(second.getByText('The number is wrong: ask for a new one')).toBeVisible();
  await expect(second.getByText(/Will pay · .*Pays on Sunday/)).toBeVisible();
  await expectAccessible(second, 'calls that were noted');
  await expectReadableTwiceAsLarge(second, 'calls that were noted');

  await second.getByRole('link', { name: /^Wolde-Giorgis/ }).click();
  await expect(second.getByText('Ask for a new phone number')).toBeVisible();
  await expect(second.getByText(/^Call about/)).toBeVisible();
  await expectNoSidewaysScroll(second);
  await second.context().close();
});

test('letters to people who owe are made, downloaded as one PDF, and listed', async ({ page, payer }) => {
  const manager = await aStaffAccount(payer.organizationNumber, 'manager');
  await signIn(page, manager.email);
  await page.goto(await runAddress(payer));
  await page.getByLabel('Who gets a letter').selectOption('Everybody who owes');
  await button(page, 'Make letters').click();
  await expect(page.getByText(/^\d letters?: everybody who owes$/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  const [pdfs, mailed] = await Promise.all(
    ['Letters (PDF)', 'Mark as mailed'].map((name) => button(page, name).boundingBox()),
  );
  expect((mailed?.y ?? 0) - (pdfs?.y ?? 0) - (pdfs?.height ?? 0)).toBeGreaterThanOrEqual(8);
  const download = page.waitForEvent('download');
  await button(page, 'Letters (PDF)').click();
  const pdf = readFileSync(await (await download).path()).toString('latin1');
  expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(2);
  await button(page, 'Mark as mailed').click();
  await expect(page.getByText(`says ${manager.email}`)).toBeVisible();
  await expectAccessible(page, 'letters that were mailed');
  await expectReadableTwiceAsLarge(page, 'letters that were mailed');
  await page.goto(`/member/${payer.memberId}?activeTab=donations`);
  await expect(page.getByText(/^Letter about/)).toBeVisible();
  await expect(page.getByText(/· mailed on/)).toBeVisible();
  await page.goBack();
  await button(page, 'Undo: not mailed').click();
  await expect(button(page, 'Mark as mailed')).toBeVisible();
});

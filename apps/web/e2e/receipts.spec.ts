import type { Locator, Page } from '@playwright/test';
import { anOpenCampaign } from '../../api/test/factories.ts';
import { aPayer } from '../../api/test/payer.ts';
import { pdfTextOf } from '../../api/test/pdf-text.ts';
import { expectAccessible, expectReadableTwiceAsLarge } from './accessibility.ts';
import {
  CARDS,
  expect,
  expectNoSidewaysScroll,
  fillCard,
  keepCard,
  mailTo,
  signIn,
  signInByForm,
  test,
  thankYou,
} from './fixtures.ts';

// Requests without sign-in and for receipts of others answer 4xx, which browsers report as errors.
test.use({ allowedConsole: [/status of 40[14]/] });

const NUMBER = /K-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}/;
const receipts = (page: Page) => page.getByRole('region', { name: 'Receipts and statements' });

/** The rows of a table without its headings, which a narrow window does not show. */
const rowsOf = (page: Page, table: Locator) => table.getByRole('row').filter({ has: page.getByRole('cell') });

/** Clicks a download; returns the response and the file name. */
async function saved(page: Page, name: RegExp) {
  const [answer, download] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('.pdf')),
    page.waitForEvent('download'),
    page.getByRole('button', { name }).first().click(),
  ]);
  return {
    status: answer.status(),
    type: answer.headers()['content-type'],
    fileName: download.suggestedFilename(),
  };
}

/** Pays the own dues and those of the linked account with a saved card; returns the receipt number. */
async function payForTwo(
  page: Page,
  payer: { account: { email: string }; memberId: string; campaignMembershipId: string },
): Promise<string> {
  await signIn(page, payer.account.email);
  await keepCard(page, payer.memberId);
  await page.goto(`/member/${payer.memberId}/membership/${payer.campaignMembershipId}/donate`);
  await page.getByRole('checkbox', { name: /Wolde-Giorgis/ }).check();
  await page.getByRole('radio', { name: /Visa.*4242/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Donate Now' }).click();
  await expect(thankYou(page)).toBeVisible();
  const text = await page.getByText(NUMBER).first().innerText();
  return NUMBER.exec(text)?.[0] ?? '';
}

test('a payment can be found on the overview: its receipt, the file, all payments, the statement', async ({
  page,
  payer,
}) => {
  const number = await payForTwo(page, payer);
  await page.getByRole('link', { name: 'Continue' }).click();
  const newest = rowsOf(page, receipts(page)).first();
  await expect(newest).toContainText('for Ruth Okafor, Miriam Wolde-Giorgis');
  await expect(newest).toContainText('$66.29');
  await expect(newest).toContainText('$1.29 fee');
  await expectNoSidewaysScroll(page);
  const year = new Date().getUTCFullYear();
  expect(await saved(page, /^Statement \d{4} \(PDF\)$/)).toMatchObject({
    status: 200,
    type: 'application/pdf',
    fileName: expect.stringMatching(new RegExp(`^statement-M-\\d+-${year}\\.pdf$`)),
  });

  await receipts(page).getByRole('link', { name: 'All payments' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  const rows = rowsOf(page, page.getByRole('region', { name: 'Payments' }));
  await expect(rows).toHaveCount(2);
  // Cash payments at the office have no receipt.
  await expect(rows.nth(1)).toContainText('Cash');
  await expect(rows.nth(1).getByRole('link')).toHaveCount(0);
  await expectAccessible(page, 'payments');
  await page.getByRole('link', { name: `Receipt ${number}` }).click();
  await expect(thankYou(page)).toBeVisible();
  await expect(page.getByText(number).first()).toBeVisible();
  expect(await saved(page, /^Receipt as PDF/)).toEqual({
    status: 200,
    type: 'application/pdf',
    fileName: `receipt-${number}.pdf`,
  });
  await page.goBack();
  await expect(rows).toHaveCount(2);
});

test('the mail leads to its receipt after a sign-in, and only for the payer', async ({ page, payer }) => {
  const number = await payForTwo(page, payer);
  const { text } = await mailTo(page.request, payer.account.email);
  const link = new URL(/https?:\S*\/donate\/thank-you\?\S+/.exec(text)?.[0] ?? '');
  const signInWith = async (email: string) => {
    await page.goto('/health');
    await page.evaluate(() => localStorage.clear());
    await page.goto(link.pathname + link.search);
    await signInByForm(page, email);
  };
  await signInWith(payer.account.email);
  await expect(thankYou(page)).toBeVisible();
  await expect(page.getByText(number).first()).toBeVisible();
  await signInWith((await aPayer()).account.email);
  await expect(page.getByText('No receipt here')).toBeVisible();
  await expect(page.getByText(number)).toHaveCount(0);
});

test('a gift is shown with its amount', async ({ page, payer }) => {
  await anOpenCampaign({ joinedBy: payer.memberId });
  await signIn(page, payer.account.email);
  await page.goto(`/member/${payer.memberId}`);
  await page.getByRole('link', { name: /^Give any amount for Campaign/ }).click();
  await page.getByLabel('How much would you like to give?').fill('12.50');
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Donate Now' }).click();
  await expect(thankYou(page)).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  const gift = page
    .getByRole('region', { name: 'Recent Donations' })
    .getByRole('row')
    .filter({ hasText: 'Given' });
  await expect(gift).toContainText('$12.50');
  await expect(gift).not.toContainText('$0.00');
  await expect(rowsOf(page, receipts(page)).first()).toContainText('$13.14');
});

test('a letter of coverage can be checked without a sign-in', async ({ page, payer }) => {
  await signIn(page, payer.account.email);
  const accessToken = await page.evaluate(() => localStorage.getItem('accessToken'));
  const letter = await page.request.get(`/v2/members/${payer.memberId}/coverage/letter.pdf`, {
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  const [number = ''] = /C-\w{4}-\w{4}-\w{4}/.exec(pdfTextOf(await letter.body())) ?? [];
  await page.evaluate(() => localStorage.clear());
  await page.goto('/check');
  await page.getByLabel('Letter number').fill(number.toLowerCase().replaceAll('-', ' '));
  await page.getByRole('button', { name: 'Check this letter' }).click();
  await expect(page.getByText('This letter is still true')).toBeVisible();
  await expect(page.getByText('Okafor')).toHaveCount(0);
  await expectAccessible(page, 'a letter that is true');
  await expectReadableTwiceAsLarge(page, 'a letter that is true');
  await page.goto('/check?letter=C-0000-0000-0000');
  await expect(page.getByText('There is no letter with the number C-0000-0000-0000')).toBeVisible();
});

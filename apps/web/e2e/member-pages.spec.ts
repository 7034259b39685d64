import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { anOpenCampaign } from '../../api/test/factories.ts';
import { expectAccessible } from './accessibility.ts';
import { CARDS, expect, expectNoSidewaysScroll, fillCard, signIn, test, thankYou } from './fixtures.ts';

/** Expects that the downloaded file is a PDF. */
async function expectPdf(download: Download): Promise<void> {
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
}

async function save(page: Page, button: string | RegExp): Promise<Download> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return download;
}

test.describe('the profile', () => {
  test('address and phone are changed, and typed values survive a reload', async ({ page, payer }) => {
    await signIn(page, payer.account.email);
    await page.goto('/my/overview');
    await page.getByRole('button', { name: /menu/i }).click();
    await page
      .getByRole('button', { name: /my profile/i })
      .or(page.getByRole('link', { name: /my profile/i }))
      .click();
    await expect(page.getByRole('heading', { name: 'User Profile' })).toBeVisible();

    await page.getByRole('button', { name: 'Edit address' }).click();
    const address = page.getByRole('dialog', { name: 'Update Address' });
    await expect(address.getByLabel('Street name and number')).toBeFocused();
    await address.getByLabel('Street name and number').fill('7 Oak Road');
    // The dialog with the draft opens by itself.
    await page.reload();
    await expect(address.getByLabel('Street name and number')).toHaveValue('7 Oak Road');
    await expectNoSidewaysScroll(page);
    await address.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Your address is saved.')).toBeVisible();

    await page.getByRole('button', { name: 'Edit phone' }).click();
    const phone = page.getByRole('dialog', { name: 'Update Phone' });
    await phone.getByLabel('Phone number').fill('2025550177');
    await phone.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Your phone number is saved.')).toBeVisible();

    await page.reload();
    await expect(page.getByText('7 Oak Road')).toBeVisible();
    await expect(page.getByRole('link', { name: '(202) 555-0177' })).toBeVisible();
  });

  test('a card is added through the hosted fields, pays, and is removed', async ({ page, payer }) => {
    await signIn(page, payer.account.email);
    await page.goto('/my/profile');
    await expect(page.getByText('No Cards on File')).toBeVisible();
    await page.getByRole('button', { name: 'Add a card' }).click();
    await fillCard(page, CARDS.good);
    await page.getByRole('button', { name: 'Save card' }).click();
    await expect(page.getByText('Visa ending 4242 is saved.')).toBeVisible();
    await expectNoSidewaysScroll(page);

    await page.goto('/my/overview');
    await page.getByRole('link', { name: 'Pay all $50.00' }).click();
    await page.getByRole('radio', { name: /Visa/ }).check();
    await page.getByRole('button', { name: /continue/i }).click();
    await page.getByRole('button', { name: /donate now/i }).click();
    await expect(thankYou(page)).toBeVisible();
    await expectPdf(await save(page, 'Receipt as PDF'));

    await page.goto('/my/profile');
    await page.getByRole('button', { name: 'Remove Visa ending 4242' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove card' }).click();
    await expect(page.getByText('Visa ending 4242 was removed.')).toBeFocused();
    await page.reload();
    await expect(page.getByText('No Cards on File')).toBeVisible();
  });
});

test.describe('campaigns, donations, linked accounts', () => {
  test('joining another campaign and giving to it', async ({ page, payer }) => {
    await anOpenCampaign({ joinedBy: payer.linked.memberId });
    await signIn(page, payer.account.email);
    await page.goto('/my/overview');
    await page.getByRole('link', { name: 'All fundraisers' }).click();
    await page.getByRole('button', { name: /^Join Campaign/ }).click();
    await expect(page.getByText(/^You have joined Campaign/)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'You have joined' })).toBeFocused();
    await page.getByRole('link', { name: /^Give to Campaign/ }).click();
    await page.getByLabel('How much would you like to give?').fill('12.50');
    await expect(page.getByText('Total $13.14').first()).toBeVisible();
  });

  test('donations are listed, refreshed, and can be kept as a statement', async ({ page, payer }) => {
    await signIn(page, payer.account.email);
    await page.goto('/my/overview');
    await page.getByRole('link', { name: 'All dues and gifts' }).click();
    await expect(page).toHaveURL(/activeTab=donations/);
    await expect(page.getByRole('heading', { level: 1, name: 'Donations' })).toBeVisible();
    const autumn = page.getByRole('rowgroup').filter({ hasText: 'Autumn assessment' });
    await expect(autumn).toContainText('$30.00');
    await expect(autumn).toContainText('$10.00');
    await autumn.getByRole('button', { name: /refresh/i }).click();
    await expect(page.getByText('Autumn assessment is up to date.')).toBeAttached();
    await expectNoSidewaysScroll(page);
  });

  test('the invoice of a donation opens in the other system, without a referrer', async ({ page, payer }) => {
    await signIn(page, payer.account.email);
    await page.goto(`/member/${payer.memberId}?activeTab=donations`);
    const autumn = page.getByRole('rowgroup').filter({ hasText: 'Autumn assessment' });
    const invoice = autumn.getByRole('link', { name: /^INV-[\d-]+ \(opens in a new tab\)$/ });
    const reference = (await invoice.innerText()).match(/INV-\d{4}-\d{6}/)?.[0] ?? 'none';
    await expect(invoice).toHaveAttribute('href', `https://invoices.example.test/open?ref=${reference}`);
    await expect(invoice).toHaveAttribute('target', '_blank');
    await expect(invoice).toHaveAttribute('rel', /\bnoreferrer\b/);
    // The account summary shows the same one.
    await page.goto('/account-summary');
    await page.getByRole('button', { name: /^Details/ }).click();
    await expect(page.getByRole('link', { name: reference })).toHaveAttribute(
      'href',
      `https://invoices.example.test/open?ref=${reference}`,
    );
  });

  test('shows whether the member is covered, and downloads the letter', async ({ page, payer }) => {
    await signIn(page, payer.account.email);
    await page.goto('/my/overview');
    const answer = page.getByRole('region', { name: 'Cover and dues' });
    await expect(answer.getByText(/not covered/i)).toBeVisible();
    await answer.getByRole('button', { name: /^Details of who is covered/ }).click();
    await expect(answer.getByText(/Autumn assessment are open: \$20\.00/).first()).toBeVisible();
    await expectPdf(await save(page, /letter to keep/i));
  });

  test('a linked account’s dashboard opens, with a link back', async ({ page, payer }) => {
    await signIn(page, payer.account.email);
    await page.goto('/my/overview');
    await page.getByRole('link', { name: /Wolde-Giorgis/ }).click();
    await expect(page).toHaveURL(new RegExp(`/member/${payer.linked.memberId}$`));
    await expect(page.getByRole('heading', { level: 1, name: 'Miriam Wolde-Giorgis' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Pay $15.00' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: /go back/i }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Ruth' })).toBeVisible();
  });

  test('the organization and its contacts', async ({ page, payer }) => {
    await signIn(page, payer.account.email);
    await page.goto('/my/overview');
    await page.getByRole('link', { name: 'Grace Test Church' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Grace Test Church' })).toBeVisible();
    await expect(page.getByText('No contacts yet')).toBeVisible();
  });
});

test.describe('the older payment screen', () => {
  test('refuses a number that is not a test card, then accepts one', async ({ page, payer }) => {
    await signIn(page, payer.account.email);
    await page.goto('/account-summary');
    await page.getByRole('link', { name: 'Make a Payment' }).click();
    await page.getByLabel('Cardholder name').fill('Ruth Okafor');
    await page.getByLabel('Month').selectOption('Apr');
    await page.getByLabel('Year').selectOption(String(new Date().getUTCFullYear() + 2));
    await page.getByLabel('CVV').fill('123');
    await page.getByLabel('Card number').fill('9999990000000000');
    await page.getByRole('button', { name: 'Pay $51.11' }).click();
    await expect(page.getByText('First 6 card numbers are invalid.')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByLabel('Card number').fill(CARDS.good);
    await page.getByRole('button', { name: 'Pay $51.11' }).click();
    await expect(thankYou(page)).toBeVisible();
    await page.getByRole('link', { name: /continue/i }).click();
    await expect(page.getByText(/nothing is due/i).first()).toBeVisible();
    await expectPdf(await save(page, /^Statement \d{4} \(PDF\)$/));
  });
});

test('the intake form is sent', async ({ page }) => {
  await page.goto('/public');
  await page.getByRole('link', { name: 'Ask to become a member' }).click();
  await page.getByLabel('First Name').fill('Hanna');
  await page.getByLabel('Last Name').fill('Tesfaye');
  const birthDate = page.getByLabel('Birth Date');
  // The date is ambiguous: the field asks.
  await birthDate.pressSequentially('1141962');
  await birthDate.press('Tab');
  await expectAccessible(page, 'the question which day is meant');
  await page.getByRole('button', { name: 'November 4, 1962' }).click();
  await expect(birthDate).toHaveValue('11/04/1962');
  await expect(birthDate).toBeFocused();
  await birthDate.clear();
  await birthDate.pressSequentially('3/15/62');
  await birthDate.press('Tab');
  await expect(birthDate).toHaveValue('03/15/1962');
  await birthDate.clear();
  await birthDate.pressSequentially('3151962');
  await expect(birthDate).toHaveValue('03/15/1962');
  await page.getByLabel('Phone Number').fill('2405550142');
  await page.getByLabel('Church or Organization').fill('Grace Chapel, Laurel');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your request' })).toBeVisible();
});

test('the site can be installed', async ({ page }) => {
  await page.goto('/');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await page.request.get(href ?? '')).json()) as {
    start_url: string;
    icons: { src: string; purpose: string }[];
  };
  expect(manifest.start_url).toBe('/my/overview');
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toMatch(/^image\//);
  }
});

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { aStaffAccount } from '../../api/test/payer.ts';
import { button, expect, expectNoSidewaysScroll, heading, openUntil, signIn, test } from './fixtures.ts';

/** A run of a campaign that nobody has activated yet, as the campaign's page makes it. */
async function aNewRun(page: Page, campaignId: string, name: string): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await page.request.post('/v2/campaign-run', {
    headers: { Authorization: `Bearer ${token}` },
    data: { campaignId, name, description: 'For the family', endDt: '12/31/2030' },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { _id: string })._id;
}

test('a run is looked at before it is activated, followed, paused, extended, and those who owe are called', async ({
  page,
  payer,
}) => {
  const manager = await aStaffAccount(payer.organizationNumber, 'manager');
  await signIn(page, manager.email);
  const runId = await aNewRun(page, payer.campaignId, 'In memory of Amos Tull');
  await page.goto(`/campaign/${payer.campaignId}/run/${runId}`);
  await expect(heading(page, 'In memory of Amos Tull')).toBeVisible();
  await expect(page.getByText(/^Activating it asks 2 households for \$45\.00 together\.$/)).toBeVisible();
  await expect(page.getByText('Ruth Okafor')).toBeVisible();
  await expectNoSidewaysScroll(page);

  await button(page, 'Activate').click();
  await expect(page.getByText('2 dues made, $45.00. As the preview said.')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: '$0.00 of $45.00' })).toBeVisible();
  await expect(page.getByText('0 of 2 households have paid; $45.00 is open')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 dues made, $45.00. As the preview said.')).toBeVisible();
  await expectNoSidewaysScroll(page);

  // Who has not paid: as a list, a file, a call list and on paper.
  await page.getByLabel('Balance').selectOption('Open');
  await expect(page.getByRole('heading', { name: 'Who has not paid 2' })).toBeVisible();
  const download = page.waitForEvent('download');
  await button(page, 'Export CSV').click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^donations-In-memory-of-Amos-Tull-open-\d{4}-\d\d-\d\d\.csv$/);
  expect(readFileSync(await file.path(), 'utf8').split('\r\n')[1]).toMatch(
    /^Okafor,Ruth,.*,30\.00,0\.00,30\.00,/,
  );
  await page.getByRole('link', { name: 'Call list' }).click();
  await expect(button(page, 'Call the next family')).toBeVisible();
  await expect(button(page, 'I am calling Okafor, Ruth')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Back to the run' }).click();
  await page.getByRole('link', { name: 'Print' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('row', { name: /^Together/ })).toContainText('$45.00');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeHidden();
  await expect(button(page, 'Print')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Back to the run' }).click();

  await button(page, 'Pause').click();
  await expect(page.getByRole('dialog')).toContainText('Nothing is deleted');
  await button(page, 'Pause run').click();
  await expect(page.getByText('The run is paused.')).toBeVisible();
  await expect(page.getByText('2 have their dues of this run already')).toBeVisible();

  await button(page, 'Edit or extend').click();
  await page.getByLabel('Last day').fill('01312031');
  await button(page, 'Save').click();
  await expect(page.getByText('The changes are saved.')).toBeVisible();
  await expect(page.getByText('01.31.2031')).toBeVisible();
  await expect(page.getByText(/paused the run/).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('the donations of an organization are those of its newest run first', async ({ page, payer }) => {
  const treasurer = await aStaffAccount(payer.organizationNumber, 'treasurer');
  await signIn(page, treasurer.email);
  // Once the worker has counted the runs.
  const listed = `/organizations/${payer.organizationNumber}?activeTab=donations`;
  await openUntil(page, listed, page.getByLabel('Run').locator('option').nth(1));
  await openUntil(page, listed, page.getByRole('link', { name: 'Okafor, Ruth' }));
  const [newest, older] = await page.getByLabel('Run').locator('option').allTextContents();
  await expect(page.getByLabel('Run').locator('option:checked')).toHaveText(newest ?? '');
  await page.getByLabel('Run').selectOption(older ?? '');
  await expect(page.getByText('Ended')).toBeVisible();
  await expectNoSidewaysScroll(page);
});

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { requireCampaign } from '../../api/src/modules/funds/campaigns/campaign.service.ts';
import { aMember, aMembership } from '../../api/test/factories.ts';
import { aStaffAccount } from '../../api/test/payer.ts';
import { expectAccessible } from './accessibility.ts';
import {
  button,
  expect,
  expectNoSidewaysScroll,
  heading,
  openTools,
  openUntil,
  signIn,
  test,
} from './fixtures.ts';

/** Creates a run of a campaign on the campaign's page; it is not active yet. */
async function aNewRun(page: Page, campaignId: string, name: string): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await page.request.post('/v2/campaign-run', {
    headers: { Authorization: `Bearer ${token}` },
    data: { campaignId, name, description: 'For the family', endDt: '12/31/2030' },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { _id: string })._id;
}

test('a run is previewed, activated, followed, paused, extended, and people who owe are called @phone', async ({
  page,
  payer,
}) => {
  const manager = await aStaffAccount(payer.organizationNumber, 'manager');
  await signIn(page, manager.email);
  const runId = await aNewRun(page, payer.campaignId, 'In memory of Amos Tull');
  const dialog = page.getByRole('dialog');
  await page.goto(`/campaign/${payer.campaignId}`);
  await button(page, 'New Campaign Run').click();
  await dialog.getByRole('button', { name: 'Make run' }).click();
  await expect(dialog.getByText('The name is required')).toBeVisible();
  await expectAccessible(page, 'a new run with errors');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Activate In memory of Amos Tull').click();
  await expect(dialog.getByText(/^Activating it asks 2 households/)).toBeVisible();
  await expectAccessible(page, 'activating a run');
  await page.goto(`/campaign/${payer.campaignId}/run/${runId}`);
  await expect(heading(page, 'In memory of Amos Tull')).toBeVisible();
  await expect(page.getByText(/^Activating it asks 2 households for \$45\.00 together\.$/)).toBeVisible();
  await expect(page.getByText('Ruth Okafor')).toBeVisible();
  await expectAccessible(page, 'a paused run with its preview');

  await button(page, 'Activate').click();
  await expect(page.getByText('2 dues made, $45.00. As the preview said.')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: '$0.00 of $45.00' })).toBeVisible();
  await expect(page.getByText('0 of 2 households have paid; $45.00 is open')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 dues made, $45.00. As the preview said.')).toBeVisible();
  await expectAccessible(page, 'an active run with its report');

  // People who join after that get dues too.
  await button(page, 'Add missing dues').click();
  await expect(dialog.getByText(/^No dues are missing/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await aMembership({
    campaign: await requireCampaign(payer.campaignId),
    primary: await aMember({ lastNm: 'Zuma', organizationNumber: payer.organizationNumber }),
  });
  await button(page, 'Add missing dues').click();
  await expect(dialog.getByText(/^Adding them asks 1 household for \$15\.00 together\.$/)).toBeVisible();
  await expectAccessible(page, 'dues that are missing');
  await dialog.getByRole('button', { name: 'Add missing dues' }).click();
  await expect(
    page.getByText(/^1 due made, \$15\.00; 2 memberships left out: 2 have them already\./),
  ).toBeVisible();

  // People who have not paid: as a list, a file, a call list and on paper.
  await page.getByLabel('Balance').selectOption('Open');
  await expect(page.getByRole('heading', { name: 'Who has not paid 3' })).toBeVisible();
  const download = page.waitForEvent('download');
  await openTools(page);
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
  await openTools(page);
  await page.getByRole('link', { name: 'Print' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('row', { name: /^Together/ })).toContainText('$60.00');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeHidden();
  await expect(button(page, 'Print')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Back to the run' }).click();

  await button(page, 'Pause').click();
  await expect(dialog).toContainText('Nothing is deleted');
  await expectAccessible(page, 'pausing a run');
  await button(page, 'Pause run').click();
  await expect(page.getByText('The run is paused.')).toBeVisible();
  await expect(page.getByText('3 have their dues of this run already')).toBeVisible();

  await button(page, 'Edit or extend').click();
  await page.getByLabel('Last day').fill('01312031');
  await expect(dialog.getByText('3 households owe $60.00 in this run.')).toBeVisible();
  await expectAccessible(page, 'another last day of a run');
  await button(page, 'Save').click();
  await expect(page.getByText('The changes are saved.')).toBeVisible();
  await expect(page.getByText('01.31.2031')).toBeVisible();
  await expect(page.getByText(/paused the run/).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('the donations of an organization are those of its newest run first @desktop', async ({
  page,
  payer,
}) => {
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

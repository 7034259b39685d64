import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { aCampaign, aHousehold, aMembership, anOrganization, aRun } from '../../api/test/factories.ts';
import { collection } from '../../api/src/platform/database.ts';
import { objectId } from '../../api/src/platform/documents.ts';
import { aStaffAccount } from '../../api/test/payer.ts';
import { expectAccessible } from './accessibility.ts';
import { button, expect, expectNoSidewaysScroll, heading, openTools, signIn, test } from './fixtures.ts';

/**
 * Creates a fund with a membership that covers one of a household of three, another that is waiting, and an active run
 * without dues.
 */
async function aFund() {
  const { organizationNumber, organizationName } = await anOrganization({
    organizationName: `Grace ${randomUUID().slice(0, 8)}`,
  });
  const campaign = await aCampaign({ organizationNumber });
  const { members, primary } = await aHousehold({
    organizationNumber,
    size: 3,
    primary: { firstNm: 'Ruth', lastNm: 'Abel' },
  });
  const membership = await aMembership({ campaign, primary });
  const waiting = await aHousehold({ organizationNumber, primary: { firstNm: 'Sam', lastNm: 'Zuma' } });
  await aMembership({ campaign, primary: waiting.primary, isActive: null });
  const run = await aRun({ campaign });
  // A couple without a membership.
  await aHousehold({ organizationNumber, size: 2, primary: { firstNm: 'Tabitha', lastNm: 'Nkosi' } });
  return { organizationNumber, organizationName, campaign, members, membership, run };
}

// A refusal is reported as an error in the browser's console.
test.use({ allowedConsole: [/status of 409/] });

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`Change ${name}`) }).click();
  await button(page, item).click();
}

test('the office manages the memberships of a fund @phone', async ({ page, database: _connected }) => {
  const { organizationNumber, organizationName, campaign, members, run } = await aFund();
  const manager = await aStaffAccount(organizationNumber, 'manager');
  await signIn(page, manager.email);
  await page.goto(`/campaigns/${campaign._id}/memberships`);
  await expect(heading(page, 'Memberships')).toBeVisible();
  await expect(page.getByText('2 memberships')).toBeVisible();
  await expectNoSidewaysScroll(page);

  // The waiting memberships are confirmed together, by a job.
  await page.getByRole('checkbox', { name: 'Choose Sam Zuma' }).check();
  await button(page, 'Activate or confirm').click();
  const together = page.getByRole('dialog', { name: 'Activate 1 membership' });
  await expect(together).toContainText('Sam Zuma');
  await expect(together).toContainText('1 person is covered from now on.');
  await expect(together).toContainText('They are charged from the next run on.');
  await expectAccessible(page, 'changing several memberships');
  await together.getByRole('button', { name: 'Activate 1 membership' }).click();
  await expect(page.getByText('1 is active now.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Zuma, Sam' })).toContainText('Active');

  // A file of what is shown.
  const download = page.waitForEvent('download');
  await openTools(page);
  await button(page, 'Export CSV').click();
  const text = (await readFile(await (await download).path())).toString();
  expect(text).toContain('Abel,Ruth');
  await expectNoSidewaysScroll(page);

  // One membership: a member of the household is added; that is undone, and done again.
  await page.getByRole('link', { name: 'Abel, Ruth' }).click();
  await expect(heading(page, campaign.campaignName)).toBeVisible();
  await expectNoSidewaysScroll(page);
  const spouse = `${members[1]?.firstNm} ${members[1]?.lastNm}`;
  const add = async () => {
    await button(page, 'Add covered member').click();
    await page.getByRole('checkbox', { name: new RegExp(spouse) }).check();
    await expect(page.getByText(`${spouse} is covered from now on.`)).toBeVisible();
    await button(page, 'Add to membership').click();
    await expect(page.getByText(`${spouse} is in this membership now.`)).toBeVisible();
  };
  await button(page, 'Add covered member').click();
  await expectAccessible(page, 'adding a covered member');
  await page.keyboard.press('Escape');
  await add();
  await button(page, 'Undo').click();
  await expect(page.getByText('Undone.')).toBeVisible();
  await choose(page, spouse, 'Activate');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('The membership costs $50.00 instead of $25.00.')).toBeVisible();
  await expectAccessible(page, 'activating a covered member');
  await dialog.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText(`${spouse} is in this membership now.`)).toBeVisible();

  // A price by hand, which survives a reload while it is typed.
  await choose(page, spouse, 'Set price by hand');
  await dialog.getByLabel('Price by hand').fill('3.50');
  await dialog.getByLabel('Reason').fill('Hardship, asked by the deacon');
  await expectAccessible(page, 'a price by hand');
  await dialog.getByRole('button', { name: 'Save price' }).click();
  await expect(page.getByText(`The price of ${spouse} is set by hand now.`)).toBeVisible();
  await expect(page.getByText('$28.50 in each run')).toBeVisible();

  // The dues of an earlier run, and another primary member, who then owes them.
  await page.getByRole('button', { name: `Add dues of ${run.name}` }).click();
  await expect(page.getByText('$0.00 of $28.50 paid')).toBeVisible();
  await choose(page, spouse, 'Make Primary');
  await expect(dialog.getByText(/becomes the primary member instead of Ruth Abel/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Make Primary' }).click();
  await expect(page.getByText(`${spouse} is the primary member now.`)).toBeVisible();
  await expect(page.getByText(new RegExp(`made ${spouse} the primary member`))).toBeVisible();
  await expectNoSidewaysScroll(page);

  // A membership without payments can be removed.
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByLabel(`To remove it, type ${spouse}`).fill(spouse);
  await button(page, 'Remove Membership').click();
  await expect(page.getByText(`The membership of ${spouse} is removed.`)).toBeVisible();
  await expect(page.getByText('1 membership', { exact: true })).toBeVisible();

  // Another one is created by hand, for two of the household.
  await button(page, 'Add Membership').click();
  await dialog.getByLabel('Primary member').fill('Tabitha Nkosi');
  await page.getByRole('option', { name: new RegExp(organizationName) }).click();
  await dialog.getByRole('checkbox', { name: /, Spouse, / }).check();
  await expect(dialog.getByText('The membership costs $50.00 in each run.')).toBeVisible();
  await expectAccessible(page, 'a new membership');
  await dialog.getByRole('button', { name: 'Add Membership' }).click();
  await expect(page.getByText('The membership of Tabitha Nkosi was added.')).toBeVisible();
  await expect(page.getByText('2 memberships', { exact: true })).toBeVisible();

  // Prices of all.
  await openTools(page);
  await button(page, 'Refresh prices').click();
  await expect(dialog.getByText(`Unpaid dues of ${run.name} follow the new prices.`)).toBeVisible();
  await expectAccessible(page, 'refreshing the prices of a fund');
  await dialog.getByRole('button', { name: 'Refresh prices' }).click();
  await expect(page.getByText('Prices are refreshed: every price was right already.')).toBeVisible();
});

test('a waiting time is waived, a price refreshed, memberships are deactivated, and one with payments is not removed @desktop', async ({
  page,
  payer,
}) => {
  const { memberId, campaignId, campaignMembershipId, organizationNumber } = payer;
  const fund = { _id: objectId(campaignId) };
  // Late dues of the payer do not end cover here.
  const rules = { 'fundRules.waitingDays': 3_650, 'fundRules.graceDays': 3_650 };
  await collection('campaigns').updateOne(fund, { $set: rules });
  const manager = await aStaffAccount(organizationNumber, 'manager');
  await signIn(page, manager.email);
  await page.goto(`/member/${memberId}/campaign/${campaignMembershipId}`);
  const dialog = page.getByRole('dialog');
  await choose(page, 'Sam Okafor', 'Waive waiting time');
  await expect(dialog.getByText('Sam Okafor is covered without a waiting time.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('A transfer from another fund');
  await expectAccessible(page, 'waiving a waiting time');
  await dialog.getByRole('button', { name: 'Waive waiting time' }).click();
  await expect(page.getByText('No waiting time applies to Sam Okafor now.')).toBeVisible();
  await collection('campaigns').updateOne(fund, { $unset: { 'fundRules.waitingDays': '' } });

  await button(page, 'Refresh price').click();
  await expect(dialog.getByText('What changes')).toBeVisible();
  await dialog.getByRole('button', { name: 'Refresh price' }).click();
  await expect(page.getByText('The prices are those of today.')).toBeVisible();

  await button(page, 'Deactivate Membership').click();
  await expect(dialog.getByText('Ruth Okafor loses this cover now.')).toBeVisible();
  await expectAccessible(page, 'deactivating a membership');
  await dialog.getByRole('button', { name: 'Deactivate Membership' }).click();
  await expect(page.getByText('The membership is inactive now.')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(page.getByText('Undone.')).toBeVisible();

  // A membership with payments stays: a red alert says so for 5 s.
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByLabel('To remove it, type Ruth Okafor').fill('Ruth Okafor');
  await button(page, 'Remove Membership').click();
  const refused = page.getByRole('alert').filter({ hasText: 'This membership has payments' });
  await expect(refused).toBeVisible();
  await expectAccessible(page, 'a membership that is not removed');
  await expect(refused).toBeHidden();

  await page.goto(`/campaigns/${campaignId}/memberships`);
  await page.getByRole('checkbox', { name: 'All on this page' }).check();
  await button(page, 'Deactivate').click();
  await expect(dialog.getByText('3 people lose this cover now.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Deactivate 2 memberships' }).click();
  await expect(page.getByText('2 are inactive now.')).toBeVisible();
  await expectAccessible(page, 'the outcome of a job');
});

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createOrganization } from '../../api/src/modules/organizations/organizations/organization.service.ts';
import { requireCampaign } from '../../api/src/modules/funds/campaigns/campaign.service.ts';
import { aMember, aMembership, TEST_AUTHOR } from '../../api/test/factories.ts';
import { aStaffAccount } from '../../api/test/payer.ts';
import { expectAccessible } from './accessibility.ts';
import { button, expect, expectNoSidewaysScroll, heading, signIn, test } from './fixtures.ts';

// A refusal is reported as an error in the browser's console.
test.use({ allowedConsole: [/status of 409/] });

const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

test('a manager enters the rules of a real fund, reads them as sentences, and changes them @phone', async ({
  page,
  payer,
}) => {
  const { organizationNumber } = payer;
  const staff = await aStaffAccount(organizationNumber, 'manager');
  await signIn(page, staff.email);
  await page.goto(`/organizations/${organizationNumber}`);
  await page.getByRole('link', { name: 'Add New' }).click();
  await expect(heading(page, 'New campaign')).toBeFocused();
  await button(page, 'Add campaign').click();
  await expect(page.getByText('Campaign name is required')).toBeVisible();
  await expectAccessible(page, 'a new campaign with errors');
  const name = unique('Harvest Fund');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('What it is for').fill('Stands by a family when someone dies');
  await page.getByLabel('Price for everybody').fill('25');
  await button(page, 'Add a price').click();
  await page.getByLabel('Up to and with age').fill('17');
  for (const child of ['Son', 'Daughter', 'Child']) await page.getByLabel(child, { exact: true }).check();
  await page.getByLabel('Price in each collection').fill('0');
  await expectAccessible(page, 'a price');
  await inDialog(page, 'Add').click();
  await page.getByRole('checkbox', { name: 'Waiting time' }).check();
  await expect(page.getByText(/^Samuel, added on .* is covered from /)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Back after a new wait' }).check();
  // Typed values survive a reload.
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await expect(page.locator('.rule-sentence', { hasText: 'Under 18, child: $0.00' })).toBeVisible();
  await page.getByLabel('Try it with a household').fill('oka');
  await page.getByRole('option', { name: /Ruth Okafor/ }).click();
  await expect(page.getByText('Ruth’s household would pay $50.00')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'a new campaign');
  await button(page, 'Add campaign').click();

  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByText(`${name} was added.`)).toBeVisible();
  for (const sentence of [
    'Under 18, child: $0.00',
    'Everybody else: $25.00',
    /^Cover begins 180 days \(about 6 months\) after joining/,
    /^Cover that was lost comes back after everything is paid and another wait of 180 days/,
  ])
    await expect(page.getByText(sentence)).toBeVisible();
  await expectAccessible(page, 'a campaign');

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('checkbox', { name: 'Days of grace' }).check();
  await expect(page.getByText(/\(days of grace\) applies as soon as you save it/)).toBeVisible();
  await button(page, 'Save').click();
  await expect(page.getByText('The changes are saved.')).toBeVisible();
  await expect(
    page.getByText('Dues that stay open end the cover 30 days after the last day to pay them.'),
  ).toBeVisible();
  await expect(page.getByText(/changed .*Harvest Fund/).first()).toBeVisible();
  await page.goto('/campaigns');
  await page.getByLabel('Find').fill('harvest');
  await button(page, 'Show').click();
  await page.getByRole('link', { name }).click();
  await expect(heading(page, name)).toBeVisible();
});

test('an organization participates in a campaign, is removed, and added again @desktop', async ({
  page,
  payer,
}) => {
  const { organizationNumber } = payer;
  const organizationName = unique('Zion Chapel');
  const ofChapel = `E${randomUUID().slice(0, 8)}`;
  await createOrganization(
    {
      organizationNumber: ofChapel,
      organizationName,
      parentOrganization: organizationNumber,
    },
    TEST_AUTHOR,
    new Date(),
  );
  const staff = await aStaffAccount(organizationNumber, 'manager');
  await signIn(page, staff.email);
  await page.goto(`/campaign/${payer.campaignId}`);
  await button(page, 'Add Organization').click();
  await expect(inDialog(page, 'Add')).toBeDisabled();
  await page.getByRole('dialog').getByLabel('Organization').fill(organizationName);
  await page.getByRole('option').first().click();
  await expectAccessible(page, 'Add Participating Organization');
  await inDialog(page, 'Add').click();
  await expect(page.getByText(`${organizationName} participates now: its members may join.`)).toBeVisible();
  await button(page, `Remove ${organizationName}`).click();
  await expect(page.getByText(`${organizationName} no longer participates.`)).toBeVisible();
  await button(page, 'Undo').click();
  await expect(page.getByRole('link', { name: organizationName })).toBeVisible();
  await expectAccessible(page, 'participating organizations');

  // Once one of its members has joined, it stays.
  const primary = await aMember({ organizationNumber: ofChapel });
  await aMembership({ campaign: await requireCampaign(payer.campaignId), primary });
  await button(page, `Remove ${organizationName}`).click();
  await expect(page.getByRole('alert')).toContainText(
    'Members of this organization have memberships in the campaign.',
  );
  await expect(page.getByRole('link', { name: organizationName })).toBeVisible();
});

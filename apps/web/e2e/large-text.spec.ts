/** Text of 200 % on a small phone, with large amounts and long names: what pages unfold. a11y.spec.ts opens every page. */
import { collection } from '../../api/src/platform/database.ts';
import type { Page } from '@playwright/test';
import { aClaim } from '../../api/test/factories.ts';
import { aStaffAccount, type Payer } from '../../api/test/payer.ts';
import { expectReadableTwiceAsLarge } from './accessibility.ts';
import {
  aJob,
  aLargePayer,
  CARDS,
  expect,
  expectComplete,
  fillCard,
  goTo,
  keepCard,
  LONG_NAME,
  runAddress,
  signIn,
  test,
  walletButton,
} from './fixtures.ts';

test.use({ allowedConsole: [/status of 40[24]/] });

async function open(page: Page, path: string) {
  await goTo(page, path);
  await expectComplete(page);
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

/** What a page unfolds. */
const unfolded: [path: (payer: Payer) => string, opener: RegExp][] = [
  [() => '/my/overview', /^Details of who/],
  [() => '/my/profile', /^Add a card/],
  [() => '/account-summary', /^Details/],
  [
    ({ memberId, campaignMembershipId }) => `/member/${memberId}/membership/${campaignMembershipId}/donate`,
    /^Pay a different amount/,
  ],
];

test('what pages of members unfold', async ({ page, database: _connected }) => {
  const payer = await aLargePayer();
  await signIn(page, payer.account.email);
  await keepCard(page, payer.memberId);
  // A longer name.
  await keepCard(page, payer.memberId, 'pm_card_mastercard');
  for (const [pathOf, opener] of unfolded) {
    await open(page, pathOf(payer));
    await press(page, opener);
    await expectComplete(page);
    await expectReadableTwiceAsLarge(page, pathOf(payer));
  }
});

const deadOf = async (claimId: string) =>
  (await collection<{ _id: string; memberId: string }>('claims').findOne({ _id: claimId }))?.memberId;

test('what pages of staff unfold', async ({ page, database: _connected }) => {
  const payer = await aLargePayer();
  const staff = await aStaffAccount(payer.organizationNumber, 'administrator');
  await signIn(page, staff.email);
  await open(page, '/history');
  await press(page, 'Filters');
  await page
    .getByRole('button', { name: /Hailemichael/ })
    .first()
    .click();
  await expectReadableTwiceAsLarge(page, 'history');
  await press(page, 'Menu of the staff side');
  await expectReadableTwiceAsLarge(page, 'menu of the staff side');
  const claimId = await aClaim({ ...payer, lastNm: LONG_NAME });
  const jobId = await aJob(payer, 'failed');
  for (const path of [
    `/staff/death?member_id=${await deadOf(claimId)}`,
    `/jobs/${jobId}`,
    `${await runAddress(payer)}?view=print`,
  ]) {
    await open(page, path);
    await expectReadableTwiceAsLarge(page, path);
  }
  await open(page, `/organizations/${payer.organizationNumber}/roles`);
  await press(page, 'Give a role');
  await expectReadableTwiceAsLarge(page, 'the form of a role');
});

test('the household of a member', async ({ page, payer }) => {
  const staff = await aStaffAccount(payer.organizationNumber, 'manager');
  await signIn(page, staff.email);
  await open(page, `/member/${payer.memberId}?activeTab=household`);
  await expectReadableTwiceAsLarge(page, 'household');
  await press(page, 'Life events');
  await page.getByLabel('What happened').selectOption('Leaving the organization');
  await expectReadableTwiceAsLarge(page, 'life event');
  await open(page, `/member/${payer.memberId}?activeTab=linkedAccounts`);
  await expectReadableTwiceAsLarge(page, 'linked accounts');
});

test('the menu, the dialogs, a declined payment and a successful one', async ({
  page,
  database: _connected,
}) => {
  const payer = await aLargePayer();
  await signIn(page, payer.account.email);
  await open(page, '/my/profile');
  await press(page, /menu/i);
  await expectReadableTwiceAsLarge(page, 'menu');
  await page.keyboard.press('Escape');
  for (const name of ['Edit address', 'Edit phone']) {
    await press(page, name);
    await expectReadableTwiceAsLarge(page, name);
    await page.keyboard.press('Escape');
  }
  for (const card of [CARDS.declined, CARDS.good]) {
    await open(page, '/donate');
    await page.getByRole('checkbox', { name: /Miriam/ }).check();
    await fillCard(page, card);
    await press(page, 'Continue');
    await expect(page.getByRole('button', { name: 'Donate Now' })).toBeVisible();
    await expect(walletButton(page)).toBeVisible();
    await expectReadableTwiceAsLarge(page, 'review');
    await press(page, 'Donate Now');
    await expect(
      page.getByRole('link', { name: 'Try Again' }).or(page.getByRole('button', { name: 'Receipt as PDF' })),
    ).toBeVisible();
    await expectReadableTwiceAsLarge(page, `after ${card}`);
  }
});

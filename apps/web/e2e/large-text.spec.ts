/** Text of 200 % on a small phone, with large amounts and a long name: every page stays one readable column. */
import { collection } from '../../api/src/platform/database.ts';
import { cents } from '@kinfold/domain/money';
import type { Page } from '@playwright/test';
import { aClaim, anIntakeRequest, anOpenCampaign } from '../../api/test/factories.ts';
import { aPayer, aStaffAccount, type Payer } from '../../api/test/payer.ts';
import { expectReadableTwiceAsLarge } from './accessibility.ts';
import {
  aJob,
  CARDS,
  expect,
  expectComplete,
  fillCard,
  goTo,
  keepCard,
  PUBLIC_PATHS,
  runAddress,
  signIn,
  test,
  walletButton,
} from './fixtures.ts';

test.use({ allowedConsole: [/status of 40[24]/] });

/** Two members at $6,172.84: $12,345.68. */
const aLargePayer = async () => {
  const payer = await aPayer({
    price: cents(617_284),
    lastNm: 'Wolde-Giorgis Tesfamariam Hailemichael',
    linkedLastNm: 'Featherstonehaugh-Okonkwo',
  });
  await anOpenCampaign({ joinedBy: payer.memberId });
  return payer;
};

async function open(page: Page, path: string) {
  await goTo(page, path);
  await expectComplete(page);
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

test('every public page', async ({ page }) => {
  for (const path of [...PUBLIC_PATHS, '/reset-password?code=x']) {
    await open(page, path);
    await expectReadableTwiceAsLarge(page);
  }
});

const memberPages: [name: string, path: (payer: Payer) => string, unfold?: RegExp][] = [
  ['overview', () => '/my/overview', /^Details of who/],
  ['profile', () => '/my/profile', /^Add a card/],
  ['my organization', () => '/my/organization'],
  ['campaigns', ({ memberId }) => `/member/${memberId}`],
  ['donations', ({ memberId }) => `/member/${memberId}?activeTab=donations`],
  ['payments', ({ memberId }) => `/member/${memberId}?activeTab=payments`],
  ['linked account', ({ linked }) => `/member/${linked.memberId}`],
  ['account summary', () => '/account-summary', /^Details/],
  ['older payment', () => '/account-process-payment'],
  ['donate everything', () => '/donate'],
  [
    'donate',
    (payer) => `/member/${payer.memberId}/membership/${payer.campaignMembershipId}/donate`,
    /^Pay a different amount/,
  ],
  ['review without a payment', () => '/donate/review'],
  ['thank you without a payment', () => '/donate/thank-you'],
  ['address confirm', () => '/address-confirm'],
  ['address update', () => '/address-update'],
];

test('every page of members', async ({ page, database: _connected }) => {
  const payer = await aLargePayer();
  await signIn(page, payer.account.email);
  await keepCard(page, payer.memberId);
  // A longer name.
  await keepCard(page, payer.memberId, 'pm_card_mastercard');
  for (const [name, pathOf, unfold] of memberPages) {
    await open(page, pathOf(payer));
    if (unfold) await press(page, unfold);
    await expectComplete(page);
    await expectReadableTwiceAsLarge(page, name);
  }
});

const deadOf = async (claimId: string) =>
  (await collection<{ _id: string; memberId: string }>('claims').findOne({ _id: claimId }))?.memberId;

test('every page of staff', async ({ page, database: _connected }) => {
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
  const { organizationNumber } = payer;
  const requestId = await anIntakeRequest({ organizationNumber, lastNm: 'Wolde-Giorgis Hailemichael' });
  const staffPages = [
    '/staff',
    '/search?q=hail',
    '/review-items',
    '/intake',
    `/intake/${requestId}`,
    '/intake/link',
  ];
  for (const path of staffPages) {
    await open(page, path);
    await expectReadableTwiceAsLarge(page, path);
  }
  const jobId = await aJob(payer, 'failed');
  const organization = `/organizations/${organizationNumber}`;
  const organizations = [
    '/organizations',
    '/organizations/create',
    '/connect/return?state=none&code=none',
    organization,
    `${organization}?edit=true`,
    `${organization}/imports`,
    `${organization}/exports`,
  ];
  const parts = ['groups', 'contacts', 'members', 'donations'].map(
    (tab) => `${organization}?activeTab=${tab}`,
  );
  const { memberId } = payer;
  const ofMember = ['campaigns', 'household', 'danger-zone'].map(
    (tab) => `/member/${memberId}?activeTab=${tab}`,
  );
  const forms = [`/member/create?organization_number=${organizationNumber}`, `/member/edit/${memberId}`];
  const memberships = [
    `/campaigns/${payer.campaignId}/memberships`,
    `/member/${memberId}/campaign/${payer.campaignMembershipId}`,
  ];
  const members = ['/members', ...memberships, ...ofMember, ...forms];
  const campaigns = [
    '/campaigns',
    '/cover-changes',
    `/campaigns/${payer.campaignId}/double-covers`,
    `/campaign/${payer.campaignId}`,
    `/campaign/create?campaign_id=${payer.campaignId}`,
  ];
  const run = await runAddress(payer);
  const views = ['board', 'report', 'calls', 'print', 'remind', 'messages'];
  const runs = [run, ...views.map((view) => `${run}?view=${view}`)];
  const claimId = await aClaim({ ...payer, lastNm: 'Wolde-Giorgis Tesfamariam Hailemichael' });
  const claims = ['/claims', `/claims/${claimId}`, `/staff/death?member_id=${await deadOf(claimId)}`];
  const pages = [
    ...campaigns,
    ...organizations,
    ...parts,
    ...members,
    ...runs,
    ...claims,
    `${organization}/roles`,
  ];
  for (const path of ['/jobs', `/jobs/${jobId}`, ...pages]) {
    await open(page, path);
    await expectReadableTwiceAsLarge(page);
  }
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

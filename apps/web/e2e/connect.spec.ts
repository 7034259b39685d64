import type { APIRequestContext, Page } from '@playwright/test';
import { aPayer, aStaffAccount, type Payer } from '../../api/test/payer.ts';
import { TEST_AUTHOR } from '../../api/test/factories.ts';
import { linkHousehold } from '../../api/src/modules/people/households/linked-household.service.ts';
import { requireMember } from '../../api/src/modules/people/members/member.service.ts';
import { expectAccessible } from './accessibility.ts';
import {
  button,
  CARDS,
  donateNow,
  expect,
  expectNoSidewaysScroll,
  fillCard,
  heading,
  openUntil,
  paymentIdOf,
  runningStack,
  signIn,
  test,
  thankYou,
} from './fixtures.ts';

// Browsers report a 4xx response as an error in the console.
test.use({ allowedConsole: [/status of (404|409)/] });

type Entry = { effect: string; destination?: string; amount?: number };

/** Returns the provider's transfers to accounts for a payment, from its journal. */
async function movedFor(request: APIRequestContext, paymentId: string): Promise<Entry[]> {
  const { url } = runningStack().addresses.sandbox;
  const answer = await request.get(`${url}/_sandbox/journal?paymentId=${paymentId}`);
  const { entries } = (await answer.json()) as { entries: Entry[] };
  return entries
    .filter(({ effect }) => effect === 'transfer.created')
    .map(({ effect, destination, amount }) => ({ effect, destination, amount }) as Entry);
}

const change = async (request: APIRequestContext, accountId: string, state: string) => {
  const { url } = runningStack().addresses.sandbox;
  expect((await request.post(`${url}/_sandbox/accounts/${accountId}`, { data: { state } })).status()).toBe(
    200,
  );
};

async function openForm(page: Page, { organizationNumber }: Payer): Promise<void> {
  const { email } = await aStaffAccount(organizationNumber, 'administrator');
  await signIn(page, email);
  await page.goto(`/organizations/${organizationNumber}?edit=true`);
}

async function connect(page: Page, name: string): Promise<string> {
  await button(page, 'Connect').click();
  await expect(page.getByRole('heading', { name: 'Connect a test account' })).toBeVisible();
  await page.getByLabel('Name of a new account').fill(name);
  await page.getByRole('button', { name: 'Connect this account' }).click();
  await expect(page.getByText(`The account ${name} is connected.`)).toBeVisible();
  return (await page.getByText(/^acct_\w+$/).innerText()).trim();
}

test('an organization connects its account, its dues are paid there, and dues to another are offered next', async ({
  page,
  payer,
}) => {
  // A relative whose fund belongs to another organization.
  const other = await aPayer({ organizationName: 'Bethel Church', firstNm: 'Yusuf', lastNm: 'Haddad' });
  const { household_id: householdId } = await requireMember(other.memberId);
  await linkHousehold({ memberId: payer.memberId, householdId: householdId ?? '' }, TEST_AUTHOR, new Date());

  await openForm(page, payer);
  // Its owner refuses at first.
  await button(page, 'Connect').click();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText(/the request was refused on the page of the card provider/)).toBeVisible();
  const accountId = await connect(page, 'Grace Test Inc.');
  await expect(page.getByText('Takes payments')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'a connected account');
  // The return works once.
  await page.goto('/connect/return?state=used&code=ac_used');
  await expect(page.getByText('The account was not connected')).toBeVisible();

  await signIn(page, payer.account.email);
  await page.goto('/donate');
  await expect(page.getByText('Everything that is due, to Grace Test Church')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Haddad/ })).toBeDisabled();
  await expect(page.getByText('Due to Bethel Church: paid separately')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'dues of two recipients');
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Continue' }).click();
  await donateNow(page).click();
  await expect(thankYou(page)).toBeVisible();
  expect(await movedFor(page.request, paymentIdOf(page))).toEqual([
    { effect: 'transfer.created', destination: accountId, amount: 5000 },
  ]);
  await page.reload();
  await expect(page.getByText(/is still due to .*Bethel Church/)).toBeVisible();
  await expectAccessible(page, 'what is due to another');
  await page.getByRole('link', { name: 'Pay it now' }).click();
  await expect(heading(page, 'Donate')).toBeVisible();
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Continue' }).click();
  await donateNow(page).click();
  await expect(thankYou(page)).toBeVisible();
  expect(await movedFor(page.request, paymentIdOf(page))).toEqual([]);
});

test('a restricted account takes no payments, the office sees a note, and after disconnecting the portal is paid again', async ({
  page,
  payer,
}) => {
  await openForm(page, payer);
  const accountId = await connect(page, 'Grace Test Inc.');
  await change(page.request, accountId, 'restricted');
  const organization = `/organizations/${payer.organizationNumber}`;
  await openUntil(page, '/staff', page.getByText('organization cannot take card payments'));
  await page.getByRole('link', { name: 'Check the account' }).click();
  await expect(page.getByText('No card payments at the moment')).toBeVisible();
  await expectAccessible(page, 'an account that takes no payments');

  await signIn(page, payer.account.email);
  await page.goto('/donate');
  const sentence =
    'Grace Test Church cannot take card payments at the moment. Please ask its office how to pay.';
  await expect(page.getByText(sentence)).toBeVisible();
  await expectAccessible(page, 'a recipient that takes no cards');
  await page.goto('/account-process-payment');
  await expect(page.getByText(sentence)).toBeVisible();

  await signIn(page, (await aStaffAccount(payer.organizationNumber, 'administrator')).email);
  await page.goto(`${organization}?edit=true`);
  await button(page, 'Disconnect').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/are paid to the account of this portal/)).toBeVisible();
  await expectAccessible(page, 'disconnecting an account');
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(button(page, 'Connect')).toBeVisible();

  await signIn(page, payer.account.email);
  await page.goto('/donate');
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Continue' }).click();
  await donateNow(page).click();
  await expect(thankYou(page)).toBeVisible();
  expect(await movedFor(page.request, paymentIdOf(page))).toEqual([]);
});

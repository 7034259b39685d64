/**
 * The life of a fund: from an organization that was just made to a run that is activated, half paid, reminded, paused and
 * ended. What the run says, its lists, the members' overviews and the provider's record agree at each step.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { addDays, calendarDateOf, typedDate } from '@kinfold/domain/dates';
import { cents, showMoney, sumCents } from '@kinfold/domain/money';
import type { Page } from '@playwright/test';
import { anOrganization, TEST_AUTHOR } from '../../api/test/factories.ts';
import { aStaffAccount, PASSWORD_HASH } from '../../api/test/payer.ts';
import { payBody } from '../../api/test/paying.ts';
import { requireCampaign } from '../../api/src/modules/funds/campaigns/campaign.service.ts';
import { findDues } from '../../api/src/modules/funds/donations/donation.service.ts';
import { createHouseholds } from '../../api/src/modules/people/households/household-members.service.ts';
import { linkHousehold } from '../../api/src/modules/people/households/linked-household.service.ts';
import { findMembers } from '../../api/src/modules/people/members/member.service.ts';
import type { MembershipRecord } from '../../api/src/modules/funds/memberships/membership.service.ts';
import { createMemberships } from '../../api/src/modules/funds/memberships/new-membership.service.ts';
import { createUser } from '../../api/src/modules/identity/users/user.service.ts';
import {
  button,
  CARDS,
  chargesOf,
  donateNow,
  expect,
  expectNoSidewaysScroll,
  fillCard,
  heading,
  openTools,
  mailTo,
  openUntil,
  PASSWORD,
  paymentIdOf,
  signIn,
  test,
  thankYou,
} from './fixtures.ts';
import { whenSentByDay } from './send-by-day.ts';

/** An even number from 30 on. */
const MEMBERSHIPS = Number(process.env['FUND_MEMBERSHIPS'] ?? 30);
const HALF = MEMBERSHIPS / 2;
/**
 * How many memberships each payer pays for, including their own: half of all in total. One pays on the screen, the
 * others by calls.
 */
const PAID_ON_SCREEN = 2;
const THIRD = Math.floor((HALF - PAID_ON_SCREEN) / 3);
const PAID_BY_CALL = [THIRD, THIRD, HALF - PAID_ON_SCREEN - 2 * THIRD];
/** What all memberships owe, and half of them. */
const ALL_DUES = showMoney(cents(MEMBERSHIPS * 2_500));
const HALF_OF_DUES = showMoney(cents(HALF * 2_500));
const RUN = 'In memory of Amos Tull';

const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

/** An organization below the administrator's own, with its fund: $25.00, children free, 30 days of grace. */
async function makeFund(page: Page, parent: string) {
  const organizationName = unique('Grace Chapel');
  await page.goto(`/organizations/${parent}`);
  await openTools(page);
  await page.getByRole('link', { name: 'Add organization below' }).click();
  await page.getByLabel('Organization name').fill(organizationName);
  await page.getByLabel('Street name and number').fill('12 Elm Street');
  await page.getByLabel('City').fill('Laurel');
  await page.getByLabel('State').fill('md');
  await page.getByLabel('Zip code').fill('20707');
  await button(page, 'Add organization').click();
  await expect(heading(page, organizationName)).toBeVisible();
  const organizationNumber = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await page.getByRole('link', { name: 'Add New' }).click();
  const campaignName = unique('Harvest Fund');
  await page.getByLabel('Name', { exact: true }).fill(campaignName);
  await page.getByLabel('What it is for').fill('Stands by a family when someone dies');
  await page.getByLabel('Price for everybody').fill('25');
  await button(page, 'Add a price').click();
  await page.getByLabel('Up to and with age').fill('17');
  await page.getByLabel('Child', { exact: true }).check();
  await page.getByLabel('Price in each collection').fill('0');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Days of grace' }).check();
  await button(page, 'Add campaign').click();
  await expect(heading(page, campaignName)).toBeVisible();
  await expect(page.getByText('Under 18, child: $0.00')).toBeVisible();
  const campaignId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  return { organizationNumber, campaignId };
}

const lastNameOf = (index: number) => `Tull${String(index).padStart(3, '0')}`;

/** Adds the memberships: each of a single member, every tenth with a child, whom the fund covers free of charge. */
async function fillFund(organizationNumber: string, campaignId: string): Promise<MembershipRecord[]> {
  const now = new Date();
  const person = (index: number) => ({
    firstNm: 'Ada',
    lastNm: lastNameOf(index),
    birthDt: '1960-05-17' as const,
    phones: [{ phoneNbr: `301555${String(1_000 + index)}` }],
    organizationNumber,
  });
  const child = (index: number) => ({
    ...person(index),
    firstNm: 'Ben',
    birthDt: addDays(calendarDateOf(now, 'UTC'), -3_000),
    relationship: 'Child',
    phones: [],
  });
  const families = Array.from({ length: MEMBERSHIPS }, (_, index) =>
    index % 10 ? [person(index)] : [person(index), child(index)],
  );
  const households = await createHouseholds(families, TEST_AUTHOR, now);
  const inputs = households.flatMap(({ members: [primary, ...covered] }) =>
    primary ? [{ primary, covered }] : [],
  );
  return createMemberships(await requireCampaign(campaignId), inputs, TEST_AUTHOR, now, 'UTC');
}

/** Creates an account for the primary member of the first of the memberships, who may pay for the others too. */
async function anAccountFor([own, ...others]: readonly MembershipRecord[]): Promise<string> {
  if (!own) throw new Error('there is no membership');
  const email = `ada.${randomUUID().slice(0, 8)}@example.test`;
  const { primaryMemberId: memberId, organizationNumber } = own;
  const now = new Date();
  await createUser(
    { email, passwordHash: PASSWORD_HASH, isEmailConfirmed: true, memberId, organizationNumber, now },
    TEST_AUTHOR,
  );
  for (const { household_id } of await findMembers(others.map((one) => one.primaryMemberId)))
    await linkHousehold({ memberId, householdId: household_id ?? '' }, TEST_AUTHOR, now);
  return email;
}

/** Pays the dues of some memberships in one payment, as the web does. */
async function payByCall(page: Page, email: string, memberships: readonly MembershipRecord[]): Promise<void> {
  const form = { username: email, password: PASSWORD };
  const { access_token } = (await (await page.request.post('/v2/token', { form })).json()) as Record<
    string,
    string
  >;
  const dues = (await Promise.all(memberships.map(({ _id }) => findDues(_id)))).flat();
  const lines = dues.map(({ _id, minAmountDue }) => ({ donationId: _id, amount: minAmountDue }));
  const memberId = memberships[0]?.primaryMemberId ?? '';
  const answer = await page.request.post(`/api/v1/member/${memberId}/donation/pay`, {
    headers: { Authorization: `Bearer ${access_token}`, 'Idempotency-Key': randomUUID() },
    data: payBody(lines, { payeeMemberId: memberId }),
  });
  expect(answer.status()).toBe(200);
  expect(sumCents(lines.map(({ amount }) => amount))).toBe(cents(2_500 * memberships.length));
}

test('a fund, from an empty organization to a run that is paid, reminded, paused and ended', async ({
  page,
  database: _connected,
}) => {
  const { organizationNumber: parent } = await anOrganization();
  const administrator = await aStaffAccount(parent, 'administrator');
  await signIn(page, administrator.email);
  const { organizationNumber, campaignId } = await makeFund(page, parent);
  const memberships = await fillFund(organizationNumber, campaignId);

  await test.step('a run is created, previewed and activated', async () => {
    await page.reload();
    await button(page, 'New Campaign Run').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(RUN);
    await dialog.getByLabel('Description').fill('For the family');
    await dialog.getByRole('button', { name: 'Make run' }).click();
    await expect(heading(page, RUN)).toBeVisible();
    await expect(
      page.getByText(`Activating it asks ${MEMBERSHIPS} households for ${ALL_DUES} together.`, {
        exact: true,
      }),
    ).toBeVisible();
    await button(page, 'Activate').click();
    await expect(page.getByText(`${MEMBERSHIPS} dues made, ${ALL_DUES}. As the preview said.`)).toBeVisible();
    await expect(
      page.getByText(`0 of ${MEMBERSHIPS} households have paid; ${ALL_DUES} is open`),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: `Donations ${MEMBERSHIPS}` })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
  const runAddress = page.url();

  const parts: MembershipRecord[][] = [];
  let taken = 0;
  for (const count of [PAID_ON_SCREEN, ...PAID_BY_CALL]) {
    parts.push(memberships.slice(taken, taken + count));
    taken += count;
  }
  const [onScreen = [], ...byCall] = parts;
  const unpaid = memberships.slice(taken);
  const owing = await anAccountFor(unpaid.slice(0, 1));
  const paying = await anAccountFor(onScreen);

  await test.step('half of them pay: one on the screen for a relative too, others by API calls', async () => {
    await signIn(page, paying);
    await page.goto('/my/overview');
    await page.getByRole('link', { name: /^Pay \$25\.00/ }).click();
    await page.getByRole('checkbox', { name: /Tull001/ }).check();
    await fillCard(page, CARDS.good);
    await page.getByRole('button', { name: /continue/i }).click();
    await donateNow(page).click();
    await expect(thankYou(page)).toBeVisible();
    expect(await chargesOf(page.request, paymentIdOf(page))).toBe(1);
    await page.goto('/my/overview');
    await expect(page.getByText('PAID').first()).toBeVisible();
    for (const some of byCall) await payByCall(page, await anAccountFor(some), some);
  });

  const expectFigures = async () => {
    await expect(page.getByRole('progressbar', { name: `${HALF_OF_DUES} of ${ALL_DUES}` })).toBeVisible();
    await expect(
      page.getByText(`${HALF} of ${MEMBERSHIPS} households have paid; ${HALF_OF_DUES} is open`),
    ).toBeVisible();
  };

  await test.step('the page of the run, its lists and its files show this', async () => {
    await signIn(page, administrator.email);
    await openUntil(page, runAddress, page.getByText(`${HALF} of ${MEMBERSHIPS} households`));
    await expectFigures();
    await page.getByLabel('Balance').selectOption('Paid');
    await expect(page.getByRole('heading', { name: `Donations ${HALF}` })).toBeVisible();
    await page.getByLabel('Balance').selectOption('Open');
    await expect(page.getByRole('heading', { name: `Who has not paid ${HALF}` })).toBeVisible();
    await expect(page.getByRole('link', { name: `${lastNameOf(HALF)}, Ada` })).toBeVisible();
    const download = page.waitForEvent('download');
    await button(page, 'Export CSV').click();
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(1 + unpaid.length);
    await expectNoSidewaysScroll(page);
    await page.goto(`/campaigns/${campaignId}/memberships?owes=true`);
    await expect(page.getByText(`${HALF} memberships`)).toBeVisible();
    await page.goto(`/campaign/${campaignId}`);
    await expect(page.getByText(`· ${HALF_OF_DUES} collected`)).toBeVisible();
  });

  await test.step('people who have not paid are reminded by mail, if possible', async () => {
    await page.goto(runAddress);
    await page.getByRole('link', { name: 'Remind who owes' }).click();
    await expect(page.getByText('1 person gets')).toBeVisible();
    await expect(page.getByText(`${HALF - 1} have no email`)).toBeVisible();
    await button(page, 'Remind 1 person').click();
    await expect(page.getByText(`A reminder: ${RUN}`)).toBeVisible();
    await whenSentByDay(page);
    await expect(page.getByText(/^1 sent, 0 opened the link/)).toBeVisible();
    expect((await mailTo(page.request, owing)).text).toContain(`${RUN}: $25.00`);
  });

  await test.step('it is paused: nobody owes it meanwhile, and activating it again charges nobody twice', async () => {
    await page.goto(runAddress);
    await button(page, 'Pause').click();
    await button(page, 'Pause run').click();
    await expect(page.getByText('The run is paused.')).toBeVisible();
    await expect(page.getByText('Activating it charges nobody now.')).toBeVisible();
    await expect(page.getByText(`${MEMBERSHIPS} have their dues of this run already`)).toBeVisible();
    await signIn(page, owing);
    await page.goto('/my/overview');
    await expect(page.getByText(/paused/).first()).toBeVisible();
    await expect(page.getByRole('link', { name: /^Pay \$/ })).toHaveCount(0);

    await signIn(page, administrator.email);
    await page.goto(runAddress);
    await button(page, 'Activate').click();
    await expect(
      page.getByText(
        `No dues had to be made; ${MEMBERSHIPS} memberships left out: ${MEMBERSHIPS} have them already.`,
      ),
    ).toBeVisible();
    await expectFigures();
    await signIn(page, owing);
    await page.goto('/my/overview');
    await expect(page.getByRole('link', { name: /^Pay \$25\.00/ })).toBeVisible();
  });

  await test.step('it is ended: what is open stays owed, and the cover lasts through the days of grace', async () => {
    const today = calendarDateOf(new Date(), 'UTC');
    await signIn(page, administrator.email);
    await page.goto(runAddress);
    await button(page, 'Edit or extend').click();
    await page.getByLabel('First day').fill(typedDate(addDays(today, -10)));
    await page.getByLabel('Last day').fill(typedDate(addDays(today, -1)));
    await button(page, 'Save').click();
    await expect(page.getByText('The changes are saved.')).toBeVisible();
    await expect(page.getByText('Ended').first()).toBeVisible();
    await expectFigures();
    await expect(page.getByRole('button', { name: /^(Activate|Pause)$/ })).toHaveCount(0);
    // Once the worker has checked everybody.
    await openUntil(
      page,
      `/cover-changes?campaign_id=${campaignId}`,
      page.getByText(`${HALF} households and people`),
    );
    await expect(page.getByText(/^The dues for .* are late: \$25\.00\./).first()).toBeVisible();

    await signIn(page, owing);
    await page.goto('/my/overview');
    await expect(page.getByRole('link', { name: /^Pay \$25\.00/ })).toBeVisible();
    await signIn(page, paying);
    await page.goto('/my/overview');
    await expect(page.getByText('PAID').first()).toBeVisible();
  });
});

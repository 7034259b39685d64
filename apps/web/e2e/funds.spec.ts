import type { Page } from '@playwright/test';
import type { Role } from '@kinfold/domain/role';
import { addDays, calendarDateOf, startOfDay, typedDate } from '@kinfold/domain/dates';
import { requireCampaign } from '../../api/src/modules/funds/campaigns/campaign.service.ts';
import { aHousehold, aMembership, anOrganization } from '../../api/test/factories.ts';
import { aStaffAccount } from '../../api/test/payer.ts';
import { collection } from '../../api/src/platform/database.ts';
import { objectId } from '../../api/src/platform/documents.ts';
import { expectAccessible } from './accessibility.ts';
import { button, expect, expectNoSidewaysScroll, heading, signIn, test } from './fixtures.ts';

/** Nine real funds, each from its rules to the closed claim of a death, on the screens of the office. */
type Fund = {
  /** `for` are relationships; none: everybody of the ages. */
  prices?: { from?: string; to?: string; for?: string[]; price: string }[];
  /** For everybody else. */
  price: string;
  /** The rules that are ticked, and what is typed in place of the usual days. */
  rules?: Record<string, Record<string, string>>;
  /** What each person with a price owes for joining. */
  joining?: string;
  benefit: string;
  isOf?: string[];
  ticks?: 'In kind, worth this amount' | 'What the funeral costs, at most this amount';
  /** Days since the families joined. */
  since: number;
  cause?: string;
  /** What is typed where the rules name no amount. */
  costs?: string;
  given?: string;
  /** What each household has ahead, in cents, and what the screen says after the death. */
  wallet?: number;
  sharing?: RegExp;
  /** What the collection asks of the neighbor's household. */
  asks?: string;
};

const FUNDS: Record<string, Fund> = {
  'flat benefit and flat dues at each death @phone': {
    ...{ prices: [{ to: '17', price: '0' }], price: '25', rules: { 'Waiting time': {} }, benefit: '10000' },
    joining: '75',
    ...{ since: 200, sharing: /dues/, asks: '$50.00' },
  },
  'in kind, and two years after a suicide @phone': {
    ...{ price: '10', rules: { 'Waiting time': {}, 'After a suicide': {} }, benefit: '1500' },
    ...{ ticks: 'In kind, worth this amount', since: 200, cause: 'Neither suicide nor an accident' },
    given: 'The coffin, the grave and the hearse',
  },
  'from the fund, and nobody waits after an accident @phone': {
    ...{ price: '20', rules: { 'Waiting time': {}, 'After an accident': {}, 'Days of grace': {} } },
    ...{ benefit: '2000', since: 20, cause: 'An accident' },
  },
  'a wallet debited for each death, with a minimum @phone': {
    ...{ price: '12.50', rules: { 'A wallet for each membership': {}, 'Days of grace': {} } },
    ...{ benefit: '5000', since: 5, wallet: 100_00, sharing: /dues/, asks: '$25.00' },
  },
  'the cost of a funeral, shared @phone': {
    ...{ price: '1', rules: { 'Days to report a death': {} }, benefit: '8000', since: 40 },
    ...{ ticks: 'What the funeral costs, at most this amount', costs: '5432.10' },
    ...{ sharing: /Divided by people/, asks: '$5,432.10' },
  },
  'a fixed window in the year @desktop': {
    ...{
      price: '40',
      rules: { 'Ages to join': { 'Highest age to join': '70' } },
      benefit: '3000',
      since: 40,
    },
  },
  'parents on other terms @desktop': {
    ...{ prices: [{ from: '60', to: '65', for: ['Parent'], price: '15' }], price: '10', benefit: '2500' },
    since: 10,
  },
  'up to an amount, less abroad @desktop': {
    ...{ price: '30', benefit: '3000', since: 10, costs: '500' },
    ticks: 'What the funeral costs, at most this amount',
  },
  'a benefit for each registered dependent @desktop': {
    ...{ price: '7.50', benefit: '1000', isOf: ['Spouse', 'Child'], since: 10 },
  },
};

const today = calendarDateOf(new Date(), 'UTC');
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Enters a fund by its form; gives its id. */
async function enterFund(page: Page, organizationNumber: string, fund: Fund): Promise<string> {
  await page.goto(`/campaign/create?organization_number=${organizationNumber}`);
  await page.getByLabel('Name', { exact: true }).fill('Burial Society');
  await page.getByLabel('What it is for').fill('Stands by a family when someone dies');
  await page.getByLabel('Price for everybody').fill(fund.price);
  const choose = async ({ from = '', to = '', for: relationships = [] }: NonNullable<Fund['prices']>[0]) => {
    await page.getByLabel('From age').fill(from);
    await page.getByLabel('Up to and with age').fill(to);
    for (const each of relationships) await page.getByLabel(each, { exact: true }).check();
  };
  for (const rule of fund.prices ?? []) {
    await button(page, 'Add a price').click();
    await choose(rule);
    await page.getByLabel('Price in each collection').fill(rule.price);
    await inDialog(page, 'Add').click();
  }
  for (const [name, typed] of Object.entries(fund.rules ?? {})) {
    await page.getByRole('checkbox', { name, exact: true }).check();
    for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
  }
  if (fund.joining) {
    await page.getByRole('checkbox', { name: 'Fee for joining', exact: true }).check();
    await page.getByLabel('What joining costs').fill(fund.joining);
    await page.getByLabel('Who owes it for joining').selectOption('each person with a price');
  }
  await button(page, 'Add what is paid').click();
  await choose({ for: fund.isOf ?? [], price: '' });
  await page.getByLabel('The fund pays').fill(fund.benefit);
  if (fund.ticks) await page.getByRole('checkbox', { name: fund.ticks }).check();
  await inDialog(page, 'Add').click();
  await button(page, 'Add campaign').click();
  await expect(page.getByText('Burial Society was added.')).toBeVisible();
  await expect(page.getByText(/^At a death the fund (pays|gives)/)).toBeVisible();
  const fee = page.getByText(`To join costs $${fund.joining}.00 once, for each person`);
  await expect(fee).toHaveCount(fund.joining ? 1 : 0);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** A family of two that has been in a fund for some days. */
async function aFamily(organizationNumber: string, campaignId: string, days: number) {
  const { members } = await aHousehold({ organizationNumber, size: 2 });
  const [primary, spouse] = members;
  if (!primary || !spouse) throw new Error('a family has two people');
  const campaign = await requireCampaign(campaignId);
  const { _id } = await aMembership({ campaign, primary, covered: [spouse] });
  const at = startOfDay(addDays(today, -days), 'UTC');
  await collection('campaign_memberships').updateOne(
    { _id: objectId(_id) },
    { $set: { createdDt: at, activeDt: at, 'members.$[].startDt': at } },
  );
  return { primary, spouse };
}

for (const [title, fund] of Object.entries(FUNDS))
  test(title, async ({ page, payer: _cards }) => {
    const { organizationNumber } = await anOrganization();
    const hired = async (role: Role) => (await aStaffAccount(organizationNumber, role)).email;
    const emails = {
      ...{ manager: await hired('manager'), treasurer: await hired('treasurer') },
      administrator: await hired('administrator'),
    };
    const as = async (role: keyof typeof emails, path: string) => {
      await signIn(page, emails[role]);
      await page.goto(path);
    };
    const pay = async (memberId: string, amount: number, more: object = {}) => {
      const token = await page.evaluate(() => localStorage.getItem('accessToken'));
      const answer = await page.request.post(`/v2/members/${memberId}/payments`, {
        headers: { Authorization: `Bearer ${token}` },
        data: { entryId: crypto.randomUUID(), amount, method: 'check', ...more },
      });
      expect(answer.status()).toBe(201);
    };

    await signIn(page, emails.manager);
    const campaignId = await enterFund(page, organizationNumber, fund);
    const mourning = await aFamily(organizationNumber, campaignId, fund.since);
    const neighbor = await aFamily(organizationNumber, campaignId, fund.since);
    const name = `${mourning.spouse.firstNm} ${mourning.spouse.lastNm}`;
    if (fund.wallet) {
      await signIn(page, emails.administrator);
      await pay(neighbor.primary._id, fund.wallet, { lines: [] });
      await signIn(page, emails.manager);
    }

    // She has died: the office enters it, checks the claim, and proposes what the fund pays.
    await page.goto(`/staff/death?member_id=${mourning.spouse._id}`);
    await page.getByLabel('Date of death').fill(typedDate(today));
    await button(page, 'Enter the death').click();
    await page.getByRole('button', { name: /^Open a claim/ }).click();
    await expect(heading(page, `Claim for ${name}`)).toBeVisible();
    const claimPath = new URL(page.url()).pathname;
    if (fund.cause) {
      await expect(page.getByText(/^Whether Burial Society covered .* is not known/)).toBeVisible();
      await button(page, 'Say the cause').click();
      await page.getByRole('dialog').getByLabel('Cause').selectOption(fund.cause);
      await expectAccessible(page, 'the cause of a death');
      await inDialog(page, 'Save').click();
    }
    await expect(page.getByText(`Burial Society covered ${name}`)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await button(page, 'Add a payee').click();
    await page.getByRole('dialog').getByLabel('Fill in from the household').selectOption({ index: 1 });
    await expect(page.getByRole('dialog').getByLabel('Paid to')).not.toHaveValue('');
    await inDialog(page, 'Save').click();
    await button(page, 'Propose an amount').click();
    const amount = page.getByRole('dialog').getByLabel('Amount');
    await expect(amount).toHaveValue(fund.costs ? '' : `${fund.benefit}.00`);
    if (fund.costs) await amount.fill(fund.costs);
    await inDialog(page, 'Propose').click();
    await expect(page.getByText('Proposed. Somebody else approves it now.')).toBeVisible();

    await as('treasurer', claimPath);
    await button(page, 'Approve').click();
    await inDialog(page, 'Approve').click();
    await expect(page.getByText(/^Approved. It can be (paid out|given) now\.$/)).toBeVisible();
    if (!fund.given) {
      await button(page, 'Record a payout').click();
      await inDialog(page, 'Record').click();
      await expect(page.getByText('Recorded. Another person confirms it.')).toBeVisible();
      await as('administrator', claimPath);
      await page.getByRole('button', { name: /^Confirm \$/ }).click();
      await inDialog(page, 'Confirm').click();
      await expect(page.getByText(/: confirmed\.$/)).toBeVisible();
    }

    if (fund.sharing) {
      await button(page, 'Make a collection').click();
      const made = page.getByRole('dialog');
      const sharing = made.getByLabel('How it is shared');
      const option = sharing.getByRole('option').filter({ hasText: fund.sharing });
      await sharing.selectOption((await option.textContent()) ?? '');
      await expect(made.getByRole('status')).toContainText(`1 household for ${fund.asks} together`);
      await inDialog(page, 'Make it').click();
      await expect(heading(page, `In memory of ${name}`)).toBeVisible();
      const runPath = new URL(page.url()).pathname;
      await as('manager', runPath);
      await button(page, 'Activate').click();
      await expect(page.getByText(/1 due made, /)).toBeVisible();
      await signIn(page, emails.treasurer);
      if (fund.wallet) {
        await page.goto(`/member/${neighbor.primary._id}?activeTab=donations`);
        await expect(page.getByText('$25.00 is missing')).toBeVisible();
      } else await pay(neighbor.primary._id, Math.round(Number(fund.asks?.replaceAll(/[$,]/g, '')) * 100));
      await page.goto(`${runPath}?view=board`);
      await expect(page.getByText(/^1 of 1 household has paid/)).toBeVisible();
    } else await signIn(page, emails.treasurer);

    await page.goto(claimPath);
    await button(page, 'Close the claim').click();
    if (fund.given) {
      await page.getByRole('dialog').getByLabel('What was given').fill(fund.given);
      await expectAccessible(page, 'the closing of a claim in kind');
    }
    await inDialog(page, 'Close it').click();
    await expect(page.getByText('Closed.', { exact: true })).toBeVisible();
    if (fund.given) await expect(page.getByText(`${fund.given}, given on`)).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

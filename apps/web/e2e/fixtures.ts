/**
 * Shared by the specs: a member who owes, created with the services of the API, so that tests run in parallel; a
 * sign-in without the form; card fields; and a check that the console is empty.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cents } from '@kinfold/domain/money';
import {
  expect,
  test as base,
  type APIRequestContext,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
  type TestInfo,
} from '@playwright/test';
import { anOpenCampaign, TEST_AUTHOR } from '../../api/test/factories.ts';
import { aPayer, type Payer } from '../../api/test/payer.ts';
import { COPIED_NAMES_JOB } from '../../api/src/work/copied-names.ts';
import {
  collection,
  connectDatabase,
  disconnectDatabase,
  inTransaction,
} from '../../api/src/platform/database.ts';
import { objectId } from '../../api/src/platform/documents.ts';
import { closeJob, startJob } from '../../api/src/work/jobs.ts';
import { watchStandstills } from './standstills.ts';

export { expect };

/** The password of all test users. */
export const PASSWORD = 'Demo1234';

/** Test card numbers of the provider. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  expired: '4000000000000069',
  asksTheCardholder: '4000002760003184',
} as const;

type Addresses = { databaseUri: string | null; sandbox: { url: string }; mails: { smtpUrl: string } };
type Stack = { pid: number; state: { addresses: Addresses } };

function readStack(): Stack {
  return JSON.parse(
    readFileSync(path.join(process.env['E2E_DATA_DIR'] ?? '', 'stack.json'), 'utf8'),
  ) as Stack;
}

/** The state file of the launcher, with the address of its database, which is absent if it comes from a setting. */
export const runningStack = () => {
  const { addresses, ...state } = readStack().state;
  const databaseUri = addresses.databaseUri ?? process.env['E2E_MONGODB_URI'] ?? '';
  return { ...state, addresses: { ...addresses, databaseUri } };
};

/** The process of the launcher. */
export const stackPid = () => readStack().pid;

/** The provider's record of its charges. */
export async function chargesOf(request: APIRequestContext, paymentId: string): Promise<number> {
  const { url } = runningStack().addresses.sandbox;
  const answer = await request.get(`${url}/_sandbox/journal?paymentId=${paymentId}`);
  const { sums } = (await answer.json()) as { sums: Record<string, { charges: number }> };
  return sums[paymentId]?.charges ?? 0;
}

/** Waits for an e-mail to an address. */
export async function mailTo(request: APIRequestContext, to: string) {
  type Mail = { subject: string; text: string; html: string };
  const read = async () =>
    (await (await request.get(`/dev/mails?to=${encodeURIComponent(to)}`)).json()) as Mail[];
  await expect.poll(async () => (await read()).length).toBeGreaterThan(0);
  const [mail] = await read();
  if (!mail) throw new Error('the mail has gone');
  return mail;
}

/** Signs in without the form, by writing the storage of the web. */
export async function signIn(page: Page, email: string): Promise<void> {
  const answer = await page.request.post('/v2/token', { form: { username: email, password: PASSWORD } });
  expect(answer.status()).toBe(200);
  const { access_token, user_token } = (await answer.json()) as Record<string, string>;
  const claims = JSON.parse(Buffer.from(access_token?.split('.')[1] ?? '', 'base64url').toString()) as {
    mid: string;
  };
  // A page of the origin without the app, to write the storage before the first visit.
  await page.goto('/health');
  await page.evaluate(
    (values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    },
    { accessToken: access_token ?? '', userToken: user_token ?? '', memberId: claims.mid, email },
  );
}

/** Saves a card for the signed-in member: a Visa card ending in 4242, or the one of another test token. */
export async function keepCard(page: Page, memberId: string, token = 'pm_card_visa'): Promise<void> {
  const accessToken = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { Authorization: `Bearer ${accessToken}` };
  const cards = `/api/v1/member/${memberId}/cards`;
  const setup = (await (await page.request.post(`${cards}/setup`, { headers })).json()) as Record<
    string,
    string
  >;
  const clientSecret = setup['client_secret'] ?? '';
  const [setupId] = clientSecret.split('_secret_');
  const config = (await (await page.request.get('/client-config')).json()) as Record<string, string>;
  // The request of the provider's script.
  const { url } = runningStack().addresses.sandbox;
  await page.request.post(`${url}/v1/setup_intents/${setupId}/confirm`, {
    form: {
      key: config['stripePublishableKey'] ?? '',
      client_secret: clientSecret,
      payment_method: token,
    },
  });
  const answer = await page.request.post(cards, { headers, data: { setup_token: setupId } });
  expect(answer.status()).toBe(200);
}

/** The hosted fields for number, expiry and CVC, in this order. */
export function hostedFields(page: Page) {
  return ['card number', 'expiration date', 'CVC'].map((field) =>
    page.frameLocator(`iframe[title="Secure ${field} input frame"]`).getByRole('textbox'),
  );
}

/** Types a card into the hosted fields. */
export async function fillCard(page: Page, number: string, { expires = '12/34', cvc = '123' } = {}) {
  for (const [index, text] of [number, expires, cvc].entries()) await hostedFields(page)[index]?.fill(text);
  await page.getByLabel('Cardholder name').fill('Ruth Okafor');
  await page.getByLabel('Billing postal code').fill('20707');
  await scrollPastCard(page);
}

/**
 * Scrolls to the button below the hosted fields and waits for the next frame: in the frame after scrolling, Chromium
 * gives a press to the field that stood there before.
 */
export async function scrollPastCard(page: Page) {
  await page.getByLabel('Billing postal code').evaluate(async (field) => {
    field.closest('form')?.querySelector('[type=submit]')?.scrollIntoView({ block: 'nearest' });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Signs a payer in and goes to Review with a new card, from the donate page of their membership. */
export async function reviewWithNewCard(page: Page, payer: Payer, number: string = CARDS.good) {
  await signIn(page, payer.account.email);
  await page.goto(`/member/${payer.memberId}/membership/${payer.campaignMembershipId}/donate`);
  await fillCard(page, number);
  await page.getByRole('button', { name: /continue/i }).click();
  await expect(page).toHaveURL(/\/donate\/review/);
}

/** Adds a job that copies the name of a payer’s organization; the worker runs it at once, unless it has failed. */
export async function aJob({ organizationNumber }: Payer, state: 'waiting' | 'failed' = 'waiting') {
  const input = { kind: 'organization', id: organizationNumber };
  const given = { type: COPIED_NAMES_JOB, key: organizationNumber, organizationNumber, input };
  return inTransaction(async (session) => {
    const job = await startJob(given, TEST_AUTHOR, { session });
    if (state === 'failed') {
      const failed = { state, done: 120, total: 412, failed: 3, startedDt: new Date(), endedDt: new Date() };
      await closeJob(job, failed, session);
    }
    return job._id;
  });
}

/** Returns the address of the newest run of a payer’s campaign. */
export async function runAddress({ campaignId }: Payer): Promise<string> {
  const runs = collection('campaign_runs').find({ campaignId: objectId(campaignId) });
  const [run] = await runs.sort({ startDt: -1 }).limit(1).toArray();
  return `/campaign/${campaignId}/run/${String(run?._id)}`;
}

/** Two members at $6,172.84: $12,345.68, with long names. */
export async function aLargePayer(): Promise<Payer> {
  const payer = await aPayer({
    price: cents(617_284),
    lastNm: LONG_NAME,
    linkedLastNm: 'Featherstonehaugh-Okonkwo',
  });
  await anOpenCampaign({ joinedBy: payer.memberId });
  return payer;
}
export const LONG_NAME = 'Wolde-Giorgis Tesfamariam Hailemichael';

const FONT_FILE = /\.woff2\b/;

/**
 * Blocks the files of the typeface, and removes the scaling of its fallbacks: the result is the widest letters that a
 * machine may show instead.
 */
async function withoutFonts(context: BrowserContext): Promise<void> {
  await context.route(FONT_FILE, (route) => route.abort());
  await context.route(/\/assets\/.*\.css$/, async (route) => {
    // Not through the page, whose responses are lost if it is left meanwhile.
    const sheet = await (await fetch(route.request().url())).text();
    const body = sheet.replaceAll(/(?<!-)size-adjust:[^;}]+;?/g, '');
    await route.fulfill({ contentType: 'text/css', body });
  });
}

export type Fixtures = { payer: Payer; allowedConsole: RegExp[]; hasFonts: boolean; secondTry: void };
type WorkerFixtures = { database: void };

/** The mark of a failed test during which browser or server stood still: the one failure that gets a second try. */
const standstill = ({ project, testId }: TestInfo) => path.join(project.outputDir, `standstill-${testId}`);

export const test = base.extend<Fixtures, WorkerFixtures>({
  /** Console messages that a test expects. */
  allowedConsole: [[], { option: true }],

  database: [
    async ({}, use) => {
      await connectDatabase(runningStack().addresses.databaseUri);
      await use();
      await disconnectDatabase();
    },
    { scope: 'worker' },
  ],

  payer: async ({ database: _connected }, use) => {
    // All tests use the same cards from one address: the limits on declines must not add up.
    await collection('card_tries').deleteMany({});
    await use(await aPayer());
  },

  /** Whether the files of the typeface load. */
  hasFonts: [true, { option: true }],

  context: async ({ context, hasFonts }, use) => {
    if (!hasFonts) await withoutFonts(context);
    await use(context);
  },

  secondTry: [
    async ({}, use, info) => {
      if (info.retry && !existsSync(standstill(info)))
        throw new Error('Neither browser nor server stood still: there is no second try (CONTRIBUTING.md).');
      await use();
    },
    { auto: true },
  ],

  page: async ({ browser, page, allowedConsole, hasFonts }, use, info) => {
    const noise: string[] = [];
    const allowed = hasFonts ? allowedConsole : [...allowedConsole, FONT_FILE];
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      const text = `${message.text()} (${message.location().url})`;
      if (!allowed.some((pattern) => pattern.test(text))) noise.push(text);
    });
    page.on('pageerror', (error) => noise.push(String(error)));
    watchRequests(page);
    const watch = watchStandstills(browser);
    await use(page);
    if (info.status !== info.expectedStatus) {
      const { hasStoodStill, found } = await watch.report();
      if (hasStoodStill) writeFileSync(standstill(info), '');
      process.stdout.write([`${info.title}:`, ...found, ''].join('\n'));
    }
    watch.end();
    expect(noise, 'the console stays silent').toEqual([]);
  },
});

/** Signs in with the form. */
export async function signInByForm(page: Page, email: string, password = PASSWORD): Promise<void> {
  // Other pages have a field with that name.
  await expect(heading(page, 'Sign In')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign In').click();
}

/** Expects no horizontal overflow. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, width] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content).toBeLessThanOrEqual(width ?? 0);
}

/** The pending requests of a page. */
const underWay = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/** Waits until the heading is shown, no request is pending and no placeholder is left. */
export async function expectComplete(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const isComplete = async () => {
    if (underWay.get(page)?.size !== 0) return false;
    // A response is rendered within two frames, which may send further requests.
    return page.evaluate(
      () =>
        new Promise<boolean>((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => resolve(document.querySelector('.skeleton') === null)),
          ),
        ),
    );
  };
  await expect
    .poll(async () => (await isComplete()) && underWay.get(page)?.size === 0, { intervals: [100] })
    .toBe(true);
}

/** Goes to a page like a link of the app, or opens it if the app is not loaded yet. */
export async function goTo(page: Page, path: string): Promise<void> {
  const isOpen = await page.evaluate(() => document.querySelector('main') !== null);
  if (!isOpen) {
    await page.goto(path);
    return;
  }
  await page.evaluate(
    (to) =>
      new Promise((resolve) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
        // On a busy machine there may be no idle time.
        requestIdleCallback(resolve, { timeout: 1_000 });
      }),
    path,
  );
}

/** Opens a page repeatedly until it shows the result of the worker. */
export async function openUntil(page: Page, path: string, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expectComplete(page);
    expect(await shown.count()).toBeGreaterThan(0);
  }).toPass({ intervals: [500, 1_000, 2_000, 5_000] });
}

/** All public pages, and an unknown address. */
export const PUBLIC_PATHS = [
  '/',
  '/sign-in',
  '/sign-up',
  '/confirm-email',
  '/forgot-password',
  '/reset-password',
  '/reset-password?code=x',
  '/public',
  '/intake-form',
  '/terms',
  '/privacy-notice',
  '/wip',
  '/error',
  '/stop-reminders/none',
  '/check',
  '/report-death',
  '/check?letter=C-0000-0000-0000',
  '/no-such-page',
];

/** The heading of a page. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** A button by its exact name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens the tools of a list, which a phone folds into a menu. */
export async function openTools(page: Page): Promise<void> {
  const more = page
    .locator('.list-head')
    .getByRole('button', { name: 'More', exact: true, includeHidden: true });
  await more.first().waitFor({ state: 'attached' });
  if (await more.isVisible()) await more.click();
}

/** A text of the account summary that appears once the server has answered. */
export const summary = (page: Page) => page.getByText('Total Payment Due').first();

/** The Donate Now button of Review. */
export const donateNow = (page: Page) => page.getByRole('button', { name: /donate now/i });

/** The button of the wallet on Review. */
export const walletButton = (page: Page) =>
  page
    .frameLocator('iframe[title="Secure express checkout frame"]')
    .getByRole('button', { name: 'Pay with Test Wallet' });

/** The id of the payment whose receipt is shown. */
export const paymentIdOf = (page: Page) => new URL(page.url()).searchParams.get('payment') ?? '';

/** The heading of a receipt. */
export const thankYou = (page: Page) => page.getByText('Thank you for your donation!');

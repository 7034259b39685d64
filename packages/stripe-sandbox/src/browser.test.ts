import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newIntent, startForTest } from './testing.ts';

/** CHROMIUM_PATH, a browser on PATH, or the one that Playwright has downloaded. */
const executablePath = [
  process.env['CHROMIUM_PATH'] ?? '',
  ...(process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name))),
  chromium.executablePath(),
].find((path) => path !== '' && existsSync(path));

const FIELDS = {
  cardNumber: 'Secure card number',
  cardExpiry: 'Secure expiration date',
  cardCvc: 'Secure CVC',
};

const PAGE = `<!doctype html><html lang="en"><title>Pay</title>
<label for="name">Name</label><input id="name">
${Object.keys(FIELDS)
  .map((type) => `<div id="${type}"></div>`)
  .join('')}
<div id="wallet"></div><button id="pay">Pay</button><output id="events"></output>
<script src="SANDBOX/v3/stripe.js"></script><script src="/page.js"></script></html>`;

const SCRIPT = `
const stripe = Stripe('KEY');
const elements = stripe.elements();
window.changes = {};
for (const type of ${JSON.stringify(Object.keys(FIELDS))}) {
  const element = elements.create(type, { style: { base: { color: 'rgb(1, 2, 3)' } } });
  element.on('change', (event) => (window.changes[type] = event));
  element.mount('#' + type);
}
window.pay = () => stripe.createPaymentMethod({ type: 'card', card: elements.getElement('cardNumber'),
  billing_details: { name: 'Ada', address: { postal_code: '12345' } } });
window.wallet = [];
window.openWallet = () => {
  const group = stripe.elements({ mode: 'payment', amount: 4606, currency: 'usd', paymentMethodCreation: 'manual' });
  const element = group.create('expressCheckout', { buttonHeight: 48 });
  element.on('ready', (event) => window.wallet.push(event));
  element.on('cancel', () => window.wallet.push('cancel'));
  element.on('confirm', async () => {
    await group.submit();
    window.wallet.push(await stripe.createPaymentMethod({ elements: group }));
  });
  element.mount('#wallet');
};
window.confirm3ds = (clientSecret) => stripe.handleNextAction({ clientSecret });
`;

/** The result of a call in the page, which has no types here. */
type Outcome = {
  paymentMethod?: { id: string; card: { last4: string } };
  paymentIntent?: { status: string };
  error?: { type: string; code: string; message: string };
};

// Skipped without a browser; the end-to-end tests install one.
describe.skipIf(executablePath === undefined)('the stand-in for the browser script', () => {
  let browser: Browser;

  beforeAll(async () => {
    const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args });
  });

  afterAll(() => browser.close());

  /** Opens the page with a Content-Security-Policy of itself and the sandbox, without inline styles. */
  async function open() {
    const { sandbox, stripe } = await startForTest();
    const policy = `default-src 'none'; script-src 'self' ${sandbox.url}; frame-src ${sandbox.url}; connect-src ${sandbox.url}`;
    const server = createServer((request, response) => {
      const isScript = request.url === '/page.js';
      response.writeHead(request.url === '/favicon.ico' ? 404 : 200, {
        'Content-Type': isScript ? 'text/javascript' : 'text/html',
        'Content-Security-Policy': policy,
      });
      response.end(
        (isScript ? SCRIPT : PAGE).replace('SANDBOX', sandbox.url).replace('KEY', sandbox.publishableKey),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no address');
    const page = await browser.newPage();
    const violations: string[] = [];
    page.on('pageerror', (error) => violations.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    onTestFinished(async () => {
      await page.close();
      server.closeAllConnections();
      server.close();
      expect(violations).toEqual([]);
    });
    await page.goto(`http://localhost:${address.port}/`);
    await Promise.all(
      [field(page, 'cardNumber'), field(page, 'cardExpiry'), field(page, 'cardCvc')].map((each) =>
        each.waitFor(),
      ),
    );
    return { sandbox, stripe, page };
  }

  const field = (page: Page, type: keyof typeof FIELDS) =>
    page.frameLocator(`iframe[title^="${FIELDS[type]}"]`).getByRole('textbox');
  const changeOf = (page: Page, type: keyof typeof FIELDS) =>
    page.evaluate<unknown>(`window.changes['${type}'] ?? null`);
  const pay = (page: Page) => page.evaluate<Outcome>('window.pay()');
  const fill = async (page: Page, number: string) => {
    await field(page, 'cardNumber').fill(number);
    await field(page, 'cardExpiry').fill('1234');
    await field(page, 'cardCvc').fill('123');
  };

  it('takes a card by keyboard alone and makes a payment method that the server can charge', async () => {
    const { sandbox, stripe, page } = await open();
    await page.locator('#name').focus();
    for (const [type, text] of [
      ['cardNumber', '4242424242424242'],
      ['cardExpiry', '1234'],
      ['cardCvc', '123'],
    ]) {
      await page.keyboard.press('Tab');
      // The frame is in another process: keys pressed before it has the focus are lost.
      await page.locator(`#${type}.StripeElement--focus`).waitFor();
      await page.keyboard.type(text ?? '');
    }
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('pay');
    expect(await field(page, 'cardNumber').inputValue()).toBe('4242 4242 4242 4242');
    expect(await field(page, 'cardExpiry').inputValue()).toBe('12 / 34');
    await expect
      .poll(() => changeOf(page, 'cardNumber'))
      .toMatchObject({ elementType: 'cardNumber', complete: true, empty: false, brand: 'visa' });
    const { paymentMethod } = await pay(page);
    expect(paymentMethod).toMatchObject({ card: { last4: '4242' } });
    const paid = await newIntent(stripe, 'p1', { confirm: true, payment_method: paymentMethod?.id });
    expect(paid.status).toBe('succeeded');
    expect(sandbox.journal.charges('p1')).toHaveLength(1);
  });

  it('says what is wrong in the field, and names the first problem when asked to pay', async () => {
    const { page } = await open();
    for (const [number, expiry, type, message] of [
      ['4242 4242', '1234', 'cardNumber', 'Your card number is incomplete.'],
      ['4242424242424241', '1234', 'cardNumber', 'Your card number is invalid.'],
      ['4242424242424242', '12', 'cardExpiry', "Your card's expiration date is incomplete."],
      ['4242424242424242', '1220', 'cardExpiry', "Your card's expiration year is in the past."],
    ] as const) {
      await fill(page, number);
      await field(page, 'cardExpiry').fill(expiry);
      await field(page, 'cardCvc').focus();
      const error = { type: 'validation_error', message };
      await expect.poll(() => changeOf(page, type)).toMatchObject({ complete: false, error });
      expect(await page.locator(`#${type}`).getAttribute('class')).toContain('StripeElement--invalid');
      expect(await pay(page)).toMatchObject({ error });
    }
  });

  it('shows what is missing when nothing was typed', async () => {
    const { page } = await open();
    expect(await pay(page)).toMatchObject({ error: { code: 'incomplete_number' } });
    await expect
      .poll(() => changeOf(page, 'cardCvc'))
      .toMatchObject({ empty: true, error: { message: "Your card's security code is incomplete." } });
  });

  it('refuses a number that is not a test number', async () => {
    const { page } = await open();
    await fill(page, '4539578763621486');
    expect(await pay(page)).toMatchObject({ error: { type: 'card_error', code: 'card_declined' } });
  });

  it.each([
    ['Complete', 'succeeded'],
    ['Fail', 'requires_payment_method'],
  ])('%s authentication in the 3-D Secure dialog leaves the intent %s', async (button, status) => {
    const { stripe, page } = await open();
    await fill(page, '4000002760003184');
    const { paymentMethod } = await pay(page);
    const waiting = await newIntent(stripe, 'p1', { confirm: true, payment_method: paymentMethod?.id });
    expect(waiting.status).toBe('requires_action');
    const outcome = page.evaluate<Outcome>(`window.confirm3ds('${waiting.client_secret}')`);
    const dialog = page.getByRole('dialog', { name: '3D Secure authentication' });
    await dialog
      .frameLocator('iframe')
      .getByRole('button', { name: `${button} authentication` })
      .click();
    const { paymentIntent, error } = await outcome;
    expect(paymentIntent?.status ?? error?.code).toBe(
      status === 'succeeded' ? status : 'payment_intent_authentication_failure',
    );
    expect((await stripe.paymentIntents.retrieve(waiting.id)).status).toBe(status);
    await expect.poll(() => dialog.count()).toBe(0);
  });

  it('offers a wallet beside the fields: cancelled it gives nothing, accepted a card that the server can charge', async () => {
    const { sandbox, stripe, page } = await open();
    await page.evaluate('window.openWallet()');
    const result = (index: number) => page.evaluate<unknown>(`window.wallet[${index}] ?? null`);
    await expect
      .poll(() => result(0))
      .toMatchObject({ availablePaymentMethods: { googlePay: true, link: false } });
    const button = page.frameLocator('#wallet iframe').getByRole('button', { name: 'Pay with Test Wallet' });
    const dialog = page.getByRole('dialog', { name: 'Test Wallet' });
    const press = (name: string) => dialog.frameLocator('iframe').getByRole('button', { name }).click();
    await button.click();
    await dialog.frameLocator('iframe').getByText('$46.06').waitFor();
    await press('Cancel');
    await expect.poll(() => result(1)).toBe('cancel');
    await button.click();
    await press('Accept');
    await expect.poll(() => result(2)).toMatchObject({ paymentMethod: { card: { last4: '4242' } } });
    const { paymentMethod } = (await result(2)) as Outcome;
    await newIntent(stripe, 'p1', { confirm: true, payment_method: paymentMethod?.id });
    expect(sandbox.journal.charges('p1')).toHaveLength(1);
  });

  it('fields are 44 px high, transparent and styled by the page', async () => {
    const { page } = await open();
    const frame = page.locator('#cardNumber iframe');
    expect((await frame.boundingBox())?.height).toBe(44);
    const input = field(page, 'cardNumber');
    const inner = page.frames().find((each) => each.url().endsWith('/cardNumber.html'));
    expect(await inner?.evaluate("getComputedStyle(document.querySelector('input')).color")).toBe(
      'rgb(1, 2, 3)',
    );
    expect((await input.boundingBox())?.height).toBe(44);
    expect(await input.getAttribute('autocomplete')).toBe('cc-number');
    expect(await input.getAttribute('inputmode')).toBe('numeric');
  });
});

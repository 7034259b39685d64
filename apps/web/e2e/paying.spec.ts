import type { Locator, Page } from '@playwright/test';
import { anOpenCampaign } from '../../api/test/factories.ts';
import {
  CARDS,
  chargesOf,
  donateNow,
  expect,
  expectComplete,
  expectNoSidewaysScroll,
  fillCard,
  hostedFields,
  keepCard,
  mailTo,
  paymentIdOf,
  signIn,
  signInByForm,
  test,
  thankYou,
} from './fixtures.ts';

// Browsers report a 4xx response as an error in the console.
test.use({ allowedConsole: [/status of (401|402|409|422)/] });

test.describe('paying dues', () => {
  test('own dues and a linked account, with a new card, to the receipt and PAID', async ({ page, payer }) => {
    await signIn(page, payer.account.email);
    await page.goto('/my/overview');
    await expect(page.getByText('$50.00').first()).toBeVisible();
    await page.getByRole('link', { name: 'Pay all $50.00' }).click();
    await page.getByRole('checkbox', { name: /Wolde-Giorgis/ }).check();
    await expectNoSidewaysScroll(page);
    await fillCard(page, CARDS.good);
    await page.getByRole('button', { name: /continue/i }).click();
    // $65.00 + 1.25 % + $0.48.
    await expect(page.getByText('$66.29').first()).toBeVisible();
    await expect(page.getByText('$1.29').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await donateNow(page).click();
    await expect(thankYou(page)).toBeVisible();
    await expect(page.getByText('$66.29').first()).toBeVisible();
    expect(await chargesOf(page.request, paymentIdOf(page))).toBe(1);

    await page.reload();
    await expect(thankYou(page)).toBeVisible();
    const number = (
      await page
        .getByText(/K-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}/)
        .first()
        .innerText()
    ).match(/K-[\w-]+/)?.[0];
    const mail = await mailTo(page.request, payer.account.email);
    expect(mail.subject).toContain(number);
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('$66.29');
      expect(part).toContain('$1.29');
      expect(part).toContain('Wolde-Giorgis');
      expect(part).toContain('Grace Test Church');
    }

    await page.getByRole('link', { name: /continue/i }).click();
    await expect(page).toHaveURL(/\/my\/overview/);
    await expect(page.getByText('PAID').first()).toBeVisible();
    await expect(page.getByText(/nothing is due/i).first()).toBeVisible();
  });

  test('with a saved card it takes three taps from the overview to thank-you @phone', async ({
    page,
    payer,
  }) => {
    await signIn(page, payer.account.email);
    await keepCard(page, payer.memberId);
    await page.goto('/my/overview');
    let taps = 0;
    const tap = async (target: Locator) => {
      taps += 1;
      await target.click();
    };
    await tap(page.getByRole('link', { name: 'Pay all $50.00' }));
    await tap(page.getByRole('button', { name: 'Continue' }));
    await tap(donateNow(page));
    await expect(thankYou(page)).toBeVisible();
    await expect(page.getByText('$51.11').first()).toBeVisible();
    expect(taps).toBe(3);
    await expect(page.getByText(/^You .* covered/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Keep a card for next time' })).toHaveCount(0);
  });

  test('the first Continue opens the card part without errors, in view, with name and postal code @phone', async ({
    page,
    payer,
  }) => {
    await signIn(page, payer.account.email);
    await page.goto('/donate');
    const step = page.locator('[aria-current="step"]');
    await expect(step).toHaveText(/Amount/);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Card', exact: true })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Card', exact: true })).toBeInViewport();
    await expect(step).toHaveText(/Card/);
    await expect(page.getByText(/incomplete|is required/)).toHaveCount(0);
    await expect(page.getByLabel('Cardholder name')).toHaveValue('Ruth Okafor');
    // The fields in their order, each with its one keyboard.
    for (const field of hostedFields(page)) await expect(field).toHaveAttribute('inputmode', 'numeric');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  });

  test('a card for next time is saved in the form that the thank-you page links to @phone', async ({
    page,
    payer,
  }) => {
    await signIn(page, payer.account.email);
    await page.goto('/donate');
    await fillCard(page, CARDS.good);
    await page.getByRole('button', { name: 'Continue' }).click();
    await donateNow(page).click();
    await page.getByRole('link', { name: 'Keep a card for next time' }).click();
    await expect(page.getByRole('form', { name: 'Add a card' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Payment Cards' })).toBeFocused();
  });
});

test.describe('the choices', () => {
  /** $25.50 of $50.00 open, and the $15.00 of the linked account. */
  async function choose(page: Page, payer: { memberId: string; campaignMembershipId: string }) {
    await page.goto(`/member/${payer.memberId}/membership/${payer.campaignMembershipId}/donate`);
    await page.getByRole('button', { name: 'Pay a different amount' }).click();
    await page.getByLabel('Amount to pay').fill('25.50');
    await page.getByRole('checkbox', { name: /Wolde-Giorgis/ }).check();
    await expect(total(page)).toBeVisible();
  }
  async function expectChosen(page: Page) {
    await expect(page.getByLabel('Amount to pay')).toHaveValue('25.50');
    await expect(page.getByRole('checkbox', { name: /Wolde-Giorgis/ })).toBeChecked();
    await expect(total(page)).toBeVisible();
  }
  // $40.50 + 1.25 % + $0.48.
  const total = (page: Page) => page.getByText('Total $41.49').first();

  test('pay a part of the oldest dues, also after a reload and a refused card @phone', async ({
    page,
    payer,
  }) => {
    await signIn(page, payer.account.email);
    await choose(page, payer);
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await expect(row('Autumn assessment')).toContainText('$20.00');
    await expect(row('Autumn assessment')).not.toContainText('stays open');
    await expect(row('Winter assessment')).toContainText('$24.50 stays open');
    await expectNoSidewaysScroll(page);
    await page.reload();
    await expectChosen(page);
    await fillCard(page, CARDS.declined);
    await page.getByRole('button', { name: 'Continue' }).click();
    await donateNow(page).click();
    await page.getByRole('link', { name: 'Try Again' }).click();
    await expectChosen(page);
    await fillCard(page, CARDS.good);
    await page.getByRole('button', { name: 'Continue' }).click();
    await donateNow(page).click();
    await expect(thankYou(page)).toBeVisible();
    await expect(page.getByText('$41.49').first()).toBeVisible();

    await page.goto(`/member/${payer.memberId}?activeTab=donations`);
    const paid = (name: string) =>
      page
        .getByRole('row')
        .filter({ hasText: name })
        .getByRole('cell')
        .filter({ hasText: /^Paid \$/ });
    await expect(paid('Autumn assessment')).toContainText('$30.00');
    await expect(paid('Winter assessment')).toContainText('$5.50');
    await page.goto('/my/overview');
    await expect(page.getByRole('link', { name: 'Pay $24.50' })).toBeVisible();
  });

  test('are restored when the session has expired meanwhile @phone', async ({ page, payer }) => {
    await signIn(page, payer.account.email);
    await choose(page, payer);
    // The session has expired: both tokens are refused, and the access token is past its expiry time.
    await page.evaluate(() => {
      const [head = '', body = '', seal = ''] = (localStorage.getItem('accessToken') ?? '').split('.');
      const claims: object = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')));
      const over = btoa(JSON.stringify({ ...claims, exp: Math.floor(Date.now() / 1000) - 3_600 }));
      localStorage.setItem('accessToken', [head, over.replaceAll('=', ''), seal].join('.'));
      localStorage.setItem('userToken', `${localStorage.getItem('userToken')}x`);
    });
    await page.reload();
    await signInByForm(page, payer.account.email);
    await expectChosen(page);
  });

  test('are removed when the session was ended elsewhere @phone', async ({ page, payer }) => {
    await signIn(page, payer.account.email);
    await choose(page, payer);
    // As after a sign-out on another device: unexpired tokens are refused.
    await page.evaluate(() => {
      for (const key of ['accessToken', 'userToken'])
        localStorage.setItem(key, `${localStorage.getItem(key)}x`);
    });
    await page.reload();
    await signInByForm(page, payer.account.email);
    await expect(page.getByRole('heading', { level: 1, name: 'Donate' })).toBeVisible();
    await expect(total(page)).toHaveCount(0);
    await expect(page.getByText('25.50')).toHaveCount(0);
  });
});

test.describe('without an answer', () => {
  test.use({ allowedConsole: [/ERR_(FAILED|INTERNET_DISCONNECTED)/] });
  /** Opens Donate with a typed card, and Continue in view. */
  async function readyToContinue(page: Page, payer: { account: { email: string } }) {
    await signIn(page, payer.account.email);
    await page.goto('/donate');
    await fillCard(page, CARDS.good);
  }
  /** Expects the alert in the bar, in view, and the focus on the button of the bar. */
  async function expectSaidInBar(page: Page, text: string, button: string) {
    const alert = page.getByRole('alert').filter({ hasText: text });
    await expect(alert).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: button })).toBeFocused();
    await expectNoSidewaysScroll(page);
  }

  test('of the card provider: Continue says so in its bar, and retries @phone', async ({ page, payer }) => {
    await readyToContinue(page, payer);
    await page.route('**/v1/payment_methods', (route) => route.abort());
    await page.getByRole('button', { name: 'Continue' }).click();
    const said = 'The card company cannot be reached at the moment. Nothing was charged.';
    await expectSaidInBar(page, said, 'Try again');
    await page.unroute('**/v1/payment_methods');
    await page.keyboard.press('Enter');
    await expect(donateNow(page)).toBeVisible();
  });

  test('offline: nothing is charged, and it continues automatically, once @phone', async ({
    page,
    payer,
    context,
  }) => {
    await readyToContinue(page, payer);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectSaidInBar(page, 'You are offline. Nothing was charged.', 'Try again');
    await context.setOffline(false);
    await expect(donateNow(page)).toBeVisible();

    await context.setOffline(true);
    await donateNow(page).click();
    await expectSaidInBar(page, 'You are offline. Nothing was charged.', 'Donate Now');
    await context.setOffline(false);
    await expect(thankYou(page)).toBeVisible();
    expect(await chargesOf(page.request, paymentIdOf(page))).toBe(1);
  });
});

test('the lines to pay are beside the card if there is room, otherwise above it', async ({ page, payer }) => {
  await signIn(page, payer.account.email);
  await keepCard(page, payer.memberId);
  const isWide = (page.viewportSize()?.width ?? 0) >= 1024;
  const expectPlaces = async (what: Locator) => {
    const [left, right] = await Promise.all([
      what.boundingBox(),
      page.getByRole('region', { name: 'Card', exact: true }).boundingBox(),
    ]);
    if (!left || !right) throw new Error('not shown');
    if (isWide) {
      expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
      expect(right.y).toBe(left.y);
    } else expect(right.y).toBeGreaterThanOrEqual(left.y + left.height);
  };
  await page.goto('/donate');
  await expect(page.getByRole('radio', { name: /Visa.*4242/ })).toBeChecked();
  await expectComplete(page);
  await expectPlaces(page.getByRole('region', { name: 'Amount' }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(donateNow(page)).toBeInViewport({ ratio: 1 });
  await expectComplete(page);
  await expectPlaces(page.getByRole('region', { name: 'Funeral Fund' }));
  await expectNoSidewaysScroll(page);
});

test('a gift to an open campaign, of any amount @phone', async ({ page, payer }) => {
  await anOpenCampaign({ joinedBy: payer.memberId });
  await signIn(page, payer.account.email);
  await page.goto('/my/overview');
  await page.getByRole('link', { name: 'All fundraisers' }).click();
  await page.getByRole('link', { name: /^Give any amount for Campaign/ }).click();
  await page.getByLabel('How much would you like to give?').fill('12.50');
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Continue' }).click();
  await donateNow(page).click();
  await expect(thankYou(page)).toBeVisible();
  await expect(page.getByText('$13.14').first()).toBeVisible();
  expect(await chargesOf(page.request, paymentIdOf(page))).toBe(1);
});

test('a linked account alone, from its dashboard @phone', async ({ page, payer }) => {
  await signIn(page, payer.account.email);
  await page.goto('/my/overview');
  await page.getByRole('link', { name: /Wolde-Giorgis/ }).click();
  await page.getByRole('link', { name: 'Pay $15.00' }).click();
  await expect(page.getByText(/^Funeral Fund, for .*Wolde-Giorgis/)).toBeVisible();
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Continue' }).click();
  await donateNow(page).click();
  await expect(thankYou(page)).toBeVisible();
  await page.goto(`/member/${payer.linked.memberId}`);
  await expect(page.getByText(/nothing is due/i).first()).toBeVisible();
  await page.getByRole('link', { name: /go back/i }).click();
  await expect(page.getByRole('link', { name: 'Pay all $50.00' })).toBeVisible();
});

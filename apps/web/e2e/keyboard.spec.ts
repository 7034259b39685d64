/**
 * Paying by keyboard, from sign-in to the thank-you page. At every stop the focus is visible and not covered; after
 * every navigation it is on the heading. Also the roles and names that a screen reader reads out, in order.
 */
import type { Page } from '@playwright/test';
import {
  CARDS,
  chargesOf,
  expect,
  hostedFields,
  keepCard,
  PASSWORD,
  paymentIdOf,
  signIn,
  test,
  walletButton,
} from './fixtures.ts';

// Browsers report a 4xx response as an error in the console.
test.use({ allowedConsole: [/status of 402/] });

/** The name of the focused element, and whether the focus is visible. */
function focus(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: '' };
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const name = [element.getAttribute('aria-label'), ...labels.map((label) => label.textContent)]
      .concat(element.title, element.textContent)
      .find((text) => text?.trim());
    // The focus ring may be on the row of a checkbox or on the frame of a hosted field; a wallet draws its own.
    const wearers = [element, ...labels, element.closest('.hosted-field')];
    const isWallet = element.closest('.wallet-frame') !== null;
    const isRinged = wearers.some((wearer) => {
      if (!wearer) return false;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(wearer);
      return (
        outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith(', 0)')
      );
    });
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    const isCovered = !hit || !(element.contains(hit) || hit.contains(element));
    return { name: name?.replace(/\s+/g, ' ').trim() ?? '', isRinged: isRinged || isWallet, isCovered };
  });
}

/** Presses Tab until an element with this name has the focus; every stop must be visible. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const stops: string[] = [];
  do {
    await page.keyboard.press(key);
    // Hosted fields report their focus by a message.
    await expect
      .poll(() => focus(page), `the stop after ${stops.join(' | ')}`)
      .toMatchObject({ isRinged: true, isCovered: false });
    stops.push((await focus(page)).name);
    expect(stops.length, `${String(name)} is not among ${stops.join(' | ')}`).toBeLessThan(40);
  } while (!name.test(stops.at(-1) ?? ''));
}

const type = (page: Page, text: string) => page.keyboard.type(text);

/** Expects that a page is shown and that its heading has the focus. */
async function expectPage(page: Page, path: RegExp, heading: string | RegExp): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
}

async function signInByKeys(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await tabTo(page, /^Email/);
  await type(page, email);
  await tabTo(page, /^Password/);
  await type(page, PASSWORD);
  await page.keyboard.press('Enter');
  await expectPage(page, /\/my\/overview$/, 'Welcome, Ruth');
}

async function expectDonate(page: Page): Promise<void> {
  await expectPage(page, /\/donate(\?.*)?$/, 'Donate');
  // Waits until the page is loaded.
  await expect(page.getByRole('radio', { name: /^Visa .*4242/ })).toBeVisible();
}

async function openDonate(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'Pay all $50.00' })).toBeVisible();
  await tabTo(page, /^Pay all \$50\.00/);
  await page.keyboard.press('Enter');
  await expectDonate(page);
}

async function typeCard(page: Page, number: string): Promise<void> {
  // An iframe exists before its field does, and Tab skips it until then.
  for (const field of hostedFields(page)) await expect(field).toBeVisible();
  await tabTo(page, /Secure card number/);
  await type(page, number);
  await tabTo(page, /Secure expiration date/);
  await type(page, '1234');
  await tabTo(page, /Secure CVC/);
  await type(page, '123');
}

async function goToReview(page: Page): Promise<void> {
  await tabTo(page, /^Continue$/);
  await page.keyboard.press('Enter');
  await expectPage(page, /\/donate\/review$/, 'Review');
  await tabTo(page, /^Donate Now$/);
}

async function expectThanks(page: Page): Promise<void> {
  await expectPage(page, /\/donate\/thank-you/, 'Thank you for your donation!');
  expect(await chargesOf(page.request, paymentIdOf(page))).toBe(1);
  // The part below the receipt is hidden until that has loaded, and Tab skips it.
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible();
  await tabTo(page, /^Continue$/);
  await page.keyboard.press('Enter');
  await expectPage(page, /\/my\/overview$/, 'Welcome, Ruth');
}

test('by keyboard with a saved card, for a linked account too', async ({ page, payer }) => {
  await signIn(page, payer.account.email);
  await keepCard(page, payer.memberId);
  await page.evaluate(() => localStorage.clear());

  await signInByKeys(page, payer.account.email);
  await openDonate(page);
  await tabTo(page, /Wolde-Giorgis/);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect(page.getByText('Total $66.29').first()).toBeVisible();
  await goToReview(page);
  // Shift+Tab has the reverse order.
  await tabTo(page, /^Change amount or card$/, 'Shift+Tab');
  await tabTo(page, /^Donate Now$/);
  await page.keyboard.press('Space');
  await expectThanks(page);
});

test('by keyboard with a new card, after a refused one', async ({ page, payer }) => {
  await signIn(page, payer.account.email);
  await keepCard(page, payer.memberId);
  await page.evaluate(() => localStorage.clear());

  await signInByKeys(page, payer.account.email);
  await openDonate(page);
  await tabTo(page, /^Visa .*4242/);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Cardholder name')).toHaveValue('Ruth Okafor');
  await typeCard(page, CARDS.declined);
  await tabTo(page, /^Billing postal code/);
  await type(page, '20707');
  await goToReview(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('alert')).toContainText('Card Declined.');

  await tabTo(page, /^Try Again$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#card$/);
  await expect(page.getByText('Visa ending 0002 was declined. Nothing was charged.')).toBeInViewport();
  await expect(page.locator('.alert').filter({ hasText: 'was declined' })).toBeFocused();
  await expect(page.getByLabel('Cardholder name')).toHaveValue('Ruth Okafor');
  await expect(page.getByLabel('Billing postal code')).toHaveValue('20707');
  await typeCard(page, CARDS.good);
  await goToReview(page);
  await page.keyboard.press('Enter');
  await expectThanks(page);
});

test('what a screen reader reads out from Donate to thank-you', async ({ page, payer }) => {
  const main = page.locator('main');
  await signIn(page, payer.account.email);
  await keepCard(page, payer.memberId);
  await page.goto('/donate');
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Donate" [level=1]
      - list "Steps of this payment":
        - listitem: Amount
        - listitem: Card
        - listitem: Review
      - region "Amount":
        - heading "Amount" [level=2]
        - checkbox "Pay your own dues $50.00" [checked]
        - list:
          - listitem:
            - paragraph: Autumn assessment
            - paragraph:
              - text: Funeral Fund, was due by
              - time
            - text: $20.00
          - listitem:
            - paragraph: Winter assessment
            - paragraph:
              - text: Funeral Fund, due by
              - time
            - text: $30.00
        - button "Pay a different amount"
        - group "Also pay for a linked account":
          - checkbox "Wolde-Giorgis, Miriam Outstanding $15.00"
        - term: Amount
        - definition: $50.00
        - term: Processing fee
        - definition: $1.11
        - term: Total
        - definition: $51.11
      - region "Card":
        - heading "Card" [level=2]
        - group "Payment method":
          - 'group "Existing Credit Card: Select Payment Card"':
            - radio /Visa \\.\\.\\. 4242 expires/ [checked]
          - radio "Use New Credit Card"
      - paragraph:
        - text: Total
        - strong: $51.11
      - paragraph: Includes $1.11 processing fee
      - status
      - button "Continue"
  `);
  await page.getByRole('radio', { name: 'Use New Credit Card' }).check();
  await expect(page.getByRole('region', { name: 'Payment Card Information' })).toMatchAriaSnapshot(`
    - region "Payment Card Information":
      - heading "Payment Card Information" [level=3]
      - text: Card number
      - iframe
      - text: Expiration
      - iframe
      - text: CVV
      - iframe
      - textbox "Cardholder name": Ruth Okafor
      - textbox "Billing postal code": "20707"
      - checkbox "Save Card for Future Payments" [disabled]
  `);
  // The frames have the names of their fields.
  for (const name of ['card number', 'expiration date', 'CVC'])
    await expect(page.getByTitle(`Secure ${name} input frame`)).toBeVisible();
  for (const field of hostedFields(page)) await expect(field).toHaveAccessibleName(/card|expir|CVC|CVV/i);
  await page.getByRole('radio', { name: /^Visa/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(walletButton(page)).toBeVisible();
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Review" [level=1]
      - paragraph: Your card is charged when you press Donate Now.
      - list "Steps of this payment":
        - listitem: Amount , done
        - listitem: Card , done
        - listitem: Review
      - region "Funeral Fund":
        - heading "Funeral Fund" [level=2]
        - list:
          - listitem:
            - paragraph: Ruth Okafor
            - paragraph: "Funeral Fund: Autumn assessment"
            - text: $20.00
          - listitem:
            - paragraph: Ruth Okafor
            - paragraph: "Funeral Fund: Winter assessment"
            - text: $30.00
        - term: Total
        - definition: $51.11
      - region "Card":
        - heading "Card" [level=2]
        - iframe
        - paragraph: Or pay with the card below.
        - paragraph:
          - strong: Visa ... 4242
        - link "Change amount or card"
      - paragraph:
        - text: Total
        - strong: $51.11
      - button "Donate Now"
  `);
  await page.getByRole('button', { name: 'Donate Now' }).click();
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Thank you for your donation!" [level=1]
      - paragraph: A receipt was sent to you by email.
      - term: Total Donation Amount
      - definition: $51.11
      - paragraph: You and Sam are covered.
      - region "Receipt":
        - heading "Receipt" [level=2]
        - term: Receipt number
        - definition: /K-/
        - term: Card
        - definition: Visa ... 4242
      - link "Continue"
      - button "Print receipt"
      - button "Receipt as PDF"
  `);
});

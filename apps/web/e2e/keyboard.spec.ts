/**
 * Paying by keyboard, from sign-in to the thank-you page. At every stop the focus is visible and not covered; after
 * every navigation it is on the heading.
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
    // The focus ring may be on the row of a checkbox or on the frame of a hosted field.
    const wearers = [element, ...labels, element.closest('.hosted-field')];
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
    return { name: name?.replace(/\s+/g, ' ').trim() ?? '', isRinged, isCovered };
  });
}

/** Presses Tab until an element of this name has the focus; every stop must be visible. */
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

/** A page is shown and its heading has the focus. */
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
  await expectPage(page, /\/donate$/, 'Donate');
  // Waits until the page is loaded.
  await expect(page.getByRole('radio', { name: /Existing Credit Card/ })).toBeVisible();
}

async function openDonate(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'Pay all $50.00' })).toBeVisible();
  await tabTo(page, /^Pay all \$50\.00/);
  await page.keyboard.press('Enter');
  await expectDonate(page);
}

async function typeCard(page: Page, number: string): Promise<void> {
  // An iframe is there before its field is, and Tab skips it until then.
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
  await tabTo(page, /^Visa .*4242/);
  await page.keyboard.press('Space');
  await goToReview(page);
  // Shift+Tab has the reverse order.
  await tabTo(page, /^Change amount or card$/, 'Shift+Tab');
  await tabTo(page, /^Donate Now$/);
  await page.keyboard.press('Space');
  await expectThanks(page);
});

test('by keyboard with a new card, after one that is refused', async ({ page, payer }) => {
  await signIn(page, payer.account.email);
  await keepCard(page, payer.memberId);
  await page.evaluate(() => localStorage.clear());

  await signInByKeys(page, payer.account.email);
  await openDonate(page);
  await tabTo(page, /^Existing Credit Card/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel('Cardholder name')).toBeVisible();
  await tabTo(page, /^Cardholder name/);
  await type(page, 'Ruth Okafor');
  await typeCard(page, CARDS.declined);
  await tabTo(page, /^Billing postal code/);
  await type(page, '20707');
  await goToReview(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('alert')).toContainText('Card Declined.');

  await tabTo(page, /^Try Again$/);
  await page.keyboard.press('Enter');
  await expectDonate(page);
  await expect(page.getByLabel('Cardholder name')).toHaveValue('Ruth Okafor');
  await typeCard(page, CARDS.good);
  await goToReview(page);
  await page.keyboard.press('Enter');
  await expectThanks(page);
});

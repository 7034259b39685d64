/**
 * How long a treasurer's Sunday takes by keyboard: `ENVELOPES=30 npx playwright test --no-deps --project=phone
 * apps/web/e2e/envelopes.spec.ts` types as many envelopes and prints time and presses.
 */
import { aMember } from '../../api/test/factories.ts';
import { aStaffAccount } from '../../api/test/payer.ts';
import { button, expect, signIn, test } from './fixtures.ts';

const ENVELOPES = Number(process.env['ENVELOPES'] ?? 0);
/** Between two presses, in ms: some 50 words a minute. */
const TYPING_MS = 250;

test.skip(!ENVELOPES, 'a measurement: ENVELOPES says how many');

test('a treasurer enters envelopes by keyboard', async ({ page, payer }) => {
  test.setTimeout(ENVELOPES * 60_000);
  const { organizationNumber } = payer;
  const names = Array.from(
    { length: ENVELOPES },
    (_, index) => `Abiodun${String.fromCharCode(97 + (index % 26))}${Math.floor(index / 26)}`,
  );
  for (const lastNm of names) await aMember({ organizationNumber, firstNm: 'Esther', lastNm });
  const treasurer = await aStaffAccount(organizationNumber, 'treasurer');
  await signIn(page, treasurer.email);
  await page.goto('/batches');
  await button(page, 'New batch').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Called').fill('Sunday');
  await dialog.getByLabel('How many').fill(String(ENVELOPES));
  await dialog.getByLabel('Together').fill(String(ENVELOPES * 25));
  await dialog.getByRole('button', { name: 'Begin' }).click();
  const from = page.getByLabel('From');
  await from.click();
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
    await page.waitForTimeout(TYPING_MS);
  };
  const type = async (text: string) => {
    for (const letter of text) await press(letter);
  };
  const startedAt = Date.now();
  for (const [index, name] of names.entries()) {
    await expect(from).toBeFocused();
    await type(name);
    await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible();
    await press('ArrowDown');
    await press('Enter');
    await expect(from).toHaveValue(`Esther ${name}`);
    while (!(await page.getByLabel('Amount').evaluate((field) => field === document.activeElement)))
      await press('Tab');
    await type('25');
    await press('Enter');
    await expect(page.getByText(`${index + 1} of ${ENVELOPES} payments`)).toBeVisible();
  }
  const seconds = (Date.now() - startedAt) / 1_000;
  process.stdout.write(
    `${ENVELOPES} envelopes took ${Math.round(seconds)} s, ${(seconds / ENVELOPES).toFixed(1)} s and ${(presses / ENVELOPES).toFixed(1)} presses each, ${TYPING_MS} ms a press.\n`,
  );
  await button(page, 'Close the batch').click();
  await expect(page.getByText(/^Closed by /)).toBeVisible();
});

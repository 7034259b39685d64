import { randomBytes } from 'node:crypto';
import { collection } from '../../api/src/platform/database.ts';
import { DAY_MS } from '@kinfold/domain/dates';
import { objectId } from '../../api/src/platform/documents.ts';
import { sha256 } from '../../api/src/platform/hash.ts';
import { aPayer } from '../../api/test/payer.ts';
import { expectAccessible } from './accessibility.ts';
import {
  button,
  CARDS,
  donateNow,
  expect,
  expectNoSidewaysScroll,
  fillCard,
  heading,
  keepCard,
  mailTo,
  scrollPastCard,
  signIn,
  test,
  thankYou,
} from './fixtures.ts';

// A wrong reference and a link that is no longer one answer 404, which browsers report as errors.
test.use({ allowedConsole: [/status of 404/] });

test('dues are paid by themselves until the link of a mail stops that, and a neighbor pays by the letter', async ({
  page,
  payer,
}) => {
  await signIn(page, payer.account.email);
  await keepCard(page, payer.memberId);
  await page.goto('/account-summary');
  await page.getByRole('link', { name: 'Let dues be paid by themselves' }).click();
  await expect(heading(page, 'Paid by itself')).toBeVisible();
  await expectAccessible(page, 'autopay, off');
  await page.getByRole('button', { name: /^Turn it on/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('The most in a month').fill('none');
  await dialog.getByRole('button', { name: 'Pay by itself' }).click();
  await expect(dialog.getByText('Enter an amount like 50.00')).toBeVisible();
  await dialog.getByLabel('The most in a month').fill('60');
  await expectAccessible(page, 'autopay, asked');
  await dialog.getByRole('button', { name: 'Pay by itself' }).click();
  await expect(page.getByText(/never more than \$60\.00 in a month/)).toBeVisible();
  await expect(page.getByText('Paid next, on').first()).toBeVisible();
  await expectAccessible(page, 'autopay, on');
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: /^Stop it/ }).click();
  await expect(page.getByText('It has stopped. Nothing more is taken from your card.')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(page.getByText('Undone.')).toBeVisible();

  // The link of the newest plan, which Undo began.
  await expect(async () => {
    const mail = await mailTo(page.request, payer.account.email);
    const [path = ''] = /\/stop-autopay\/[\w-]+/.exec(mail.text) ?? [];
    await page.goto(path);
    await expect(page.getByText('are paid with your saved card by themselves')).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await expectAccessible(page, 'the link of a mail');
  await button(page, 'Stop it').click();
  await expect(page.getByText('Funeral Fund is no longer paid by itself.')).toBeVisible();
  await page.goto('/my/autopay');
  await expect(page.getByText('It was stopped with the link in an email.')).toBeVisible();

  // The link of the mail after the third decline.
  const token = randomBytes(32).toString('base64url');
  const link = { cardHash: sha256(token), cardUntilDt: new Date(Date.now() + DAY_MS) };
  await collection('autopays').updateOne({ memberId: payer.memberId }, { $set: link });
  await page.goto(`/change-card/${token}`);
  await fillCard(page, CARDS.good);
  await expectAccessible(page, 'the link that changes the card');
  await expectNoSidewaysScroll(page);
  await scrollPastCard(page);
  await button(page, 'Save card').click();
  await expect(page.getByText('Thank you, the card is changed')).toBeVisible();
  await page.reload();
  await expect(page.getByText('This link no longer works')).toBeVisible();

  const other = await aPayer({ firstNm: 'Ngozi', lastNm: 'Adeyemi' });
  const [due] = other.dues;
  const stored = await collection('donations').findOne({ _id: objectId(due.donationId) });
  await page.goto('/pay-for-somebody');
  await page.getByLabel('Reference').fill(String(stored?.['externalRef']));
  await page.getByLabel('Last name').fill('Adeyem');
  await button(page, 'See what is due').click();
  await expect(page.getByText('There are no dues with this reference and last name.')).toBeVisible();
  await page.getByLabel('Last name').fill('adeyemi');
  await button(page, 'See what is due').click();
  await expect(page.getByRole('heading', { name: /^Dues of adeyemi, INV-/ })).toBeVisible();
  await page.getByRole('radio', { name: 'Use New Credit Card' }).check();
  await fillCard(page, CARDS.good);
  await expectAccessible(page, 'paying for a neighbor');
  await expectNoSidewaysScroll(page);
  await scrollPastCard(page);
  await button(page, 'Continue').click();
  await donateNow(page).click();
  await expect(thankYou(page)).toBeVisible();
  await expect(page.getByText(/adeyemi, INV-/).first()).toBeVisible();
  await expect(page.getByText('Ngozi')).toHaveCount(0);
});

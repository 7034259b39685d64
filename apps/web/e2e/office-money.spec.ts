import { aStaffAccount } from '../../api/test/payer.ts';
import { expectAccessible } from './accessibility.ts';
import {
  button,
  CARDS,
  expect,
  expectNoSidewaysScroll,
  heading,
  reviewWithNewCard,
  signIn,
  test,
} from './fixtures.ts';

test('a treasurer refunds a part of a card payment, which its payer then owes again', async ({
  page,
  payer,
  browser,
}) => {
  await reviewWithNewCard(page, payer, CARDS.good);
  await page.getByRole('button', { name: 'Donate Now' }).click();
  await expect(heading(page, /thank you/i)).toBeVisible();

  const treasurer = await aStaffAccount(payer.organizationNumber, 'treasurer');
  const own = await browser.newContext(page.viewportSize() ? { viewport: page.viewportSize() } : {});
  const office = await own.newPage();
  await signIn(office, treasurer.email);
  await office.goto('/payments');
  await expect(office.getByText('2 payments')).toBeVisible();
  await expectAccessible(office, 'payments');
  await office.getByRole('link', { name: /^K-/ }).click();
  await expect(heading(office, /Payment/)).toBeVisible();
  await expectAccessible(office, 'a payment');
  await button(office, 'Refund…').click();
  const dialog = office.getByRole('dialog');
  await dialog.getByLabel('What goes back').selectOption('A part, of the newest dues first');
  await dialog.getByLabel('Amount in dollars').fill('1000');
  await dialog.getByLabel('Why').fill('Paid twice by mistake');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog.getByText('An amount up to 50.00, as in 12.50')).toBeVisible();
  await dialog.getByLabel('Amount in dollars').fill('10');
  await dialog.getByRole('checkbox', { name: /processing fee/ }).uncheck();
  await expect(
    dialog.getByText(/^\$10\.00 goes back to Visa ending 4242\. Owed again: \$10\.00 of /),
  ).toBeVisible();
  await expectAccessible(office, 'a refund');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(
    office.getByText('$10.00 went back to the card. The member gets a mail about it.'),
  ).toBeVisible();
  await expectNoSidewaysScroll(office);
  await own.close();
  await page.goto('/my/overview');
  await expect(page.getByText('$10.00').first()).toBeVisible();
});

test('a treasurer records a check with four presses, and enters the envelopes of a Sunday, also offline', async ({
  page,
  payer,
}) => {
  const treasurer = await aStaffAccount(payer.organizationNumber, 'treasurer');
  await signIn(page, treasurer.email);
  await page.goto(`/member/${payer.memberId}?activeTab=donations`);
  await button(page, 'Record a payment').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('60');
  await dialog.getByLabel('Method').selectOption('Check');
  await dialog.getByLabel('Check number').fill('1044');
  await expectAccessible(page, 'a payment to record');
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(dialog.getByText(/^Recorded: receipt /)).toBeVisible();
  await expect(dialog.getByText('Paid ahead: $10.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('$10.00').first()).toBeVisible();
  await expectAccessible(page, 'donations of a member who paid ahead');

  await page.goto('/staff');
  await page.getByRole('link', { name: 'Enter payments' }).click();
  await button(page, 'New batch').click();
  await dialog.getByLabel('Called').fill('Sunday');
  await dialog.getByLabel('How many').fill('2');
  await dialog.getByLabel('Together').fill('25');
  await expectAccessible(page, 'a new batch');
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await expect(heading(page, /./)).toBeVisible();
  await page.getByLabel('From').fill('Wolde');
  await expect(page.getByRole('option', { name: /Wolde-Giorgis/ })).toBeVisible();
  // Enter goes to the first one found, chooses it, and goes on; in the last field it saves.
  for (const _ of ['go to', 'choose']) await page.keyboard.press('Enter');
  await expect(page.getByLabel('Amount')).toBeFocused();
  await page.keyboard.type('15');
  await expect(page.getByText(/Winter assessment/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 2 payments')).toBeVisible();
  await expect(page.getByLabel('From')).toBeFocused();
  await page.context().setOffline(true);
  await page.getByLabel('Amount').fill('10');
  await page.getByLabel('Amount').press('Enter');
  await expect(page.getByText('1 payment waits in this browser to be sent.')).toBeVisible();
  await page.context().setOffline(false);
  await page.reload();
  await expect(page.getByText('2 of 2 payments')).toBeVisible();
  await expectAccessible(page, 'a batch');
  await button(page, 'Close the batch').click();
  await expect(page.getByText(/^Closed by /)).toBeVisible();
  await expectNoSidewaysScroll(page);
});

import type { Page } from '@playwright/test';
import { aStaffAccount } from '../../api/test/payer.ts';
import { expect, expectNoSidewaysScroll, PASSWORD, signIn, test } from './fixtures.ts';

/** Goes to a page of the staff side: through a row of links, on a phone a menu. */
async function goTo(page: Page, name: string): Promise<void> {
  const places = page.getByRole('navigation', { name: 'Staff', exact: true });
  const link = places.getByRole('link', { name });
  await expect(places).toBeVisible();
  if (!(await link.isVisible())) await places.getByRole('button').click();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
}

/** Unfolds the filters where they are folded. */
async function openFilters(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: /^Filters/ });
  if (await opener.isVisible()) await opener.click();
}

test('an administrator changes something, reads it in the history, and finds it again by its address @desktop', async ({
  page,
  payer,
}) => {
  const administrator = await aStaffAccount(payer.organizationNumber, 'administrator');
  await signIn(page, administrator.email);
  await page.goto('/my/organization');
  await page.getByRole('button', { name: 'Add contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Contact' });
  await dialog.getByRole('combobox', { name: 'Member' }).pressSequentially('sam oka');
  await page.getByRole('option', { name: /Sam Okafor/ }).click();
  await dialog.getByLabel('Title').selectOption('Deacon');
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  await expect(page.getByText('Sam Okafor is now a contact: Deacon.')).toBeVisible();

  await page.getByRole('link', { name: 'Staff' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What needs you' })).toBeFocused();
  await goTo(page, 'History');
  const sentence = `${administrator.email} made Sam Okafor a contact: Deacon`;
  const entry = page.getByRole('button', { name: sentence });
  await expect(entry).toBeVisible();
  await entry.click();
  await expect(page.getByText('After Deacon')).toBeVisible();
  await expectNoSidewaysScroll(page);

  await openFilters(page);
  await page.getByLabel('What').selectOption('Member added');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('button', { name: /added the member Sam Okafor/ })).toBeVisible();
  await expect(entry).toHaveCount(0);
  await page.goBack();
  await expect(entry).toBeVisible();
  await openFilters(page);
  await page.getByLabel('Who (email)').fill(administrator.email);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/actor=/);
  await page.reload();
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(entry).toBeVisible();
});

test('staff follow the background job that a change of a member starts @desktop', async ({ page, payer }) => {
  const manager = await aStaffAccount(payer.organizationNumber, 'manager');
  const signedIn = await page.request.post('/v2/token', {
    form: { username: payer.account.email, password: PASSWORD },
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const changed = await page.request.post('/v2/members', {
    headers: { Authorization: `Bearer ${access_token}` },
    data: { _id: payer.memberId, phones: [{ phoneNbr: '2405550199' }] },
  });
  expect(changed.status()).toBe(200);

  await signIn(page, manager.email);
  await page.goto('/my/organization');
  await page.getByRole('link', { name: 'Staff' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What needs you' })).toBeFocused();
  await goTo(page, 'Jobs');
  const row = page.getByRole('listitem').filter({ hasText: payer.account.email });
  await expect(row).toContainText('Done');
  await row.getByRole('link', { name: 'Copy a changed name' }).click();
  await expect(page.getByText(/places show the new name or phone number/)).toBeVisible();
  await expect(page.getByText('Took')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await goTo(page, 'Jobs');
  await expect(row).toBeVisible();
});

test('an administrator navigates the staff side, and back to their account', async ({ page, payer }) => {
  const administrator = await aStaffAccount(payer.organizationNumber, 'administrator');
  await signIn(page, administrator.email);
  await page.goto('/history');
  await goTo(page, 'Jobs');
  await goTo(page, 'History');
  await page.getByRole('link', { name: 'My account' }).click();
  await expect(page).toHaveURL(/\/my\/organization$/);
  await expect(page.getByRole('navigation', { name: 'Staff', exact: true })).toHaveCount(0);
});

test('nothing moves under a pointer while a page of the staff side loads', async ({ page, payer }) => {
  const manager = await aStaffAccount(payer.organizationNumber, 'manager');
  await signIn(page, manager.email);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const address of ['/members?searchTerm=oka', '/campaigns']) {
    await page.goto(address);
    await expect(page.getByRole('navigation', { name: 'Staff', exact: true })).toBeVisible();
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    // "Good" by Web Vitals is 0.1.
    const shift = () =>
      page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
      );
    expect(await shift(), address).toBeLessThan(0.1);
  }
});

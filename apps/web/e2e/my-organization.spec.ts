import { aStaffAccount } from '../../api/test/payer.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, expectNoSidewaysScroll, signIn, test } from './fixtures.ts';

test('a manager adds a contact, deletes it, undoes that, and members see it', async ({ page, payer }) => {
  const manager = await aStaffAccount(payer.organizationNumber, 'manager');
  await signIn(page, manager.email);
  await page.goto('/my/organization');
  await expect(page.getByText('No contacts yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add contact' }).click();

  const dialog = page.getByRole('dialog', { name: 'Add Contact' });
  const member = dialog.getByRole('combobox', { name: 'Member' });
  await expect(member).toBeFocused();
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  await expect(dialog.getByText('Member Id is required')).toBeVisible();
  await expect(dialog.getByText('Title is required')).toBeVisible();

  await member.pressSequentially('oka');
  const list = page.getByRole('listbox', { name: 'Member' });
  await expect(list.getByRole('option')).toHaveText(['Ruth Okafor 04.12.1956', 'Sam Okafor 04.12.1956']);
  // All suggestions are inside the window and can be clicked.
  await expect(list).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'Add Contact with suggestions');
  await list.getByRole('option', { name: /Sam/ }).click();
  await expect(dialog.getByText('Born 04.12.1956')).toBeVisible();
  await dialog.getByLabel('Title').selectOption('Funeral Fund Lead');

  // The draft survives a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Add contact' }).click();
  await expect(member).toHaveValue('Sam Okafor');
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  await expect(page.getByText('Sam Okafor is now a contact: Funeral Fund Lead.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('listitem').filter({ hasText: 'Sam Okafor' });
  await expect(row).toBeFocused();
  await expect(row.getByRole('link', { name: '(301) 555-0100' })).toBeVisible();
  await expectNoSidewaysScroll(page);

  await row.getByRole('button', { name: 'Delete Sam Okafor, Funeral Fund Lead' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expect(row).toHaveText(/Sam Okafor was deleted as Funeral Fund Lead\./);
  await expectAccessible(page, 'a deleted contact');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Sam Okafor is a contact again.')).toBeVisible();

  await signIn(page, payer.account.email);
  await page.goto('/my/organization');
  await expect(page.getByText('Funeral Fund Lead')).toBeVisible();
  await expect(page.getByRole('button', { name: /Add contact|Delete/ })).toHaveCount(0);
});

test.describe('errors of the server', () => {
  test.use({ allowedConsole: [/status of (403|409)/] });

  test('are shown in place, and nothing typed is lost', async ({ page, payer }) => {
    const { organizationNumber } = payer;
    const manager = await aStaffAccount(organizationNumber, 'manager');
    await signIn(page, manager.email);
    await page.goto('/my/organization');
    const add = async () => {
      await page.getByRole('button', { name: 'Add contact' }).click();
      await page.getByRole('combobox', { name: 'Member' }).pressSequentially('ruth');
      // By keyboard: member, title, submit.
      await expect(page.getByRole('option', { name: /Ruth Okafor/ })).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Deac');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    };
    await add();
    await expect(page.getByText('Ruth Okafor is now a contact: Deacon.')).toBeVisible();
    await add();
    const dialog = page.getByRole('dialog', { name: 'Add Contact' });
    await expect(dialog.getByRole('alert')).toContainText(
      'Ruth Okafor is a contact with the title Deacon already.',
    );
    await expect(dialog.getByLabel('Member')).toHaveValue('Ruth Okafor');
    await expect(dialog.getByLabel('Title')).toHaveValue('Deacon');
    await expectAccessible(page, 'Add Contact refused');
    // The first Escape closes the list, the second the dialog.
    await page.getByRole('combobox', { name: 'Member' }).fill('ruth');
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add contact' })).toBeFocused();

    await page.route('**/contacts/*', (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          status: 403,
          title: 'Not allowed',
          code: 'forbidden',
          detail: 'Not any more.',
        }),
      }),
    );
    await page.getByRole('button', { name: /^Delete Ruth/ }).click();
    await expect(page.getByRole('alert')).toHaveText(/403: Not any more\./);
    await expect(page.getByRole('listitem').filter({ hasText: 'Ruth Okafor' })).toBeVisible();
  });
});

test('staff with read-only roles see the contacts without controls', async ({ page, payer }) => {
  const viewer = await aStaffAccount(payer.organizationNumber, 'viewer');
  await signIn(page, viewer.email);
  await page.goto('/my/organization');
  await expect(page.getByText('No contacts yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add contact' })).toHaveCount(0);
});

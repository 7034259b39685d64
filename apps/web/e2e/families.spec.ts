import { aStaffAccount } from '../../api/test/payer.ts';
import { expectAccessible } from './accessibility.ts';
import { button, expect, expectNoSidewaysScroll, heading, signIn, test } from './fixtures.ts';

test('a family of five from paper, with at most 8 presses besides typing', async ({ page, payer }) => {
  const manager = await aStaffAccount(payer.organizationNumber, 'manager');
  await signIn(page, manager.email);
  await page.goto('/staff');
  // Of this test: others write to the same database.
  const lastNm = `Wolf${payer.memberId.slice(-4).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;
  let presses = 0;
  const press = async (what: () => Promise<unknown>) => {
    presses += 1;
    await what();
  };
  const { keyboard } = page;
  const typed = async (...texts: string[]) => {
    for (const [at, text] of texts.entries()) {
      if (at > 0) await keyboard.press('Tab');
      if (text) await keyboard.type(text);
    }
  };
  await press(() => page.getByRole('link', { name: 'New family' }).click());
  await expect(heading(page, 'New family')).toBeVisible();
  const row = (place: number) => page.getByRole('group', { name: `Person ${place}` });
  const next = async (place: number) => {
    await press(() => keyboard.press('Enter'));
    await expect(row(place).getByLabel('First Name')).toBeFocused();
    await expect(row(place).getByLabel('Last Name')).toHaveValue(lastNm);
  };
  await press(() => row(1).getByLabel('First Name').click());
  await typed('Hans', lastNm, '05171970');
  await next(2);
  await typed('Greta', '', '03091972');
  await next(3);
  await typed('Emil', '', '02292012');
  await next(4);
  await typed('Ida', '', '11012015');
  await next(5);
  await typed('Otto', '', '01311938', 'Parent');
  await expect(row(5).getByLabel('Relationship')).toHaveValue('Parent');
  await press(() => page.getByRole('checkbox', { name: 'Funeral Fund' }).check());
  const cost = page.getByText(/^All five in Funeral Fund, \$\d+\.\d\d$/);
  await expect(cost).toBeVisible();
  const said = await cost.innerText();
  await expectAccessible(page, 'a family on one sheet');
  await expectNoSidewaysScroll(page);
  await press(() => button(page, 'Add family').click());
  expect(presses).toBe(8);

  await expect(heading(page, `Hans ${lastNm}`)).toBeVisible();
  await expect(page.getByText(`${said}.`)).toBeVisible();
  for (const firstNm of ['Hans', 'Greta', 'Emil', 'Ida', 'Otto'])
    await expect(page.getByRole('link', { name: `${lastNm}, ${firstNm}` })).toBeVisible();
  await expectNoSidewaysScroll(page);

  // Entered again by another user: the existing members are shown beside the row.
  await page.goto(`/family/create?organization_number=${payer.organizationNumber}`);
  await row(1).getByLabel('First Name').click();
  await typed('Hans', lastNm, '05171970', '');
  await expect(row(1).getByText('Maybe a member already')).toBeVisible();
  await button(page, 'Add family').click();
  await expect(page.getByText('Is somebody a member already?')).toBeVisible();
  await expectAccessible(page, 'a family of which somebody may be here');
  await page.reload();
  await expect(page.getByText(/Your draft of/)).toBeVisible();
  await row(1)
    .getByRole('link', { name: /^This is the same person/ })
    .click();
  await expect(heading(page, `Hans ${lastNm}`)).toBeVisible();
});

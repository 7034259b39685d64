/** Parts of pages look the same on a first visit and after other pages, whose style sheets stay loaded. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { aCampaign, aHousehold, aMembership, anOrganization } from '../../api/test/factories.ts';
import { aStaffAccount } from '../../api/test/payer.ts';
import { button, expect, signIn, test } from './fixtures.ts';

const NAMES = [
  ...(['display', 'flexWrap', 'gap', 'margin', 'padding', 'borderWidth', 'fontSize', 'fontWeight'] as const),
  ...(['lineHeight', 'color', 'backgroundColor', 'appearance', 'width', 'height'] as const),
];

/** The computed styles of an element and everything in it. */
const looksOf = (part: Locator) =>
  part.evaluate(
    (root, names) =>
      [root, ...root.querySelectorAll('*')].map((element) => {
        const style = getComputedStyle(element);
        return `${element.tagName} ${names.map((name) => `${name}: ${style[name]}`).join('; ')}`;
      }),
    NAMES,
  );

/** Goes to an address without reloading the app. */
async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

test('the choice of a covered member', async ({ page, database: _connected }) => {
  const organizationName = `Grace ${randomUUID().slice(0, 8)}`;
  const { organizationNumber } = await anOrganization({ organizationName });
  const campaign = await aCampaign({ organizationNumber });
  const { primary } = await aHousehold({ organizationNumber, size: 3 });
  const membership = await aMembership({ campaign, primary });
  const manager = await aStaffAccount(organizationNumber, 'manager');
  await signIn(page, manager.email);
  const path = `/member/${String(primary._id)}/campaign/${String(membership._id)}`;
  const choices = page.getByRole('dialog').getByRole('group');
  const open = async () => {
    await button(page, 'Add covered member').click();
    await expect(choices.getByRole('checkbox').first()).toBeVisible();
  };
  await page.goto(path);
  await open();
  const first = await looksOf(choices);
  await page.keyboard.press('Escape');
  for (const other of ['/members', `/member/${String(primary._id)}`, '/intake', '/campaigns', '/members'])
    await goInApp(page, other);
  await goInApp(page, path);
  await open();
  expect(await looksOf(choices)).toEqual(first);
});

test('the message after a change in the profile', async ({ page, payer }) => {
  await signIn(page, payer.account.email);
  await page.goto('/my/profile');
  await button(page, 'Stop reminders by email').click();
  const said = page
    .locator('div:has(> output)')
    .filter({ hasText: 'You get no more reminders by email.' })
    .last();
  await expect(said).toBeVisible();
  const first = await looksOf(said);

  for (const other of [`/member/${payer.memberId}?activeTab=household`, '/donate', '/my/overview'])
    await goInApp(page, other);
  await goInApp(page, '/my/profile');
  await button(page, 'Send them again reminders by email').click();
  await expect(page.getByText('You get reminders again.')).toBeVisible();
  await button(page, 'Stop reminders by email').click();
  await expect(said).toBeVisible();
  expect(await looksOf(said)).toEqual(first);
});

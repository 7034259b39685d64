import type { APIRequestContext } from '@playwright/test';
import { collection } from '../../api/src/platform/database.ts';
import { objectId } from '../../api/src/platform/documents.ts';
import { aStaffAccount } from '../../api/test/payer.ts';
import { expectAccessible, expectReadableTwiceAsLarge } from './accessibility.ts';
import {
  button,
  CARDS,
  donateNow,
  expect,
  expectNoSidewaysScroll,
  fillCard,
  heading,
  mailTo,
  runAddress,
  signIn,
  signInByForm,
  test,
  thankYou,
} from './fixtures.ts';
import { whenSentByDay } from './send-by-day.ts';

// Before the sign-in, requests answer 401.
test.use({ allowedConsole: [/status of (401|402)/] });

const payLinkIn = async (request: APIRequestContext, to: string) =>
  /\/pay\/\S+/.exec((await mailTo(request, to)).text)?.[0] ?? '';

test('a reminder is previewed and sent, and its reader pays from the mail', async ({ page, payer }) => {
  const email = `reads.${payer.memberId}@example.test`;
  await collection('members').updateOne(
    { _id: objectId(payer.memberId) },
    { $set: { emails: [{ email, email_type: 'primary' }] } },
  );
  const manager = await aStaffAccount(payer.organizationNumber, 'manager');
  await signIn(page, manager.email);
  await page.goto(await runAddress(payer));
  await page.getByRole('link', { name: 'Remind who owes' }).click();
  await expect(page.getByText('1 person gets')).toBeVisible();
  await expect(page.getByText('1 has no email')).toBeVisible();
  await expectAccessible(page, 'who is reminded');
  await expectReadableTwiceAsLarge(page, 'who is reminded');
  await page.getByLabel('Subject').fill('Please keep [Run] in mind');
  await button(page, 'Send a preview to me').click();
  await expect(page.getByText(`It is on its way to ${manager.email}.`)).toBeVisible();
  const seen = await mailTo(page.request, manager.email);
  expect(seen.subject).toBe('Please keep Winter assessment in mind');
  expect(seen.text).toContain('Dear Ruth Okafor,');
  expect(seen.text).toContain('Together: $50.00');

  await button(page, 'Remind 1 person').click();
  await expect(page.getByText('Please keep Winter assessment in mind')).toBeVisible();
  await whenSentByDay(page);
  await expect(page.getByText(/^1 sent, 0 opened the link/)).toBeVisible();
  await expectAccessible(page, 'a reminder that was sent');
  await expectReadableTwiceAsLarge(page, 'a reminder that was sent');
  const link = await payLinkIn(page.request, email);

  // Their own browser: nobody is signed in.
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await signInByForm(page, payer.account.email);
  await expect(heading(page, 'Donate')).toBeVisible();
  await expect(page).toHaveURL(/\/membership\/\w+\/donate/);
  await expect(page.getByText('$50.00').first()).toBeVisible();
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: /continue/i }).click();
  await donateNow(page).click();
  await expect(thankYou(page)).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await signIn(page, manager.email);
  await page.goto(`/member/${payer.memberId}?activeTab=messages`);
  await expect(page.getByText(/^Reminder of \$50\.00 to .* · opened the link/)).toBeVisible();
  await expectAccessible(page, 'messages to a member');
  await expectReadableTwiceAsLarge(page, 'messages to a member');
});

test('reminders are stopped with one press, and sent again from the profile', async ({ page, payer }) => {
  const token = `stops-${payer.memberId}`;
  const { createHash } = await import('node:crypto');
  await collection('messages').insertOne({
    _id: `test:${payer.memberId}` as never,
    reminderId: 'test',
    kind: 'reminder',
    campaignId: objectId(payer.campaignId),
    campaignRunId: objectId(payer.campaignId),
    campaignMembershipId: objectId(payer.campaignMembershipId),
    memberId: objectId(payer.memberId),
    email: payer.account.email,
    amount: 5_000,
    tokenHash: createHash('sha256').update(token).digest('base64url'),
    state: 'sent',
    attempts: 1,
    createdDt: new Date(),
    sentDt: new Date(),
    openedDt: null,
  });
  await page.goto(`/stop-reminders/${token}`);
  await button(page, 'Stop reminders').click();
  await expect(page.getByText('You get no more reminders by email')).toBeVisible();
  await expectAccessible(page, 'reminders that are stopped');
  await expectReadableTwiceAsLarge(page, 'reminders that are stopped');
  await signIn(page, payer.account.email);
  await page.goto('/my/profile');
  // The text is beside the button where there is room, otherwise above it.
  expect((await page.getByText(/^Stopped on/).boundingBox())?.width).toBeGreaterThan(200);
  await page.getByRole('button', { name: /^Send them again/ }).click();
  await expect(page.getByText('You get reminders again.')).toBeVisible();
  await expectNoSidewaysScroll(page);
});

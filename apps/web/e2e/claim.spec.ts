import { readFile } from 'node:fs/promises';
import { createUser } from '../../api/src/modules/identity/users/user.service.ts';
import { collection } from '../../api/src/platform/database.ts';
import { objectId } from '../../api/src/platform/documents.ts';
import { TEST_AUTHOR } from '../../api/test/factories.ts';
import { aStaffAccount, PASSWORD_HASH } from '../../api/test/payer.ts';
import { pdfTextOf } from '../../api/test/pdf-text.ts';
import type { Role } from '@kinfold/domain/role';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import {
  button,
  CARDS,
  expect,
  expectNoSidewaysScroll,
  fillCard,
  heading,
  PASSWORD,
  signIn,
  test,
} from './fixtures.ts';

// A second person is asked for; the password is asked for again.
test.use({ allowedConsole: [/status of (403|404|409|422)/] });

/** A picture of one pixel. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Gives the password where the server asks for it before money or a decision. */
async function giving(page: Page, press: () => Promise<void>, shown: () => Promise<void>) {
  await press();
  const asked = page.getByRole('dialog').getByLabel('Password', { exact: true });
  const isAsked = await Promise.race([asked.waitFor().then(() => true), shown().then(() => false)]);
  if (!isAsked) return;
  await asked.fill(PASSWORD);
  await asked.press('Enter');
  await shown();
}

test('a death in the family, from the deacon to the last dollar', async ({ page, payer, browser }) => {
  const { organizationNumber, campaignId, memberId, linked } = payer;
  await collection('campaigns').updateOne(
    { _id: objectId(campaignId) },
    { $set: { 'fundRules.benefits': [{ label: 'Adult', minAge: 18, maxAge: 150, amount: 500_000 }] } },
  );
  const viewport = page.viewportSize();
  const opened: Page[] = [];
  const as = async (role: Role) => {
    const { email } = await aStaffAccount(organizationNumber, role);
    const own = await (await browser.newContext(viewport ? { viewport } : {})).newPage();
    opened.push(own);
    await signIn(own, email);
    return own;
  };
  const deacon = await as('viewer');
  const manager = await as('manager');
  const treasurer = await as('treasurer');
  const administrator = await as('administrator');

  await deacon.goto(`/staff/death?member_id=${memberId}`);
  const today = new Date().toISOString().slice(0, 10);
  const typed = `${today.slice(5, 7)}/${today.slice(8)}/${today.slice(0, 4)}`;
  await deacon.getByLabel('Date of death').fill(typed);
  await deacon.getByLabel('Who told you').fill('The husband');
  await button(deacon, 'Report it to the office').click();
  await expect(deacon.getByText('The office has your report.')).toBeVisible();

  // The office enters the death and opens the claim of the fund.
  await manager.goto('/staff');
  await manager.getByRole('link', { name: /^Confirm/ }).click();
  await button(manager, 'Enter the death').click();
  await expect(manager.getByText('The death of Ruth Okafor is entered.')).toBeVisible();
  await manager.getByRole('button', { name: /^Open a claim/ }).click();
  await expect(heading(manager, 'Claim for Ruth Okafor')).toBeVisible();
  const claimAddress = new URL(manager.url()).pathname;
  await expect(manager.getByText(/Funeral Fund (covered|did not cover) Ruth Okafor/)).toBeVisible();
  await expectAccessible(manager, 'an open claim', ['light', 'dark']);
  await expectNoSidewaysScroll(manager);
  await manager.getByRole('checkbox', { name: /The death is confirmed/ }).click();
  await expect(manager.getByText('1 of 6')).toBeVisible();
  await manager.locator('input[type=file]').setInputFiles({
    name: 'certificate.png',
    mimeType: 'image/png',
    buffer: PHOTO,
  });
  await expect(manager.getByText('certificate.png is added.')).toBeVisible();
  await manager.getByRole('button', { name: 'Show certificate.png' }).click();
  await expect(manager.getByRole('img', { name: /certificate\.png/ })).toBeVisible();
  await button(manager, 'Close').click();
  await button(manager, 'Add a payee').click();
  const payee = manager.getByRole('dialog');
  await payee.getByLabel('Fill in from the household').selectOption({ index: 1 });
  await expect(payee.getByLabel('Paid to')).toHaveValue('Sam Okafor');
  await expectAccessible(manager, 'a payee');
  await payee.getByRole('button', { name: 'Save' }).click();
  await expect(manager.getByText('12 Elm Street')).toBeVisible();
  await button(manager, 'Propose an amount').click();
  await expect(manager.getByRole('dialog').getByLabel('Amount')).toHaveValue('5000.00');
  await manager.getByRole('dialog').getByLabel('Reason').fill('As the rules of the fund say');
  await expectAccessible(manager, 'a proposal');
  await manager.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
  await expect(manager.getByText('Proposed. Somebody else approves it now.')).toBeVisible();
  await expect(button(manager, 'Approve')).toHaveCount(0);

  // The deacon sees where it is, and no amounts.
  await deacon.goto(claimAddress);
  await expect(deacon.getByText('Waits for approval')).toBeVisible();
  await expect(deacon.getByText('5,000')).toHaveCount(0);
  await expectAccessible(deacon, 'a claim without amounts');

  // Another person approves it from the list.
  await treasurer.goto('/claims');
  await treasurer.getByRole('link', { name: 'Ruth Okafor', exact: true }).click();
  await expect(treasurer.getByText(/holds \$[\d,.]+/)).toBeVisible();
  await button(treasurer, 'Approve').click();
  await treasurer.getByRole('dialog').getByLabel('Reason').fill('Ruth was one of us');
  const approved = treasurer.getByText('Approved. It can be paid out now.');
  await giving(
    treasurer,
    () => treasurer.getByRole('dialog').getByRole('button', { name: 'Approve' }).click(),
    () => expect(approved).toBeVisible(),
  );

  // Paid out by one, confirmed by another.
  await button(treasurer, 'Record a payout').click();
  const payout = treasurer.getByRole('dialog');
  await payout.getByLabel('Reference').fill('1204');
  await expectAccessible(treasurer, 'a payout to record');
  await giving(
    treasurer,
    () => payout.getByRole('button', { name: 'Record' }).click(),
    () => expect(treasurer.getByText('Recorded. Another person confirms it.')).toBeVisible(),
  );
  // The one who receives it signs on the treasurer's phone.
  await treasurer.getByRole('button', { name: /^Sign on this phone/ }).click();
  const signing = treasurer.getByRole('dialog');
  await expect(signing.getByLabel('Received by')).toHaveValue('Sam Okafor');
  await expectAccessible(treasurer, 'a payout to sign for', ['light', 'dark']);
  await expectNoSidewaysScroll(treasurer);
  await signing.getByRole('checkbox', { name: 'I have received $5,000.00' }).check();
  const paper = signing.getByRole('img', { name: /^Drawn signature/ });
  await paper.scrollIntoViewIfNeeded();
  const box = (await paper.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await treasurer.mouse.move(box.x + 20, box.y + 20);
  await treasurer.mouse.down();
  await treasurer.mouse.move(box.x + box.width / 2, box.y + box.height - 20, { steps: 5 });
  await treasurer.mouse.up();
  await signing.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(treasurer.getByText('$5,000.00 to Sam Okafor: signed for.')).toBeVisible();
  await treasurer.getByRole('button', { name: 'Show Signature.png' }).click();
  await expect(treasurer.getByRole('img', { name: 'Signed receipt: Signature.png' })).toBeVisible();
  await button(treasurer, 'Close').click();
  const receipt = treasurer.waitForEvent('download');
  await treasurer.getByRole('button', { name: /^Signed receipt/ }).click();
  const signed = pdfTextOf(await readFile(await (await receipt).path()));
  expect(signed).toContain('Sam Okafor');
  expect(signed).toContain('Drawn on the screen');
  await administrator.goto(claimAddress);
  await administrator.getByRole('button', { name: /^Confirm \$5,000\.00/ }).click();
  await giving(
    administrator,
    () => administrator.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click(),
    () => expect(administrator.getByText('$5,000.00 to Sam Okafor: confirmed.')).toBeVisible(),
  );
  await expectAccessible(administrator, 'a claim that is paid', ['light', 'dark']);
  await expectNoSidewaysScroll(administrator);

  // The collection is shown before it is made, and activated by another person.
  await manager.goto(claimAddress);
  await button(manager, 'Make a collection').click();
  const made = manager.getByRole('dialog');
  await expect(made.getByLabel('Name', { exact: true })).toHaveValue('In memory of Ruth Okafor');
  await made.getByLabel('How it is shared').selectOption({ label: 'Divided by households' });
  await expect(made.getByText(/^It asks \d+ households? for \$/)).toBeVisible();
  await expectAccessible(manager, 'a collection to make');
  await made.getByRole('button', { name: 'Make it' }).click();
  await expect(heading(manager, 'In memory of Ruth Okafor')).toBeVisible();
  const runAddress = new URL(manager.url()).pathname;
  await administrator.goto(runAddress);
  await button(administrator, 'Activate').click();
  await expect(administrator.getByText(/dues? made, /)).toBeVisible();

  // A member pays, and the board shows it.
  const account = async (memberOf: string, name: string) => {
    const email = `${name}.${organizationNumber.toLowerCase()}@example.test`;
    await createUser(
      {
        ...{ memberId: memberOf, email, passwordHash: PASSWORD_HASH, isEmailConfirmed: true },
        ...{ organizationNumber, roles: [], now: new Date() },
      },
      TEST_AUTHOR,
    );
    return email;
  };
  await signIn(page, await account(linked.memberId, 'miriam'));
  await page.goto('/my/overview');
  await page.getByRole('link', { name: /^Pay \$/ }).click();
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: /continue/i }).click();
  await page.getByRole('button', { name: 'Donate Now' }).click();
  await expect(heading(page, /thank you/i)).toBeVisible();
  await administrator.goto(`${runAddress}?view=board`);
  await expect(administrator.getByText(/^1 of \d+ households? ha(s|ve) paid/)).toBeVisible();
  await expectAccessible(administrator, 'the board of a run', ['light', 'dark']);
  await expectNoSidewaysScroll(administrator);

  // The widower reads what was decided and paid.
  const [sam] = await collection('members').find({ firstNm: 'Sam', organizationNumber }).toArray();
  await signIn(page, await account(String(sam?._id), 'sam'));
  await page.goto('/my/overview');
  await expect(page.getByText('Support for your family')).toBeVisible();
  await expect(page.getByText('to the family on')).toBeVisible();
  await expectAccessible(page, 'the overview of a widower');

  await administrator.goto(claimAddress);
  await button(administrator, 'Close the claim').click();
  await giving(
    administrator,
    () => administrator.getByRole('dialog').getByRole('button', { name: 'Close it' }).click(),
    () => expect(administrator.getByText('Closed.', { exact: true })).toBeVisible(),
  );
  await expectAccessible(administrator, 'a closed claim');
  for (const own of opened) await own.context().close();
});

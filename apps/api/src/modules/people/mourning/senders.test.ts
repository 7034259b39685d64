/** Everything that sends, by its file: what somebody asked for, or what asks about days of quiet first. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const modules = path.resolve(import.meta.dirname, '../..');

/** Why a mail goes out in days of quiet: the person, or what they did, asked for it. */
const ASKED: Readonly<Record<string, string>> = {
  'identity/users/first-run.service.ts': 'the operator asked for the link',
  'identity/users/link-notices.service.ts': 'somebody tried to reach the account: who owns it must know',
  'identity/users/sign-in-change.service.ts': 'as link-notices',
  'identity/users/password-reset.service.ts': 'it was asked for with the address',
  'identity/users/account-link.service.ts': 'as link-notices',
  'identity/users/registration.service.ts': 'it was asked for with the address',
  'identity/roles/role.service.ts': 'an invitation to work for the office, to no household',
  'money/charges/refund.service.ts': 'money came back to the payer',
  'money/charges/settle.service.ts': 'the receipt of a payment',
  'money/cards/decline-notice.service.ts': 'a card was tried: who owns it must know',
  'money/autopay/autopay-tries.service.ts': 'the outcome of a charge; none begins in days of quiet',
  'money/office/office-payment.service.ts': 'the receipt of a payment',
  'people/intake-requests/intake-review.service.ts': 'the answer to a request',
  'telling/messages/reminder.service.ts': 'a preview to the user who writes it',
};

/** Which file asks about days of quiet for another one. */
const ASKS_FOR: Readonly<Record<string, string>> = {
  'telling/messages/run-reminders.service.ts': 'telling/messages/recipients.service.ts',
  'telling/outreach/printed-letters.service.ts': 'telling/outreach/letter.service.ts',
};

const files = new Map(
  readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(path.join(modules, file), 'utf8')]),
);

/** What puts a mail into the outbox, sends it, or makes papers for many. */
const SENDS = /\b(?:queueMail|mailer\.send|renderLetters|renderPdfs)\(/;

it('is what somebody asked for, or asks who is to be left alone', () => {
  const senders = [...files].flatMap(([file, text]) =>
    SENDS.test(text.replaceAll(/function\*? \w+\(/g, '')) ? [file] : [],
  );
  const asks = (file: string) => (files.get(ASKS_FOR[file] ?? file) ?? '').includes('findQuiet(');
  expect(senders.filter((file) => !(file in ASKED) && !asks(file))).toEqual([]);
  const known = Object.keys({ ...ASKED, ...ASKS_FOR });
  expect(known.filter((file) => !senders.includes(file))).toEqual([]);
});

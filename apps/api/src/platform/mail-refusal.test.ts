import { expect, it } from 'vitest';
import { NO_ADDRESS, refusalOf } from './mail-refusal.ts';

const answered = (responseCode: number, command: string, response = String(responseCode)) =>
  Object.assign(new Error('refused'), { code: 'EENVELOPE', responseCode, command, response });
const broken = (message: string, code: string, originalCode?: string) =>
  Object.assign(new Error(message), { code, originalCode });

it.each([
  ['an unknown mailbox', answered(550, 'RCPT TO', '550 5.1.1 No such user'), 'address'],
  ['an unknown mailbox, without a status', answered(550, 'RCPT TO'), 'address'],
  ['a full mailbox', answered(552, 'RCPT TO', '552 5.2.2 Over quota'), 'address'],
  ['an unknown mailbox, told late', answered(550, 'DATA', '550 5.1.1 No such user'), 'address'],
  ['a sender that is blocked', answered(554, 'RCPT TO', '554 5.7.1 Blocked'), 'mail'],
  ['a mail that looks like spam', answered(554, 'DATA', '554 5.7.1 Spam'), 'mail'],
  ['a mail that is refused', answered(554, 'DATA'), 'mail'],
  ['a recipient that is no address', broken('not one e-mail address', NO_ADDRESS), 'address'],
  ['greylisting', answered(450, 'RCPT TO', '450 4.2.0 Try later'), 'later'],
  ['a server that is full', answered(452, 'DATA'), 'later'],
  ['a sender that may not send', answered(550, 'MAIL FROM'), 'server'],
  ['a wrong password', answered(535, 'AUTH PLAIN'), 'server'],
  ['no server', broken('connect ECONNREFUSED', 'ESOCKET', 'ECONNREFUSED'), 'server'],
  ['no such name', broken('getaddrinfo', 'EDNS'), 'server'],
  ['a silent server', broken('Greeting never received', 'ETIMEDOUT'), 'server'],
  ['a server that cannot be reached', broken('Connection timeout', 'ETIMEDOUT'), 'server'],
  [
    'a server that closes every connection before a mail is begun',
    broken('Reached maximum number of retries after connection was closed', 'ECONNECTION'),
    'server',
  ],
  ['a connection that breaks', broken('Connection closed unexpectedly', 'ECONNECTION'), 'unsure'],
  ['anything else', new Error('refused'), 'unsure'],
  ['no error', undefined, 'unsure'],
])('%s', (_name, error, refusal) => {
  expect(refusalOf(error)).toBe(refusal);
});

import { expect, it } from 'vitest';
import { statementOutcome } from './statements.ts';

const person = { emails: [{ email: 'a@example.test' }], signInEmail: null, deceasedDt: null };

it.each([
  ['by email', person, false, { outcome: 'mailed', email: 'a@example.test' }],
  [
    'by the email of their sign-in',
    { ...person, emails: [], signInEmail: 'b@example.test' },
    false,
    { outcome: 'mailed', email: 'b@example.test' },
  ],
  [
    'printed where they prefer letters',
    { ...person, preferredWay: 'letter' as const },
    false,
    { outcome: 'printed' },
  ],
  [
    'by email where they prefer calls',
    { ...person, preferredWay: 'call' as const },
    false,
    { outcome: 'mailed', email: 'a@example.test' },
  ],
  [
    'by email where they stopped reminders',
    { ...person, unsubscribedDt: new Date() },
    false,
    { outcome: 'mailed', email: 'a@example.test' },
  ],
  [
    'printed where it bounced',
    { ...person, bouncedEmails: ['a@example.test'] },
    false,
    { outcome: 'printed' },
  ],
  ['printed without one', { ...person, emails: [] }, false, { outcome: 'printed' }],
  ['from the office in days of quiet', person, true, { outcome: 'quiet' }],
  ['from the office after they died', { ...person, deceasedDt: '2026-01-02' }, true, { outcome: 'deceased' }],
])('somebody gets a statement %s', (_how, who, isQuiet, outcome) => {
  expect(statementOutcome(who, isQuiet)).toEqual(outcome);
});

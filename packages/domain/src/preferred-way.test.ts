import { describe, expect, it } from 'vitest';
import { letterOutcome } from './letter.ts';
import { wayTo, type Reachable, type WayTo } from './preferred-way.ts';
import { leftOutReason } from './reminder.ts';

const FIRST = 'first@demo.test';
const SECOND = 'second@demo.test';
const SIGN_IN = 'signs.in@demo.test';
const EMAILS = [{ email: FIRST }, { email: SECOND }];
const STOPPED = { unsubscribedDt: new Date('2026-11-01T12:00:00.000Z') };

const mail = (email: string): WayTo => ({ way: 'mail', email });
type LetterWhy = Extract<WayTo, { way: 'letter' }>['why'];
const letter = (why: LetterWhy): WayTo => ({ way: 'letter', why });

describe('the way by which a member is reminded', () => {
  it.each<[string, Partial<Reachable>, WayTo]>([
    ['with two e-mails', { emails: EMAILS }, mail(FIRST)],
    ['whose first e-mail bounced', { emails: EMAILS, bouncedEmail: FIRST }, mail(SECOND)],
    ['whose second e-mail bounced', { emails: EMAILS, bouncedEmails: [SECOND] }, mail(FIRST)],
    ['whose both e-mails bounced', { emails: EMAILS, bouncedEmails: [SECOND, FIRST] }, letter('bounced')],
    [
      'whose both bounced, but not the one they sign in with',
      { emails: EMAILS, bouncedEmails: [FIRST, SECOND], signInEmail: SIGN_IN },
      mail(SIGN_IN),
    ],
    ['with an e-mail and a sign-in', { emails: EMAILS, signInEmail: SIGN_IN }, mail(FIRST)],
    ['with nothing but a sign-in', { signInEmail: SIGN_IN }, mail(SIGN_IN)],
    ['whose sign-in bounced', { signInEmail: SIGN_IN, bouncedEmails: [SIGN_IN] }, letter('bounced')],
    ['with no e-mail', {}, letter('no_email')],
    ['who stopped reminders', { emails: EMAILS, ...STOPPED }, letter('unsubscribed')],
    ['who stopped reminders and has a sign-in', { signInEmail: SIGN_IN, ...STOPPED }, letter('unsubscribed')],
    ['who chose mail', { emails: EMAILS, preferredWay: 'mail' }, mail(FIRST)],
    ['who chose mail and has none', { preferredWay: 'mail' }, letter('no_email')],
    ['who chose letters', { emails: EMAILS, preferredWay: 'letter' }, letter('prefers_letter')],
    ['who chose calls', { emails: EMAILS, preferredWay: 'call' }, { way: 'call', why: 'prefers_call' }],
    ['who chose calls and has no e-mail', { preferredWay: 'call' }, { way: 'call', why: 'prefers_call' }],
  ])('%s', (_who, given, way) => {
    const person: Reachable = { emails: [], signInEmail: null, ...given };
    expect(wayTo(person)).toEqual(way);
    // A member who owes gets exactly one of a reminder, a letter and a call.
    const address = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
    const outcome = letterOutcome({ ...person, deceasedDt: null, address }, 'paper', false);
    expect(outcome).toBe({ mail: 'has_email', letter: 'letter', call: 'is_called' }[way.way]);
    const owes = { owed: 2_500, deceasedDt: null, quietUntil: null, remindedDt: null };
    const reason = leftOutReason({ ...person, ...owes }, new Date('2026-11-22T17:00:00.000Z'), 'UTC');
    expect(reason).toBe(way.way === 'mail' ? undefined : way.why);
  });
});

import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import type { CalendarDate } from './dates.ts';
import { quietUntil } from './fund-rules.ts';
import { endOfNight, fillIn, leftOutReason, ReminderForm, warningText, type Remindable } from './reminder.ts';

const NOW = new Date('2026-11-22T17:00:00.000Z');
const ZONE = 'America/New_York';
const afterDeath = (day: CalendarDate) => quietUntil(day, {});
const person: Remindable = {
  owed: 2_500,
  deceasedDt: null,
  quietUntil: null,
  preferredWay: null,
  emails: [{ email: 'ruth@grace.test' }],
  signInEmail: null,
  bouncedEmail: null,
  unsubscribedDt: null,
  remindedDt: null,
};

describe('who is reminded', () => {
  it.each<[string, Partial<Remindable>, string | undefined]>([
    ['who owes and has an email', {}, undefined],
    ['who chose mail', { preferredWay: 'mail' }, undefined],
    ['whose other address bounced', { bouncedEmail: 'old@grace.test' }, undefined],
    ['who owes nothing any more', { owed: 0 }, 'nothing_owed'],
    ['who has died', { deceasedDt: '2026-01-01' }, 'deceased'],
    ['on the day of a death', { quietUntil: afterDeath('2026-11-22') }, 'after_death'],
    ['on the 30th day', { quietUntil: afterDeath('2026-10-24') }, 'after_death'],
    ['on the 31st day', { quietUntil: afterDeath('2026-10-23') }, undefined],
    ['who wants letters', { preferredWay: 'letter' }, 'prefers_letter'],
    ['who wants calls', { preferredWay: 'call' }, 'prefers_call'],
    ['who has no email', { emails: [] }, 'no_email'],
    ['who stopped reminders', { unsubscribedDt: NOW }, 'unsubscribed'],
    ['whose address bounced', { bouncedEmail: 'ruth@grace.test' }, 'bounced'],
    [
      'who was reminded less than 3 days ago',
      { remindedDt: new Date('2026-11-19T17:00:00.001Z') },
      'reminded_lately',
    ],
    ['who was reminded 3 days ago', { remindedDt: new Date('2026-11-19T17:00:00.000Z') }, undefined],
    ['who has no cover that could end', { isCovered: false }, 'not_covered'],
    ['who has one', { isCovered: true }, undefined],
  ])('%s', (_name, change, reason) => {
    expect(leftOutReason({ ...person, ...change }, NOW, ZONE)).toBe(reason);
  });

  it('counts the days after a death in the time zone', () => {
    // In New York it is still the 30th day.
    const late = new Date('2026-11-23T04:59:00.000Z');
    const mourning = { ...person, quietUntil: afterDeath('2026-10-24') };
    expect(leftOutReason(mourning, late, ZONE)).toBe('after_death');
    expect(leftOutReason(mourning, late, 'UTC')).toBeUndefined();
  });
});

describe('the night', () => {
  it.each([
    ['2026-11-22T12:59:59.999Z', '2026-11-22T13:00:00.000Z'],
    ['2026-11-22T13:00:00.000Z', undefined],
    ['2026-11-23T01:59:59.999Z', undefined],
    ['2026-11-23T02:00:00.000Z', '2026-11-23T13:00:00.000Z'],
    ['2026-11-23T06:00:00.000Z', '2026-11-23T13:00:00.000Z'],
    // The clocks are put forward, and back.
    ['2026-03-08T05:30:00.000Z', '2026-03-08T12:00:00.000Z'],
    ['2026-11-01T04:30:00.000Z', '2026-11-01T13:00:00.000Z'],
  ])('%s ends %s', (now, end) => {
    expect(endOfNight(new Date(now), ZONE)?.toISOString()).toBe(end);
  });
});

describe('the text', () => {
  const values = {
    '[Name]': 'Ruth $& [Amount]',
    '[Amount]': '$25.00',
    '[Run]': 'Amos Tull',
    '[Last day]': 'December 3, 2026',
    '[Pay link]': 'https://kinfold.test/pay/x',
  };
  it('is filled in once, whatever a name has in it', () => {
    expect(fillIn('[Name] owes [Amount] [amount] [', values)).toBe('Ruth $& [Amount] owes $25.00 [amount] [');
  });

  it.each([
    ['Dear [Name], [Amount] [Run] [Last day] [Pay link]', true],
    ['Dear Ruth', true],
    ['Dear [First name]', false],
    ['Dear []', false],
    ['', false],
    ['x'.repeat(2_001), false],
  ])('%s', (text, isValid) => {
    expect(z.safeParse(ReminderForm, { subject: 'Dues', text }).success).toBe(isValid);
  });

  it('has a subject of one line', () => {
    expect(z.parse(ReminderForm, { subject: 'Dues\r\nBcc: all', text: 'x' }).subject).toBe('Dues Bcc: all');
  });

  it('of a warning is valid whatever the campaign is called', () => {
    expect(z.safeParse(ReminderForm, warningText('Fund [A]')).success).toBe(true);
  });
});

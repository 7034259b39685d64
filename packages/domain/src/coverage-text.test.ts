import { describe, expect, it } from 'vitest';
import { coverageAction, reasonText, type Subject } from './coverage-text.ts';
import type { Coverage, CoverageReason } from './coverage.ts';
import { cents } from './money.ts';

const shown = { currency: 'usd', timeZone: 'America/New_York' };
const me: Subject = { firstNm: 'Ruth', isReader: true };
const sam: Subject = { firstNm: 'Sam', isReader: false };
const date = new Date('2026-12-16T03:00:00.000Z');
const birthday = new Date('2026-12-16T05:00:00.000Z');

const late: CoverageReason & { code: 'dues_late' } = {
  code: 'dues_late',
  runName: 'Autumn',
  amount: cents(2000),
  date,
};
const open: CoverageReason & { code: 'dues_open' } = {
  code: 'dues_open',
  runName: 'Winter',
  amount: cents(123_456),
  date,
};
const ageing: CoverageReason = {
  code: 'leaves_ages',
  age: 26,
  limits: [{ minAge: 0, maxAge: 25 }],
  date: birthday,
};
const outside: CoverageReason = {
  code: 'outside_ages',
  age: 66,
  limits: [
    { minAge: 0, maxAge: 17 },
    { minAge: 70, maxAge: 150 },
  ],
};

describe('the reasons', () => {
  it.each<[CoverageReason, Subject, string]>([
    [late, me, 'The dues for Autumn are open: $20.00.'],
    [open, me, 'The dues for Winter are open: $1,234.56, due by December 15, 2026.'],
    [{ ...late, amount: null }, me, 'The dues for Autumn are open.'],
    [{ ...open, amount: null }, me, 'The dues for Winter are open, due by December 15, 2026.'],
    [{ code: 'cause_unknown' }, sam, 'The cause of the death decides: the claim asks for it.'],
    [{ code: 'cause_decided' }, sam, 'This was decided with the claim.'],
    [{ code: 'membership_inactive' }, me, 'This membership is not active.'],
    [{ code: 'membership_unknown' }, me, 'The office has not confirmed this membership yet.'],
    [{ code: 'person_inactive', date }, me, 'The cover ended on December 15, 2026.'],
    [{ code: 'person_inactive', date: null }, sam, 'The cover has ended.'],
    [{ code: 'person_unknown' }, me, 'The office has not confirmed your place in this membership yet.'],
    [{ code: 'person_unknown' }, sam, 'The office has not confirmed Sam’s place in this membership yet.'],
    [{ code: 'person_not_started', date }, me, 'The cover starts on December 15, 2026.'],
    [{ code: 'ends', date }, me, 'The cover ends on December 15, 2026.'],
    [outside, me, 'This fund covers ages 0 to 17 and 70 and over; you are 66.'],
    [outside, sam, 'This fund covers ages 0 to 17 and 70 and over; Sam is 66.'],
    [{ ...outside, limits: [] }, sam, 'This fund does not cover this relationship; Sam is 66.'],
    [
      { ...late, code: 'dues_grace' },
      me,
      'The dues for Autumn are late: $20.00. Unpaid, they end the cover on December 15, 2026.',
    ],
    [{ code: 'waiting', date }, sam, 'This fund has a waiting time. The cover begins on December 15, 2026.'],
    [
      { code: 'reinstating', date },
      me,
      'The cover was lost for too long. It begins again on December 15, 2026.',
    ],
    [{ code: 'over_age_limit', age: 26, maxAge: 25 }, sam, 'This fund covers Sam up to age 25; Sam is 26.'],
    [
      { code: 'reaches_age_limit', age: 26, maxAge: 25, date },
      me,
      'This fund covers you up to age 25; you turn 26 on December 15, 2026.',
    ],
    [ageing, me, 'This fund covers ages 0 to 25; you turn 26 on December 16, 2026.'],
    [ageing, sam, 'This fund covers ages 0 to 25; Sam turns 26 on December 16, 2026.'],
  ])('%j for %j', (reason, subject, text) => {
    expect(reasonText(reason, subject, shown)).toBe(text);
  });

  it('of a former day are described as they were', () => {
    expect(reasonText(late, me, { ...shown, on: '2026-11-04' })).toBe(
      'The dues for Autumn were open on November 4, 2026: $20.00.',
    );
  });
});

describe('what to do', () => {
  const coverage = (...reasons: CoverageReason[]): Coverage => ({ isCovered: true, until: null, reasons });
  it.each<[string | null, Coverage, string | null, Subject]>([
    [null, coverage(), null, me],
    ['Pay $20.00 to be covered again.', coverage(late, open), null, me],
    ['Pay $40.00 to be covered again.', coverage(late, late), null, me],
    ['Pay $1,234.56 by December 15, 2026 to stay covered.', coverage(open), null, me],
    [
      'Miriam Okafor pays for this membership: $20.00 brings the cover back.',
      coverage(late),
      'Miriam Okafor',
      me,
    ],
    [
      'Miriam Okafor pays for this membership: $1,234.56 is due by December 15, 2026.',
      coverage(open),
      'Miriam Okafor',
      me,
    ],
    [
      'Miriam Okafor pays for this membership: paying its dues brings the cover back.',
      coverage({ ...late, amount: null }, { ...open, amount: null }),
      'Miriam Okafor',
      me,
    ],
    [
      'Miriam Okafor pays for this membership: its dues are due by December 15, 2026.',
      coverage({ ...open, amount: null }),
      'Miriam Okafor',
      me,
    ],
    ['Please ask Grace Church about it.', coverage({ code: 'membership_inactive' }, late), null, me],
    ['Please ask Grace Church about it.', coverage({ code: 'person_unknown' }), null, me],
    ['Please ask Grace Church about it.', coverage(outside), null, me],
    ['Please ask Grace Church about a membership of your own.', coverage(ageing), null, me],
    ['Please ask Grace Church about a membership of their own.', coverage({ code: 'ends', date }), null, sam],
  ])('%s', (action, given, payer, subject) => {
    expect(coverageAction(given, { organizationName: 'Grace Church', payer, subject }, shown)).toBe(action);
  });

  it('speaks to the payer who reads it', () => {
    const whom = {
      organizationName: 'Grace Church',
      payer: 'Miriam Okafor',
      isPayerReader: true,
      subject: sam,
    };
    expect(coverageAction(coverage(open), whom, shown)).toBe(
      'You pay for this membership: $1,234.56 is due by December 15, 2026.',
    );
  });
});

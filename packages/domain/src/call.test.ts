import { describe, expect, it } from 'vitest';
import { CallForm, isToCall, noCallReason, type CallOutcome } from './call.ts';

const NOW = new Date('2026-11-22T18:00:00.000Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

describe('whether a family is to be called', () => {
  it.each<[CallOutcome, number, boolean]>([
    ['reached', 999, false],
    ['will_pay', 999, false],
    ['call_back', 1.9, false],
    ['call_back', 2, true],
    ['no_answer', 1.9, false],
    ['no_answer', 2, true],
    ['wrong_number', 0, true],
  ])('after %s, %d hours ago: %s', (outcome, hours, isOffered) => {
    expect(isToCall({ outcome, at: hoursAgo(hours) }, NOW)).toBe(isOffered);
  });

  it('when nobody has called yet', () => {
    expect(isToCall(undefined, NOW)).toBe(true);
  });
});

describe('why a member must not be called', () => {
  const phone = (phoneNbr: string, isWrong = false) => ({ phoneNbr, isWrong });
  const callable = { isDeceased: false, isMourning: false, phones: [phone('3015550142')] };
  it.each([
    [{}, undefined],
    [{ isDeceased: true, isMourning: true }, 'deceased'],
    [{ isMourning: true }, 'mourning'],
    [{ phones: [] }, 'no_phone'],
    [{ phones: [phone('555-0142')] }, 'no_phone'],
    [{ phones: [phone('3015550142', true)] }, 'wrong_number'],
    // Another number can still be tried.
    [{ phones: [phone('3015550142', true), phone('(301) 555-0143')] }, undefined],
    [{ phones: [phone('3015550142', true), phone('3015550143', true)] }, 'wrong_number'],
    [{ phones: [phone('3015550142', true), phone('555-0142')] }, 'wrong_number'],
  ])('%j: %s', (given, reason) => {
    expect(noCallReason({ ...callable, ...given })).toBe(reason);
  });
});

describe('what is noted of a call', () => {
  it('needs an outcome, and may have a note', () => {
    expect(CallForm.parse({ outcome: 'reached' })).toEqual({ outcome: 'reached', note: '' });
    expect(CallForm.safeParse({ note: 'x' }).error?.issues[0]).toMatchObject({
      path: ['outcome'],
      message: 'Choose the outcome of the call',
    });
    expect(CallForm.safeParse({ outcome: 'reached', note: 'x'.repeat(501) }).success).toBe(false);
    expect(CallForm.safeParse({ outcome: 'reached', note: '4242 4242 4242 4242' }).success).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { countingTries, tooManyDeclinesText, tryVerdict, type CardTry } from './card-tries.ts';

const NOW = new Date('2026-05-04T12:00:00Z');
const MINUTE = 60;
const HOUR = 3600;

const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const declined = (...seconds: number[]): CardTry[] =>
  seconds.map((each, index) => ({ id: `declined ${index}`, dt: ago(each), isDeclined: true }));
const open = (count: number, seconds = 0): CardTry[] =>
  Array.from({ length: count }, (_, index) => ({ id: `open ${index}`, dt: ago(seconds), isDeclined: false }));

describe('one more card', () => {
  it.each<[string, CardTry[], ReturnType<typeof tryVerdict>]>([
    ['is free at first', [], { kind: 'free' }],
    ['is free after four declines', declined(1, 2, 3, 4), { kind: 'free' }],
    [
      'is blocked after five, until the first of them is 15 minutes old',
      declined(1, 2, 3, 4, 3 * MINUTE),
      { kind: 'blocked', seconds: 12 * MINUTE },
    ],
    ['is free when the first of five is 15 minutes old', declined(1, 2, 3, 4, 15 * MINUTE), { kind: 'free' }],
    [
      'is blocked by six until the second is 15 minutes old',
      declined(1, 2, 3, 4, 5 * MINUTE, 10 * MINUTE),
      { kind: 'blocked', seconds: 10 * MINUTE },
    ],
    [
      'is blocked after ten in a day',
      declined(...Array.from({ length: 10 }, (_, index) => (index + 1) * HOUR)),
      { kind: 'blocked', seconds: 14 * HOUR },
    ],
    [
      'is free when the first of ten is a day old',
      declined(...Array.from({ length: 9 }, (_, index) => (index + 1) * HOUR), 24 * HOUR),
      { kind: 'free' },
    ],
    [
      'waits for the longer of two blocks',
      declined(1, 2, 3, 4, 5, ...Array.from({ length: 5 }, (_, index) => (index + 1) * HOUR)),
      { kind: 'blocked', seconds: 19 * HOUR },
    ],
    ['is free while four are under way', open(4), { kind: 'free' }],
    ['waits while five are under way: each may be declined', open(5), { kind: 'busy' }],
    [
      'waits while what is under way could make it five',
      [...open(2), ...declined(1, 2, 3)],
      { kind: 'busy' },
    ],
    ['does not wait for attempts whose process died', open(5, 2 * MINUTE), { kind: 'free' }],
    [
      'is blocked whatever is under way',
      [...open(9), ...declined(60, 60, 60, 60, 60)],
      { kind: 'blocked', seconds: 14 * MINUTE },
    ],
  ])('%s', (_name, tries, verdict) => {
    expect(tryVerdict(tries, NOW)).toEqual(verdict);
  });

  it('forgets what does not count any more', () => {
    const kept = [...open(1, 119), ...declined(24 * HOUR - 1)];
    expect(countingTries([...kept, ...open(1, 120), ...declined(24 * HOUR)], NOW)).toEqual(kept);
  });
});

describe('the message to a member', () => {
  it.each([
    [700, 'Too many cards were declined. Please try again in 12 minutes.'],
    [50_000, 'Too many cards were declined. Please try again in 14 hours.'],
  ])('says when, %i s ahead', (seconds, text) => {
    expect(tooManyDeclinesText(seconds)).toBe(text);
  });
});

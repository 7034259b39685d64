import { describe, expect, it } from 'vitest';
import { comesOfAgeOn, comingOfAgeBirths } from './coming-of-age.ts';

const today = '2026-06-15';
const child = { birthDt: '2008-06-20', relationship: 'Son', isActive: true, deceasedDt: null } as const;

describe('a child who turns 18', () => {
  it.each([
    ['in five days', {}, '2026-06-20'],
    ['in 30 days', { birthDt: '2008-07-15' }, '2026-07-15'],
    ['in 31 days', { birthDt: '2008-07-16' }, undefined],
    ['today', { birthDt: '2008-06-15' }, '2026-06-15'],
    ['a year ago less a day', { birthDt: '2007-06-16' }, '2025-06-16'],
    ['a year ago', { birthDt: '2007-06-15' }, undefined],
    ['as a daughter', { relationship: 'Daughter' }, '2026-06-20'],
    ['as a stepchild', { relationship: 'Stepchild' }, '2026-06-20'],
    ['as a grandchild', { relationship: 'Grandchild' }, '2026-06-20'],
    ['as a sibling', { relationship: 'Sibling' }, undefined],
    ['as a spouse', { relationship: 'Spouse' }, undefined],
    ['whose state is unknown', { isActive: null }, '2026-06-20'],
    ['who is inactive', { isActive: false }, undefined],
    ['who has died', { deceasedDt: '2026-01-01' }, undefined],
  ] as const)('%s', (_name, more, day) => {
    expect(comesOfAgeOn({ ...child, ...more }, today)).toBe(day);
  });

  it('was born on 02/29: on 03/01', () => {
    expect(comesOfAgeOn({ ...child, birthDt: '2008-02-29' }, '2026-02-20')).toBe('2026-03-01');
  });

  it('is found by the birth date, 30 days before and after', () => {
    expect(comingOfAgeBirths(today)).toEqual({ from: '2008-05-16', to: '2008-07-15' });
  });
});

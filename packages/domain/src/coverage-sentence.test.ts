import { describe, expect, it } from 'vitest';
import { coverageSentence, isEverybodyCovered, type PersonStand } from './coverage-sentence.ts';
import type { Subject } from './coverage-text.ts';

const shown = { currency: 'usd', timeZone: 'America/New_York' };
const me: Subject = { firstNm: 'Ruth', isReader: true };
const sam: Subject = { firstNm: 'Sam', isReader: false };

/** A person's status; they are identified by their first name. */
function stand(subject: Subject, isCovered: boolean | null, more: Partial<PersonStand> = {}): PersonStand {
  return {
    member_id: subject.firstNm,
    subject,
    campaignName: 'Funeral Fund',
    isCovered,
    until: null,
    reasons: [],
    ...more,
  };
}
const other = (firstNm: string): Subject => ({ firstNm, isReader: false });
const until = { until: new Date('2026-12-16T03:00:00.000Z') };
const burial = { campaignName: 'Burial Aid' };

describe('the sentence', () => {
  it.each<[string, PersonStand[]]>([
    ['You are not in a funeral fund.', []],
    ['You are covered.', [stand(me, true)]],
    ['Sam is covered until December 15, 2026.', [stand(sam, true, until)]],
    ['You and Sam are covered until December 15, 2026.', [stand(me, true), stand(sam, true, until)]],
    [
      'You and 3 others are covered.',
      [stand(me, true), ...['A', 'B', 'C'].map((name) => stand(other(name), true))],
    ],
    [
      'Sam and 2 others are not covered right now.',
      [stand(sam, false), stand(other('A'), false), stand(other('B'), false)],
    ],
    ['You are covered. Sam is not covered right now.', [stand(me, true), stand(sam, false)]],
    ['Sam is covered. We cannot say yet whether you are covered.', [stand(me, null), stand(sam, true)]],
    ['You are covered.', [stand(me, true), stand(me, true, burial)]],
    // A fund that does not cover a person, or not yet, does not hide the one that does.
    [
      'You are covered by Funeral Fund. You are not covered by Burial Aid right now.',
      [stand(me, true), stand(me, false, burial)],
    ],
    [
      'You are covered by Funeral Fund until December 15, 2026. We cannot say yet whether you are covered by Burial Aid.',
      [stand(me, true, until), stand(me, null, burial)],
    ],
    [
      'You and Sam are covered by Funeral Fund. We cannot say yet whether you are covered by Burial Aid.',
      [stand(me, true), stand(me, null, burial), stand(sam, true)],
    ],
    [
      'Sam is covered by Funeral Fund. You are not covered right now.',
      [stand(me, false), stand(me, false, burial), stand(sam, true)],
    ],
    // Each with its own date.
    [
      'You are covered by Funeral Fund until December 15, 2026 and by Burial Aid.',
      [stand(me, true, until), stand(me, true, burial)],
    ],
    [
      'You and Sam are covered by Funeral Fund. You are covered by Burial Aid until December 15, 2026.',
      [stand(me, true), stand(sam, true), stand(me, true, { ...burial, ...until })],
    ],
    [
      'You and Sam are covered.',
      [stand(me, true), stand(sam, true), stand(sam, true, burial), stand(me, true, burial)],
    ],
    [
      'You are covered until December 15, 2026.',
      [stand(me, true, until), stand(me, true, { ...burial, ...until })],
    ],
  ])('%s', (sentence, stands) => {
    expect(coverageSentence(stands, me, shown)).toBe(sentence);
  });

  it('names another person by their first name', () => {
    expect(coverageSentence([], sam, shown)).toBe('Sam is not in a funeral fund.');
  });
});

describe('everybody together', () => {
  it.each<[boolean | null, string, PersonStand[]]>([
    [true, 'all are covered', [stand(me, true), stand(sam, true)]],
    [false, 'one is not', [stand(me, true), stand(sam, false)]],
    [null, 'of one it is not known', [stand(me, true), stand(sam, null)]],
    [true, 'a second fund waits', [stand(me, true), stand(me, null, burial)]],
    [false, 'a second fund does not cover', [stand(me, true), stand(me, false, burial)]],
    [null, 'the only fund waits', [stand(me, null)]],
  ])('is %s when %s', (isCovered, _why, stands) => {
    expect(isEverybodyCovered(stands)).toBe(isCovered);
  });
});

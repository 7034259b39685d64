import { describe, expect, it } from 'vitest';
import { RELATIONSHIPS } from './member.ts';
import { MemberForm, PhoneForm } from './member-edit.ts';
import { isAddressStale } from './signed-in-member.ts';

const issuesOf = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  result.error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? [];

describe('an address', () => {
  const now = new Date('2026-03-02T00:00:00.000Z');
  it.each([
    ['2026-03-02T00:00:00.000Z', false, 'confirmed now'],
    ['2026-01-02T00:00:00.000Z', false, '59 days ago'],
    ['2026-01-01T00:00:00.001Z', false, 'a millisecond short of 60 days'],
    ['2026-01-01T00:00:00.000Z', true, 'exactly 60 days ago'],
    ['2025-12-31T00:00:00.000Z', true, '61 days ago'],
    ['2026-03-03T00:00:00.000Z', false, 'in the future'],
  ])('modified at %s must be confirmed again: %s, %s', (modifiedDt, isStale) => {
    expect(isAddressStale(new Date(modifiedDt), now)).toBe(isStale);
  });

  it.each([
    [null, '2020-02-29T00:00:00.000Z', false],
    [null, '2020-03-01T00:00:00.000Z', true],
    [undefined, '2020-03-01T00:00:00.000Z', true],
    [null, '2026-11-21T00:00:00.000Z', true],
  ])('without a date (%s) counts as modified on 2020-01-01: at %s stale %s', (missing, instant, isStale) => {
    expect(isAddressStale(missing, new Date(instant))).toBe(isStale);
  });
});

describe('a phone form', () => {
  it.each(['5551230142', '(555) 123-0142'])('takes %j', (phoneNbr) => {
    expect(PhoneForm.safeParse({ phoneNbr }).success).toBe(true);
  });
  it.each(['', '0142', '555123014', '15551230142'])('refuses %j', (phoneNbr) => {
    expect(issuesOf(PhoneForm.safeParse({ phoneNbr }))).toEqual([['phoneNbr', 'Invalid Phone Number']]);
  });
});

describe('a member form', () => {
  const good = { firstNm: 'Ana', lastNm: 'Rivera', birthDt: '03/14/1985', relationship: 'Spouse' };

  it.each([...RELATIONSHIPS])('offers the relationship %s', (relationship) => {
    expect(MemberForm.parse({ ...good, relationship })).toEqual({
      ...good,
      birthDt: '1985-03-14',
      relationship,
    });
  });

  it('has the relationships of the spec, and those of rules.md after them', () => {
    const spec = 'Head of Household, Spouse, Son, Daughter, Child, Parent, Son-In-Law, Daughter-In-Law';
    const more = 'Grandchild, Grandparent, Sibling, Stepchild, Parent-In-Law, Other Relative';
    expect(RELATIONSHIPS.join(', ')).toBe(`${spec}, ${more}`);
  });

  it.each([
    ['firstNm', '', 'First Name is required'],
    ['firstNm', '   ', 'First Name is required'],
    ['firstNm', 'n'.repeat(101), 'First Name is required'],
    ['lastNm', '', 'Last Name is required'],
    ['lastNm', 'n'.repeat(101), 'Last Name is required'],
    ['birthDt', '02/30/1985', 'Invalid Date of Birth'],
    ['relationship', 'Cousin', 'Relationship is required'],
    ['relationship', 'constructor', 'Relationship is required'],
  ])('with %s %j says %j', (field, value, message) => {
    expect(issuesOf(MemberForm.safeParse({ ...good, [field]: value }))).toEqual([[field, message]]);
  });

  it('takes names of 1 and of 100 characters', () => {
    expect(MemberForm.safeParse({ ...good, firstNm: 'A', lastNm: 'n'.repeat(100) }).success).toBe(true);
  });
});

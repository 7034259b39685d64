import { describe, expect, it } from 'vitest';
import { isCompleteAddress, letterOutcome, type Addressee } from './letter.ts';

const ADDRESS = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
const MAIL = [{ email: 'ada@demo.test' }];
const addressee = (given: Partial<Addressee> = {}): Addressee => ({
  deceasedDt: null,
  emails: [],
  signInEmail: null,
  address: ADDRESS,
  ...given,
});

describe('whether a member who owes gets a letter', () => {
  it.each([
    ['without an e-mail', {}, 'letter', 'letter'],
    ['with an e-mail', { emails: MAIL }, 'has_email', 'letter'],
    [
      'who wishes for letters and has an e-mail',
      { emails: MAIL, preferredWay: 'letter' },
      'letter',
      'letter',
    ],
    ['who wishes for e-mail and has one', { emails: MAIL, preferredWay: 'mail' }, 'has_email', 'letter'],
    ['who wishes for e-mail and has none', { preferredWay: 'mail' }, 'letter', 'letter'],
    ['who wishes to be called', { emails: MAIL, preferredWay: 'call' }, 'is_called', 'letter'],
    ['who never said how', { preferredWay: null }, 'letter', 'letter'],
    ['without an address', { address: null }, 'no_address', 'no_address'],
    ['with half an address', { address: { ...ADDRESS, cityNm: ' ' } }, 'no_address', 'no_address'],
    ['with an e-mail and no address', { emails: MAIL, address: null }, 'has_email', 'no_address'],
    ['who has died', { deceasedDt: '2020-01-01' }, 'deceased', 'deceased'],
  ] as const)('%s', (_who, given, paper, everybody) => {
    expect(letterOutcome(addressee(given), 'paper', false)).toBe(paper);
    expect(letterOutcome(addressee(given), 'everybody', false)).toBe(everybody);
  });

  it('skips a household in mourning, for every choice of recipients', () => {
    expect(letterOutcome(addressee(), 'everybody', true)).toBe('mourning');
    expect(letterOutcome(addressee({ deceasedDt: '2026-11-01' }), 'paper', true)).toBe('deceased');
  });
});

describe('an address', () => {
  it.each(['streetAddress', 'cityNm', 'stateCd', 'postalCd'])('is not complete without its %s', (part) => {
    expect(isCompleteAddress(ADDRESS)).toBe(true);
    expect(isCompleteAddress({ ...ADDRESS, [part]: '' })).toBe(false);
  });
});

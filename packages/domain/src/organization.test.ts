import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { canStandBelow, GroupForm, OrganizationForm, OrganizationsQuery } from './organization.ts';

const address = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'md', postalCd: '20707' };
const form = { organizationName: 'Grace', address };
const messages = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message) ?? [];

describe('the form of an organization', () => {
  it('takes a whole one, its state in capitals', () => {
    expect(z.parse(OrganizationForm, form)).toEqual({ ...form, address: { ...address, stateCd: 'MD' } });
    for (const postalCd of ['20707', '20707-1234'])
      expect(messages(OrganizationForm, { ...form, address: { ...address, postalCd } })).toEqual([]);
  });

  it.each([
    [{ organizationName: ' ' }, 'Organization name is required'],
    [{ organizationName: 'n'.repeat(101) }, 'Organization name is required'],
    [{ address: { ...address, streetAddress: '12a' } }, 'Street name and number is required'],
    [{ address: { ...address, cityNm: 'La' } }, 'City is required'],
    [{ address: { ...address, cityNm: 'c'.repeat(31) } }, 'City is required'],
    [{ address: { ...address, stateCd: 'MDX' } }, 'State is required'],
    [{ address: { ...address, postalCd: '2070' } }, 'ZipCode is required'],
    [{ address: { ...address, postalCd: '20707-12' } }, 'ZipCode is required'],
    [{ address: undefined }, 'Street name and number is required'],
    [{ phones: [{ phoneNbr: '555' }] }, 'Invalid Phone Number'],
  ])('refuses %j with the words of the spec', (change, message) => {
    expect(messages(OrganizationForm, { ...form, ...change })).toEqual([message]);
  });

  it.each([
    ['ab', ['Group Name is Required']],
    ['abc', []],
    ['g'.repeat(101), ['Group Name is Required']],
  ])('takes a group of three letters or more: %s', (groupName, expected) => {
    expect(messages(GroupForm, { groupName })).toEqual(expected);
  });
});

it.each([
  ['3', ['1', '2'], true],
  ['2', ['1', '2'], false],
  ['1', ['1', '2'], false],
  ['1', ['1'], false],
  ['1', [], true],
])('organization %s may stand below %j: %s', (number, path, may) => {
  expect(canStandBelow(number, path)).toBe(may);
});

it('asks for a level or a name, and takes empty parameters for none', () => {
  for (const query of [{}, { parent: '*' }, { parent: '', search_term: '' }, { search_term: 'gra' }])
    expect(messages(OrganizationsQuery, query)).toEqual([]);
  expect(messages(OrganizationsQuery, { search_term: 'g' })).toEqual(['Type at least 2 letters of the name']);
});

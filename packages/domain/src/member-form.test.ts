import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import type { Member } from './member.ts';
import {
  memberFieldText,
  memberFormOf,
  memberPostOf,
  StaffMemberForm,
  type MemberFormValues,
} from './member-form.ts';

const ruth = {
  firstNm: 'Ruth',
  lastNm: 'Okafor',
  middleInit: null,
  birthDt: '1951-03-07',
  relationship: 'Head of Household',
  phones: [{ phoneNbr: '3015550142' }, { phoneNbr: '2405550199' }],
  emails: [{ email: 'ruth@grace.test', email_type: 'primary' }],
  address: {
    streetAddress: '12 Elm Street',
    cityNm: 'Laurel',
    stateCd: 'MD',
    postalCd: '20707',
    modifiedDt: null,
  },
  externalRef: null,
  isActive: true,
} as unknown as Member;
const form = memberFormOf(ruth);
const phones = (...more: string[]) => ['(301) 555-0142', ...more].map((phoneNbr) => ({ phoneNbr }));
const address = (streetAddress: string, cityNm: string, stateCd: string, postalCd: string) => ({
  ...{ streetAddress, streetAddress2: '', cityNm, stateCd, postalCd, countryCd: '' },
});
const messages = (change: Partial<MemberFormValues>) =>
  z
    .safeParse(StaffMemberForm, { ...form, ...change })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('the form of a member', () => {
  it('shows them as typed, and returns them as stored', () => {
    expect(form).toMatchObject({
      birthDt: '03/07/1951',
      phones: [{ phoneNbr: '(301) 555-0142' }, { phoneNbr: '(240) 555-0199' }],
      emails: [{ email: 'ruth@grace.test' }],
      isActive: 'true',
    });
    expect(memberPostOf(z.parse(StaffMemberForm, form))).toMatchObject({
      birthDt: '1951-03-07',
      phones: [{ phoneNbr: '(301) 555-0142' }, { phoneNbr: '(240) 555-0199' }],
      emails: [{ email: 'ruth@grace.test', email_type: 'primary' }],
      address: { streetAddress: '12 Elm Street' },
      middleInit: '',
      isActive: true,
    });
  });

  it.each<[Partial<MemberFormValues>, string[]]>([
    [{}, []],
    [{ firstNm: ' ' }, ['firstNm: First Name is required']],
    [{ lastNm: '' }, ['lastNm: Last Name is required']],
    [{ lastNm: 'x'.repeat(101) }, ['lastNm: Last Name is required']],
    [{ middleInit: 'AB' }, ['middleInit: Invalid Middle Initial']],
    [{ birthDt: '02/30/1951' }, ['birthDt: Invalid Date of Birth']],
    [{ relationship: '' }, ['relationship: Relationship is required']],
    [{ phones: phones('555') }, ['phones.1.phoneNbr: Invalid Phone Number']],
    [{ emails: [{ email: 'ruth@' }] }, ['emails.0.email: Invalid email address']],
    [{ phones: phones('301.555.0142') }, ['phones.1.phoneNbr: This phone is already listed']],
    [{ phones: phones('', '') }, []],
    [
      {
        firstNm: '',
        phones: phones('3015550142'),
        emails: [{ email: 'ruth@grace.test' }, { email: 'RUTH@grace.test ' }],
      },
      [
        'firstNm: First Name is required',
        'phones.1.phoneNbr: This phone is already listed',
        'emails.1.email: This email is already listed',
      ],
    ],
    [{ address: address('', '', '', '') }, []],
    [
      { address: address('', 'La', 'M', '20') },
      [
        'address.streetAddress: Street Name and Number is required',
        'address.cityNm: City name is required',
        'address.stateCd: State is required',
        'address.postalCd: Zip Code is required',
      ],
    ],
    [
      { firstNm: '', address: { ...form.address, postalCd: '' } },
      ['firstNm: First Name is required', 'address.postalCd: Zip Code is required'],
    ],
  ])('checks %j', (change, expected) => {
    expect(messages(change)).toEqual(expected);
  });

  it('of nobody is empty, active and the head of a household', () => {
    expect(memberFormOf()).toMatchObject({
      firstNm: '',
      isActive: 'true',
      relationship: 'Head of Household',
    });
  });
});

it.each([
  ['phones', '(301) 555-0142, (240) 555-0199'],
  ['address', '12 Elm Street, Laurel, MD, 20707'],
  ['isActive', 'Active'],
  ['preferredWay', ''],
  ['lastNm', 'Okafor'],
] as const)('says in one line what is in %s', (name, text) => {
  expect(memberFieldText(name, form[name])).toBe(text);
});

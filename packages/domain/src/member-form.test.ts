import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import type { Member } from './member.ts';
import {
  changedParts,
  memberFormOf,
  memberPostOf,
  mergeForms,
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
const messages = (change: Partial<MemberFormValues>) =>
  z
    .safeParse(StaffMemberForm, { ...form, ...change })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('the form of a member', () => {
  it('shows them as they are typed, and gives them back as they are stored', () => {
    expect(form).toMatchObject({
      birthDt: '03/07/1951',
      phone1: '(240) 555-0199',
      email1: '',
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
    [{ phone1: '555' }, ['phone1: Invalid Phone Number']],
    [{ email0: 'ruth@' }, ['email0: Invalid email address']],
    [{ phone1: '301.555.0142' }, ['phone1: This phone is already listed']],
    [
      { firstNm: '', phone1: '3015550142', email1: 'RUTH@grace.test ' },
      [
        'firstNm: First Name is required',
        'phone1: This phone is already listed',
        'email1: This email is already listed',
      ],
    ],
    [{ streetAddress: '', cityNm: '', stateCd: '', postalCd: '' }, []],
    [
      { streetAddress: '', cityNm: 'La', stateCd: 'M', postalCd: '20' },
      [
        'streetAddress: Street Name and Number is required',
        'cityNm: City name is required',
        'stateCd: State is required',
        'postalCd: Zip Code is required',
      ],
    ],
    [{ firstNm: '', postalCd: '' }, ['firstNm: First Name is required', 'postalCd: Zip Code is required']],
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

describe('two who edit at once', () => {
  const typed = { ...form, lastNm: 'Rivera', phone0: '(301) 555-0100' };

  it('keep both changes where they are of other parts', () => {
    const stored = { ...form, cityNm: 'Bowie' };
    const { values, conflicts } = mergeForms(form, typed, stored);
    expect(conflicts).toEqual([]);
    expect(values).toEqual({ ...typed, cityNm: 'Bowie' });
    expect(changedParts(stored, values)).toEqual(['lastNm', 'phones']);
  });

  it('are asked where they are of the same part, unless both wrote the same', () => {
    const stored = { ...form, lastNm: 'Diaz', phone0: '(301) 555-0100' };
    expect(mergeForms(form, typed, stored)).toEqual({ values: typed, conflicts: ['lastNm'] });
  });
});

import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { IntakeForm } from './intake.ts';

const good = {
  firstNm: 'Ana',
  lastNm: 'Lima',
  birthDt: '03/14/1985',
  phone: '(240) 555-0142',
  organizationNumber: '1001',
};

describe('the intake form', () => {
  it.each<[object, object]>([
    [{}, { birthDt: '1985-03-14' }],
    [{ birthDt: '1985-03-14' }, { birthDt: '1985-03-14' }],
    [{ middleInit: '' }, { middleInit: '' }],
    [{ middleInit: 'É' }, { middleInit: 'É' }],
    [{ firstNm: ' Zo ' }, { firstNm: 'Zo' }],
    [{ firstNm: 'ሰላም', lastNm: 'O’Neil-Ng' }, { firstNm: 'ሰላም' }],
    [{ lastNm: 'x'.repeat(100) }, {}],
    [{ isAdmin: true }, {}],
    [{ phone: ' 240.555.0142 ' }, { phone: '240.555.0142' }],
    [{ phone: '', email: ' Ana@Lima.test ' }, { email: 'ana@lima.test' }],
    [{ phone: null, email: 'ana@lima.test' }, {}],
    [{ email: '' }, {}],
    [{ organizationNumber: '', organizationName: ' Grace Chapel ' }, { organizationName: 'Grace Chapel' }],
    [{ organizationNumber: null, organizationName: 'Grace' }, {}],
  ])('takes %j', (change, expected) => {
    expect(z.parse(IntakeForm, { ...good, ...change })).toEqual({
      ...good,
      birthDt: '1985-03-14',
      ...change,
      ...expected,
      isAdmin: undefined,
    });
  });

  it.each<[object, string, string]>([
    [{ firstNm: undefined }, 'firstNm', 'Invalid First Name'],
    [{ firstNm: 'A' }, 'firstNm', 'Invalid First Name'],
    [{ firstNm: 'A.' }, 'firstNm', 'Invalid First Name'],
    [{ firstNm: { $gt: '' } }, 'firstNm', 'Invalid First Name'],
    [{ lastNm: '   ' }, 'lastNm', 'Invalid Last Name'],
    [{ lastNm: 'x'.repeat(101) }, 'lastNm', 'Invalid Last Name'],
    [{ middleInit: 'AB' }, 'middleInit', 'Invalid Middle Initial'],
    [{ middleInit: '1' }, 'middleInit', 'Invalid Middle Initial'],
    [{ birthDt: '' }, 'birthDt', 'Invalid Birth Date'],
    [{ birthDt: '13/01/1985' }, 'birthDt', 'Invalid Birth Date'],
    [{ birthDt: '02/30/1985' }, 'birthDt', 'Invalid Birth Date'],
    [{ birthDt: '01/01/1885' }, 'birthDt', 'Invalid Birth Date'],
    [{ birthDt: 19850314 }, 'birthDt', 'Invalid Birth Date'],
    [{ phone: undefined }, 'phone', 'Give a phone number or an email address'],
    [{ phone: '', email: '' }, 'phone', 'Give a phone number or an email address'],
    [{ phone: '240 555' }, 'phone', 'Invalid Phone Number'],
    [{ phone: 2405550142 }, 'phone', 'Invalid Phone Number'],
    [{ phone: `240 555 0142${' '.repeat(100)}x` }, 'phone', 'Invalid Phone Number'],
    [{ email: 'ana@' }, 'email', 'Invalid email address'],
    [{ organizationNumber: undefined }, 'organizationName', 'Invalid Church or Organization'],
    [{ organizationNumber: '', organizationName: '' }, 'organizationName', 'Invalid Church or Organization'],
    [{ organizationName: 'G' }, 'organizationName', 'Invalid Church or Organization'],
    [{ organizationName: 'x'.repeat(101) }, 'organizationName', 'Invalid Church or Organization'],
    [{ organizationNumber: 'x'.repeat(101) }, 'organizationNumber', 'Invalid Church or Organization'],
    [{ organizationNumber: { $ne: '' } }, 'organizationNumber', 'Invalid Church or Organization'],
  ])('refuses %j', (change, path, message) => {
    const { error } = z.safeParse(IntakeForm, { ...good, ...change });
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
  });

  it('says all that is missing at once', () => {
    const { error } = z.safeParse(IntakeForm, {});
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([
      ...['firstNm', 'lastNm', 'birthDt', 'phone', 'organizationName'],
    ]);
    for (const nothing of [null, undefined, 'text', 5])
      expect(z.safeParse(IntakeForm, nothing).error?.issues).toHaveLength(1);
  });
});

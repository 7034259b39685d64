import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { IntakeForm } from './intake.ts';

const good = { firstNm: 'Ana', lastNm: 'Lima', birthDt: '03/14/1985' };

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
  ])('refuses %j', (change, path, message) => {
    const { error } = z.safeParse(IntakeForm, { ...good, ...change });
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AccountLinkForm } from './account-link.ts';
import { ConfirmationCode, SignInForm, TokenRequest } from './identity.ts';
import {
  forbiddenInPassword,
  NewPasswordForm,
  Password,
  passwordChecks,
  RegistrationForm,
} from './password.ts';

const issuesOf = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  result.error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? [];
const RULE = 'Minimum 6 characters, at least one uppercase letter, one lowercase letter and one number.';

describe('a new password', () => {
  it.each(['Demo1234', 'aB3456', 'Aa1@$!%*?&', `Aa1${'x'.repeat(69)}`])('may be %j', (password) => {
    expect(Password.parse(password)).toBe(password);
    expect(passwordChecks(password).every((check) => check.isMet)).toBe(true);
  });

  it.each([
    ['aB345', 'At least 6 characters'],
    ['DEMO1234', 'A lowercase letter'],
    ['demo1234', 'An uppercase letter'],
    ['DemoDemo', 'A number'],
    ['Demo 1234', 'Only letters, numbers and @$!%*?&'],
    ['Demo1234#', 'Only letters, numbers and @$!%*?&'],
    ['Demo1234é', 'Only letters, numbers and @$!%*?&'],
    ['Demo1234\n', 'Only letters, numbers and @$!%*?&'],
    [`Aa1${'x'.repeat(70)}`, 'At most 72 characters'],
  ])('%j breaks one part of the rule, %j', (password, label) => {
    expect(
      passwordChecks(password)
        .filter((check) => !check.isMet)
        .map((check) => check.label),
    ).toEqual([label]);
    expect(issuesOf(Password.safeParse(password))).toEqual([['', RULE]]);
  });

  it.each([
    ['Demo 1234', 'A space cannot be used'],
    ['Demo#1234', '# cannot be used'],
    ['Demo-12-34 \n', 'A space or - cannot be used'],
    ['De^mo-12 34', 'A space, - or ^ cannot be used'],
    ['Demo@1234', undefined],
    ['', undefined],
  ])('%j has what cannot be used named: %j', (password, problem) => {
    expect(passwordChecks(password).find((check) => check.problem)?.problem).toBe(problem);
    expect(forbiddenInPassword(password)).toBe(problem);
  });

  it('is taken exactly when every part of the checklist is met', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('aZ1@# é')), maxLength: 12 });
    fc.assert(
      fc.property(text, (password) => {
        const isMet = passwordChecks(password).every((check) => check.isMet);
        expect(Password.safeParse(password).success).toBe(isMet);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a confirmation code', () => {
  it.each(['EV1234', 'EVabcd', 'EV12aB', ' EV1234 ', `EV${'a'.repeat(64)}`])('may be %j', (code) => {
    expect(ConfirmationCode.parse(code)).toBe(code.trim());
  });
  it.each(['EV12-34', ' E V 1 2 3 4 ', 'EV12\u201334', 'EV\u00a012\t34', 'EV12\u00ad34\u200b'])(
    'is read without the blanks and hyphens of %j',
    (code) => {
      expect(ConfirmationCode.parse(code)).toBe('EV1234');
    },
  );
  it.each([
    '',
    'EV',
    'EV123',
    'ev1234',
    'E1234',
    'VE1234',
    'EV12.45',
    'EV 1-2 3',
    'xEV1234',
    `EV${'a'.repeat(65)}`,
  ])('cannot be %j', (code) => {
    expect(issuesOf(ConfirmationCode.safeParse(code))).toEqual([['', 'Not valid']]);
  });
});

it.each([
  ['Demo1234', 'Demo1234', []],
  ['Demo1234', 'Demo12345', [['confirmPassword', 'Password does not match']]],
])('a new password %j, typed again as %j, says %j', (password, confirmPassword, issues) => {
  expect(issuesOf(NewPasswordForm.safeParse({ password, confirmPassword }))).toEqual(issues);
});

describe('a registration', () => {
  const good = { email: 'a@demo.test', password: 'Demo1234', confirmPassword: 'Demo1234', terms: true };
  it('keeps its own fields only', () => {
    expect(RegistrationForm.parse({ ...good, role: 'administrator' })).toEqual(good);
  });
  it.each([
    [{ confirmPassword: 'Demo12345' }, ['confirmPassword', 'Password does not match']],
    [{ confirmPassword: 'demo1234' }, ['confirmPassword', 'Password does not match']],
    [{ confirmPassword: '' }, ['confirmPassword', 'Password does not match']],
    [{ terms: false }, ['terms', 'You must accept the terms']],
    [{ terms: 'true' }, ['terms', 'You must accept the terms']],
    [{ email: 'a' }, ['email', 'Invalid email address']],
    [{ password: 'demo', confirmPassword: 'demo' }, ['password', RULE]],
  ])('with %j says %j', (change, issue) => {
    expect(issuesOf(RegistrationForm.safeParse({ ...good, ...change }))).toEqual([issue]);
  });
  it('says all that is wrong at once', () => {
    const bad = { email: 'a', password: 'demo', confirmPassword: 'x', terms: true };
    expect(issuesOf(RegistrationForm.safeParse(bad)).map(([path]) => path)).toEqual([
      'email',
      'password',
      'confirmPassword',
    ]);
  });
});

describe('a sign-in', () => {
  it.each([
    [{ username: 'a@demo.test', password: '' }, [['password', 'Enter your password']]],
    [{ username: '', password: 'x' }, [['username', 'Invalid email address']]],
  ])('with %j says %j', (form, issues) => {
    expect(issuesOf(SignInForm.safeParse(form))).toEqual(issues);
  });
  it('reaches the server with any password: old ones may follow no rule', () => {
    expect(SignInForm.parse({ username: ' A@demo.test', password: 'x y' })).toEqual({
      username: 'a@demo.test',
      password: 'x y',
    });
    expect(TokenRequest.safeParse({ username: 'not an address', password: 'x' }).success).toBe(true);
  });
  it.each([
    [{ username: '', password: 'x' }, [['username', 'Enter your email']]],
    [{ username: 'a'.repeat(255), password: 'x' }, [['username', 'Invalid username or password.']]],
    [{ username: 'a', password: '' }, [['password', 'Enter your password']]],
    [{ username: 'a', password: 'x'.repeat(1001) }, [['password', 'Invalid username or password.']]],
  ])('is refused by the server before it looks, case %#', (form, issues) => {
    expect(issuesOf(TokenRequest.safeParse(form))).toEqual(issues);
  });
});

describe('linking an account', () => {
  const good = { lastNm: 'Rivera', birthDt: '03/14/1985', phone: '0142' };
  it.each([
    [{}, { ...good, birthDt: '1985-03-14' }],
    [{ birthDt: '1985-03-14' }, { ...good, birthDt: '1985-03-14' }],
    [{ lastNm: ' Lee ' }, { ...good, lastNm: 'Lee', birthDt: '1985-03-14' }],
    [{ lastNm: 'Ñúñ' }, { ...good, lastNm: 'Ñúñ', birthDt: '1985-03-14' }],
    [{ lastNm: "O'B1" }, { ...good, lastNm: "O'B1", birthDt: '1985-03-14' }],
    [{ phone: '(555) 123-0142' }, { ...good, phone: '(555) 123-0142', birthDt: '1985-03-14' }],
  ])('with %j is taken', (change, form) => {
    expect(AccountLinkForm.parse({ ...good, ...change })).toEqual(form);
  });
  it.each([
    ['lastNm', '', 'Invalid Last Name'],
    ['lastNm', 'Li', 'Invalid Last Name'],
    ['lastNm', "L-'i", 'Invalid Last Name'],
    ['lastNm', '   ', 'Invalid Last Name'],
    ['lastNm', 'n'.repeat(101), 'Invalid Last Name'],
    ['birthDt', '02/30/1985', 'Invalid Date of Birth'],
    ['birthDt', '3/14/85', 'Invalid Date of Birth'],
    ['birthDt', '03/14/1885', 'Invalid Date of Birth'],
    ['phone', '', 'Invalid Phone Number'],
    ['phone', '014', 'Invalid Phone Number'],
    ['phone', '0-1-4-x', 'Invalid Phone Number'],
  ])('with %s %j says %j', (field, value, message) => {
    expect(issuesOf(AccountLinkForm.safeParse({ ...good, [field]: value }))).toEqual([[field, message]]);
  });
});

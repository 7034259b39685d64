import { describe, expect, it } from 'vitest';
import { Email } from './email.ts';

describe('an e-mail address', () => {
  it.each([
    ['member@demo.test', 'member@demo.test'],
    ['  Member@Demo.TEST ', 'member@demo.test'],
    ['first.last+tag@mail.example.co.uk', 'first.last+tag@mail.example.co.uk'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['a@b.io', 'a@b.io'],
    ['1@2.org', '1@2.org'],
    ['user@my-church.org', 'user@my-church.org'],
    ['user@example.xn--p1ai', 'user@example.xn--p1ai'],
    [`${'a'.repeat(242)}@example.com`, `${'a'.repeat(242)}@example.com`],
  ])('%j is %s', (text, email) => {
    expect(Email.parse(text)).toBe(email);
  });

  it.each([
    ...[
      '',
      ' ',
      'member',
      'member@',
      '@demo.test',
      'member@demo',
      'a@b@demo.test',
      'a b@demo.test',
      'a@demo .test',
    ],
    ...[
      'a@demo..test',
      'a@.demo.test',
      'a@demo.test.',
      'a@demo.t',
      'a@demo.123',
      'a@-demo.test',
      'a@demo-.test',
    ],
    ...['.a@demo.test', 'a.@demo.test', 'a..b@demo.test', 'a,b@demo.test', 'a;b@demo.test', 'a@demo,test'],
    ...[
      'Ana <a@demo.test>',
      'a\n@demo.test',
      'a@demo.test\nBcc: b@demo.test',
      'a\u0000@demo.test',
      '"a"@demo.test',
    ],
    `${'a'.repeat(243)}@example.com`,
  ])('%j is none', (text) => {
    expect(new Set(Email.safeParse(text).error?.issues.map(({ message }) => message))).toEqual(
      new Set(['Invalid email address']),
    );
  });

  it('is judged quickly, however long and odd the text', () => {
    const texts = ['a.'.repeat(200_000), `a@${'a-'.repeat(200_000)}`, `a@${'a.'.repeat(200_000)}`];
    const started = performance.now();
    for (const text of texts) expect(Email.safeParse(text).success).toBe(false);
    // Looking at each letter more than once would take minutes on any machine.
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

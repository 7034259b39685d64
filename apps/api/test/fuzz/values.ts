/** Values that no client of ours would send, for every parameter, query and field. */
import type { Random } from '../../src/seed/random.ts';

const texts = [
  ...['', ' ', '\t', '\n', 'x', '0', '-1', '1.5', '1e9', '0x10', '+1', ' 1 ', '١', '00000000000000000001'],
  ...[
    'null',
    'undefined',
    'true',
    'NaN',
    '[object Object]',
    '{}',
    '[]',
    '%',
    '%00',
    '%zz',
    '%ff',
    '..',
    '../../x',
  ],
  ...['\u0000', 'a\u0000b', '\ud800', '\udfff', '\ufeff', '\u200b', '\u202e', '\u2028', 'é'.normalize('NFD')],
  ...['🙂', '👩‍👩‍👧‍👦', 'İstanbul', 'ጸሎት', '李小龍', 'أحمد', 'שלום', 'ऋषि', 'ß', 'ﬀ', '４２', '\u0301'.repeat(50)],
  ...[
    '<script>alert(1)</script>',
    '{{7*7}}',
    "' OR 1=1 --",
    '"',
    '\\',
    '`',
    '$gt',
    '$where',
    'a.b',
    '.',
    '/',
    '?',
    '#',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'length'],
  ...[
    '02/30/2020',
    '0000-00-00',
    '9999-12-31',
    '12/31/9999',
    '1/1/1',
    '2026-02-29',
    '2026-13-45',
    '13/13/2013',
  ],
  ...[
    '2026-11-01T25:61:61Z',
    '-271821-04-20T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '1900-01-01',
    '03/14/2085',
  ],
  ...[
    '000000000000000000000000',
    'ffffffffffffffffffffffff',
    'FFFFFFFFFFFFFFFFFFFFFFFF',
    '00000000000000000000000g',
  ],
  ...['M-000001', 'm-1', 'M-', 'M-99999999999999999999', '00000000-0000-0000-0000-000000000000', '*', '-1'],
  ...[
    '4242424242424242',
    '4242 4242 4242 4242',
    'pm_card_visa',
    'seti_nothing',
    'tok_visa',
    'pm_',
    'pm_nothing',
  ],
  ...['a@b', 'a@b.c', '@', 'a@b@c.de', 'ruth@xn--.org', `${'a'.repeat(250)}@b.de`, 'A@B.DE', '"a b"@c.de'],
  ...[
    'javascript:alert(1)',
    '//evil.test',
    'blob:http://localhost:8080/x',
    'data:,x',
    'http://[::1',
    'file:///etc',
  ],
  ...[
    'organizations/x',
    'organizations/',
    '/organizations/__proto__',
    'organizations/*',
    'organizations/%2e',
  ],
  ...[
    'x'.repeat(300),
    'x'.repeat(5_000),
    'ö'.repeat(40_000),
    '9'.repeat(400),
    '('.repeat(2_000),
    '%25'.repeat(500),
  ],
];

const scalars = [null, true, false, 0, -0, 1, -1, 0.5, 1e308, -1e308, 1e-320, 2 ** 31, 2 ** 53, -(2 ** 63)];

/** A placeholder for deeply nested JSON that `JSON.stringify` would not write. */
const DEEP = /"@(list|object) (\d+)@"/g;
const deep = (kind: string, levels: number) => `@${kind} ${levels}@`;

/** JSON text of a value, with the placeholders expanded. */
export function jsonOf(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.replace(DEEP, (_whole, kind: string, levels: string) =>
    kind === 'list'
      ? '['.repeat(Number(levels)) + ']'.repeat(Number(levels))
      : `${'{"a":'.repeat(Number(levels))}1${'}'.repeat(Number(levels))}`,
  );
}

/** A hostile text. */
export const badText = (random: Random): string => random.pick(texts);

/** Objects with names that have a meaning in JavaScript or in the database. */
function poisoned(random: Random): unknown {
  const inner = random.pick<unknown>([true, 1, 'x', {}, [], null]);
  const name = random.pick([
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'toJSON',
    'then',
    '_id',
    'length',
  ]);
  const operator = random.pick([
    '$gt',
    '$ne',
    '$in',
    '$where',
    '$regex',
    '$expr',
    '$set',
    '$function',
    'a.b',
    '',
  ]);
  return JSON.parse(`{${JSON.stringify(random.pick([name, operator]))}:${JSON.stringify(inner)}}`);
}

/** A value of any type, size and depth. */
export function badValue(random: Random): unknown {
  const kinds: (() => unknown)[] = [
    () => badText(random),
    () => badText(random),
    () => random.pick<unknown>(scalars.map((scalar) => ({ scalar }))),
    () => poisoned(random),
    () => deep(random.pick(['list', 'object']), random.pick([5, 31, 33, 100, 5_000])),
    () => Array.from({ length: random.pick([0, 1, 2, 101, 3_000]) }, () => badText(random).slice(0, 50)),
    () => [badValue(random)],
    () => ({ [badText(random).slice(0, 50)]: badValue(random) }),
  ];
  const value = random.pick(kinds)();
  const isScalar = typeof value === 'object' && value !== null && 'scalar' in value;
  return isScalar ? value.scalar : value;
}

import { expect, it } from 'vitest';
import { wayOf } from './preferred-way.ts';

it.each([
  [null, ['a@b.test'], 'mail'],
  [undefined, ['a@b.test'], 'mail'],
  [null, [], undefined],
  ['letter', ['a@b.test'], 'letter'],
  ['call', [], 'call'],
  ['mail', [], 'mail'],
] as const)('who chose %s and has the e-mails %j is told by %s', (preferredWay, emails, way) => {
  expect(wayOf({ preferredWay, emails })).toBe(way);
});

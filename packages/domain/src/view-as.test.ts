import { expect, it } from 'vitest';
import { parseViewAs, viewAsHeader } from './view-as.ts';

it.each([
  ['viewer@1001', { role: 'viewer', organizationNumber: '1001' }],
  ['administrator@*', { role: 'administrator', organizationNumber: '*' }],
  ['owner@1001', undefined],
  ['viewer@', undefined],
  ['@1001', undefined],
  ['viewer', undefined],
  ['viewer@1001@1002', undefined],
  ['viewer@1 2', undefined],
  [`viewer@${'1'.repeat(101)}`, undefined],
  ['', undefined],
] as const)('reads %j as %j, and writes it alike', (header, role) => {
  expect(parseViewAs(header)).toEqual(role);
  if (role) expect(viewAsHeader(role)).toBe(header);
});

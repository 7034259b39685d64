import { expect, it } from 'vitest';
import { isJobOpen, JOB_PERMISSIONS, jobPermission } from './job.ts';
import { PERMISSIONS } from './permission.ts';

it.each(Object.keys(JOB_PERMISSIONS))('jobs of the type %s need a permission that there is', (type) => {
  expect(Object.keys(PERMISSIONS)).toContain(jobPermission(type));
});

it.each(['', 'other', 'constructor', '__proto__'])('jobs of the type %j are nobody’s to read', (type) => {
  expect(jobPermission(type)).toBeUndefined();
});

it.each([
  ['waiting', true],
  ['running', true],
  ['done', false],
  ['failed', false],
] as const)('a job that is %s is open: %s', (status, isOpen) => {
  expect(isJobOpen({ status })).toBe(isOpen);
});

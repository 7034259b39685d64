import { expect, it } from 'vitest';
import '../http/routes.ts';
import { definitions } from './model.ts';
import { SCOPED } from './scopes.ts';

it('every collection whose documents keep their scope is rewritten when an organization moves', () => {
  const scoped = [...definitions]
    .filter(([, { fields }]) => fields && 'scope' in fields)
    .map(([name]) => name);
  expect(scoped.toSorted()).toEqual(SCOPED);
});

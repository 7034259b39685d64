import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fitsSchema } from './fits-schema.ts';

const Form = z.object({
  name: z.string().check(z.minLength(3)),
  phone: z.union([z.literal(''), z.string().check(z.minLength(10))]),
  way: z.pipe(z.string(), z.enum(['mail', 'call'])),
  people: z.array(z.object({ age: z.number() })),
  terms: z.literal(true),
});
const form = { name: 'Ruth', phone: '', way: 'mail', people: [{ age: 41 }], terms: true };

it.each([
  ['what is right', {}, true],
  ['what is typed so far', { name: 'R', phone: '301' }, true],
  ['what is not chosen yet', { way: '', terms: undefined }, true],
  ['a choice that there is not', { way: 'pigeon' }, false],
  ['another type', { name: 1 }, false],
  ['no type of a union', { phone: 1 }, false],
  ['a list of something else', { people: [{}] }, false],
])('accepts or rejects %s', (_what, change, fits) => {
  expect(fitsSchema(Form, { ...form, ...change })).toBe(fits);
});

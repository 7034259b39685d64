import { expect, it } from 'vitest';
import { comparedWith } from './published-description.ts';

const differencesOf = comparedWith({
  paths: {
    '/v1/customers/{customer}': {
      get: {
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/customer' } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      customer: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, email: { type: 'string', nullable: true } },
      },
    },
  },
});

it.each([
  [{ id: 'cus_1', email: null }, []],
  [{ id: 'cus_1', email: 'a@b.test' }, []],
  [{ id: 'cus_1', email: 5 }, [/\/email must be string/, /null/, /anyOf/]],
  [{ email: null }, [/must have required property 'id'/]],
])('says how %j differs from a description', (reply, expected) => {
  const route = { method: 'GET', path: '/v1/customers/:id' };
  const found = differencesOf(route, { status: 200, body: JSON.stringify(reply) });
  expect(found).toEqual(expected.map((text) => expect.stringMatching(text)));
  // A path without a description is not compared.
  expect(differencesOf({ ...route, method: 'POST' }, { status: 200, body: '{}' })).toEqual([]);
});

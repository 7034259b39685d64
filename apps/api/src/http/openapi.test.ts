import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { routes } from './routes.ts';

type Operation = {
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { description: string; content?: Record<string, { schema?: unknown }> }>;
};
const paths = openApiDocument(routes)['paths'] as Record<string, Record<string, Operation>>;
const operation = (method: string, path: string): Operation => {
  const found = paths[path]?.[method];
  if (!found) throw new Error(`${method} ${path} is not described`);
  return found;
};
const headersOf = ({ parameters }: Operation) =>
  parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);

describe('the description of the pay call', () => {
  const pay = operation('post', '/api/v1/member/{payee_member_id}/donation/pay');

  it('lists every answer that a client must know', () => {
    const statuses = ['202', '2XX', '402', '409', '422', '429', 'default'];
    expect(Object.keys(pay.responses).toSorted()).toEqual(statuses);
    expect(pay.responses['202']?.content?.['application/json']?.schema).toMatchObject({
      properties: { status: { enum: ['requires_action', 'processing'] }, payment_id: {}, client_secret: {} },
    });
    for (const status of ['402', '409', '422', '429'])
      expect(pay.responses[status]?.content).toHaveProperty('application/problem+json');
  });

  it('lists its headers, none of them required', () => {
    expect(headersOf(pay)).toEqual(['Idempotency-Key', 'Authorization-Token']);
    expect(pay.parameters.find(({ name }) => name === 'Idempotency-Key')?.required).toBe(false);
    expect(pay.parameters.find(({ name }) => name === 'payee_member_id')?.in).toBe('path');
  });
});

it.each([
  ['/api/v1/donation/pay', ['Idempotency-Key', 'Authorization-Token']],
  ['/v2/intake-requests', ['Idempotency-Key']],
  ['/logout', ['Authorization-Token', 'Idempotency-Key']],
  ['/register', []],
])('POST %s takes the headers %j', (path, headers) => {
  expect(headersOf(operation('post', path))).toEqual(headers);
});

import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { routes } from './routes.ts';

type Schema = { $ref?: string };
type Operation = {
  operationId: string;
  tags: string[];
  security: unknown[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
};
const document = openApiDocument(routes, 'https://portal.example');
const paths = document['paths'] as Record<string, Record<string, Operation>>;
const { schemas } = document['components'] as { schemas: Record<string, unknown> };
const schemaOf = ({ $ref = '' }: Schema = {}) => schemas[$ref.replace('#/components/schemas/', '')];
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
    const statuses = ['202', '2XX', '400', '401', '402', '403', '404', '409', '413', '422', '429', 'default'];
    expect(Object.keys(pay.responses).toSorted()).toEqual(statuses);
    expect(schemaOf(pay.responses['202']?.content?.['application/json']?.schema)).toMatchObject({
      properties: { status: { enum: ['requires_action', 'processing'] }, payment_id: {}, client_secret: {} },
    });
    for (const status of ['400', '401', '402', '403', '404', '409', '413', '422', '429'])
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

describe('the description as a whole', () => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ name: `${method} ${path}`, path, described })),
  );

  it('says where the API is, and what each operation is about', () => {
    expect(document['servers']).toEqual([{ url: 'https://portal.example' }]);
    const tags = (document['tags'] as { name: string; description: string }[]).map(({ name }) => name);
    expect(operations.length).toBeGreaterThan(180);
    for (const { name, described } of operations) {
      expect(described.tags, name).toHaveLength(1);
      expect(tags, name).toContain(described.tags[0]);
    }
    expect(new Set(operations.map(({ described }) => described.operationId)).size).toBe(operations.length);
  });

  it('names schemas as packages/domain does, once, and has all that it refers to', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    const named = new Set(references.map(([, name = '']) => name));
    expect(Object.keys(schemas).toSorted()).toEqual([...named].toSorted());
    expect(named).toContain('Member');
    expect(named).toContain('Problem');
    expect(JSON.stringify(document)).not.toContain('$defs');
    for (const { name, described } of operations) {
      const bodies = [described.requestBody?.content ?? {}, described.responses['2XX']?.content ?? {}];
      for (const { schema } of bodies.flatMap((content) => Object.values(content)))
        if (schema) expect(schemaOf(schema), name).toBeDefined();
    }
  });

  it('lists the refusals of each operation', () => {
    for (const { name, path, described } of operations) {
      const statuses = Object.keys(described.responses);
      if (described.security.length) expect(statuses, name).toEqual(expect.arrayContaining(['401', '403']));
      if (path.includes('{')) expect(statuses, name).toContain('404');
      if (described.requestBody) expect(statuses, name).toEqual(expect.arrayContaining(['400', '422']));
      if (headersOf(described).includes('Idempotency-Key')) expect(statuses, name).toContain('409');
    }
  });

  it('says that lists are workbooks too, and so is the template', () => {
    const formatOf = (path: string) => {
      const { parameters, responses } = (paths[path]?.['get'] ?? {}) as {
        parameters?: { name: string }[];
        responses?: Record<string, { content?: object }>;
      };
      const types = Object.keys(responses?.['2XX']?.content ?? {}).length;
      return [parameters?.some(({ name }) => name === 'format'), types];
    };
    expect(formatOf('/v2/members.csv')).toEqual([true, 2]);
    const template = operations.filter(({ path }) => path.includes('template'));
    expect(template.map(({ path }) => formatOf(path))).toEqual([[true, 2]]);
  });
});

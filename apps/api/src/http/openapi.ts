/** `/openapi.json`: generated from the URL map and the schemas that validate. */
import * as z from 'zod/v4/core';
import { APP_VERSION } from '@kinfold/domain/constants';
import { ProblemBody } from '@kinfold/domain/problem';
import { keepsAnswers, type Route } from './endpoint.ts';
import { SCHEMAS } from './schemas.ts';

type Json = Record<string, unknown>;

/** The tags of operations, each with the first words of its paths. */
const TAGS: readonly { name: string; description: string; words: readonly string[] }[] = [
  {
    name: 'Process',
    description: 'Whether this deployment is healthy, and what a browser must know about it',
    words: ['client-config', 'health', 'log', 'metrics', 'ready'],
  },
  {
    name: 'Identity',
    description: 'Registration, sign-in, passwords, and the member of an account',
    words: ['change-password', 'confirm-email', 'forgot-password', 'identity', 'logout', 'register', 'token'],
  },
  {
    name: 'Members',
    description:
      'People, their households, cards and documents, and what the signed-in user owes and is allowed',
    words: ['member', 'members', 'my'],
  },
  {
    name: 'Organizations',
    description: 'Organizations, and the work of their staff',
    words: ['connect', 'organization', 'organizations'],
  },
  {
    name: 'Campaigns',
    description: 'Campaigns and funds, their runs, and who takes part',
    words: ['campaign', 'campaign-run', 'campaigns', 'runs'],
  },
  {
    name: 'Memberships',
    description: 'Who belongs to a fund, who is covered, and what it costs',
    words: ['cover-changes', 'coverage-letters', 'membership'],
  },
  {
    name: 'Money',
    description: 'Dues, payments and receipts',
    words: [
      'approvals',
      'autopay-links',
      'batches',
      'deposits',
      'disputes',
      'donation',
      'donations',
      'dues-by-reference',
      'payments',
    ],
  },
  {
    name: 'Staff',
    description: 'The home page of staff, search, history, jobs, requests, messages, notices of the provider',
    words: [
      'audit',
      'claims',
      'death-reports',
      'death-tasks',
      'intake-requests',
      'jobs',
      'messages',
      'review-items',
      'search',
      'staff',
    ],
  },
];

/** Returns the tag of a path. Throws for a path whose first word has none. */
function tagOf(path: string): string {
  const [word = ''] = path.replace(/^\/(api\/v1|v2)\//, '/').match(/[\w-]+/) ?? [];
  const tag = TAGS.find(({ words }) => words.includes(word));
  if (!tag) throw new Error(`No tag for ${path}: see TAGS`);
  return tag.name;
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const operationIdOf = ({ method, path }: Route) =>
  `${method.toLowerCase()}${path.replace(/\W+(\w)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')}`;

/** The names of the schemas that operations take and give: the name in packages/domain, or one derived from the operation. */
function registryOf(routes: readonly Route[]) {
  const registry = z.registry<{ id: string }>();
  const add = (schema: unknown, id: string) => {
    if (schema instanceof z.$ZodType && !registry.has(schema)) registry.add(schema, { id });
  };
  add(ProblemBody, 'Problem');
  for (const [name, schema] of Object.entries(SCHEMAS)) add(schema, name);
  for (const route of routes) {
    const { body, reply, answers = {} } = route.endpoint;
    const id = operationIdOf(route);
    add(body, `${id}Body`);
    add(reply, `${id}Reply`);
    for (const [status, answer] of Object.entries(answers)) add(answer.reply, `${id}Reply${status}`);
  }
  return registry;
}

type Registry = ReturnType<typeof registryOf>;

/** Returns the schemas of a registry that some JSON refers to, directly or through others. */
function componentsOf(registry: Registry, referring: unknown): Record<string, Json> {
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => reference(id).$ref,
  });
  const found = new Map<string, Json>();
  const follow = (json: unknown): void => {
    for (const [, name = ''] of JSON.stringify(json).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const schema = schemas[name];
      if (!schema || found.has(name)) continue;
      const { $schema: _draft, $id: _id, id: _name, ...rest } = schema;
      found.set(name, rest);
      follow(rest);
    }
  };
  follow(referring);
  return Object.fromEntries([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function queryParameters(schema: z.$ZodType): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }));
}

const HEADERS = {
  'Idempotency-Key':
    'Identifies the request: sent again with the same key, it does nothing twice and gives the same answer.',
  'Authorization-Token':
    'The user token. Logging out ends its session; other calls accept it and do not need it.',
};

const headerParameters = (headers: NonNullable<Route['endpoint']['headers']>): Json[] =>
  headers.map((name) => ({
    name,
    in: 'header',
    required: false,
    description: HEADERS[name],
    schema: { type: 'string' },
  }));

const PROBLEM = { content: { 'application/problem+json': { schema: reference('Problem') } } };

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The types of files; a list is a workbook with `format=xlsx`. */
const FILES = {
  pdf: ['application/pdf'],
  csv: ['text/csv', WORKBOOK],
  file: ['application/octet-stream'],
  xlsx: [WORKBOOK],
  zip: ['application/zip'],
};

const FORMAT = {
  name: 'format',
  in: 'query',
  required: false,
  description: 'The kind of file; without it, CSV',
  schema: { type: 'string', enum: ['csv', 'xlsx'] },
};

const headersOf = (route: Route): NonNullable<Route['endpoint']['headers']> => [
  ...(route.endpoint.headers ?? []),
  ...(keepsAnswers(route) ? ['Idempotency-Key' as const] : []),
];

/** The problems, by status, that follow from an operation's input and from its policy. */
function refusals(route: Route): Record<string, string> {
  const { method, path, policy, endpoint, needsRecentSignIn } = route;
  const hasHeader = headersOf(route).includes('Idempotency-Key');
  const takes = endpoint.body ?? endpoint.query;
  return {
    ...(method !== 'GET' && { 400: 'The request could not be read', 413: 'The request is too large' }),
    ...(!policy.isPublic && {
      401: 'Not signed in',
      403: `Not allowed: ${policy.name}${needsRecentSignIn ? '; or `step_up`: give the password again, then repeat the request' : ''}`,
    }),
    ...(path.includes(':') && { 404: 'Does not exist, or its existence is private' }),
    ...(hasHeader && { 409: 'A request with the same Idempotency-Key is not answered yet' }),
    ...((takes || hasHeader) && { 422: 'A field is wrong; `errors` names each' }),
  };
}

function operation(route: Route, registry: Registry): Json {
  const { path, policy, endpoint } = route;
  const form = path === '/v2/token' ? 'application/x-www-form-urlencoded' : 'application/json';
  const schemaOf = (schema: z.$ZodType) => reference(registry.get(schema)?.id ?? '');
  const replyContent = (reply: Route['endpoint']['reply']): Json => {
    if (reply === undefined) return {};
    if (typeof reply === 'string')
      return { content: Object.fromEntries(FILES[reply].map((type) => [type, {}])) };
    return { content: { 'application/json': { schema: schemaOf(reply) } } };
  };
  const problems = Object.entries(refusals(route)).map(([status, description]) => [
    status,
    { description, ...PROBLEM },
  ]);
  const answers = Object.entries(endpoint.answers ?? {}).map(([status, { description, reply }]) => [
    status,
    { description, ...(reply ? replyContent(reply) : PROBLEM) },
  ]);
  return {
    operationId: operationIdOf(route),
    tags: [tagOf(path)],
    summary: endpoint.summary,
    description: `Policy: ${policy.name}`,
    ...(endpoint.isDeprecated && { deprecated: true }),
    security: policy.isPublic ? [] : [{ accessToken: [] }],
    parameters: [
      ...pathParameters(path),
      ...headerParameters(headersOf(route)),
      ...(endpoint.query ? queryParameters(endpoint.query) : []),
      ...(endpoint.reply === 'csv' ? [FORMAT] : []),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: { [form]: { schema: schemaOf(endpoint.body) } } },
    }),
    responses: {
      '2XX': { description: 'Done', ...replyContent(endpoint.reply) },
      ...Object.fromEntries([...problems, ...answers]),
      default: { description: 'A problem (RFC 9457)', ...PROBLEM },
    },
  };
}

/** Returns the OpenAPI 3.1 description of the URL map; `url` is the address of the API. */
export function openApiDocument(routes: readonly Route[], url: string): Json {
  const registry = registryOf(routes);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, registry) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kinfold', version: APP_VERSION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url }],
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    components: {
      schemas: componentsOf(registry, paths),
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
    paths,
  };
}

/** `/openapi.json`: generated from the URL map and the very schemas that validate. */
import * as z from 'zod/v4/core';
import { APP_VERSION } from '@kinfold/domain/constants';
import { ProblemBody } from '@kinfold/domain/problem';
import { keepsAnswers, type Route } from './endpoint.ts';

type Json = Record<string, unknown>;

function jsonSchema(schema: z.$ZodType, io: 'input' | 'output' = 'input'): Json {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function queryParameters(schema: z.$ZodType): Json[] {
  const { properties = {}, required = [] } = jsonSchema(schema) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }));
}

const HEADERS = {
  'Idempotency-Key':
    'The same key makes it the same request: sent again it does nothing twice and gives the same answer.',
  'Authorization-Token':
    'The user token. Logging out ends its session; other calls take it and do not need it.',
};

const headerParameters = (headers: NonNullable<Route['endpoint']['headers']>): Json[] =>
  headers.map((name) => ({
    name,
    in: 'header',
    required: false,
    description: HEADERS[name],
    schema: { type: 'string' },
  }));

const PROBLEM = {
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

function replyContent(reply: Route['endpoint']['reply']): Json {
  if (reply === undefined) return {};
  if (reply === 'pdf') return { content: { 'application/pdf': {} } };
  if (reply === 'csv') return { content: { 'text/csv': {} } };
  if (reply === 'zip') return { content: { 'application/zip': {} } };
  return { content: { 'application/json': { schema: jsonSchema(reply) } } };
}

const headersOf = (route: Route): NonNullable<Route['endpoint']['headers']> => [
  ...(route.endpoint.headers ?? []),
  ...(keepsAnswers(route) ? ['Idempotency-Key' as const] : []),
];

function operation(route: Route): Json {
  const { path, method, policy, endpoint } = route;
  const form = path === '/v2/token' ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')}`,
    summary: endpoint.summary,
    description: `Policy: ${policy.name}`,
    ...(endpoint.isDeprecated && { deprecated: true }),
    security: policy.isPublic ? [] : [{ accessToken: [] }],
    parameters: [
      ...pathParameters(path),
      ...headerParameters(headersOf(route)),
      ...(endpoint.query ? queryParameters(endpoint.query) : []),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: { [form]: { schema: jsonSchema(endpoint.body) } } },
    }),
    responses: {
      '2XX': { description: 'Done', ...replyContent(endpoint.reply) },
      ...Object.fromEntries(
        Object.entries(endpoint.answers ?? {}).map(([status, { description, reply }]) => [
          status,
          { description, ...(reply ? replyContent(reply) : PROBLEM) },
        ]),
      ),
      default: { description: 'A problem (RFC 9457)', ...PROBLEM },
    },
  };
}

/** The OpenAPI 3.1 description of the URL map. */
export function openApiDocument(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kinfold', version: APP_VERSION, license: { name: 'MIT', identifier: 'MIT' } },
    components: {
      schemas: { Problem: jsonSchema(ProblemBody) },
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
    paths,
  };
}

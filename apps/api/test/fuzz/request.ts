/** Requests from the description in `/openapi.json`: valid except for one part or a few. */
import type { Random } from '../../src/seed/random.ts';
import { badText, badValue, jsonOf } from './values.ts';

/** The part of OpenAPI and JSON Schema that is read here. */
type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
};
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean };
export type Operation = {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
export type Target = { method: string; path: string; operation: Operation };

/** Valid values by the name of a field; any other field gets a short text. */
export type Fixtures = Readonly<Record<string, unknown>>;

/** A request as it is sent. `fields` are the names that a refusal may mention. */
export type Shot = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  fields: Set<string>;
};

export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** A part of a document with references replaced by their schemas. */
function withoutReferences(part: unknown, { schemas }: Document['components']): unknown {
  if (Array.isArray(part)) return part.map((item) => withoutReferences(item, { schemas }));
  if (typeof part !== 'object' || part === null) return part;
  if ('$ref' in part) {
    const name = String(part.$ref).replace('#/components/schemas/', '');
    return withoutReferences(schemas[name], { schemas });
  }
  const entries = Object.entries(part).map(([key, value]) => [key, withoutReferences(value, { schemas })]);
  return Object.fromEntries(entries);
}

/** All operations of an OpenAPI document, in order. */
export function targetsOf({ paths, components }: Document): Target[] {
  const whole = withoutReferences(paths, components) as Document['paths'];
  return Object.entries(whole).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** A body without a description. */
export const ANY_BODY: Operation['requestBody'] = { content: { 'application/json': { schema: {} } } };

const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];
const TYPES = [
  ...[
    'application/json',
    'application/json; charset=utf-8',
    'application/json; charset=utf-16',
    'text/plain',
  ],
  ...[
    'application/json; charset=nothing',
    'application/json;;',
    'application/x-www-form-urlencoded',
    '/',
    'x',
  ],
  ...[
    'multipart/form-data; boundary=x',
    'application/problem+json',
    'application/xml',
    'application/octet-stream',
  ],
];
const HEADERS = [
  ...['Idempotency-Key', 'Authorization-Token', 'callbackUrl', 'X-Request-Id', 'Accept', 'Accept-Language'],
  ...[
    'X-Forwarded-For',
    'Origin',
    'Referer',
    'Cookie',
    'If-None-Match',
    'If-Modified-Since',
    'Range',
    'Host',
  ],
  ...['X-HTTP-Method-Override', 'Accept-Encoding', 'Stripe-Signature', 'User-Agent', 'Expect'],
];

/** A text in the form that a header can carry. */
const headerText = (text: string) =>
  Buffer.from(text.slice(0, 2_000))
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');

/** A text that can be encoded: halves of surrogate pairs cannot. */
const wellFormed = (text: string) => Buffer.from(text).toString();

/** A text within an address, encoded or, now and then, as it is. */
function addressText(random: Random, text: string): string {
  const short = text.slice(0, 3_000);
  if (random.chance(0.3))
    return Buffer.from(short)
      .toString('latin1')
      .replace(/[^\x21-\x7e\x80-\xff]/g, '%20');
  return encodeURIComponent(wellFormed(short));
}

/** A value in the form of an address. */
const addressed = (value: unknown) => (typeof value === 'string' ? value : 'x');

/** A valid value of a schema, by the name of its field first. */
function right(schema: Schema, name: string, fixtures: Fixtures): unknown {
  if (name in fixtures) return fixtures[name];
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return right(schema.anyOf[0], name, fixtures);
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([field, inner]) => [field, right(inner, field, fixtures)]),
    );
  if (schema.items) return [right(schema.items, name, fixtures)];
  const types = [schema.type].flat();
  if (types.includes('number') || types.includes('integer')) return 1;
  if (types.includes('boolean')) return true;
  return 'Ruth';
}

/** The paths of the fields of a body, at all levels. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...path, name]))];
}

/** The body with another value at a path, or without it. */
function changed(value: unknown, [first, ...rest]: readonly string[], to: unknown): unknown {
  if (first === undefined) return to;
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === first ? changed(item, rest, to) : item));
  const inner = typeof value === 'object' && value !== null ? value : {};
  return {
    ...inner,
    [first]: changed(Object.entries(inner).find(([name]) => name === first)?.[1], rest, to),
  };
}

function bodyOf(random: Random, schema: Schema, fixtures: Fixtures): unknown {
  let body = right(schema, '', fixtures);
  if (random.chance(0.08)) return badValue(random);
  const faults = random.pick([0, 1, 1, 1, 2, 4]);
  for (let count = 0; count < faults; count += 1) {
    const place = random.pick(placesOf(body));
    body = changed(
      body,
      place.length ? place : [badText(random).slice(0, 30)],
      random.chance(0.1) ? undefined : badValue(random),
    );
  }
  return body;
}

/** The bytes of a body, sometimes of another type than declared, or broken. */
function encode(random: Random, body: unknown, type: string): Buffer {
  if (random.chance(0.02))
    return Buffer.from(random.pick(['{', '[1', '"', '\u0000', '{"a":}', 'a=b&a=c&%zz=%', '--x\r\n']));
  const isForm = type.startsWith('application/x-www-form');
  if (!isForm || typeof body !== 'object' || body === null) return Buffer.from(jsonOf(body));
  const parts = Object.entries(body).map(([name, value]) => {
    const text = typeof value === 'string' ? value : jsonOf(value);
    return `${encodeURIComponent(wellFormed(name))}=${addressText(random, text)}`;
  });
  return Buffer.from(parts.join('&'));
}

function addressOf(random: Random, { path, operation }: Target, fixtures: Fixtures): string {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    addressText(
      random,
      random.chance(0.2) || !(name in fixtures) ? badText(random) : addressed(fixtures[name]),
    )
      // They would end the path and make it another one.
      .replace(/[?#]/g, encodeURIComponent),
  );
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || random.chance(0.6)))
    .flatMap(({ name }) => {
      const value = random.chance(0.5) ? badText(random) : addressed(fixtures[name]);
      const pair = `${random.chance(0.05) ? `${name}[$gt]` : name}=${addressText(random, value)}`;
      return random.chance(0.1) ? [pair, `${name}=${addressText(random, badText(random))}`] : [pair];
    });
  if (random.chance(0.05))
    query.push(`${addressText(random, badText(random))}=${addressText(random, badText(random))}`);
  if (random.chance(0.03))
    return `${filled}/${random.chance(0.5) ? '' : addressText(random, badText(random))}`;
  return query.length ? `${filled}?${query.join('&')}` : filled;
}

/** The fields of a body, in any of its forms. */
function namesIn({ properties = {}, anyOf = [], oneOf = [] }: Schema): string[] {
  return [...Object.keys(properties), ...[...anyOf, ...oneOf].flatMap(namesIn)];
}

/** A request to an operation that is invalid somewhere, most of the time. */
export function shotAt(random: Random, target: Target, fixtures: Fixtures): Shot {
  const [type, content] = Object.entries(target.operation.requestBody?.content ?? {})[0] ?? ['', undefined];
  const headers: Record<string, string> = {};
  for (const name of target.operation.parameters
    .filter((parameter) => parameter.in === 'header')
    .map((parameter) => parameter.name))
    if (random.chance(0.5))
      headers[name] = headerText(random.chance(0.5) ? badText(random) : 'a-key-of-a-client');
  if (random.chance(0.25)) headers[random.pick(HEADERS)] = headerText(badText(random));
  if (random.chance(0.01))
    headers['Content-Encoding'] = random.pick(['gzip', 'br', 'deflate', 'x', 'identity']);
  const isOther = random.chance(0.03);
  const method = isOther ? random.pick(METHODS) : target.method;
  const value = content && bodyOf(random, content.schema, fixtures);
  const sent = random.chance(0.05) ? random.pick(TYPES) : type;
  if (value !== undefined && sent) headers['Content-Type'] = sent;
  const body = value === undefined ? undefined : encode(random, value, sent);
  const fields = new Set([
    ...target.operation.parameters.map(({ name }) => name),
    // An uploaded file has no schema.
    ...(content ? namesIn(content.schema) : ['file']),
    ...(typeof value === 'object' && value !== null ? Object.keys(value) : []),
  ]);
  return { method, path: addressOf(random, target, fixtures), headers, body, fields };
}

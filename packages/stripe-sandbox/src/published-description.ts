/**
 * Compares the sandbox's replies with Stripe's published OpenAPI description, for the sandbox's own tests. The
 * description is not in this repository: STRIPE_OPENAPI is the path of a file that contains it, and without it nothing
 * is compared.
 */
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;
type Described = {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
};

const file = process.env['STRIPE_OPENAPI'];

/** Converts OpenAPI 3.0 to JSON schema: a nullable value may also be null. */
function asJsonSchema(given: Json): Json {
  if (Array.isArray(given)) return given.map(asJsonSchema);
  if (given === null || typeof given !== 'object') return given;
  const { nullable, discriminator: _hint, ...rest } = given;
  const schema = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, asJsonSchema(value)]));
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** A path without the names of its parameters. */
const shapeOf = (path: string) => path.replace(/:\w+|\{\w+\}/g, '*');

/** Validators of replies by an OpenAPI description; undefined for paths that it lacks. */
function validatorsOf(given: Json) {
  const described = asJsonSchema(given) as unknown as Described;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, inlineRefs: false });
  ajv.addSchema(described, 'stripe');
  const paths = new Map(Object.keys(described.paths).map((path) => [shapeOf(path), path]));
  const known = new Map<string, ValidateFunction | undefined>();
  const compile = (method: string, path: string, answer: string) => {
    const found = paths.get(shapeOf(path));
    const responses = found === undefined ? undefined : described.paths[found]?.[method]?.responses;
    if (found === undefined || !responses?.[answer]) return undefined;
    const steps = ['paths', found, method, 'responses', answer, 'content', 'application/json', 'schema'];
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
    return ajv.compile({ $ref: `stripe#/${pointer.join('/')}` });
  };
  return (method: string, path: string, status: number) => {
    const answer = status === 200 ? '200' : 'default';
    const key = `${method} ${path} ${answer}`;
    if (!known.has(key)) known.set(key, compile(method.toLowerCase(), path, answer));
    return known.get(key);
  };
}

type Differences = (
  route: { method: string; path: string },
  reply: { status: number; body: string },
) => string[];

/** The differences of a reply from an OpenAPI description, a line each; empty for a path that it lacks. */
export function comparedWith(description: Json): Differences {
  const validatorOf = validatorsOf(description);
  return ({ method, path }, { status, body }) => {
    const validate = validatorOf(method, path, status);
    if (!validate || validate(JSON.parse(body))) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${method} ${path} ${status}: ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** The differences of a reply from Stripe's description; empty if none is given. */
export const differencesOf: Differences = file
  ? comparedWith(JSON.parse(readFileSync(file, 'utf8')) as Json)
  : () => [];

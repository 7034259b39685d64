import { invalidParam, missingParam } from './errors.ts';

/** A decoded form body or query: nested records and lists of strings. */
export type ParamValue = string | ParamValue[] | Params;
export type Params = {
  [name: string]: ParamValue;
};

const emptyParams = (): Params => Object.create(null) as Params;

const isParams = (value: ParamValue | undefined): value is Params =>
  typeof value === 'object' && !Array.isArray(value);

/** Decodes Stripe's form encoding: `a[b]=1`, `a[0]=x`, `a[]=x`. Later values win. */
export function parseParams(text: string): Params {
  const root = emptyParams();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part, index) => (index === 0 ? part : part.replace(/\]$/, '')));
    let node = root;
    for (const part of path.slice(0, -1)) {
      const key = part === '' ? String(Object.keys(node).length) : part;
      const child = node[key];
      const next = isParams(child) ? child : emptyParams();
      node[key] = next;
      node = next;
    }
    const last = path[path.length - 1] ?? '';
    node[last === '' && path.length > 1 ? String(Object.keys(node).length) : last] = value;
  }
  return withLists(root);
}

/** Records whose keys are exactly 0..n-1 are lists. */
function withLists(params: Params): Params {
  for (const [key, value] of Object.entries(params)) {
    if (!isParams(value)) continue;
    const child = withLists(value);
    const keys = Object.keys(child);
    params[key] =
      keys.length > 0 && keys.every((k, index) => k === String(index)) ? Object.values(child) : child;
  }
  return params;
}

/** A canonical text of parameters, independent of their order, to compare two requests. */
export function canonical(value: ParamValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? '')}`)
    .join()}}`;
}

/** A text parameter; undefined when missing or empty, because `''` unsets a value at Stripe. */
export function text(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw invalidParam(name, `Invalid string: ${name}`);
  return value;
}

export function requiredText(params: Params, name: string): string {
  const value = text(params, name);
  if (value === undefined) throw missingParam(name);
  return value;
}

/** An integer parameter; undefined when missing. Throws `parameter_invalid_integer`. */
export function integer(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value)) {
    throw invalidParam(name, `Invalid integer: ${value.slice(0, 20)}`, 'parameter_invalid_integer');
  }
  return Number(value);
}

export function flag(params: Params, name: string): boolean {
  const value = text(params, name);
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw invalidParam(name, `Invalid boolean: ${value.slice(0, 20)}`);
}

export function record(params: Params, name: string): Params {
  const value = params[name];
  if (value === undefined || value === '') return emptyParams();
  if (!isParams(value)) throw invalidParam(name, `Invalid object`);
  return value;
}

export function list(params: Params, name: string): string[] | undefined {
  const value = params[name];
  if (value === undefined || value === '') return undefined;
  const items = Array.isArray(value) ? value : [value];
  return items.map((item) => {
    if (typeof item !== 'string') throw invalidParam(name, 'Invalid array');
    return item;
  });
}

/** Metadata within Stripe's limits: 50 keys of at most 40 characters, values of at most 500. */
export function metadata(params: Params): Record<string, string> {
  // The parser has turned metadata with the keys 0..n-1 into a list.
  const given = params['metadata'];
  const source = Array.isArray(given) ? Object.entries(given) : Object.entries(record(params, 'metadata'));
  if (source.length > 50) throw invalidParam('metadata', 'Metadata can have up to 50 keys');
  const result: Record<string, string> = {};
  for (const [key, value] of source) {
    if (typeof value !== 'string') throw invalidParam('metadata', 'Metadata values must be strings');
    if (key.length > 40 || value.length > 500) {
      throw invalidParam(
        `metadata[${key.slice(0, 40)}]`,
        'Metadata keys have up to 40, values up to 500 characters',
      );
    }
    if (value !== '') result[key] = value;
  }
  return result;
}

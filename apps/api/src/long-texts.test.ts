import { request as httpRequest } from 'node:http';
import * as z from 'zod/v4/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAccount } from '../test/factories.ts';
import { startApi, type Account, type Api } from '../test/harness.ts';
import { aPayer } from '../test/payer.ts';
import { collection } from './platform/database.ts';
import { parse } from './http/parse.ts';
import { routes } from './http/routes.ts';

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
};

/** Builds a value of a schema for each place where a text may stand; all other fields are left out. */
function placesIn(schema: Schema, depth = 0): ((text: string) => unknown)[] {
  if (depth > 8) return [];
  const inside = (inner: Schema) => placesIn(inner, depth + 1);
  const { properties = {}, items, additionalProperties } = schema;
  return [
    ...(schema.type === 'string' || schema.type === undefined ? [(text: string) => text] : []),
    ...Object.entries(properties).flatMap(([name, inner]) =>
      inside(inner).map((make) => (text: string) => ({ [name]: make(text) })),
    ),
    ...(items ? inside(items).map((make) => (text: string) => [make(text)]) : []),
    ...(typeof additionalProperties === 'object'
      ? inside(additionalProperties).map((make) => (text: string) => ({ x: make(text) }))
      : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(inside),
  ];
}

const MB = 1_000_000;
const LONG = {
  digits: '4'.repeat(MB),
  blanks: ' '.repeat(MB),
  composed: 'a\u0300\u0316'.repeat(MB / 3),
  address: `${'a.'.repeat(MB / 2)}@x.y`,
  slashes: '1/'.repeat(MB / 2),
};

/** The minimum processor time of some tries, in ms. */
function leastCpu(work: () => void): number {
  let least = Infinity;
  for (let tries = 0; tries < 5 && least > 20; tries += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

describe('a text of a megabyte', () => {
  const schemas = routes.flatMap(({ method, path, endpoint: { body, query } }) =>
    [body, query].flatMap((schema) => (schema ? [{ name: `${method} ${path}`, schema }] : [])),
  );

  it('costs no schema more than 20 ms of the processor', () => {
    const slow: string[] = [];
    let places = 0;
    for (const { name, schema } of schemas)
      for (const make of placesIn(
        z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema,
      )) {
        places += 1;
        for (const [kind, text] of Object.entries(LONG)) {
          const value = make(text);
          const cpu = leastCpu(() => {
            try {
              parse(schema, value);
            } catch {
              // Refused, as it should be.
            }
          });
          if (cpu > 20) slow.push(`${name} ${JSON.stringify(make('…'))} ${kind}: ${Math.round(cpu)} ms`);
        }
      }
    expect(places).toBeGreaterThan(300);
    expect(slow).toEqual([]);
  });
});

describe('a request of a megabyte', () => {
  let api: Api;
  let admin: Account;
  let world: Record<string, string>;
  beforeAll(async () => {
    api = await startApi();
    admin = await anAccount({ role: 'administrator' });
    const payer = await aPayer();
    const { organizationNumber } = payer;
    const run = await collection('campaign_runs').findOne({ organizationNumber });
    const campaignRunId = String(run?._id);
    const { memberId: id, campaignId, campaignMembershipId: membershipId } = payer;
    world = { id, campaignId, membershipId, campaignRunId, organizationNumber, payee_member_id: id };
  });
  afterAll(() => api.stop());

  /** Sends a prepared body, and returns the status. */
  const send = (path: string, body: Buffer, isSignedIn: boolean) =>
    new Promise<number>((resolve, reject) => {
      const headers = {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        ...(isSignedIn && api.as(admin)),
      };
      const sent = httpRequest(`${api.url}${path}`, { method: 'POST', headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      // Refused while it is still being sent.
      sent.on('error', (error: NodeJS.ErrnoException) =>
        ['EPIPE', 'ECONNRESET'].includes(error.code ?? '') ? resolve(413) : reject(error),
      );
      sent.end(body);
    });

  it('is refused, at a cost of at most 20 ms of the processor, on every route that takes one', async () => {
    let place = 0;
    const slow: string[] = [];
    const statuses = new Map<number, number>();
    const posts = routes.filter(({ method, endpoint }) => method === 'POST' && endpoint.body);
    for (const { path, policy, endpoint } of posts) {
      const address = path.replace(/:(\w+)/g, (_whole, name: string) => world[name] ?? '0'.repeat(24));
      const schema = endpoint.body as z.$ZodType;
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      // At the first place, and where the handler gets it: the schemas are tested with all texts above.
      for (const [index, make] of placesIn(json as Schema).entries()) {
        place += 1;
        const [kind, text] = Object.entries(LONG)[place % 5] ?? ['', ''];
        if (index > 0 && !z.safeParse(schema, make(text)).success) continue;
        const body = Buffer.from(JSON.stringify(make(text.slice(0, MB - 10_000))));
        let least = Infinity;
        for (let tries = 0; tries < 8 && least > 20; tries += 1) {
          const before = process.cpuUsage();
          const status = await send(address, body, !policy.isPublic);
          const { user, system } = process.cpuUsage(before);
          least = Math.min(least, (user + system) / 1_000);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (policy.isPublic) expect([413, 429], path).toContain(status);
        }
        if (least > 20) slow.push(`${path} ${JSON.stringify(make('…'))} ${kind}: ${Math.round(least)} ms`);
      }
    }
    expect(slow).toEqual([]);
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    expect(statuses.get(422)).toBeGreaterThan(30);
  });

  it('has at most 20,000 values', async () => {
    const body = Buffer.from(JSON.stringify({ members: Array.from({ length: 30_000 }, () => '1') }));
    expect(await send('/v2/membership', body, true)).toBe(413);
  });
});

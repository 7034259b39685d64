/** Query parameters: what one does not know is refused, never read as something else. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/v4/core';
import { apiOfFile } from '../../test/scenes.ts';
import { aPayer } from '../../test/payer.ts';
import { routes } from './routes.ts';

/** Parameters that are free text, or the name of a record, which is looked up. */
const TEXTS = new Set([
  'searchTerm',
  'search_term',
  'q',
  'firstNm',
  'lastNm',
  'phone',
  'actor',
  'reason',
  'file_name',
  'organization_number',
  'parent',
  'campaign_id',
  'subject_id',
  // Checked where it is decoded.
  'cursor',
  // Of the card provider's answer.
  'code',
  'state',
  'error',
]);

const api = await apiOfFile();

const parameters = routes.flatMap(({ method, path, endpoint }) => {
  const shape = (endpoint.query as z.$ZodObject | undefined)?._zod.def.shape ?? {};
  return Object.entries(shape).map(([name, schema]) => ({ name, schema, route: `${method} ${path}` }));
});

describe('a query parameter', () => {
  it.each(parameters)('$name of $route takes one value, of those it knows', ({ name, schema, route }) => {
    const accepted = (value: unknown) => z.safeParse(schema, value).success;
    expect([accepted(['true', 'false']), accepted({ a: '1' })]).toEqual([false, false]);
    if (TEXTS.has(name) && !(name === 'state' && !route.includes('/connect/'))) return;
    expect([accepted('banana'), accepted('0x1'), accepted(' ')]).toEqual([false, false, false]);
  });
});

it('takes exclude_inactive as true and false in any case, and as nothing else', async () => {
  const payer = await aPayer();
  const membership = `/v2/membership/${payer.campaignMembershipId}?exclude_inactive=`;
  const answers = ['True', 'FALSE', '', 'banana', '1'].map((value) =>
    api.get(membership + value, payer.account),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 422, 422]);
});

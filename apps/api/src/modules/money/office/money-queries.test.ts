/** How often the office's work with money asks the database; `npm run bench -- money` counts what each reads. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { listenToCommands } from '../../../../test/commands.ts';
import { anAccount } from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { refresh } from '../../../work/projections.ts';
import { months } from '../ledger/organization-months.service.ts';

const api = await apiOfFile();
let payer: Payer;
let treasurer: Account;
let queries: string[] = [];
beforeAll(async () => {
  payer = await aPayer();
  treasurer = await anAccount({ role: 'treasurer', organizationNumber: payer.organizationNumber });
  // The session and what is kept of it.
  await api.get('/v2/my/scope', treasurer);
  await listenToCommands(api, ({ name, target }) => {
    if (!['hello', 'ping', 'endSessions'].includes(name)) queries.push(`${name} ${target}`);
  });
});

/** The number of commands of a request, the second time. */
async function countOf(request: () => PromiseLike<{ status: number }>, status = 200): Promise<number> {
  await request();
  queries = [];
  expect((await request()).status).toBe(status);
  return queries.length;
}

const record = () =>
  api.request
    .post(`/v2/members/${payer.memberId}/payments`)
    .set(api.as(treasurer))
    .send({ entryId: randomUUID(), amount: 500, method: 'cash', paidDt: '2026-11-22' });

it('asks no more for a payment, a list or a month than it did when it was measured', async () => {
  const organization = `/v2/organizations/${payer.organizationNumber}`;
  const get = (path: string) => () => api.get(`${organization}/${path}`, treasurer);
  const recorded = await countOf(record, 201);
  await refresh(months, { now: api.deps.now(), timeZone: api.deps.config.TIME_ZONE });
  const { next } = (await get('payments?page_size=1')()).body;
  const list = await countOf(get('payments'));
  const cursor = await countOf(get(`payments?page_size=1&cursor=${next}`));
  const month = await countOf(get('months/2026-11'));
  const isMore = { recorded: recorded > 37, list: list > 12, cursor: cursor > 10, month: month > 14 };
  expect(isMore, queries.join()).toEqual({ recorded: false, list: false, cursor: false, month: false });
});

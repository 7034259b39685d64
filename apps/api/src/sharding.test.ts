/** A sharded cluster, as in docs/scaling.md: unique keys, upserts, and the most frequent queries of members. */
import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filtersOf, listenToCommands } from '../test/commands.ts';
import { coverTwice } from '../test/covering-twice.ts';
import { startApi, type Api } from '../test/harness.ts';
import { aPayer, overviewRequests, type Payer } from '../test/payer.ts';
import { CHALLENGE, chargedEvent, DECLINED, pay, sweepLater } from '../test/paying.ts';
import { readAskedEverywhere, readShardKeys } from '../test/shard-keys.ts';
import { handleEvent, recordEvent } from './modules/money/charges/webhook.service.ts';
import { payments } from './modules/money/ledger/payment.model.ts';
import { months } from './modules/money/ledger/organization-months.service.ts';
import { runTotals } from './modules/funds/donations/run-figures.service.ts';
import { definitions } from './platform/model.ts';
import { refresh } from './work/projections.ts';

const shardKeys = readShardKeys();

type Command = { target: string; filter: Record<string, unknown>; isUpsert: boolean };
const commands: Command[] = [];

/** The fields that a filter asks for; those of `$and` are asked for too. */
function fieldsOf(filter: Record<string, unknown>): string[] {
  const parts = (filter['$and'] ?? []) as Record<string, unknown>[];
  return [...Object.keys(filter).filter((field) => field !== '$and'), ...parts.flatMap(fieldsOf)].toSorted();
}

/** Whether the value of a field is one, or several (`$in`), and not a range: then a hashed key says which shards. */
function isNamed(filter: Record<string, unknown>, field: string): boolean {
  const value = filter[field];
  if (value === undefined) return false;
  if (typeof value !== 'object' || value === null || value instanceof mongoose.Types.ObjectId) return true;
  return Object.keys(value).every((operator) => operator === '$in' || operator === '$eq');
}

function carriesKey({ target, filter }: Command): boolean {
  const key = shardKeys.get(target);
  return key === null || (key !== undefined && isNamed(filter, key.field));
}

let api: Api;
let payer: Payer;

/** Records the commands to the database during some work. */
async function watched(work: () => Promise<unknown>): Promise<Command[]> {
  commands.length = 0;
  await work();
  return commands.splice(0);
}

beforeAll(async () => {
  api = await startApi();
  payer = await aPayer();
  await listenToCommands(api, (command) => {
    for (const each of filtersOf(command)) commands.push({ target: command.target, ...each });
  });
});
afterAll(() => api.stop());

async function signIn(): Promise<void> {
  const form = { username: payer.account.email, password: 'Demo1234' };
  const { body, status } = await api.request.post('/v2/token').type('form').send(form);
  expect(status).toBe(200);
  const refreshed = await api.request.post('/token/refresh').send({ userToken: body.user_token });
  expect(refreshed.status).toBe(200);
}

/** The requests of the overview, and those before the pay button. */
async function look(): Promise<void> {
  const { memberId, campaignMembershipId } = payer;
  for (const asked of [
    ...overviewRequests(memberId),
    '/v2/my/organization',
    `/api/v1/member/${memberId}/cards`,
    `/api/v1/donation/${campaignMembershipId}/dues`,
  ])
    expect((await api.get(asked, payer.account)).status, asked).toBe(200);
}

/** A payment, one that is declined, one that waits for the bank; then its event, and the sweep. */
async function payAndSettle(): Promise<void> {
  const paymentId = randomUUID();
  expect((await pay(api, payer.account, [payer.dues[0]], { paymentId })).status).toBe(200);
  expect((await pay(api, payer.account, [payer.dues[1]], { token: DECLINED })).status).toBe(402);
  expect((await pay(api, payer.account, [payer.linked], { token: CHALLENGE })).status).toBe(202);
  const event = await chargedEvent(paymentId);
  await recordEvent(event, '{}', api.deps);
  await handleEvent(event, api.deps);
}

describe('the shard keys', () => {
  it('are named for every collection, and for no other', () => {
    expect([...shardKeys.keys()].toSorted()).toEqual([...definitions.keys()].toSorted());
  });

  it('begin every unique index, and are not hashed where there is one', async () => {
    const impossible: string[] = [];
    for (const [name, key] of shardKeys) {
      if (key === null) continue;
      const indexes = await mongoose.connection.collection(name).indexes();
      for (const { key: fields, unique } of indexes)
        if (unique && (key.isHashed || Object.keys(fields)[0] !== key.field))
          impossible.push(`${name} by ${key.field}: unique ${Object.keys(fields).join()}`);
    }
    expect(impossible).toEqual([]);
  });

  it('are in every upsert', async () => {
    const done = await watched(async () => {
      await coverTwice(api.deps.now());
      await payAndSettle();
      await sweepLater(api);
      await refresh(runTotals, { now: api.deps.now(), timeZone: 'UTC' });
      await refresh(months, { now: api.deps.now(), timeZone: 'UTC' });
    });
    const upserts = done.filter(({ isUpsert }) => isUpsert);
    expect(upserts.map(({ target }) => target)).toContain('double_covers');
    expect(upserts.filter((command) => !carriesKey(command))).toEqual([]);
  });
});

describe('signing in, the overview and paying', () => {
  it('ask one shard each, or every shard where the page says so', async () => {
    payer = await aPayer();
    const done = await watched(async () => {
      await signIn();
      await look();
      await payAndSettle();
    });
    expect(await payments().countDocuments()).toBeGreaterThan(2);
    const asked = done.filter((command) => !carriesKey(command));
    const shapes = new Set(asked.map(({ target, filter }) => `${target} by ${fieldsOf(filter).join(', ')}`));
    expect([...shapes].toSorted()).toEqual(readAskedEverywhere().toSorted());
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOrganization } from '../../test/factories.ts';
import { startApi, type Api } from '../../test/harness.ts';
import { sealHistory, verifyHistory } from '../modules/audit/audit.service.ts';
import { collection } from '../platform/database.ts';
import { sha256 } from '../platform/hash.ts';
import { runMigrations } from '../platform/migrations.ts';
import { thoroughChecks } from '../platform/verification.ts';
import { erasure } from './035-erasure.ts';

type Entry = {
  _id: string;
  organizationNumber: string;
  seq: number;
  hash: string;
  at: Date;
  action: string;
  actor: { userId: string | null; name: string; email: string };
  subject: { type: string; id: string; label: string };
  changes: { field: string; from: unknown; to: unknown }[];
  reason: string | null;
  requestId: string | null;
};

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const entries = () => collection<Entry>('audit_entries');
const problems = async () => {
  const found: string[] = [];
  await verifyHistory(thoroughChecks({ doesRepair: false, now: api.deps.now() }), found);
  return found;
};

/** Seals a chain as the version before did. */
async function sealAsBefore(organizationNumber: string): Promise<void> {
  let before = '';
  for (const entry of await entries().find({ organizationNumber }).sort({ seq: 1 }).toArray()) {
    const { _id, seq, at, actor, action, subject, changes, reason, requestId } = entry;
    before = sha256(
      JSON.stringify([
        ...[before, seq, _id, organizationNumber, at.toISOString(), action],
        ...[actor.userId, actor.name, actor.email, subject.type, subject.id, subject.label],
        ...[changes.map(({ field, from, to }) => [field, from, to]), reason, requestId],
      ]),
    );
    await entries().updateOne({ _id }, { $set: { hash: before }, $unset: { marks: 1 } });
  }
  await collection<{ _id: string }>('audit_chains').updateOne(
    { _id: organizationNumber },
    { $set: { hash: before } },
  );
}

const migrate = async () => {
  await collection<{ _id: string }>('migrations').deleteOne({ _id: erasure.name });
  await runMigrations([erasure], api.deps.logger);
};

it('hashes every chain anew, and goes on telling of what was changed before', async () => {
  const numbers = [];
  for (let index = 0; index < 2; index += 1) {
    const { organizationNumber } = await anOrganization();
    await anOrganization({ parentOrganization: organizationNumber });
    numbers.push(organizationNumber);
  }
  const [whole = '', forged = ''] = numbers;
  const copies = await entries().find({ organizationNumber: forged }).toArray();
  await entries().insertMany(
    copies.flatMap((entry) =>
      ['a', 'b'].map((letter) => ({ ...entry, _id: `${letter.repeat(4)}${entry._id.slice(4)}` })),
    ),
  );
  await sealHistory();
  for (const number of numbers) await sealAsBefore(number);
  await entries().updateOne({ organizationNumber: forged, seq: 2 }, { $set: { 'subject.label': 'Forged' } });
  await migrate();
  expect(await problems()).toEqual([`The history of organization ${forged} was changed at entry 2.`]);
  const hashes = await entries().find({ organizationNumber: whole }).toArray();
  await migrate();
  expect(await entries().find({ organizationNumber: whole }).toArray()).toEqual(hashes);
  expect(await entries().countDocuments({ oldHash: { $exists: true } } as never)).toBe(0);
});

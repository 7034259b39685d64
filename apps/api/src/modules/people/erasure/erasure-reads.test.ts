/** What the export and the erasure of a person read in a database with many rows of others. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examinedBy, filtersOf, listenToCommands, type Command } from '../../../../test/commands.ts';
import {
  aCampaign,
  aMember,
  aMembership,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { PASSWORD_HASH } from '../../../../test/payer.ts';
import { collection } from '../../../platform/database.ts';
import { newId, objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { jobs } from '../../../work/jobs.ts';
import { createDuesOfRun } from '../../funds/donations/dues.service.ts';
import { createUser } from '../../identity/users/user.service.ts';
import { sealHistory } from '../../operations/audit/audit.service.ts';
import { requireMember, type MemberRecord } from '../members/member.service.ts';
import { ERASURE_JOB, erasureJob } from './erasure-job.service.ts';
import { erasePerson, handOutPerson, previewErasure } from './erasure.service.ts';

/** Of each collection: several portions. */
const MANY = 1_500;
/** Of one command: a portion of a walk, with what its first key and its last one cost. */
const PORTION = 1_100;

let api: Api;
let member: MemberRecord;
let commands: Command[] = [];

/** Rows of others in the collections that grow with members, payments and years. */
const OTHERS: Record<string, (index: number, of: { organizationNumber: string }) => object> = {
  members: (index) => ({
    _id: objectId(newId()),
    memberId: `X-${index}`,
    organizationNumber: 'elsewhere',
    firstNm: 'Some',
    lastNm: 'Body',
    emails: [],
    createdBy: 'staff@example.test',
    modifiedBy: 'staff@example.test',
  }),
  payments: (index) => ({
    _id: `x-${index}`,
    userId: newId(),
    memberId: newId(),
    payeeMemberId: newId(),
    lines: [],
    createdDt: new Date(),
  }),
  ledger_entries: (index) => ({ _id: `charge:x-${index}`, donationIds: [newId()], recordedBy: 'staff' }),
  import_rows: (index, { organizationNumber }) => ({
    _id: `x-${index}`,
    importId: organizationNumber,
    row: index,
    cells: ['Some', 'Body'],
    name: 'Some Body',
    memberId: index % 2 ? newId() : null,
    target: index % 2 ? null : newId(),
    personKey: `body some ${index}`,
    createdDt: new Date(),
  }),
  imports: (index, { organizationNumber }) => ({
    _id: index ? `x-${index}` : organizationNumber,
    organizationNumber: index ? 'elsewhere' : organizationNumber,
    columns: [],
    createdBy: 'staff@example.test',
    createdDt: new Date(),
  }),
  outbox: (index) => ({
    _id: `x-${index}`,
    to: `x-${index}@example.test`,
    subject: 'Your receipt',
    text: 'x',
  }),
  run_letter_people: (index) => ({ _id: `x-${index}`, lettersId: 'x', memberId: newId(), name: 'Some Body' }),
  intake_requests: (index) => ({
    _id: `x-${index}`,
    firstNm: 'Some',
    lastNm: 'Body',
    birthDt: '1960-01-01',
    decision: { member_id: newId(), by: 'staff@example.test', at: new Date() },
  }),
  security_events: (index) => ({
    _id: `x-${index}`,
    userId: newId(),
    email: 'x@example.test',
    at: new Date(),
  }),
  audit_entries: (index, { organizationNumber }) => ({
    _id: newId(),
    organizationNumber,
    scope: ['*', organizationNumber],
    seq: 1_000 + index,
    hash: '',
    marks: [],
    at: new Date(),
    actor: { userId: null, name: 'Staff', email: 'staff@example.test' },
    action: 'member.updated',
    subject: { type: 'member', id: newId(), label: 'Some Body' },
    changes: [],
    memberIds: [newId()],
    reason: null,
    requestId: null,
  }),
};

beforeAll(async () => {
  api = await startApi();
  const { organizationNumber } = await anOrganization();
  member = await aMember({ organizationNumber, firstNm: 'Zebulon', lastNm: 'Quackenbush' });
  await createUser(
    {
      email: 'zq@example.test',
      passwordHash: PASSWORD_HASH,
      isEmailConfirmed: true,
      memberId: member._id,
      organizationNumber,
      roles: [{ organizationNumber, role: 'viewer' }],
      now: new Date(),
    },
    TEST_AUTHOR,
  );
  const campaign = await aCampaign({ organizationNumber });
  const membership = await aMembership({ campaign, primary: member });
  const run = await aRun({ campaign });
  await createDuesOfRun(run._id, TEST_AUTHOR, new Date());
  await collection('campaign_memberships').updateOne(
    { _id: objectId(membership._id) },
    { $set: { isActive: false } },
  );
  await collection('donations').updateMany({}, { $set: { isOpen: false, balance: 0, isListed: false } });
  await sealHistory();
  for (const [name, row] of Object.entries(OTHERS)) {
    const rows = Array.from({ length: MANY }, (_, index) => row(index, { organizationNumber }));
    await collection(name).insertMany(rows as never);
  }
  await collection('outbox').insertOne({
    ...{ _id: randomUUID() as never, to: 'x@example.test', subject: 'About Zebulon Quackenbush' },
  });
  await listenToCommands(api, (command) => commands.push(command));
  member = await requireMember(member._id);
});
afterAll(() => api.stop());

/** Whether the database takes an index for each part of an `$or`: the wheel of SecantusDB 0.7.0b3 reads the collection. */
async function hasIndexesForParts(): Promise<boolean> {
  const filter = { $or: [{ _id: 'x-1' }, { _id: 'x-2' }] };
  const [read] = await examinedBy({ name: 'find', target: 'payments', body: { find: 'payments', filter } });
  return (read?.documents ?? 0) <= 2;
}

/** The fields of a filter, those of its parts too. */
const keysOf = (filter: object): unknown[] =>
  Object.entries(filter).map(([key, value]) =>
    Array.isArray(value) && key.startsWith('$') ? [key, value.map(keysOf)] : key,
  );

/** The reads of some work: the most of one command, and all together. */
async function readsOf(work: () => Promise<unknown>) {
  commands = [];
  await work();
  let [all, most, of] = [0, 0, ''];
  const seen = new Map<string, number>();
  for (const command of commands.splice(0)) {
    // Portions of a walk are alike, so some of them suffice.
    const shape = JSON.stringify([
      command.name,
      command.target,
      filtersOf(command).map(({ filter }) => keysOf(filter)),
    ]);
    seen.set(shape, (seen.get(shape) ?? 0) + 1);
    if ((seen.get(shape) ?? 0) > 3) continue;
    for (const { keys, documents } of await examinedBy(command)) {
      all += documents;
      if (Math.max(keys, documents) > most)
        [most, of] = [Math.max(keys, documents), `${command.name} ${command.target}`];
    }
  }
  commands = [];
  return { all, most, of };
}

describe(`among ${MANY} rows of others in each collection`, () => {
  it('a preview and a handing out read what is theirs', async ({ skip }) => {
    skip(!(await hasIndexesForParts()), 'this database does not say what an index saves');
    const shown = await readsOf(() => previewErasure(member, 'usd', new Date()));
    expect(shown.most, shown.of).toBeLessThan(50);
    const handed = await readsOf(() => handOutPerson(member, TEST_AUTHOR, new Date()));
    expect(handed.most, handed.of).toBeLessThan(50);
    expect(handed.all).toBeLessThan(200);
  });

  it('the request that erases reads what is theirs, and the job a portion a command', async () => {
    const asked = await readsOf(() => erasePerson(member._id, 'usd', TEST_AUTHOR, new Date()));
    if (await hasIndexesForParts()) {
      expect(asked.most, asked.of).toBeLessThan(50);
      expect(asked.all).toBeLessThan(300);
    }
    const worked = await readsOf(() => workOnJobs({ [ERASURE_JOB]: erasureJob }, api.deps.logger));
    if (await hasIndexesForParts()) expect(worked.most, worked.of).toBeLessThan(PORTION);
    const job = await jobs().findOne({ type: ERASURE_JOB });
    expect(job).toMatchObject({ state: 'done', failed: 0 });
    // Its progress counts the documents that were checked.
    expect(job?.done).toBeGreaterThan(7 * MANY);
    expect(Math.abs((job?.total ?? 0) - (job?.done ?? 0))).toBeLessThan(MANY + 100);
    const mail = await collection('outbox').findOne({ subject: 'About erased person' });
    expect(mail).not.toBeNull();
  });
});

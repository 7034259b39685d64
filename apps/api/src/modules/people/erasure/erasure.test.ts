import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  aCampaign,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anIntakeRequest,
  aDeathReport,
  aReviewItem,
  anOrganization,
  aRun,
  aSavedCard,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { interruptedAfter } from '../../../../test/interrupted-writes.ts';
import { importer, csvOf, textsOfZip } from '../../../../test/importing.ts';
import { PASSWORD_HASH } from '../../../../test/payer.ts';
import { chargedEvent, expectTheBooksToAgree, pay } from '../../../../test/paying.ts';
import { collection } from '../../../platform/database.ts';
import { createLogger } from '../../../platform/logger.ts';
import { objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import type { Field } from '../../../platform/fields.ts';
import { definitions } from '../../../platform/model.ts';
import { thoroughChecks } from '../../../platform/verification.ts';
import { recordChanges, sealHistory } from '../../operations/audit/audit.service.ts';
import { writeBackup } from '../../moving/backups/backup.service.ts';
import { CUSTOMER_REMOVAL_JOB, customerRemovalJob } from '../../money/cards/customer-removal.service.ts';
import { createDuesOfRun } from '../../funds/donations/dues.service.ts';
import { findDues } from '../../funds/donations/donation.service.ts';
import { organizationExportJob } from '../../moving/exports/export-job.service.ts';
import { EXPORT_JOB } from '../../moving/exports/export.service.ts';
import { requireMembership } from '../../funds/memberships/membership.service.ts';
import { requireMember, type MemberRecord } from '../members/member.service.ts';
import { forgetOldAddresses } from '../../telling/outreach/outreach.service.ts';
import { deliverMails } from '../../../work/outbox.ts';
import { createUser } from '../../identity/users/user.service.ts';
import { verify } from '../../operations/verification/verification.service.ts';
import { jobs } from '../../../work/jobs.ts';
import { ERASURE_JOB, erasureJob } from './erasure-job.service.ts';
import { erasePerson } from './erasure.service.ts';
import { AUTHOR_FIELDS } from './places.service.ts';

let api: Api;
let organizationNumber: string;
let manager: Account;
let administrator: Account;
const logged: string[] = [];
beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  api = await startApi({ logger: createLogger('trace', destination) });
  organizationNumber = (await anOrganization({ organizationName: 'Grace Church' })).organizationNumber;
  manager = await anAccount({ role: 'manager', organizationNumber });
  administrator = await anAccount({ role: 'administrator' });
});
afterAll(() => api.stop());

const post = (to: string, body: object, as: Account) => api.request.post(to).set(api.as(as)).send(body);
const erase = (id: string, name: string, as = manager) => post(`/v2/members/${id}/erasure`, { name }, as);
/** The worker's part after an erasure. */
const work = () =>
  workOnJobs(
    { [ERASURE_JOB]: erasureJob, [CUSTOMER_REMOVAL_JOB]: customerRemovalJob(api.deps) },
    api.deps.logger,
  );
const problems = async () =>
  (await verify(thoroughChecks({ doesRepair: false, now: api.deps.now() }))).problems;

/** Everything that identifies the person, in every form. */
const TRACES =
  /zebulon|quackenbush|zq@|0?4[-/.]0?7[-/.]1951|1951[-/.]?0?4[-/.]?0?7|april 7,? 1951|301\D{0,3}555\D{0,3}0987|240\D{0,3}555\D{0,3}0765|77 unmistakable|78 former/i;

/** Every text of the database that a pattern finds, as `collection.field: text`. */
async function findTexts(pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  const look = (value: unknown, at: string): void => {
    if (typeof value === 'string') {
      const hit = pattern.exec(value);
      if (hit) found.push(`${at}: ${value.slice(Math.max(0, hit.index - 40), hit.index + 60)}`);
    } else if (value instanceof mongoose.mongo.Binary) look(Buffer.from(value.buffer).toString('latin1'), at);
    else if (Array.isArray(value)) for (const item of value) look(item, at);
    else if (value && typeof value === 'object' && !(value instanceof Date))
      for (const [field, inner] of Object.entries(value)) {
        look(field, at);
        look(inner, `${at}.${field}`);
      }
  };
  for (const { name } of (await mongoose.connection.db?.listCollections().toArray()) ?? [])
    for await (const document of collection(name).find()) look(document, name);
  return found;
}

async function makePersonWithEverything() {
  const campaign = await aCampaign({ organizationNumber });
  const run = await aRun({ campaign });
  const people = importer(api, manager, organizationNumber);
  const csv = csvOf([
    ['Last Name', 'First Name', 'Birth Date', 'Relationship', 'Household', 'Phone'],
    ['Quackenbush', 'Zebulon', '04/07/1951', 'Head of Household', 'H1', '(301) 555-0987'],
  ]);
  const checked = await people.check(csv);
  await people.run(checked._id);
  // A list that is never imported: all in capitals, below the name of a family, with details that are not taken.
  const below = csvOf([
    ['Name', 'Birth Date', 'Phone', 'Address'],
    ['The Quill Family', '', '', '9 Oak St'],
    ['QUACKENBUSH ZEBULON', '04/07/1951', '240-555-0765 or so', '77 Unmistakable Way'],
    ['Ida', '02/03/1950', '', ''],
  ]);
  const waiting = await people.check(below);
  await people.change(waiting._id, { answers: { familyHeadings: 'household', nameOrder: 'last' } });
  const stored = await collection('members').findOne({ lastNm: 'Quackenbush' });
  const member = await requireMember(String(stored?._id));
  const user = await createUser(
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
  const account = { userId: user._id, memberId: member._id, email: user.email };
  await anIntakeRequest({
    organizationNumber,
    firstNm: 'Zebulon',
    lastNm: 'Quackenbush',
    birthDt: '1951-04-07',
    phone: '3015550987',
  });
  const first = { streetAddress: '77 Unmistakable Way', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
  const emails = [{ email: 'zq@example.test', email_type: 'Home' }];
  await post('/v2/members', { _id: member._id, address: first, emails }, manager);
  const address = { streetAddress: '78 Former Way', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
  await post('/v2/members', { _id: member._id, address, phones: [{ phoneNbr: '2405550765' }] }, account);
  await post(
    `/v2/organizations/${organizationNumber}/contacts`,
    { member_id: member._id, title: 'Deacon' },
    manager,
  ).set('Idempotency-Key', randomUUID());
  const membership = await aMembership({ campaign, primary: member });
  await createDuesOfRun(run._id, TEST_AUTHOR, new Date());
  const [due] = await findDues(membership._id);
  const donationId = due?._id ?? '';
  const at = `/v2/campaigns/${campaign._id}/runs/${run._id}`;
  await post(
    `${at}/calls/${donationId}/notes`,
    { outcome: 'will_pay', note: 'Zebulon pays on Friday' },
    administrator,
  );
  const lettersId = randomUUID();
  await collection<{ _id: string }>('run_letters').insertOne({
    _id: lettersId,
    campaignRunId: objectId(run._id),
    createdDt: new Date(),
  } as never);
  const neighbor = await aMember({ organizationNumber, firstNm: 'Ada', lastNm: 'Other' });
  await collection<{ _id: string }>('run_letter_people').insertMany([
    {
      _id: `${lettersId}:1`,
      lettersId,
      memberId: member._id,
      name: 'Zebulon Quackenbush',
      addressLines: ['77 Unmistakable Way'],
      order: '20707:quackenbush',
      people: [],
      createdDt: new Date(),
    },
    {
      _id: `${lettersId}:2`,
      lettersId,
      memberId: neighbor._id,
      name: 'Ada Other',
      addressLines: [],
      order: '1',
      people: ['Ada Other', 'Zebulon Quackenbush'],
      createdDt: new Date(),
    },
  ] as never);
  await collection('messages').insertOne({
    _id: `${randomUUID()}:1`,
    memberId: objectId(member._id),
    email: 'zq@example.test',
    createdDt: new Date(),
  } as never);
  await aSavedCard(api, account);
  const paid = await pay(api, account, [{ donationId, amount: 2500 }]);
  expect(paid.status).toBeLessThan(300);
  await deliverMails(api.deps);
  await collection<{ _id: string }>('outbox').insertOne({
    _id: randomUUID(),
    to: 'other@example.test',
    subject: 'About Zebulon Quackenbush',
    text: 'Call (240) 555-0765',
    createdDt: new Date(),
    nextDt: new Date(),
    attempts: 0,
  } as never);
  const answered = await anIntakeRequest({ organizationNumber });
  await collection<{ _id: string }>('intake_requests').updateOne(
    { _id: answered },
    {
      $set: {
        status: 'dismissed',
        decision: { by: 'Zebulon Quackenbush', at: new Date(), reason: 'x', member_id: null },
      },
    },
  );
  const reviewed = await aReviewItem({ organizationNumber });
  await collection<{ _id: string }>('payment_reviews').updateOne(
    { _id: reviewed },
    { $set: { status: 'done', done: { by: 'Zebulon Quackenbush', at: new Date(), reason: 'x' } } },
  );
  await aDeathReport(member._id);
  await aDeathReport((await aMember({ organizationNumber }))._id, new Date(), 'Zebulon Quackenbush');
  const note = (on: { _id: string }, text: string, by: Account) =>
    post(`/v2/members/${on._id}/household/notes`, { text }, by).expect(201);
  await note(member, 'Zebulon is deaf', manager);
  const clerk = { ...account, userId: user._id };
  await collection('roles').updateOne({ email: user.email }, { $set: { role: 'manager' } });
  await note(neighbor, 'Zebulon Quackenbush drives them', clerk);
  await collection('roles').updateOne({ email: user.email }, { $set: { role: 'viewer' } });
  await sealHistory();
  return { member, account, membership, campaign, donationId };
}

describe('a person who has everything', () => {
  let made: Awaited<ReturnType<typeof makePersonWithEverything>>;
  beforeAll(async () => {
    made = await makePersonWithEverything();
  });

  it('is handed out whole, without secrets', async () => {
    const { body } = await post(`/v2/members/${made.member._id}/person`, {}, manager).expect(200);
    expect(Object.keys(body.data)).toEqual(
      expect.arrayContaining([
        'members',
        'contacts',
        'campaign_memberships',
        'donations',
        'payments',
        'ledger_entries',
        'intake_requests',
        'run_letter_people',
        'run_calls',
        'death_reports',
        'household_notes',
        'import_rows',
        'users',
        'roles',
        'audit_entries',
      ]),
    );
    expect(JSON.stringify(body)).not.toMatch(/\$2b\$|Ada Other/);
  });

  it('is not erased while they pay for a membership, with the reason', async () => {
    const { body } = await post(`/v2/members/${made.member._id}/erasure/preview`, {}, manager).expect(200);
    expect(body.refusals).toEqual([expect.stringMatching(/^the membership .* is active$/)]);
    expect(body.goes).toContain('The sign-in zq@example.test');
    const refused = await erase(made.member._id, 'Zebulon Quackenbush');
    expect([refused.status, refused.body.code]).toEqual([409, 'member_in_use']);
    expect((await requireMember(made.member._id)).firstNm).toBe('Zebulon');
    expect((await erase(made.member._id, 'Somebody Else')).status).toBe(422);
  });

  it('leaves no trace, and the books and the history stay whole', async () => {
    const off = { _id: made.membership._id, isActive: false };
    await post('/v2/membership', off, administrator).expect(200);
    const before = await collection('ledger_entries').find().toArray();
    const customer = await collection<{ _id: string; customerId: string }>('provider_customers').findOne({
      _id: made.member._id,
    });
    expect(await api.deps.provider.listCards(customer?.customerId ?? '')).toHaveLength(1);
    expect(await findTexts(TRACES)).not.toEqual([]);
    expect((await requireMembership(made.membership._id)).members[0]?.priceFrom).toBeDefined();
    const answer = await erase(made.member._id, 'zebulon quackenbush');
    expect(answer.status, JSON.stringify(answer.body)).toBe(204);
    expect((await requireMember(made.member._id)).firstNm).toBe('erased');
    await work();
    await expect(api.deps.provider.listCards(customer?.customerId ?? '')).rejects.toThrow(
      /No such|customer|refused/i,
    );
    expect(await findTexts(TRACES)).toEqual([]);
    const parts = (await requireMembership(made.membership._id)).members;
    expect(parts.map(({ priceFrom }) => priceFrom)).toEqual([undefined]);
    await sealHistory();
    expect(await findTexts(TRACES)).toEqual([]);
    expect(await problems()).toEqual([]);
    await expectTheBooksToAgree(api);
    const after = await collection('ledger_entries').find().toArray();
    expect(after.map(({ _id, total, postings, entryDt }) => ({ _id, total, postings, entryDt }))).toEqual(
      before.map(({ _id, total, postings, entryDt }) => ({ _id, total, postings, entryDt })),
    );
    const recorded = await collection('audit_entries').find({ 'subject.id': made.member._id }).toArray();
    expect(recorded.length).toBeGreaterThan(2);
    for (const { subject } of recorded) expect(subject.label).toBe('erased person');
    const [due] = await findDues(made.membership._id);
    expect(due?.primaryMember).toMatchObject({ firstNm: 'erased', lastNm: 'person', phoneNbr: null });
  });

  it('is in no list, search or counter, and cannot sign in', async () => {
    const { body } = await api.get('/v2/members', administrator).expect(200);
    expect(JSON.stringify(body)).not.toContain('erased');
    expect((await api.get(`/v2/members/${made.member._id}`, manager)).status).toBe(404);
    const token = { username: 'zq@example.test', password: 'Demo1234' };
    expect((await api.request.post('/v2/token').send(token)).status).toBe(401);
    expect((await post('/logout', {}, made.account)).status).toBe(401);
  });

  it('can be erased again, which changes nothing', async () => {
    const again = await post(
      `/v2/members/${made.member._id}/erasure`,
      { name: 'erased person' },
      administrator,
    );
    expect(again.status).toBe(204);
    await work();
    expect(await problems()).toEqual([]);
  });

  it('is neither in an archive nor in a backup that is made afterwards, nor in a log', async () => {
    const base = `/v2/organizations/${organizationNumber}/exports`;
    const { body } = await post(base, {}, administrator);
    await workOnJobs({ [EXPORT_JOB]: organizationExportJob(api.deps) }, api.deps.logger);
    const archive = await api
      .get(`${base}/${body._id}/archive.zip`, administrator)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      });
    const texts = Object.values(textsOfZip(archive.body)).join('\n');
    expect(texts).toContain('erased person');
    expect(texts).not.toMatch(TRACES);
    const folder = mkdtempSync(path.join(tmpdir(), 'kinfold-erased-'));
    const to = path.join(folder, 'backup');
    await writeBackup(to, new Date());
    for (const name of readdirSync(to)) {
      const bytes = readFileSync(path.join(to, name));
      expect((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')).not.toMatch(TRACES);
    }
    rmSync(folder, { recursive: true });
    expect(logged.join('\n')).toContain('/erasure');
    expect(logged.join('\n')).not.toMatch(TRACES);
  });

  it('is not charged again by an event that comes long after it was forgotten', async () => {
    const payment = await collection<{ _id: string }>('payments').findOne({ memberId: made.member._id });
    const event = await chargedEvent(payment?._id ?? '');
    await collection('provider_events').deleteMany({});
    await api.sandbox.webhooks.resend(event as never);
    await expectTheBooksToAgree(api);
    expect(await findTexts(TRACES)).toEqual([]);
  });
});

/** Erases a person, and runs each step of the job. */
async function eraseWholly(memberId: string): Promise<true> {
  await erasePerson(memberId, 'usd', TEST_AUTHOR, new Date());
  const job = await jobs().findOne({ isOpen: true, 'input.memberId': memberId });
  if (!job) throw new Error('there is no job');
  for (let { cursor } = job; ;) {
    const step = await erasureJob.step({ ...job, cursor }, true);
    if (step.isLast) return true;
    ({ cursor } = step);
  }
}

describe('an erasure that is interrupted', () => {
  it('at each of its writes is finished by repeating it, and leaves no trace', async () => {
    const { member, membership, account } = await makePersonWithEverything();
    await post('/v2/membership', { _id: membership._id, isActive: false }, administrator).expect(200);
    await collection('security_events').insertOne({
      ...{ _id: randomUUID(), kind: 'sign_in', at: new Date(), address: null },
      ...{ userId: account.userId, email: 'zq@example.test' },
    } as never);
    let writes = 0;
    // Most writes count twice.
    for (; ; writes += 2) {
      const attempt = () => eraseWholly(member._id).then(Boolean, () => false);
      const { result, isInterrupted } = await interruptedAfter(writes, attempt);
      expect(result).toBe(!isInterrupted);
      if (!isInterrupted) break;
    }
    expect(writes).toBeGreaterThan(20);
    await sealHistory();
    await work();
    expect(await findTexts(TRACES)).toEqual([]);
    expect(await problems()).toEqual([]);
    await expectTheBooksToAgree(api);
  });
});

describe('a person whose request has another spelling', () => {
  const made = async () => {
    const member = await aMember({ organizationNumber, firstNm: 'Jonathan', lastNm: 'Smythington' });
    const requestId = await anIntakeRequest({ organizationNumber, firstNm: 'Jonny', lastNm: 'Smithington' });
    await collection<{ _id: string }>('intake_requests').updateOne(
      { _id: requestId },
      {
        $set: { status: 'done', decision: { by: 'x', at: new Date(), reason: null, member_id: member._id } },
      },
    );
    const subject = { type: 'intake_request', id: requestId, label: 'Jonny Smithington' } as const;
    const change = { organizationNumber, action: 'intake.accepted', subject } as const;
    await recordChanges([change], TEST_AUTHOR, new Date(), undefined);
    await sealHistory();
    return member;
  };

  it('is counted once, and is found by it until the last of many steps', async () => {
    const member = await made();
    const preview = await post(`/v2/members/${member._id}/erasure/preview`, {}, manager).expect(200);
    expect(preview.body.goes).toContain('1 request to join');
    await erasePerson(member._id, 'usd', TEST_AUTHOR, new Date());
    // Each portion is a step of its own, as where there are very many.
    const real = Date.now.bind(Date);
    let ahead = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => real() + (ahead += 1_100));
    await work();
    vi.restoreAllMocks();
    expect(await findTexts(/Smithington|Smythington/)).toEqual([]);
  });
});

it('a request without a birth date goes with whom its phone shows, and one of the same name stays', async () => {
  const named = { organizationNumber, firstNm: 'Wilhelmina', lastNm: 'Undatedson' };
  const member = await aMember({ ...named, phones: [{ phoneNbr: '2405550188' }] });
  const requests = await Promise.all([anIntakeRequest(named), anIntakeRequest(named)]);
  for (const [index, phone] of ['(240) 555-0188', '(240) 555-0199'].entries())
    await collection<{ _id: string }>('intake_requests').updateOne(
      { _id: requests[index] ?? '' },
      { $set: { birthDt: null, phone, email: null } },
    );
  await erasePerson(member._id, 'usd', TEST_AUTHOR, new Date());
  await work();
  const left = collection('intake_requests').find({ lastNm: 'Undatedson' });
  expect((await left.toArray()).map(({ phone }) => String(phone))).toEqual(['(240) 555-0199']);
});

it('a death that was entered is not kept of who is erased', async () => {
  const member = await aMember({ organizationNumber, firstNm: 'Amos', lastNm: 'Departed' });
  const death = { event: 'death', deceasedDt: api.deps.now().toISOString().slice(0, 10) };
  await post(`/v2/members/${member._id}/life-events`, death, manager).expect(200);
  // Not while a claim still has to be decided or paid.
  const { _id: campaignId } = await aCampaign({ organizationNumber });
  const claim = await post('/v2/claims', { member_id: member._id, campaignId }, manager).expect(201);
  const refused = await erase(member._id, 'Amos Departed');
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringContaining(`the claim ${claim.body.claimNbr} is not closed`),
  ]);
  const reasons = [{ code: 'waiting', text: 'This fund has a waiting time.' }];
  await collection<{ _id: string }>('claims').updateOne(
    { _id: claim.body._id },
    {
      $set: {
        ...{ state: 'closed', cause: 'suicide' },
        ...{ 'coverage.asksCause': true, 'coverage.reasons': reasons },
      },
    },
  );
  // The file may be handed to the family, who do not read the cause, nor what follows from it.
  const { body } = await post(`/v2/members/${member._id}/person`, {}, administrator).expect(200);
  expect(body.data.claims).toMatchObject([{ _id: claim.body._id, state: 'closed' }]);
  expect(JSON.stringify(body)).not.toMatch(/cause|waiting/i);
  expect((await erase(member._id, 'Amos Departed')).status).toBe(204);
  const stored = await collection('members').findOne({ _id: objectId(member._id) });
  expect(stored?.['death']).toBeUndefined();
});

describe('what nobody needs', () => {
  it('has a term', async () => {
    const terms = async (name: string) =>
      (await collection(name).indexes()).flatMap(({ key, expireAfterSeconds: seconds }) =>
        seconds === undefined ? [] : [[Object.keys(key)[0], seconds / 86_400]],
      );
    expect(await terms('intake_requests')).toEqual([['decision.at', 365]]);
    expect(await terms('provider_events')).toEqual([['receivedDt', 90]]);
    expect(await terms('security_events')).toEqual([['at', 180]]);
    const letter = (_id: string, days: number) => ({
      ...{ _id, lettersId: 'old', addressLines: ['12 Elm Street'], order: `20707:okafor ruth:${_id}` },
      createdDt: new Date(api.deps.now().getTime() - days * 86_400_000),
    });
    const letters = collection<{ _id: string }>('run_letter_people');
    await letters.insertMany([letter('old', 31), letter('new', 29)] as never);
    expect(await forgetOldAddresses(api.deps.now())).toBe(1);
    expect(await letters.find({ lettersId: 'old' }).sort({ _id: 1 }).toArray()).toMatchObject([
      { _id: 'new', addressLines: ['12 Elm Street'] },
      { _id: 'old', addressLines: [], order: ':okafor ruth:old' },
    ]);
    await letters.deleteMany({ lettersId: 'old' });
  });
});

describe('the list of who wrote what', () => {
  it('has every field of every model, whatever of them a program has loaded', () => {
    const fields = [
      ...['createdBy', 'modifiedBy', 'connectedBy', 'recordedBy'],
      ...['receipt.recordedBy', 'decision.by', 'mailed.by', 'author.email'],
    ];
    const has = (field: Field | undefined, [name, ...rest]: readonly string[]): boolean =>
      field !== undefined && (name === undefined || has(field.fields?.[name], rest));
    const found = [...definitions]
      .map(([name, model]) => [name, fields.filter((field) => has(model, field.split('.')))] as const)
      .filter(([, named]) => named.length);
    expect(AUTHOR_FIELDS).toEqual(Object.fromEntries(found));
  });
});

describe('others', () => {
  it('are not in the file of a member of the office who edited them', async () => {
    const clerk = await aMember({ organizationNumber, firstNm: 'Clara', lastNm: 'Clerk' });
    const account = await anAccount({ role: 'manager', organizationNumber, memberId: clerk._id });
    const other = await aMember({ organizationNumber, firstNm: 'Ada', lastNm: 'Elsewhere' });
    const address = { streetAddress: '5 Private Lane', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
    await post('/v2/members', { _id: other._id, address }, account).expect(200);
    const { body } = await post(`/v2/members/${clerk._id}/person`, {}, administrator).expect(200);
    expect(JSON.stringify(body)).not.toMatch(/Elsewhere|Private Lane/);
    expect(body.data.audit_entries).toContainEqual(
      expect.objectContaining({ action: 'member.updated', of: 'member', organizationNumber }),
    );
  });

  it('keep their names, streets and phones where they share them', async () => {
    const { primary, members } = await aHousehold({
      organizationNumber,
      size: 2,
      primary: { firstNm: 'Amos', lastNm: 'Namesake' },
    });
    const other = await aMember({ organizationNumber, firstNm: 'Amos', lastNm: 'Namesake' });
    const [, spouse] = members as [MemberRecord, MemberRecord];
    expect((await erase(primary._id, 'Amos Namesake')).body.detail).toContain('is the primary member of');
    expect((await erase(other._id, 'Amos Namesake')).status).toBe(204);
    expect((await requireMember(primary._id)).firstNm).toBe('Amos');
    const recorded = await collection('audit_entries')
      .find({ 'subject.id': { $in: [primary._id, spouse._id] } })
      .toArray();
    for (const { subject } of recorded) expect(subject.label).not.toBe('erased person');
  });
});

describe('a sign-in', () => {
  const remove = (account: Account, password: string) =>
    post('/v2/identity/account/delete', { password }, account);
  const anOwner = async (role?: { organizationNumber: string; role: 'administrator' }) => {
    const member = await aMember({ organizationNumber });
    const user = await createUser(
      {
        email: `owner-${randomUUID()}@example.test`,
        passwordHash: PASSWORD_HASH,
        isEmailConfirmed: true,
        memberId: member._id,
        organizationNumber,
        roles: role ? [role] : [],
        now: new Date(),
      },
      TEST_AUTHOR,
    );
    return { userId: user._id, memberId: member._id, email: user.email };
  };

  it('is deleted by its owner, with the password; the member stays', async () => {
    const owner = await anOwner();
    const wrong = await remove(owner, 'Wrong1234');
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([422, 'password']);
    expect((await remove(owner, 'Demo1234')).status).toBe(204);
    expect((await post('/logout', {}, owner)).status).toBe(401);
    expect((await requireMember(owner.memberId)).isActive).not.toBe(false);
    expect(await collection('users').findOne({ email: owner.email })).toBeNull();
    const recorded = await collection('audit_entries').findOne({
      action: 'account.deleted',
      'subject.id': owner.memberId,
    });
    expect(recorded).not.toBeNull();
  });

  it('keeps its address in payments for others, its devices, events and mails as long as it is there, and no longer, wherever a process dies', async () => {
    const owner = await anOwner();
    const { userId, email } = owner;
    const other = `another of ${userId}`;
    await collection('devices').insertOne({ userIds: [userId, other] });
    await collection('security_events').insertOne({ userId });
    await collection('outbox').insertOne({ to: email });
    const kept = async () =>
      [
        await collection('devices').countDocuments({ userIds: userId }),
        await collection('security_events').countDocuments({ userId }),
        await collection('outbox').countDocuments({ to: email }),
      ].map((count) => count > 0);
    expect(await kept()).toEqual([true, true, true]);
    const payments = collection<{ _id: string; email: string }>('payments');
    const paid = { _id: randomUUID(), userId: owner.userId, memberId: null, email: owner.email };
    await payments.insertOne(paid as never);
    for (let writes = 0, isGone = false; !isGone; writes += 1) {
      const { result } = await interruptedAfter(writes, async () => remove(owner, 'Demo1234'));
      expect([204, 500]).toContain(result.status);
      isGone = (await collection('users').findOne({ email: owner.email })) === null;
      const stored = await payments.findOne({ _id: paid._id });
      expect([writes, stored?.email !== owner.email]).toEqual([writes, isGone]);
      expect([writes, ...(await kept())]).toEqual([writes, !isGone, !isGone, !isGone]);
    }
    expect(await collection('devices').findOneAndDelete({ userIds: other })).toMatchObject({
      userIds: [other],
    });
    await payments.deleteOne({ _id: paid._id });
  });

  it('of the last administrator is not deleted', async () => {
    const alone = await anOrganization();
    await collection('roles').deleteMany({ organizationNumber: '*' });
    const owner = await anOwner({ organizationNumber: alone.organizationNumber, role: 'administrator' });
    const refused = await remove(owner, 'Demo1234');
    expect([refused.status, refused.body.code]).toEqual([409, 'last_administrator']);
    expect((await erase(owner.memberId, 'x')).status).toBe(422);
  });
});

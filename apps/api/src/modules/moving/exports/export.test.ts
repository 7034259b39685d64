/** All data of an organization as an archive: its contents, who gets it, and that a killed worker leaves it complete. */
import { DAY_MS } from '@kinfold/domain/dates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aCampaign,
  aMember,
  anAccount,
  anIntakeRequest,
  anOrganization,
  aRun,
  linkTo,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { csvOf, importer, textsOfZip } from '../../../../test/importing.ts';
import { aPayer } from '../../../../test/payer.ts';
import { pay } from '../../../../test/paying.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { workOnJobs, type JobHandler } from '../../../work/job-worker.ts';
import { jobs } from '../../../work/jobs.ts';
import { organizationExportJob } from './export-job.service.ts';
import { EXPORT_JOB } from './export.service.ts';

let api: Api;
let tree: string;
let administrator: Account;
let manager: Account;
let stranger: Account;
let payer: Awaited<ReturnType<typeof aPayer>>;
beforeAll(async () => {
  api = await startApi();
  payer = await aPayer({ lastNm: 'Okafor', linkedLastNm: 'Tesfaye', organizationName: 'Grace Church' });
  tree = payer.organizationNumber;
  const branch = await anOrganization({ parentOrganization: tree, organizationName: 'Chapel' });
  await aMember({ organizationNumber: branch.organizationNumber, lastNm: 'Rutland', firstNm: '=Ada' });
  const other = await aPayer({ lastNm: 'Zzyzx', linkedLastNm: 'Zzyzx', organizationName: 'Zzyzx' });
  await linkTo(payer.memberId, other.memberId);
  administrator = await anAccount({ role: 'administrator', organizationNumber: tree });
  manager = await anAccount({ role: 'manager', organizationNumber: tree });
  stranger = await anAccount({ role: 'administrator', organizationNumber: other.organizationNumber });
  await pay(api, payer.account, [payer.dues[0]]);
});
afterAll(() => api.stop());

const base = () => `/v2/organizations/${tree}/exports`;
const handler = () => organizationExportJob(api.deps);
const work = (given: JobHandler = handler()) => workOnJobs({ [EXPORT_JOB]: given }, api.deps.logger);
const start = async () =>
  (await api.request.post(base()).set(api.as(administrator)).send({}).expect(202)).body;
const fetchArchive = (id: string, account = administrator, at = base()) =>
  api
    .get(`${at}/${id}/archive.zip`, account)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });
const linesOf = (text = '') => text.trim().split('\r\n').slice(1);

describe('an export of everything of an organization', () => {
  it('is an archive of all there is at and below it, and nothing beside it', async () => {
    const asked = await start();
    expect(asked).toMatchObject({
      isDone: false,
      rows: 0,
      job: { type: 'organization-export', status: 'waiting' },
    });
    // Pressing twice is one export.
    expect((await start())._id).toBe(asked._id);
    expect((await fetchArchive(asked._id)).status).toBe(409);
    await work();
    const { body } = await api.get(base(), administrator);
    expect(body).toMatchObject({
      exports: [{ _id: asked._id, isDone: true, job: { status: 'done' } }],
      next: null,
    });
    const answer = await fetchArchive(asked._id);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(answer.headers['content-disposition']).toMatch(
      /filename="export-T[0-9a-f]+-\d{4}-\d\d-\d\d\.zip"/,
    );
    expect(answer.body.length).toBe(body.exports[0].size);
    const files = textsOfZip(answer.body);
    expect(Object.keys(files)).toEqual([
      'organizations.csv',
      'members.csv',
      'households.csv',
      'memberships.csv',
      'balances.csv',
      'campaigns.csv',
      'runs.csv',
      'dues.csv',
      'payments.csv',
      'contacts.csv',
      'groups.csv',
      'roles.csv',
      'requests.csv',
      'history.csv',
      'earlier-payments.csv',
      'reminders.csv',
      'letters.csv',
      'calls.csv',
      'imports.csv',
      'household-notes.csv',
      'README.txt',
    ]);
    expect(Object.values(files).join('')).not.toContain('Zzyzx');
    const counts = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, linesOf(text).length]),
    );
    const members = await collection('members').countDocuments({
      organizationName: { $in: ['Grace Church', 'Chapel'] },
    });
    const dues = await collection('donations').countDocuments({ organizationNumber: tree });
    expect(counts).toMatchObject({
      'organizations.csv': 2,
      'members.csv': members,
      'dues.csv': dues,
      'roles.csv': 2,
    });
    expect(files['members.csv']).toContain("Rutland,'=Ada,");
    expect(files['payments.csv']).toContain(payer.dues[0].donationId);
    expect(files['campaigns.csv']).toMatch(/Everybody/);
    expect(files['README.txt']).toContain('All data of Grace Church');
    expect(files['README.txt']).toMatch(/Household: The number of its primary member/);
    const rows = Object.entries(counts).reduce(
      (sum, [name, count]) => sum + (name === 'README.txt' ? 0 : count),
      0,
    );
    expect(body.exports[0].rows).toBe(rows);
  });

  it('has payments from before, how members were notified, imports, and requests of every status, by page', async () => {
    const [member] = await collection('members')
      .find({ _id: objectId(payer.memberId) })
      .toArray();
    const { body: run } = await api.get(`/v2/campaigns/${payer.campaignId}/runs`, administrator);
    const campaignRunId: string = run.campaignRuns[0]._id;
    const at = new Date('2026-03-14T15:30:00.000Z');
    const person = { memberId: payer.memberId, createdDt: at };
    await collection('messages').insertOne({
      ...{
        _id: 'reminder:one' as never,
        reminderId: 'reminder',
        kind: 'reminder',
        createdDt: at,
        sentDt: at,
      },
      ...{ memberId: objectId(payer.memberId), campaignRunId: objectId(campaignRunId), openedDt: null },
      ...{ campaignId: objectId(payer.campaignId), email: 'ann@grace.test', amount: 3000, state: 'unsure' },
      ...{ campaignMembershipId: objectId(payer.campaignMembershipId), tokenHash: 'x', attempts: 1 },
    });
    await collection('run_letters').insertOne({
      ...{ _id: 'letters' as never, campaignRunId, audience: 'paper', isWholeRun: true, counts: [] },
      ...{
        organizationNumber: tree,
        organizationName: 'Grace Church',
        jobId: 'x',
        createdBy: 'office@grace.test',
      },
      ...{ createdDt: at, doneDt: at, mailed: { by: 'ann@grace.test', at } },
    });
    const letter = {
      ...{ ...person, lettersId: 'letters', memberNumber: member?.['memberId'], name: 'Okafor' },
      ...{ organizationName: 'Grace Church', order: '1', people: [], minAmountDue: 3000, paymentsTotal: 0 },
    };
    await collection('run_letter_people').insertMany([
      { ...letter, _id: 'letters:1' as never, outcome: 'letter', addressLines: ['=1 Elm Street', 'Laurel'] },
      { ...letter, _id: 'letters:2' as never, outcome: 'no_address', addressLines: [] },
    ]);
    await collection('run_calls').insertOne({
      ...{ _id: 'call' as never, donationId: payer.dues[0].donationId, campaignRunId, at },
      ...{ memberId: payer.memberId, outcome: 'will_pay', note: 'On Friday', phoneNbr: '3015550142' },
      author: { userId: null, email: 'office@grace.test', name: 'Ruth', requestId: null },
    });
    await anIntakeRequest({ organizationNumber: tree, lastNm: 'Waits' });
    const answered = await collection('intake_requests').findOne({ lastNm: 'Waits' });
    await collection('intake_requests').insertMany(
      Array.from({ length: 600 }, (_, index) => ({
        ...answered,
        _id: index.toString(16).padStart(24, '0') as never,
        lastNm: 'Answered',
        status: index % 2 ? 'member' : 'dismissed',
        decision: { by: 'Ruth', at, reason: null, member_id: null },
      })),
    );
    const [someRun] = await collection('campaign_runs')
      .find({ campaignId: objectId(payer.campaignId) })
      .toArray();
    await collection('campaign_runs').insertMany(
      Array.from({ length: 1_001 }, (_, index) => ({
        ...someRun,
        _id: objectId(`a${index.toString(16).padStart(23, '0')}`),
        name: `Many ${index}`,
      })),
    );
    const books = importer(
      api,
      await anAccount({ role: 'manager', organizationNumber: tree }),
      tree,
      'balances',
    );
    const file = csvOf([
      ['Member Number', 'Last Payment', 'Last Payment Date'],
      [member?.['memberId'], '12.34', '03/14/2024'],
    ]);
    const { _id: importId } = await books.check(file);
    await books.change(importId, { answers: { asOf: '2026-10-31', controlRows: 1, controlSum: 0 } });
    expect((await books.run(importId)).outcome).toMatchObject({ created: 1, failed: 0 });

    const { _id } = await start();
    await work();
    const files = textsOfZip((await fetchArchive(_id)).body);
    const whom = `^${member?.['memberId']},Okafor,${member?.['firstNm']},[^,]+,[^,]+,`;
    const only = (name: string) => {
      const lines = linesOf(files[name]);
      expect(lines, name).toHaveLength(1);
      return lines[0];
    };
    expect(only('earlier-payments.csv')).toMatch(
      new RegExp(`^opening:[^,]+,${payer.campaignMembershipId},.*,03\\.14\\.2024,12\\.34,`),
    );
    expect(only('reminders.csv')).toMatch(
      new RegExp(`${whom}Reminder,ann@grace\\.test,30\\.00,Not sure,03\\.14\\.2026 \\d\\d:30,`),
    );
    expect(only('letters.csv')).toMatch(
      new RegExp(`${whom}"'=1 Elm Street, Laurel",30\\.00,.*,ann@grace\\.test$`),
    );
    expect(only('calls.csv')).toMatch(
      new RegExp(`${whom}\\(301\\) 555-0142,Will pay,On Friday,Ruth,03\\.14\\.2026`),
    );
    expect(only('imports.csv')).toMatch(new RegExp(`^${tree},balances\\.csv,done,1,1,`));
    const requests = linesOf(files['requests.csv']).map((line) => /,(new|member|dismissed),/.exec(line)?.[1]);
    expect(requests).toEqual(['new', ...Array(300).fill('member'), ...Array(300).fill('dismissed')]);
    expect(linesOf(files['runs.csv']).filter((line) => line.includes(',Many '))).toHaveLength(1_001);
    expect(files['README.txt']).toMatch(/payments from before are in earlier-payments\.csv/);
  });

  it('has of a run that another organization manages what was paid here, not what others paid', async () => {
    const { organizationNumber } = await anOrganization({ organizationName: 'Guest' });
    const campaign = await aCampaign({ organizationNumber: tree });
    await collection('campaigns').updateOne(
      { _id: objectId(campaign._id) },
      {
        $set: {
          participatingOrganizations: [organizationNumber],
          offeredTo: [tree, organizationNumber],
        },
      },
    );
    const run = await aRun({ campaign });
    await collection('campaign_runs').updateOne(
      { _id: objectId(run._id) },
      { $set: { donationsAmount: 98_765 } },
    );
    const guest = await anAccount({ role: 'administrator', organizationNumber });
    const at = `/v2/organizations/${organizationNumber}/exports`;
    const { body } = await api.request.post(at).set(api.as(guest)).send({}).expect(202);
    await work();
    const files = textsOfZip((await fetchArchive(body._id, guest, at)).body);
    expect(linesOf(files['runs.csv'])).toContainEqual(expect.stringContaining(run.name));
    expect(files['runs.csv']).not.toContain('987.65');
  });

  it('is recorded in the history, as is each download', async () => {
    const { body } = await api.get(`/v2/audit?organization_number=${tree}`, administrator);
    const recorded = body.entries.map(({ action }: { action: string }) => action);
    expect(recorded).toContain('organization.exported');
    expect(recorded).toContain('organization.export_downloaded');
  });

  it('is the same when the worker is killed after every step, or before the step is noted', async () => {
    const { _id } = await start();
    const { step, ...rest } = handler();
    let steps = 0;
    const dying: JobHandler = {
      ...rest,
      async step(job, isRepeated) {
        const made = await step(job, isRepeated);
        steps += 1;
        if (steps % 2) throw new Error('killed');
        return made;
      },
    };
    while ((await jobs().findOne({ type: EXPORT_JOB, isOpen: true })) !== null) {
      await jobs().updateMany({ isOpen: true }, { $set: { leaseDt: new Date() } });
      await work(dying);
    }
    const files = textsOfZip((await fetchArchive(_id)).body);
    expect(Object.keys(files)).toHaveLength(21);
    const dues = await collection('donations').countDocuments({ organizationNumber: tree });
    expect(linesOf(files['dues.csv'])).toHaveLength(dues);
    expect(await collection('export_pieces').countDocuments({ exportId: _id })).toBe(21);
  });

  it('takes what another worker stored first', async () => {
    const { _id } = await start();
    const job = await jobs().findOne({ type: EXPORT_JOB, isOpen: true });
    if (!job) throw new Error('there is no job');
    const steps = await Promise.all([handler().step(job, false), handler().step(job, false)]);
    expect(steps[0]?.cursor).toEqual(steps[1]?.cursor);
    await work();
    expect(Object.keys(textsOfZip((await fetchArchive(_id)).body))).toHaveLength(21);
  });

  it('is for administrators of it, for seven days', async () => {
    const { body } = await api.get(base(), administrator);
    const [{ _id }] = body.exports;
    for (const account of [manager, stranger]) {
      expect((await api.request.post(base()).set(api.as(account)).send({})).status).toBe(403);
      expect((await api.get(base(), account)).status).toBe(403);
      expect((await fetchArchive(_id, account)).status).toBe(403);
    }
    const elsewhere = await anAccount({ role: 'administrator' });
    const { organizationNumber } = await anOrganization();
    const path = `/v2/organizations/${organizationNumber}/exports/${_id}/archive.zip`;
    expect((await api.get(path, elsewhere)).status).toBe(404);
    api.advance(7 * DAY_MS + 1_000);
    expect((await fetchArchive(_id)).status).toBe(404);
    expect((await api.get(base(), administrator)).body.exports).toEqual([]);
  });
});

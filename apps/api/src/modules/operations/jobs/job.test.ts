import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '@kinfold/domain/job';
import { ROLES } from '@kinfold/domain/role';
import { aMember, anAccount, anOrganization, TEST_AUTHOR } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { COPIED_NAMES_JOB } from '../../../work/copied-names.ts';
import { collection } from '../../../platform/database.ts';
import { workOnJobs, type JobHandlers } from '../../../work/job-worker.ts';
import { jobs, startJob } from '../../../work/jobs.ts';
import { copiedNamesJob } from '../copied-names/copied-names.service.ts';

let api: Api;
let tree: string;
let branch: string;
let manager: Account;
let otherAdministrator: Account;
let root: Account;
beforeAll(async () => {
  api = await startApi();
  tree = (await anOrganization()).organizationNumber;
  branch = (await anOrganization({ parentOrganization: tree })).organizationNumber;
  const other = (await anOrganization()).organizationNumber;
  manager = await anAccount({ role: 'manager', organizationNumber: tree });
  otherAdministrator = await anAccount({ role: 'administrator', organizationNumber: other });
  root = await anAccount({ role: 'administrator' });
});
afterAll(() => api.stop());

const start = (organizationNumber: string, id: string, type: string = COPIED_NAMES_JOB) =>
  startJob({ type, key: id, organizationNumber, input: { kind: 'member', id } }, TEST_AUTHOR);
const work = (handlers: JobHandlers = { [COPIED_NAMES_JOB]: copiedNamesJob }) =>
  workOnJobs(handlers, api.deps.logger);
const list = (query: string, account?: Account) => api.get(`/v2/jobs?${query}`, account);
const idsOf = (body: { jobs: Job[] }) => body.jobs.map(({ _id }) => _id);
const retry = (jobId: string, account = manager) =>
  api.request.post(`/v2/jobs/${jobId}/retry`).set(api.as(account)).send({});
/** Every step fails. */
const BROKEN: JobHandlers = {
  [COPIED_NAMES_JOB]: {
    step: async () => {
      throw new Error('boom');
    },
  },
};
/** Lets every step fail, until the job has. */
async function fail(jobId: string): Promise<void> {
  while ((await jobs().findOne({ _id: jobId }))?.state !== 'failed') {
    await jobs().updateOne({ _id: jobId }, { $set: { leaseDt: new Date() } });
    await work(BROKEN);
  }
}

describe('a job', () => {
  it('says what it is, how far it is, who started it and when it ended', async () => {
    const member = await aMember({ organizationNumber: branch });
    const account = await anAccount({ memberId: member._id });
    const change = { _id: member._id, phones: [{ phoneNbr: '3015550142' }] };
    await api.request.post('/v2/members').set(api.as(account)).send(change).expect(200);
    const { body } = await list(`organization_number=${branch}`, manager);
    expect(body.jobs[0]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      type: 'copied-names',
      status: 'waiting',
      total: null,
      done: 0,
      failed: 0,
      isRetrying: false,
      createdBy: account.email,
      createdDt: expect.stringMatching(/^20.*Z$/),
      startedDt: null,
      endedDt: null,
      report: null,
    });
    await work();
    const { status, body: done } = await api.get(`/v2/jobs/${body.jobs[0]._id}`, manager);
    expect(status).toBe(200);
    expect(done).toMatchObject({
      status: 'done',
      startedDt: expect.any(String),
      endedDt: expect.any(String),
    });
  });

  it('is visible to users who may start it at its organization or above, and to nobody else', async () => {
    const { _id } = await start(branch, 'rights');
    const statuses: number[] = [];
    for (const role of ROLES) {
      const account = await anAccount({ role, organizationNumber: branch });
      statuses.push((await api.get(`/v2/jobs/${_id}`, account)).status);
      statuses.push((await list(`organization_number=${branch}`, account)).status);
    }
    expect(statuses).toEqual([404, 403, 404, 200, 200, 200, 200, 200]);
    const member = await anAccount();
    for (const account of [member, otherAdministrator]) {
      expect((await api.get(`/v2/jobs/${_id}`, account)).status).toBe(404);
      expect((await retry(_id, account)).status).toBe(404);
      expect((await list(`organization_number=${branch}`, account)).status).toBe(403);
      expect((await list('organization_number=*', account)).status).toBe(403);
    }
    expect((await api.get(`/v2/jobs/${_id}`)).status).toBe(401);
    expect((await api.get(`/v2/jobs/${'0'.repeat(24)}`, manager)).status).toBe(404);
    expect((await api.get('/v2/jobs/nonsense', root)).status).toBe(404);
    await work();
  });

  it('of a type that nobody starts by hand is nobody’s', async () => {
    const { _id } = await start(branch, 'internal', 'internal');
    expect((await api.get(`/v2/jobs/${_id}`, root)).status).toBe(404);
    expect((await retry(_id, root)).status).toBe(404);
    expect(idsOf((await list('organization_number=*&page_size=100', root)).body)).not.toContain(_id);
  });
});

describe('the jobs of an organization', () => {
  it('are those at and below it, newest first, page after page, while others are started', async () => {
    const place = (await anOrganization({ parentOrganization: branch })).organizationNumber;
    const started: string[] = [];
    for (let index = 0; index < 5; index += 1) started.unshift((await start(place, `page ${index}`))._id);
    const query = `organization_number=${place}&page_size=2`;
    const seen: string[] = [];
    let { body } = await list(query, manager);
    while (body.next !== null) {
      seen.push(...idsOf(body));
      await start(place, `new ${seen.length}`);
      ({ body } = await list(`${query}&cursor=${body.next}`, manager));
    }
    expect([...seen, ...idsOf(body)]).toEqual(started);
    const above = await list(`organization_number=${tree}&page_size=100`, manager);
    expect(idsOf(above.body)).toEqual(expect.arrayContaining(started));
    const everywhere = await list('organization_number=*&page_size=100', root);
    expect(idsOf(everywhere.body)).toEqual(expect.arrayContaining(started));
    const elsewhere = await list(`organization_number=${branch}`, otherAdministrator);
    expect(elsewhere.status).toBe(403);
    await work();
  });

  it.each([
    ['', 'organization_number'],
    ['organization_number=', 'organization_number'],
    ['organization_number=*&page_size=1000', 'page_size'],
    ['organization_number=*&cursor=x', 'cursor'],
  ])('asked for by %j are refused at %s', async (query, field) => {
    const { status, body } = await list(query, root);
    expect(status).toBe(422);
    expect(body.errors).toEqual([expect.objectContaining({ path: field })]);
  });
});

describe('cancelling', () => {
  const cancel = (jobId: string, account = manager) =>
    api.request.post(`/v2/jobs/${jobId}/cancel`).set(api.as(account)).send({});
  const attention = async () => (await api.get('/v2/staff/attention', manager)).body.jobs;

  it('ends a job that was never begun at once, is in the history, and is nothing to look at', async () => {
    const before = await attention();
    const { _id } = await start(branch, 'cancel waiting');
    const { status, body } = await cancel(_id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'failed',
      failure: { code: 'cancelled', detail: expect.stringMatching(/cancelled/) },
      endedDt: expect.any(String),
    });
    expect(await attention()).toEqual(before);
    const administrator = await anAccount({ role: 'administrator', organizationNumber: tree });
    const history = await api.get(
      `/v2/audit?organization_number=${branch}&action=job.cancelled`,
      administrator,
    );
    expect(history.body.entries).toMatchObject([
      { actor: { email: manager.email }, changes: [{ field: 'job', from: COPIED_NAMES_JOB }] },
    ]);
    expect(await cancel(_id)).toMatchObject({ status: 409, body: { code: 'job_ended' } });
    // Its key is free, and a retry makes it go on.
    await work();
    expect((await retry(_id)).body).toMatchObject({ status: 'waiting', endedDt: null });
    expect((await retry(_id)).body).not.toHaveProperty('failure');
    await work();
    expect(await cancel(_id)).toMatchObject({ status: 409, body: { code: 'job_ended' } });
  });

  it('lets a job that runs end before its next step, and is written down once', async () => {
    const { _id } = await start(branch, 'cancel running');
    const jobNow = async () => (await api.get(`/v2/jobs/${_id}`, manager)).body as Job;
    let steps = 0;
    await work({
      [COPIED_NAMES_JOB]: {
        async step() {
          steps += 1;
          const answers = await Promise.all([cancel(_id), cancel(_id)]);
          for (const { status, body } of answers) {
            expect(status).toBe(200);
            expect(body).toMatchObject({ status: 'running', isCancelling: true, isRetrying: false });
          }
          return { cursor: steps, done: 1, isLast: steps === 5 };
        },
      },
    });
    expect(steps).toBe(1);
    expect(await jobNow()).toMatchObject({ status: 'failed', done: 1, failure: { code: 'cancelled' } });
    const entries = { action: 'job.cancelled', 'changes.from': COPIED_NAMES_JOB, organizationNumber: branch };
    expect(await collection('audit_entries').countDocuments(entries)).toBe(2);
  });

  it('is for users who may start it', async () => {
    const { _id } = await start(branch, 'cancel rights');
    const viewer = await anAccount({ role: 'viewer', organizationNumber: branch });
    for (const account of [viewer, otherAdministrator]) expect((await cancel(_id, account)).status).toBe(404);
    expect((await api.request.post(`/v2/jobs/${_id}/cancel`).send({})).status).toBe(401);
    expect((await api.get(`/v2/jobs/${_id}`, manager)).body.status).toBe('waiting');
    await work();
  });

  it('ends a job that waits after a failure without another try', async () => {
    const { _id } = await start(branch, 'cancel lost');
    await jobs().updateOne({ _id }, { $set: { owner: 'dead', state: 'running', startedDt: new Date() } });
    await jobs().updateOne({ _id }, { $set: { leaseDt: new Date() } });
    await work({ [COPIED_NAMES_JOB]: { step: () => Promise.reject(new Error('boom')) } });
    expect((await api.get(`/v2/jobs/${_id}`, manager)).body).toMatchObject({
      status: 'waiting',
      isRetrying: true,
    });
    await cancel(_id);
    await work();
    expect((await api.get(`/v2/jobs/${_id}`, manager)).body).toMatchObject({
      failure: { code: 'cancelled' },
    });
  });
});

describe('a retry', () => {
  it('has a failed job go on where it ended, once, however often it is pressed', async () => {
    const member = await aMember({ organizationNumber: branch });
    const { _id } = await start(branch, member._id);
    await jobs().updateOne({ _id }, { $set: { cursor: 1, done: 7 } });
    await work(BROKEN);
    const jobNow = async () => (await api.get(`/v2/jobs/${_id}`, manager)).body as Job;
    expect(await jobNow()).toMatchObject({ status: 'waiting', isRetrying: true });
    await fail(_id);
    expect(await jobNow()).toMatchObject({ status: 'failed', isRetrying: false });
    const answers = await Promise.all([retry(_id), retry(_id)]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ _id, status: 'waiting', done: 7, endedDt: null });
    }
    await work();
    expect((await api.get(`/v2/jobs/${_id}`, manager)).body).toMatchObject({ status: 'done', done: 7 });
    const again = await retry(_id);
    expect(again).toMatchObject({ status: 409, body: { code: 'job_done' } });
  });

  it('joins the same work where it was started again meanwhile', async () => {
    const member = await aMember({ organizationNumber: branch });
    const failed = await start(branch, member._id);
    await fail(failed._id);
    const open = await start(branch, member._id);
    expect((await retry(failed._id)).body).toMatchObject({ _id: open._id, status: 'waiting' });
    await work();
    expect((await api.get(`/v2/jobs/${failed._id}`, manager)).body).toMatchObject({ status: 'failed' });
  });
});

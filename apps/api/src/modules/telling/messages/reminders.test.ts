import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, calendarDateOf, DAY_MS, showDateInWords } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import { COUNTED_AT_ONCE_MAX } from '@kinfold/domain/constants';
import { remindedAfter } from '@kinfold/domain/reminder';
import { outcomeLines } from '@kinfold/domain/run-board';
import {
  aCampaign,
  aDonation,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  linkTo,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import type { CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { findDonationOfRun } from '../../funds/donations/donation.service.ts';
import { recordOfflineReceipts } from '../../money/charges/offline-receipt.service.ts';
import { collection } from '../../../platform/database.ts';
import { newId, objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { jobs } from '../../../work/jobs.ts';
import type { Mail } from '../../../platform/mailer.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { claimRemindersOf, requireMember, type MemberRecord } from '../../people/members/member.service.ts';
import { REMINDER_COUNT_JOB, reminderCountJob } from './reminder-preview.service.ts';
import { RUN_REMINDERS_JOB } from './reminder.service.ts';
import { runRemindersJob } from './run-reminders.service.ts';

const ZONE = 'America/New_York';
const text = 'Dear [Name],\n\n[Amount] is open for [Run], until [Last day]: [Pay link]';
const form = { subject: 'About [Run]', text };

let api: Api;
let manager: Account;
let organizationNumber: string;
let campaign: CampaignRecord;
let run: CampaignRunRecord;

beforeAll(async () => {
  api = await startApi({ environment: { TIME_ZONE: ZONE } });
  // A day at noon in the time zone, whenever the tests run.
  const noon = new Date(`${addDays(calendarDateOf(new Date(), ZONE), 1)}T17:00:00.000Z`);
  api.advance(noon.getTime() - Date.now());
  ({ organizationNumber } = await anOrganization());
  manager = await anAccount({ role: 'manager', organizationNumber });
});
afterAll(() => api.stop());
beforeEach(async () => {
  campaign = await aCampaign({ organizationNumber });
  run = await aRun({ campaign, endsInDays: 40 });
  api.mails.length = 0;
});

const path = (rest: string, of = run) => `/v2/campaigns/${of.campaignId}/runs/${of._id}/${rest}`;
const get = (rest: string, as = manager) => api.get(path(rest), as);
const post = (rest: string, body: object = form, of = run) =>
  api.request.post(path(rest, of)).set(api.as(manager)).send(body);

/** A member who owes $25.00 in the run. */
async function aDebtor(set: Partial<MemberRecord> & { email?: string } = {}) {
  const { email = `${Math.random().toString(36).slice(2)}@debtor.test`, ...rest } = set;
  const emails = email ? [{ email, email_type: 'primary' }] : [];
  const primary = await aMember({ organizationNumber, emails });
  if (Object.keys(rest).length)
    await collection('members').updateOne({ _id: objectId(primary._id) }, { $set: rest });
  const membership = await aMembership({ campaign, primary });
  await aDonation({ membership, run });
  return { primary, membership, email };
}

const work = async (mailer = api.deps.mailer) => {
  await jobs().updateMany({ isOpen: true }, { $set: { leaseDt: new Date(0) } });
  const deps = { ...api.deps, mailer };
  const handlers = {
    [RUN_REMINDERS_JOB]: runRemindersJob(deps),
    [REMINDER_COUNT_JOB]: reminderCountJob(deps),
  };
  await workOnJobs(handlers, api.deps.logger);
};

const linkIn = (mail: Mail | undefined, name: string) =>
  new RegExp(`http://localhost:8080/${name}/(\\S+)`).exec(mail?.text ?? '')?.[1] ?? '';

describe('a reminder of a run', () => {
  it('is counted before: who gets it, and who does not and why', async () => {
    const today = calendarDateOf(api.deps.now(), ZONE);
    await aDebtor();
    await aDebtor({ email: '' });
    await aDebtor({ preferredWay: 'letter' });
    await aDebtor({ preferredWay: 'call' });
    await aDebtor({ unsubscribedDt: api.deps.now() });
    await aDebtor({ email: 'gone@debtor.test', bouncedEmail: 'gone@debtor.test' });
    await aDebtor({ remindedDt: new Date(api.deps.now().getTime() - 3 * DAY_MS + 60_000) });
    await aDebtor({ remindedDt: new Date(api.deps.now().getTime() - 3 * DAY_MS - 60_000) });
    await aDebtor({ deceasedDt: addDays(today, -40) });
    const { primary } = await aDebtor();
    await aMember({ organizationNumber, firstNm: 'Late' }).then(({ _id }) =>
      collection('members').updateOne(
        { _id: objectId(_id) },
        { $set: { deceasedDt: addDays(today, -29), household_id: objectId(primary.household_id ?? '') } },
      ),
    );
    const { status, body } = await get('reminders/preview');
    expect(status).toBe(200);
    const leftOut = [
      'deceased',
      'after_death',
      'prefers_letter',
      'prefers_call',
      'no_email',
      'unsubscribed',
      'bounced',
      'reminded_lately',
    ];
    expect(body).toMatchObject({
      counted: { count: 2, sum: 50, leftOut: leftOut.map((reason) => ({ reason, count: 1 })) },
      waitsUntil: null,
      subject: 'A reminder: [Run]',
    });
    const begun = await post('reminders/preview');
    expect([begun.status, begun.body.type, begun.body.status]).toEqual([202, 'reminder-count', 'waiting']);
    await work();
    const counted = await api.get(`/v2/jobs/${begun.body._id}`, manager);
    expect(counted.body).toMatchObject({
      ...{ status: 'done', total: 10, done: 10 },
      report: { count: 2, sum: 5000, ...Object.fromEntries(leftOut.map((reason) => [reason, 1])) },
    });
  });

  it('is counted by a job where many owe, also when a worker dies between', async () => {
    const { membership } = await aDebtor();
    const donations = collection('donations');
    const due = await donations.findOne({ campaignMembershipId: objectId(membership._id) });
    if (!due) throw new Error('there is no due');
    const others = Array.from({ length: COUNTED_AT_ONCE_MAX }, () => objectId(newId()));
    await donations.insertMany(
      others.map((campaignMembershipId) => ({ ...due, _id: objectId(newId()), campaignMembershipId })),
    );
    expect((await get('reminders/preview')).body).toMatchObject({
      counted: null,
      subject: 'A reminder: [Run]',
    });
    const [one, other] = await Promise.all([post('reminders/preview'), post('reminders/preview')]);
    expect(one.body._id).toBe(other.body._id);
    const handlers = { [REMINDER_COUNT_JOB]: reminderCountJob(api.deps) };
    let steps = 0;
    await workOnJobs(handlers, api.deps.logger, () => steps++ > 1);
    const halfway = await api.get(`/v2/jobs/${one.body._id}`, manager);
    expect(halfway.body).toMatchObject({ total: COUNTED_AT_ONCE_MAX + 1, done: COUNTED_AT_ONCE_MAX });
    await work();
    const { body } = await api.get(`/v2/jobs/${one.body._id}`, manager);
    const count = COUNTED_AT_ONCE_MAX + 1;
    expect(body).toMatchObject({ status: 'done', done: count, report: { count, sum: count * 2500 } });
  });

  it('is mailed to the sender first, as a member would get it', async () => {
    const { primary } = await aDebtor();
    const { status, body } = await post('reminders/test');
    expect([status, body]).toEqual([200, { to: manager.email }]);
    const [mail] = await mailsTo(api, manager.email);
    expect(mail?.subject).toBe(`About ${run.name}`);
    expect(mail?.text).toContain(`Dear ${primary.firstNm} ${primary.lastNm},`);
    expect(mail?.text).toContain('$25.00 is open');
    expect(await collection('messages').countDocuments({ memberId: objectId(primary._id) })).toBe(0);
  });

  it('is listed page by page', async () => {
    await aDebtor();
    await aDebtor();
    await post('reminders');
    await work();
    const first = await get('messages?page_size=1');
    const second = await get(`messages?page_size=1&cursor=${first.body.next}`);
    expect(second.status).toBe(200);
    const ids = [first, second].flatMap(({ body }) => body.messages.map(({ _id }: { _id: string }) => _id));
    expect(new Set(ids).size).toBe(2);
    expect(second.body.next).toBeNull();
  });

  it('goes to each once, is counted, and leads to the dues after a sign-in', async () => {
    const { primary, membership, email } = await aDebtor();
    await aDebtor({ email: '' });
    const begun = await post('reminders');
    expect(begun.status).toBe(201);
    expect(begun.body).toMatchObject({ kind: 'reminder', subject: form.subject, job: { status: 'waiting' } });
    expect((await post('reminders')).body.code).toBe('reminder_running');
    await work();
    await work();
    const mails = api.mails.filter(({ to }) => to === email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const token = linkIn(mails[0], 'pay');
    expect(JSON.stringify(await collection('messages').find().toArray())).not.toContain(token);

    expect((await api.request.post(`/v2/messages/${token}/opened`)).status).toBe(204);
    expect((await api.request.get(`/v2/messages/${token}`)).status).toBe(401);
    const own = await anAccount({ memberId: primary._id });
    const dues = { member_id: primary._id, campaignMembershipId: membership._id };
    expect((await api.get(`/v2/messages/${token}`, own)).body).toEqual(dues);
    const linked = await anAccount();
    expect((await api.get(`/v2/messages/${token}`, linked)).status).toBe(404);
    await linkTo(linked.memberId ?? '', primary._id);
    expect((await api.get(`/v2/messages/${token}`, linked)).body).toEqual(dues);

    const { body } = await get('reminders');
    expect(body.reminders).toMatchObject([
      {
        sent: 1,
        bounced: 0,
        failed: 0,
        unsure: 0,
        opened: 1,
        job: { status: 'done', report: { left_out: 1 } },
      },
    ]);
    const listed = { memberName: `${primary.lastNm}, ${primary.firstNm}`, amount: 25, state: 'sent', email };
    expect((await get('messages')).body.messages).toMatchObject([listed]);
    expect((await get('messages?state=opened')).body.messages).toHaveLength(1);
    expect((await get('messages?state=bounced')).body.messages).toEqual([]);
    const { text, headers } = await get('messages.csv?state=opened');
    expect(text.trim().split('\r\n').slice(1)).toEqual([
      expect.stringMatching(new RegExp(`^"${listed.memberName}",Reminder,${email},25\\.00,Sent,`)),
    ]);
    expect(headers['content-disposition']).toMatch(/filename="reminders-Run-\d+-opened-/);
    expect((await get('messages.csv?state=bounced')).text.trim().split('\r\n')).toHaveLength(1);
    const recorded = await collection('audit_entries')
      .find({ action: 'list.exported', 'actor.email': manager.email })
      .sort({ seq: 1 })
      .toArray();
    expect(recorded.map(({ changes }) => changes)).toEqual(
      ['opened', 'bounced'].map((state) => [
        { field: 'list', from: null, to: 'reminders' },
        { field: 'filter', from: null, to: `${run.name}, ${state}` },
      ]),
    );
    const ofMember = await api.get(`/v2/members/${primary._id}/messages`, manager);
    expect(ofMember.body).toMatchObject({
      messages: [{ campaignRunName: run.name, state: 'sent' }],
      next: null,
    });
    expect((await get('reminders/preview')).body).toMatchObject({
      counted: { count: 0 },
      subject: form.subject,
    });
    const history = await api.get(`/v2/audit?subject_type=campaign_run&subject_id=${run._id}`, manager);
    expect(history.body.entries.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual([
      'campaign_run.reminded',
      'campaign_run.reminder_begun',
    ]);
  });

  it('comes to nobody twice in three days, also not of two runs at once', async () => {
    const { primary, membership, email } = await aDebtor();
    const other = await aRun({ campaign, endsInDays: 20 });
    await aDonation({ membership, run: other });
    await Promise.all([post('reminders'), post('reminders', form, other)]);
    await Promise.all([work(), work()]);
    expect(api.mails.filter(({ to }) => to === email)).toHaveLength(1);
    // Its content is what the link leads to.
    expect(api.mails[0]?.text).toContain('Together: $50.00');
    // In this run, as in a letter and on the call list.
    expect(api.mails[0]?.text).toContain('$25.00 is open for');
    expect((await requireMember(primary._id)).remindedBy).toMatch(new RegExp(`${primary._id}$`));
  });

  it('is claimed for a person by one message, which may ask again', async () => {
    const { _id } = await aMember();
    const now = api.deps.now();
    const claim = (messageId: string, at = now) =>
      claimRemindersOf(new Map([[_id, messageId]]), { since: remindedAfter(at), now: at });
    expect(await claim('one')).toEqual(new Set([_id]));
    expect(await claim('other')).toEqual(new Set());
    expect(await claim('one')).toEqual(new Set([_id]));
    expect(await claim('other', new Date(now.getTime() + 3 * DAY_MS))).toEqual(new Set([_id]));
  });

  it('is sent to nobody twice when the work is interrupted, and says of whom nobody knows', async () => {
    await aDebtor();
    await aDebtor();
    await aDebtor();
    await post('reminders');
    let sent = 0;
    // The process dies after it claimed the mail and before it recorded that.
    const dying = {
      ...api.deps.mailer,
      async send(mail: Mail) {
        if (sent === 1) return new Promise<void>(() => undefined);
        sent += 1;
        await api.deps.mailer.send(mail);
      },
    };
    const handlers = { [RUN_REMINDERS_JOB]: runRemindersJob({ ...api.deps, mailer: dying }) };
    void workOnJobs(handlers, api.deps.logger);
    await expect
      .poll(() =>
        collection('messages').countDocuments({ campaignRunId: objectId(run._id), state: 'sending' }),
      )
      .toBe(2);
    await jobs().updateMany({ isOpen: true }, { $set: { owner: null } });
    await work();
    expect(api.mails).toHaveLength(1);
    expect((await get('reminders')).body.reminders).toMatchObject([
      { sent: 1, unsure: 2, failed: 0, job: { status: 'done', report: { sent: 1, unsure: 2, left_out: 0 } } },
    ]);
  });

  it('marks an address that the mail server does not know, until it is changed', async () => {
    const { primary, email } = await aDebtor();
    await aDebtor({ email: 'busy@debtor.test' });
    await post('reminders');
    const refuse = (responseCode: number, response: string) =>
      Object.assign(new Error(response), { responseCode, response, command: 'RCPT TO' });
    await work({
      ...api.deps.mailer,
      send: ({ to }) =>
        Promise.reject(to === email ? refuse(550, '550 5.1.1 unknown') : refuse(450, '450 4.2.0 later')),
    });
    expect((await get('messages?state=bounced')).body.messages).toMatchObject([{ email }]);
    const shown = await api.get(`/v2/members/${primary._id}`, manager);
    expect(shown.body.bouncedEmail).toBe(email);
    const bouncing = await api.get(
      `/v2/members?bounced=true&organization_number=${organizationNumber}`,
      manager,
    );
    expect(bouncing.body.members.map(({ _id }: { _id: string }) => _id)).toContain(primary._id);
    const attention = await api.get('/v2/staff/attention', manager);
    expect(attention.body.bouncedEmails).toBe(bouncing.body.results);
    // The other one is tried later.
    await work();
    expect(api.mails.map(({ to }) => to)).toEqual(['busy@debtor.test']);
    expect((await get('reminders')).body.reminders).toMatchObject([{ sent: 1, bounced: 1 }]);
    const emails = [{ email: 'new@debtor.test' }];
    const changed = await api.request
      .post('/v2/members')
      .set(api.as(manager))
      .send({ _id: primary._id, emails });
    expect(changed.body.bouncedEmail).toBeNull();
    // No mail reached them: they need not wait for three days.
    expect((await get('reminders/preview')).body.counted).toMatchObject({
      count: 1,
      leftOut: [{ reason: 'reminded_lately', count: 1 }],
    });
  });

  it('goes to the address they sign in with until that bounces, which an edit of something else does not forget', async () => {
    const { primary } = await aDebtor({ email: '' });
    const { email } = await anAccount({ memberId: primary._id });
    await post('reminders');
    const unknown = { responseCode: 550, response: '550 5.1.1 unknown', command: 'RCPT TO' };
    await work({ ...api.deps.mailer, send: () => Promise.reject(Object.assign(new Error('no'), unknown)) });
    expect((await get('messages?state=bounced')).body.messages).toMatchObject([{ email }]);
    const change = (fields: object) =>
      api.request
        .post('/v2/members')
        .set(api.as(manager))
        .send({ _id: primary._id, ...fields });
    expect((await change({ middleInit: 'Q' })).body.bouncedEmail).toBe(email);
    expect((await get('reminders/preview')).body.counted.leftOut).toEqual([{ reason: 'bounced', count: 1 }]);
    const changed = await change({ emails: [{ email: 'new@debtor.test' }] });
    expect(changed.body.bouncedEmail).toBeNull();
    expect((await get('reminders/preview')).body.counted).toMatchObject({ count: 1, leftOut: [] });
  });

  it('goes to the next address where one bounces, and to none of them where all did', async () => {
    const { primary } = await aDebtor();
    const addresses = ['first@debtor.test', 'second@debtor.test'];
    const emails = addresses.map((email) => ({ email, email_type: 'primary' }));
    await collection('members').updateOne({ _id: objectId(primary._id) }, { $set: { emails } });
    const tried: string[] = [];
    const unknown = { responseCode: 550, response: '550 5.1.1 unknown', command: 'RCPT TO' };
    const send = ({ to }: Mail) => {
      tried.push(to);
      return Promise.reject(Object.assign(new Error('no'), unknown));
    };
    for (let times = 0; times < 3; times += 1) {
      await post('reminders');
      await work({ ...api.deps.mailer, send });
    }
    expect(tried).toEqual(addresses);
  });

  it('that nobody took may be sent again at once', async () => {
    await aDebtor();
    await post('reminders');
    const later = Object.assign(new Error('later'), { responseCode: 450, command: 'RCPT TO' });
    for (let tries = 0; tries < 4; tries += 1)
      await work({ ...api.deps.mailer, send: () => Promise.reject(later) });
    expect((await get('reminders')).body.reminders).toMatchObject([{ sent: 0, failed: 1 }]);
    expect((await get('reminders/preview')).body).toMatchObject({ counted: { count: 1, leftOut: [] } });
  });

  it('asked to be sent later does not follow one of another run', async () => {
    const { primary } = await aDebtor();
    await post('reminders');
    const later = Object.assign(new Error('later'), { responseCode: 450, command: 'RCPT TO' });
    await work({ ...api.deps.mailer, send: () => Promise.reject(later) });
    const other = { remindedDt: api.deps.now(), remindedBy: `other:${primary._id}` };
    await collection('members').updateOne({ _id: objectId(primary._id) }, { $set: other });
    for (let tries = 0; tries < 4; tries += 1) await work();
    expect(api.mails).toEqual([]);
    expect(await requireMember(primary._id)).toMatchObject(other);
  });

  it('waits where the mail server is away', async () => {
    await aDebtor();
    await post('reminders');
    const refused = Object.assign(new Error('connect'), { code: 'ESOCKET', originalCode: 'ECONNREFUSED' });
    await work({ ...api.deps.mailer, send: () => Promise.reject(refused) });
    expect((await get('reminders')).body.reminders).toMatchObject([{ job: { status: 'waiting' } }]);
    await work();
    expect(api.mails).toHaveLength(1);
  });

  it('whose job failed may be sent again at once to whom it did not reach', async () => {
    const { email } = await aDebtor();
    await aDebtor();
    await post('reminders');
    const away = Object.assign(new Error('connect'), { code: 'ESOCKET', originalCode: 'ECONNREFUSED' });
    const send = (mail: Mail) => (mail.to === email ? api.deps.mailer.send(mail) : Promise.reject(away));
    for (let tries = 0; tries < 10; tries += 1) await work({ ...api.deps.mailer, send });
    expect((await get('reminders')).body.reminders).toMatchObject([
      { sent: 1, failed: 0, job: { status: 'failed' } },
    ]);
    expect((await get('reminders/preview')).body.counted).toMatchObject({
      count: 1,
      leftOut: [{ reason: 'reminded_lately', count: 1 }],
    });
  });

  it('whose job failed is sent by a retry to whom it did not reach, unless another one did meanwhile', async () => {
    const { email } = await aDebtor();
    await aDebtor();
    await post('reminders');
    const away = Object.assign(new Error('connect'), { code: 'ESOCKET', originalCode: 'ECONNREFUSED' });
    const send = (mail: Mail) => (mail.to === email ? api.deps.mailer.send(mail) : Promise.reject(away));
    const fails = async () => {
      for (let tries = 0; tries < 10; tries += 1) await work({ ...api.deps.mailer, send });
      const [{ job }] = (await get('reminders')).body.reminders;
      expect(job.status).toBe('failed');
      return async () => {
        await api.request.post(`/v2/jobs/${job._id}/retry`).set(api.as(manager)).expect(200);
        for (let tries = 0; tries < 4; tries += 1) await work();
      };
    };
    const retry = await fails();
    await retry();
    expect(api.mails).toHaveLength(2);
    expect(new Set(api.mails.map(({ to }) => to)).size).toBe(2);
    expect((await get('reminders')).body.reminders).toMatchObject([
      { sent: 2, failed: 0, unsure: 0, job: { status: 'done' } },
    ]);

    api.advance(4 * DAY_MS);
    await post('reminders');
    const retryTooLate = await fails();
    await post('reminders');
    await work();
    expect(api.mails).toHaveLength(4);
    await retryTooLate();
    expect(api.mails).toHaveLength(4);
    api.advance(-4 * DAY_MS);
  });

  it('waits at night for the morning', async () => {
    await aDebtor();
    // From noon to 22:00.
    api.advance(10 * 3_600_000);
    const morning = (await get('reminders/preview')).body.waitsUntil;
    expect(new Date(morning).getTime() - api.deps.now().getTime()).toBeGreaterThan(9 * 3_600_000);
    expect((await post('reminders')).body.waitsUntil).toBe(morning);
    await work();
    expect(api.mails).toHaveLength(0);
    api.advance(10 * 3_600_000 + 120_000);
    await work();
    expect(api.mails).toHaveLength(1);
    api.advance(4 * 3_600_000);
  });

  it('stops when the night comes while it is sent, and reminds the others in the morning', async () => {
    for (let people = 0; people < 12; people += 1) await aDebtor();
    await post('reminders');
    // The first mail takes from noon to 22:00.
    let isFirst = true;
    const slow = {
      send: async (mail: Mail) => {
        if (isFirst) api.advance(10 * 3_600_000);
        isFirst = false;
        await api.deps.mailer.send(mail);
      },
    };
    await work({ ...api.deps.mailer, ...slow });
    const before = api.mails.length;
    expect(before).toBeLessThanOrEqual(8);
    for (let tries = 0; tries < 4; tries += 1) await work();
    expect(api.mails).toHaveLength(before);
    api.advance(10 * 3_600_000 + 120_000);
    await work();
    expect(new Set(api.mails.map(({ to }) => to)).size).toBe(12);
    expect(api.mails).toHaveLength(12);
    expect((await get('reminders')).body.reminders).toMatchObject([{ sent: 12, unsure: 0 }]);
    api.advance(4 * 3_600_000);
  });

  it('of a paused run is refused, and one that is paused meanwhile ends', async () => {
    await aDebtor();
    await post('reminders');
    await collection('campaign_runs').updateOne({ _id: objectId(run._id) }, { $set: { isActive: false } });
    expect((await post('reminders')).body.code).toBe('run_paused');
    expect((await get('reminders/preview')).body.code).toBe('run_paused');
    await work();
    expect(api.mails).toHaveLength(0);
    expect((await get('reminders')).body.reminders).toMatchObject([{ job: { report: { stopped: 1 } } }]);
  });

  it('shows errors beside their fields', async () => {
    const wrong = await post('reminders', { subject: '', text: 'Dear [First name]' });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toEqual([
      { path: 'subject', message: 'A subject of at most 100 characters is required' },
      {
        path: 'text',
        message: 'Only [Name], [Amount], [Run], [Last day] and [Pay link] may be in brackets',
      },
    ]);
    expect((await post('reminders', { subject: 1, text: ['a'] })).status).toBe(422);
    expect((await get('messages?cursor=nonsense')).status).toBe(422);
  });

  it('is for users who read the memberships where the campaign is managed', async () => {
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
    expect((await get('reminders', treasurer)).status).toBe(200);
    const stranger = await anAccount({
      role: 'manager',
      organizationNumber: (await anOrganization()).organizationNumber,
    });
    for (const rest of ['reminders', 'reminders/preview', 'messages', 'messages.csv'])
      expect((await get(rest, stranger)).status).toBe(403);
  });
});

describe('the report to those who gave', () => {
  const report = (rest = '') => `/v2/runs/${run._id}/report${rest}`;
  const tell = (as: Account, lines: object[] = []) =>
    api.request.post(report()).set(api.as(as)).send({ lines });

  async function aGiver(amount: number, set: Parameters<typeof aDebtor>[0] = {}) {
    const giver = await aDebtor(set);
    const due = await findDonationOfRun(giver.membership._id, run._id);
    const lines = [{ donationId: due?._id ?? '', amount: cents(amount) }];
    const paid = { method: 'cash', paidDt: new Date(), recordedBy: 'test', currency: 'usd' } as const;
    await recordOfflineReceipts([{ receiptId: randomUUID(), lines, ...paid }], api.deps);
    return giver;
  }

  it('goes once to each, by their way, with what it came to', async () => {
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
    const now = api.deps.now();
    const today = calendarDateOf(now, ZONE);
    const whole = await aGiver(25_00);
    const part = await aGiver(10_00, { remindedDt: now });
    await aGiver(25_00, { preferredWay: 'letter' });
    await aGiver(25_00, { preferredWay: 'call' });
    await aGiver(25_00, { unsubscribedDt: now });
    await aGiver(25_00, { deceasedDt: addDays(today, -40) });
    const mourning = await aGiver(25_00);
    await aMember({ organizationNumber, firstNm: 'Late' }).then(({ _id }) =>
      collection('members').updateOne(
        { _id: objectId(_id) },
        {
          $set: {
            deceasedDt: addDays(today, -2),
            household_id: objectId(mourning.primary.household_id ?? ''),
          },
        },
      ),
    );
    const owing = await aDebtor();
    expect((await api.get(report('/preview'), treasurer)).body.code).toBe('run_not_ended');
    await collection('campaign_runs').updateOne(
      { _id: objectId(run._id) },
      { $set: { endDt: new Date(now.getTime() - 1) } },
    );
    expect((await tell(manager)).status).toBe(403);

    const leftOut = ['deceased', 'after_death', 'prefers_letter', 'prefers_call', 'unsubscribed'];
    const { body: preview } = await api.get(report('/preview'), treasurer);
    const lines = [
      { label: 'Collected', amount: 160_00 },
      { label: 'Added by payers for card fees', amount: 0 },
      { label: `Left in ${campaign.campaignName}`, amount: 160_00 },
    ];
    expect(preview).toMatchObject({
      counted: { count: 2, sum: 35, leftOut: leftOut.map((reason) => ({ reason, count: 1 })) },
      subject: '[Run]: what it came to',
      lines,
    });
    const counting = await api.request.post(report('/preview')).set(api.as(treasurer)).send({});
    expect(counting.status).toBe(202);
    await work();
    expect((await api.get(`/v2/jobs/${counting.body._id}`, treasurer)).body.report).toEqual({
      ...{ count: 2, sum: 35_00 },
      ...Object.fromEntries(leftOut.map((reason) => [reason, 1])),
    });

    api.mails.length = 0;
    expect((await tell(treasurer)).body.code).toBe('report_changed');
    const begun = await Promise.all([tell(treasurer, lines), tell(treasurer, lines)]);
    expect(begun.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(begun.filter(({ status }) => status === 409)).toHaveLength(1);
    // What comes in meanwhile changes nothing of what all are told.
    await aGiver(5_00, { preferredWay: 'letter' });
    await work();
    await work();
    expect(api.mails.map(({ to }) => to).toSorted()).toEqual([part.email, whole.email].toSorted());
    const mail = api.mails.find(({ to }) => to === part.email);
    expect(mail?.subject).toBe(`${run.name}: what it came to`);
    expect(mail?.text).toContain(`Dear ${part.primary.firstNm} ${part.primary.lastNm},`);
    expect(mail?.text).toContain(
      `Collected: $160.00\nAdded by payers for card fees: $0.00\nLeft in ${campaign.campaignName}: $160.00`,
    );
    expect(mail?.text).not.toContain('/pay/');

    // On the overview of those who gave, as they were told; of those who did not, nothing of it.
    const overviewOf = async ({ primary }: { primary: { _id: string } }) => {
      const own = await anAccount({ memberId: primary._id });
      return (await api.get('/v2/my/donations?page_size=5', own)).body.donations[0];
    };
    expect(await overviewOf(part)).toMatchObject({ campaignRunId: run._id, told: lines });
    expect((await overviewOf(owing)).told).toBeUndefined();

    const { body: since } = await api.get(report(), treasurer);
    const again = await tell(treasurer, outcomeLines(since, 0));
    expect([again.status, again.body.code]).toEqual([409, 'report_sent']);
    expect(again.body.detail).toBe(`Those who gave were told on ${showDateInWords(now, ZONE)}.`);
    expect((await api.get(report('/preview'), treasurer)).body.detail).toBe(again.body.detail);
    expect((await get('reminders')).body.reminders).toMatchObject([{ kind: 'report', sent: 2, failed: 0 }]);
    const { messages } = (await get('messages')).body;
    expect(messages.map(({ kind, amount }: Record<string, unknown>) => [kind, amount])).toEqual(
      expect.arrayContaining([
        ['report', 25],
        ['report', 10],
      ]),
    );
    const history = await api.get(`/v2/audit?subject_type=campaign_run&subject_id=${run._id}`, manager);
    expect(history.body.entries.slice(0, 2)).toMatchObject([
      { action: 'campaign_run.reminded', changes: [{ field: 'reports', to: 2 }] },
      { action: 'campaign_run.report_begun' },
    ]);
    // A report keeps nobody from being reminded.
    expect((await requireMember(whole.primary._id)).remindedDt).toBeUndefined();
    expect((await get('reminders/preview')).body.counted).toMatchObject({ count: 1, sum: 25 });
  });
});

describe('stopping reminders', () => {
  it('takes one press without a sign-in, is in the history, and can be undone', async () => {
    const { primary, email } = await aDebtor();
    await post('reminders');
    await work();
    const token = linkIn(
      api.mails.find(({ to }) => to === email),
      'stop-reminders',
    );
    const stop = () =>
      api.request.post(`/v2/messages/${token}/stop`).type('form').send('List-Unsubscribe=One-Click');
    expect((await stop()).status).toBe(204);
    expect((await stop()).status).toBe(204);
    expect((await requireMember(primary._id)).unsubscribedDt).toEqual(expect.any(Date));
    const history = await api.get(`/v2/audit?subject_type=member&subject_id=${primary._id}`, manager);
    expect(history.body.entries[0]).toMatchObject({ action: 'member.updated', actor: { email } });
    expect((await api.request.post('/v2/messages/nonsense/stop')).status).toBe(404);
    api.advance(4 * DAY_MS);
    expect((await get('reminders/preview')).body.counted.leftOut).toEqual([
      { reason: 'unsubscribed', count: 1 },
    ]);
    const own = await anAccount({ memberId: primary._id });
    await api.request.post('/api/v1/member').set(api.as(own)).send({ _id: primary._id, getsReminders: true });
    expect((await get('reminders/preview')).body).toMatchObject({ counted: { count: 1, leftOut: [] } });
    api.advance(-4 * DAY_MS);
  });
});

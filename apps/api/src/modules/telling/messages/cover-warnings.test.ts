import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, calendarDateOf, DAY_MS, showDate } from '@kinfold/domain/dates';
import {
  aCampaign,
  aDonation,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
} from '../../../../test/factories.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { covers } from '../../funds/coverage/kept-cover.service.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { jobs } from '../../../work/jobs.ts';
import { markStale, refresh } from '../../../work/projections.ts';
import { startCoverWarnings } from './cover-warnings.service.ts';
import { RUN_REMINDERS_JOB } from './reminder.service.ts';
import { runRemindersJob } from './run-reminders.service.ts';

const HOUR_MS = 3_600_000;

let api: Api;
beforeAll(async () => {
  api = await startApi();
  // Noon of a day, whenever the tests run.
  api.advance(Date.parse(`${addDays(calendarDateOf(new Date(), 'UTC'), 1)}T12:00:00.000Z`) - Date.now());
});
afterAll(() => api.stop());

const work = async (mailer = api.deps.mailer) => {
  await startCoverWarnings(api.deps.now(), 'UTC');
  await jobs().updateMany({ isOpen: true }, { $set: { leaseDt: new Date(0) } });
  await workOnJobs({ [RUN_REMINDERS_JOB]: runRemindersJob({ ...api.deps, mailer }) }, api.deps.logger);
};

it('warns who loses cover once 30 and once 7 days before, and shows staff who was warned', async () => {
  const { organizationNumber } = await anOrganization();
  const manager = await anAccount({ role: 'manager', organizationNumber });
  const campaign = await aCampaign({ organizationNumber });
  const rules = { fundRules: { graceDays: 40 } };
  await collection('campaigns').updateOne({ _id: objectId(campaign._id) }, { $set: rules });
  const run = await aRun({ campaign, endsInDays: 10 });
  const owes = async (email: string) => {
    const primary = await aMember({ organizationNumber, emails: [{ email, email_type: 'primary' }] });
    await aDonation({ membership: await aMembership({ campaign, primary }), run });
    return primary;
  };
  const warned = await owes('warned@fund.test');
  const mourning = await owes('mourning@fund.test');
  await markStale({ member_cover: [warned._id, mourning._id] });
  await refresh(covers, { now: api.deps.now(), timeZone: 'UTC' });
  await collection('members').updateOne(
    { _id: objectId((await aMember({ organizationNumber }))._id) },
    {
      $set: {
        deceasedDt: calendarDateOf(api.deps.now(), 'UTC'),
        household_id: objectId(mourning.household_id ?? ''),
      },
    },
  );

  // About 50 days before.
  await work();
  expect(api.mails).toEqual([]);
  api.advance(22 * DAY_MS);
  await work();
  await work();
  expect(api.mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['warned@fund.test', 'Please keep your cover'],
  ]);
  expect(api.mails[0]?.text).toContain('the cover of your household by');
  await refresh(covers, { now: api.deps.now(), timeZone: 'UTC' });
  const rows = await api.get(`/v2/cover-changes?campaign_id=${campaign._id}`, manager);
  const warnedDts = rows.body.changes.map((row: { member_id: string; warnedDt: string | null }) => [
    row.member_id,
    row.warnedDt !== null,
  ]);
  expect(warnedDts).toEqual([
    [warned._id, true],
    [mourning._id, false],
  ]);
  const file = await api.get(`/v2/cover-changes.csv?campaign_id=${campaign._id}`, manager);
  const today = showDate(calendarDateOf(api.deps.now(), 'UTC'));
  const [titles, ...lines] = file.text.trim().split('\r\n');
  expect(titles).toMatch(/,Why,Warned$/);
  expect(lines.map((line) => line.split(',').at(-1))).toEqual([today, '']);
  const path = `/v2/campaigns/${campaign._id}/runs/${run._id}/reminders`;
  expect((await api.get(path, manager)).body.reminders).toMatchObject([
    { kind: 'warning', days: 30, sent: 1, createdBy: 'Kinfold' },
  ]);
  // The other one is warned when 30 days have passed since the death.
  api.advance(9 * DAY_MS);
  await work();
  expect(api.mails.map(({ to }) => to)).toEqual(['warned@fund.test', 'mourning@fund.test']);
  api.advance(13 * DAY_MS);
  await work();
  await work();
  expect(api.mails.map(({ to }) => to).toSorted()).toEqual([
    'mourning@fund.test',
    'mourning@fund.test',
    'warned@fund.test',
    'warned@fund.test',
  ]);
  api.advance(10 * DAY_MS);
  await work();
  expect(api.mails).toHaveLength(4);
});

/** A fund with days of grace, and a run of it that ends the cover of people who owe in 25 days. */
async function aRunThatEnds() {
  const { organizationNumber } = await anOrganization();
  const campaign = await aCampaign({ organizationNumber });
  const rules = { fundRules: { graceDays: 20 } };
  await collection('campaigns').updateOne({ _id: objectId(campaign._id) }, { $set: rules });
  const run = await aRun({ campaign, endsInDays: 400 });
  const set = (fields: object) =>
    collection('campaign_runs').updateOne({ _id: objectId(run._id) }, { $set: fields });
  await set({ endDt: new Date(api.deps.now().getTime() + 5 * DAY_MS) });
  const owes = async (email: string) => {
    const primary = await aMember({ organizationNumber, emails: [{ email, email_type: 'primary' }] });
    await aDonation({ membership: await aMembership({ campaign, primary }), run });
    await collection('members').updateOne({ _id: objectId(primary._id) }, { $set: { isCovered: true } });
    return primary;
  };
  return { run, set, owes, organizationNumber };
}

it('warns nobody of what is owed from before', async () => {
  api.mails.length = 0;
  const { run, set, owes } = await aRunThatEnds();
  await owes('before@fund.test');
  await set({ source: 'import' });
  await work();
  expect(api.mails).toEqual([]);
  expect(await collection('reminders').countDocuments({ campaignRunId: objectId(run._id) })).toBe(0);
});

it('warns an hour later whom it could not while the mail server was away, and nobody twice', async () => {
  api.mails.length = 0;
  const { run, owes } = await aRunThatEnds();
  await owes('one@fund.test');
  await owes('other@fund.test');
  const away = Object.assign(new Error('connect'), { code: 'ESOCKET', originalCode: 'ECONNREFUSED' });
  const leaving: typeof api.deps.mailer = {
    ...api.deps.mailer,
    send: (mail) => (mail.to === 'one@fund.test' ? api.deps.mailer.send(mail) : Promise.reject(away)),
  };
  for (let tries = 0; tries < 10; tries += 1) await work(leaving);
  const begun = await collection('reminders').findOne({ campaignRunId: objectId(run._id) });
  expect(await jobs().findOne({ _id: String(begun?.['jobId']) })).toMatchObject({ state: 'failed' });
  await work();
  expect(api.mails).toHaveLength(1);
  api.advance(HOUR_MS);
  await work();
  await work();
  expect(api.mails.map(({ to }) => to).toSorted()).toEqual(['one@fund.test', 'other@fund.test']);
  expect(await collection('reminders').findOne({ campaignRunId: objectId(run._id) })).toMatchObject({
    ...{ sent: 2, failed: 0, unsure: 0, againDt: null },
  });
  api.advance(-HOUR_MS);
});

it('warns by a retry within that hour whom it could not, also those who were to be tried later', async () => {
  api.mails.length = 0;
  const { run, owes, organizationNumber } = await aRunThatEnds();
  await owes('one@fund.test');
  await owes('other@fund.test');
  const failing = (error: object): typeof api.deps.mailer => ({
    ...api.deps.mailer,
    send: (mail) =>
      mail.to === 'one@fund.test'
        ? api.deps.mailer.send(mail)
        : Promise.reject(Object.assign(new Error('no'), error)),
  });
  await work(failing({ responseCode: 450, command: 'RCPT TO' }));
  const away = failing({ code: 'ESOCKET', originalCode: 'ECONNREFUSED' });
  for (let tries = 0; tries < 10; tries += 1) await work(away);
  const reminder = () => collection('reminders').findOne({ campaignRunId: objectId(run._id) });
  const jobId = String((await reminder())?.['jobId']);
  expect(await jobs().findOne({ _id: jobId })).toMatchObject({ state: 'failed' });
  const manager = await anAccount({ role: 'manager', organizationNumber });
  await api.request.post(`/v2/jobs/${jobId}/retry`).set(api.as(manager)).expect(200);
  await work();
  api.advance(2 * HOUR_MS);
  await work();
  expect(api.mails.map(({ to }) => to)).toEqual(['one@fund.test', 'other@fund.test']);
  expect(await reminder()).toMatchObject({ sent: 2, failed: 0, unsure: 0, againDt: null });
  api.advance(-2 * HOUR_MS);
});

it('warns once its run is active again, where it was paused before or while it was sent', async () => {
  api.mails.length = 0;
  const { set, owes } = await aRunThatEnds();
  await owes('one@fund.test');
  await owes('other@fund.test');
  await startCoverWarnings(api.deps.now(), 'UTC');
  await set({ isActive: false });
  await work();
  expect(api.mails).toEqual([]);
  await set({ isActive: true });
  const later = Object.assign(new Error('later'), { responseCode: 450, command: 'RCPT TO' });
  await work({
    ...api.deps.mailer,
    send: (mail) => (mail.to === 'one@fund.test' ? Promise.reject(later) : api.deps.mailer.send(mail)),
  });
  await set({ isActive: false });
  await work();
  expect(api.mails.map(({ to }) => to)).toEqual(['other@fund.test']);
  await set({ isActive: true });
  await work();
  expect(api.mails.map(({ to }) => to)).toEqual(['other@fund.test', 'one@fund.test']);
});

it('warns nobody of a fund without days of grace, nor who has no cover to lose', async () => {
  api.mails.length = 0;
  const { organizationNumber } = await anOrganization();
  const email = { email: 'nobody@fund.test', email_type: 'primary' };
  for (const graceDays of [undefined, 5]) {
    const campaign = await aCampaign({ organizationNumber });
    if (graceDays)
      await collection('campaigns').updateOne(
        { _id: objectId(campaign._id) },
        { $set: { fundRules: { graceDays } } },
      );
    const run = await aRun({ campaign, endsInDays: 100 });
    const primary = await aMember({ organizationNumber, emails: [email] });
    await aDonation({ membership: await aMembership({ campaign, primary }), run });
    await collection('members').updateOne({ _id: objectId(primary._id) }, { $set: { isCovered: false } });
    const endDt = new Date(api.deps.now().getTime() + 6 * DAY_MS);
    await collection('campaign_runs').updateOne({ _id: objectId(run._id) }, { $set: { endDt } });
  }
  await work();
  expect(api.mails).toEqual([]);
});

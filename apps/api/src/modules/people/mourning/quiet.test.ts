/** Days of quiet over HTTP: no sender sends to a household in them (rules.md "Death, payers and who is charged"). */
import { expect, it } from 'vitest';
import { addDays, calendarDateOf, DAY_MS, startOfDay } from '@kinfold/domain/dates';
import {
  aCampaign,
  aDonation,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  aRun,
} from '../../../../test/factories.ts';
import { pdfTextOf } from '../../../../test/pdf-text.ts';
import { apiWithManager } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { jobs } from '../../../work/jobs.ts';
import { refresh } from '../../../work/projections.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { covers } from '../../funds/coverage/kept-cover.service.ts';
import { startCoverWarnings } from '../../telling/messages/cover-warnings.service.ts';
import { RUN_REMINDERS_JOB } from '../../telling/messages/reminder.service.ts';
import { runRemindersJob } from '../../telling/messages/run-reminders.service.ts';
import { runLettersJob } from '../../telling/outreach/letter-job.service.ts';
import { RUN_LETTERS_JOB } from '../../telling/outreach/letter.service.ts';
import { requireMember, type MemberRecord } from '../members/member.service.ts';

const { api, organizationNumber, manager } = await apiWithManager();
const zone = () => api.deps.config.TIME_ZONE;
const today = () => calendarDateOf(api.deps.now(), zone());
const send = (path: string, body: object) => api.request.post(path).set(api.as(manager)).send(body);

async function aFund(fundRules: object): Promise<CampaignRecord> {
  const fund = await aCampaign({ organizationNumber });
  await collection('campaigns').updateOne({ _id: objectId(fund._id) }, { $set: { fundRules } });
  return fund;
}

/** A couple of whom one can be written, mailed and called, who owes in a run of each fund. */
async function aCouple(funds: readonly CampaignRecord[]) {
  const email = `${Math.random().toString(36).slice(2)}@home.test`;
  const { members } = await aHousehold({
    organizationNumber,
    size: 2,
    primary: { emails: [{ email, email_type: 'primary' }], phones: [{ phoneNbr: '3015550142' }] },
  });
  const [wife, husband] = members as [MemberRecord, MemberRecord];
  const address = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
  await collection('members').updateOne(
    { _id: objectId(wife._id) },
    { $set: { address: { ...address, modifiedDt: null } } },
  );
  const runs = [];
  for (const campaign of funds) {
    const membership = await aMembership({ campaign, primary: wife, covered: [husband] });
    const run = await aRun({ campaign, endsInDays: 200 });
    await aDonation({ membership, run });
    runs.push({ campaign, run, path: `/v2/campaigns/${campaign._id}/runs/${run._id}` });
  }
  return { wife, husband, email, runs };
}

type Couple = Awaited<ReturnType<typeof aCouple>>;

async function work() {
  await jobs().updateMany({ isOpen: true }, { $set: { leaseDt: new Date(0) } });
  const { deps } = api;
  await workOnJobs(
    {
      [RUN_REMINDERS_JOB]: runRemindersJob(deps),
      [RUN_LETTERS_JOB]: runLettersJob({ now: deps.now, config: deps.config }),
    },
    deps.logger,
  );
}

/** Which of all senders send to a household now, each tried in every run in which it owes. */
async function sendersTo({ email, wife, runs }: Couple): Promise<string[]> {
  const sent = new Set<string>();
  for (const { run, path } of runs) {
    await collection('members').updateOne(
      { _id: objectId(wife._id) },
      { $unset: { remindedDt: 1, remindedBy: 1 } },
    );
    api.mails.length = 0;
    await send(`${path}/reminders`, { subject: 'Due', text: 'Dear [Name], [Amount]' });
    await startCoverWarnings(api.deps.now(), zone());
    await work();
    if (api.mails.some(({ to }) => to === email)) sent.add('reminder');
    const { body } = await send(`${path}/letters`, { audience: 'everybody' });
    await work();
    const people = await collection<{ _id: string; lettersId: string; memberId: string; outcome: string }>(
      'run_letter_people',
    )
      .find({ lettersId: body._id, memberId: wife._id })
      .toArray();
    if (people.some(({ outcome }) => outcome === 'letter')) sent.add('letter');
    await collection('run_letters').deleteMany({ campaignRunId: objectId(run._id) });
    await collection('run_letters').deleteMany({ campaignRunId: run._id });
    const calls = await api.get(`${path}/calls`, manager);
    const rows = calls.body.donations ?? calls.body.calls ?? [];
    const row = rows.find((one: { primaryMember: { _id: string } }) => one.primaryMember._id === wife._id);
    if (row && !row.noCall) sent.add('call');
  }
  return [...sent].toSorted();
}

/** Noon of a day: reminders go out by day. */
function goTo(days: number, from = today()) {
  const noon = startOfDay(addDays(from, days), zone()).getTime() + 15 * 3_600_000;
  api.advance(noon - api.deps.now().getTime());
}

// First: factories make runs as of today, and tests move the time on.
it('open dues end no cover in these days, in lists, sentences and letters, and end it after them', async () => {
  const fund = await aFund({ quietDays: 20 });
  const { members } = await aHousehold({ organizationNumber, size: 2 });
  const [wife, husband] = members as [MemberRecord, MemberRecord];
  const son = await aMember({ organizationNumber });
  const membership = await aMembership({ campaign: fund, primary: wife, covered: [husband, son] });
  await aDonation({ membership, run: await aRun({ campaign: fund, endsInDays: 3 }) });
  const day = today();
  expect(
    (await send(`/v2/members/${husband._id}/life-events`, { event: 'death', deceasedDt: day })).status,
  ).toBe(200);
  const kept = async () => {
    await refresh(covers, { now: api.deps.now(), timeZone: zone() });
    return Promise.all([wife, son].map(async ({ _id }) => (await requireMember(_id)).isCovered));
  };
  const end = startOfDay(addDays(day, 20), zone());
  const read = async () => {
    const { body } = await api.get(`/v2/members/${wife._id}/coverage`, manager);
    return body.people.find((one: { member_id: string }) => one.member_id === wife._id);
  };
  for (const days of [0, 5, 19]) {
    // Today they have joined after noon.
    if (days) goTo(days, day);
    expect(await read(), `on day ${days}`).toMatchObject({ isCovered: true, until: end.toISOString() });
    expect(await kept()).toEqual([true, true]);
  }
  const list = await api.get(`/v2/cover-changes?campaign_id=${fund._id}`, manager);
  expect(list.body.changes).toMatchObject([{ kind: 'loses', date: end.toISOString() }]);
  api.advance(end.getTime() - api.deps.now().getTime());
  expect(await read()).toMatchObject({ isCovered: false });
  expect(await kept()).toEqual([false, false]);
  // It was so on those days, also when it is asked later.
  api.advance(3 * DAY_MS);
  const on = await api.get(`/v2/members/${wife._id}/coverage?on=${addDays(day, 10)}`, manager);
  expect(on.body.people.find((one: { member_id: string }) => one.member_id === wife._id).isCovered).toBe(
    true,
  );
  // Taken back, there were no days of quiet.
  expect((await send(`/v2/members/${husband._id}/life-events`, { event: 'death', undo: true })).status).toBe(
    200,
  );
  const before = await api.get(`/v2/members/${wife._id}/coverage?on=${addDays(day, 10)}`, manager);
  expect(before.body.people[0].isCovered).toBe(false);
});

it('nothing is sent on any day of quiet, by the longest rule of the funds of the household', async () => {
  goTo(1);
  const couple = await aCouple([
    await aFund({ quietDays: 10 }),
    await aFund({ quietDays: 40, graceDays: 200 }),
  ]);
  const others = await aCouple([couple.runs[0]?.campaign as CampaignRecord]);
  expect(await sendersTo(couple)).toEqual(['call', 'letter', 'reminder']);
  // Letters that were made before the death, and are printed after it.
  const path = `${couple.runs[0]?.path}/letters`;
  const { body: made } = await send(path, { audience: 'everybody' });
  await work();
  const printed = async () => {
    const pdf = await api.get(`${path}/${made._id}/letters.pdf`, manager).buffer(true);
    const file = await api.get(`${path}/${made._id}/people.csv`, manager);
    const line = file.text.split('\r\n').find((one) => one.includes(couple.wife.memberId));
    return [pdfTextOf(pdf.body).includes(couple.wife.memberId), line?.includes('days of quiet')];
  };
  expect(await printed()).toEqual([true, false]);
  const day = today();
  const death = { event: 'death', deceasedDt: day };
  expect((await send(`/v2/members/${couple.husband._id}/life-events`, death)).body).toMatchObject({
    quietUntil: addDays(day, 40),
  });
  expect(await printed()).toEqual([false, true]);
  await collection('run_letters').deleteMany({});
  for (const days of [0, 9, 10, 29, 30, 39]) {
    goTo(days, day);
    expect(await sendersTo(couple), `on day ${days}`).toEqual([]);
  }
  // Nobody else is left alone, and the household no longer than that.
  expect(await sendersTo(others)).toEqual(['call', 'letter', 'reminder']);
  goTo(40, day);
  expect(await sendersTo(couple)).toEqual(['call', 'letter', 'reminder']);
});

it('a report that nobody has decided about keeps everybody away for 14 days', async () => {
  const couple = await aCouple([await aFund({})]);
  const day = today();
  const viewer = await anAccount({ role: 'viewer', organizationNumber });
  const report = await api.request
    .post(`/v2/members/${couple.husband._id}/death-reports`)
    .set(api.as(viewer))
    .send({ deceasedDt: null, toldBy: 'His brother' });
  expect([report.status, report.body.quietUntil]).toEqual([201, addDays(day, 14)]);
  for (const days of [0, 13]) {
    goTo(days, day);
    expect(await sendersTo(couple), `on day ${days}`).toEqual([]);
  }
  goTo(14, day);
  expect(await sendersTo(couple)).toEqual(['call', 'letter', 'reminder']);
  const again = await aCouple([await aFund({})]);
  const path = `/v2/members/${again.husband._id}/death-reports`;
  const { body } = await send(path, { deceasedDt: null, toldBy: 'His brother' });
  expect(await sendersTo(again)).toEqual([]);
  await send(`/v2/death-reports/${body._id}/dismiss`, { reason: 'Another Hans' });
  expect(await sendersTo(again)).toEqual(['call', 'letter', 'reminder']);
});

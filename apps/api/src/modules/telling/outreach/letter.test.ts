import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calendarDateOf, DAY_MS } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import {
  aCampaign,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { interruptedAfter } from '../../../../test/interrupted-writes.ts';
import { pdfTextOf } from '../../../../test/pdf-text.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { jobs } from '../../../work/jobs.ts';
import type { CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import { createCampaign, type CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { createDuesOfRun } from '../../funds/donations/dues.service.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import type { NewMember } from '../../people/members/new-member.service.ts';
import { createUser } from '../../identity/users/user.service.ts';
import { runLettersJob } from './letter-job.service.ts';
import { runLetters } from './letter.model.ts';
import { RUN_LETTERS_JOB } from './letter.service.ts';

let api: Api;
let treasurer: Account;
let managing: string;
let below: string;
let guest: string;
let campaign: CampaignRecord;
let run: CampaignRunRecord;
const numbers = new Map<string, string>();

const at = (postalCd: string) => ({
  streetAddress: '12 Elm Street',
  cityNm: 'Laurel',
  stateCd: 'MD',
  postalCd,
  modifiedDt: null,
});
const EMAILS = [{ email: 'ada@demo.test', email_type: 'primary' }];

beforeAll(async () => {
  api = await startApi({ environment: { TIME_ZONE: 'America/New_York', APP_URL: 'https://pay.grace.test' } });
  managing = (await anOrganization({ organizationName: 'Grace Church' })).organizationNumber;
  below = (await anOrganization({ parentOrganization: managing })).organizationNumber;
  guest = (await anOrganization({ organizationName: 'Guest' })).organizationNumber;
  await collection('organizations').updateOne(
    { organizationNumber: managing },
    {
      $set: {
        address: { streetAddress: '1 Church Lane', cityNm: 'Bowie', stateCd: 'MD', postalCd: '20715' },
      },
    },
  );
  treasurer = await anAccount({ role: 'treasurer', organizationNumber: managing });
  ({ campaign } = await createCampaign(
    {
      campaignName: 'Grace Fund',
      shortDescription: 'Made by a test',
      requiresMembership: true,
      organizationNumber: managing,
      participatingOrganizations: [guest],
      defaultPrice: cents(2500),
    },
    TEST_AUTHOR,
    new Date(),
  ));
  run = await aRun({ campaign });
  const join = async (lastNm: string, given: Partial<NewMember> = {}) => {
    const { primary, members } = await aHousehold({
      organizationNumber: given.organizationNumber ?? managing,
      size: 2,
      primary: { lastNm, firstNm: 'Ada', emails: [], ...given },
    });
    await aMembership({ campaign, primary, covered: members });
    numbers.set(lastNm, primary.memberId);
    return primary;
  };
  await join('Zulu', { address: at('20701'), organizationNumber: below });
  await join('Last', { address: at('20799') });
  await join('Adams', { address: at('20799'), organizationNumber: guest });
  await join('Mailed', { address: at('20700'), emails: EMAILS });
  await join('Nowhere');
  await join('Unprintable', { address: { ...at('20700'), streetAddress: '北京路 12' } });
  const died = await join('Died', { address: at('20700') });
  const { household_id, _id } = await join('Mourning', { address: at('20700') });
  const today = new Date().toISOString().slice(0, 10);
  await collection('members').updateOne({ _id: objectId(died._id) }, { $set: { deceasedDt: '2020-01-01' } });
  await collection('members').updateOne(
    { household_id: objectId(household_id ?? ''), _id: { $ne: objectId(_id) } },
    { $set: { deceasedDt: today } },
  );
  await createDuesOfRun(run._id, TEST_AUTHOR, new Date());
});
afterAll(() => api.stop());

const path = (rest = '') => `/v2/campaigns/${campaign._id}/runs/${run._id}/letters${rest}`;
const start = (account: Account, body: object = { audience: 'paper' }) =>
  api.request.post(path()).set(api.as(account)).send(body);
const work = () =>
  workOnJobs(
    { [RUN_LETTERS_JOB]: runLettersJob({ now: api.deps.now, config: api.deps.config }) },
    api.deps.logger,
  );
const pdfOf = (id: string, account = treasurer) =>
  api
    .get(path(`/${id}/letters.pdf`), account)
    .buffer(true)
    .responseType('blob');
const countsOf = ({ counts }: { counts: { outcome: string; count: number }[] }) =>
  Object.fromEntries(counts.map(({ outcome, count }) => [outcome, count]));
const pagesOf = (text: string) => [...text.matchAll(/^(Ada .*)\n12 Elm Street/gm)].map(([, name]) => name);

describe('letters to those without e-mail', () => {
  it('are one page each by postal code, and say who gets none and why', async () => {
    const answer = await start(treasurer);
    expect([answer.status, answer.body]).toEqual([
      202,
      expect.objectContaining({
        audience: 'paper',
        organizationName: null,
        doneDt: null,
        downloadUntil: null,
        job: expect.objectContaining({ type: 'run-letters', status: 'waiting' }),
      }),
    ]);
    const { _id } = answer.body;
    expect((await start(treasurer)).body._id).toBe(_id);
    expect((await pdfOf(_id)).status).toBe(409);
    await work();
    const { body } = await api.get(path(`/${_id}`), treasurer);
    expect(countsOf(body)).toEqual({ letter: 3, has_email: 1, no_address: 2, deceased: 1, mourning: 1 });
    expect(body.job).toMatchObject({ status: 'done', total: 8, done: 8 });
    expect((await api.get(path(), treasurer)).body).toEqual({ letters: [body], next: null });

    const file = await pdfOf(_id);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.headers['content-disposition']).toMatch(/^inline; filename="letters-Run-\d+-[\d-]+\.pdf"$/);
    const source = (file.body as Buffer).toString('latin1');
    expect(source.match(/\/Type \/Page\n/g)).toHaveLength(3);
    const text = pdfTextOf(file.body as Buffer);
    expect(pagesOf(text)).toEqual(['Ada Zulu', 'Ada Adams', 'Ada Last']);
    for (const part of [
      'Grace Church',
      '1 Church Lane',
      'Bowie, MD 20715',
      'Laurel, MD 20701',
      'Your dues: $50.00',
      'Without a card',
      `Have your member number ${numbers.get('Zulu')}`,
    ])
      expect(text.replaceAll('\n', ' ')).toContain(part);
    // Nobody can write down a check yet: a letter does not ask for one.
    expect(text).not.toMatch(/check/i);
    expect(text.replaceAll('\n', ' ')).toContain('Open https://pay.grace.test/donate or point');
    // Once: the first try had no file.
    const recorded = await collection('audit_entries').find({ action: 'list.exported' }).toArray();
    expect(recorded).toEqual([
      expect.objectContaining({
        organizationNumber: managing,
        actor: expect.objectContaining({ email: treasurer.email }),
        changes: [
          { field: 'list', from: null, to: 'letters as PDF' },
          { field: 'filter', from: null, to: run.name },
        ],
      }),
    ]);
  });

  it('are listed with their people, in full and by outcome, and as a file', async () => {
    const [{ _id }] = (await api.get(path(), treasurer)).body.letters;
    const first = await api.get(path(`/${_id}/people?outcome=letter&page_size=2`), treasurer);
    expect(first.body.people).toEqual([
      expect.objectContaining({
        memberId: numbers.get('Zulu'),
        name: 'Ada Zulu',
        balance: 50,
        outcome: 'letter',
        address: '12 Elm Street, Laurel, MD 20701',
      }),
      expect.objectContaining({ name: 'Ada Adams', organizationName: 'Guest' }),
    ]);
    const rest = await api.get(path(`/${_id}/people?outcome=letter&cursor=${first.body.next}`), treasurer);
    expect([rest.body.people.length, rest.body.next]).toEqual([1, null]);
    expect((await api.get(path(`/${_id}/people?cursor=x`), treasurer)).status).toBe(422);
    const none = await api.get(path(`/${_id}/people?outcome=no_address`), treasurer);
    expect(none.body.people).toEqual([
      expect.objectContaining({ name: 'Ada Nowhere', address: null }),
      expect.objectContaining({ name: 'Ada Unprintable', address: null }),
    ]);
    const csv = (await api.get(path(`/${_id}/people.csv`), treasurer)).text.split('\r\n');
    expect(csv[0]).toContain('Name,Member Number,Organization,Address,Open,Letter,Date');
    expect(csv).toHaveLength(10);
    expect(csv.find((line) => line.startsWith('Ada Nowhere'))).toMatch(
      /,,50\.00,No letter: no complete address,\d{4}-\d\d-\d\d,,$/,
    );
  });

  it('are one entry of the history', async () => {
    const entries = await collection('audit_entries').find({ action: 'campaign_run.letters_made' }).toArray();
    expect(entries).toEqual([
      expect.objectContaining({
        organizationNumber: managing,
        subject: { type: 'campaign_run', id: run._id, label: run.name },
        changes: [{ field: 'letters', from: null, to: 3 }],
      }),
    ]);
  });

  it('of what one may not see do not exist', async () => {
    const [{ _id: whole }] = (await api.get(path(), treasurer)).body.letters;
    const ofGuest = await anAccount({ role: 'treasurer', organizationNumber: guest });
    expect((await api.get(path(), ofGuest)).body).toEqual({ letters: [], next: null });
    for (const rest of ['', '/letters.pdf', '/people', '/people.csv'])
      expect((await api.get(path(`/${whole}${rest}`), ofGuest)).status).toBe(404);
    // Their own are made without asking which.
    const own = await start(ofGuest);
    expect([own.status, own.body.organizationName]).toEqual([202, 'Guest']);
    await work();
    expect(countsOf((await api.get(path(`/${own.body._id}`), ofGuest)).body)).toEqual({ letter: 1 });
    expect((await api.get(path(), treasurer)).body.letters).toHaveLength(2);
    const elsewhere = { audience: 'paper', organization_number: managing };
    expect((await start(ofGuest, elsewhere)).body.errors).toEqual([
      { path: 'organization_number', message: 'There is no such organization' },
    ]);
    const viewer = await anAccount({ role: 'viewer', organizationNumber: managing });
    expect((await start(viewer)).status).toBe(403);
    expect((await api.get(path(), viewer)).status).toBe(403);
    expect((await api.get(path(`/${whole}`), viewer)).status).toBe(403);
    expect((await api.get(path('/none'), treasurer)).status).toBe(404);
    const other = await aRun({ campaign });
    const wrong = `/v2/campaigns/${campaign._id}/runs/${other._id}/letters/${whole}`;
    expect((await api.get(wrong, treasurer)).status).toBe(404);
  });

  it('of two places one chooses first', async () => {
    const roles = [guest, below].map((organizationNumber) => ({
      organizationNumber,
      role: 'treasurer' as const,
    }));
    const { _id: userId, email } = await createUser(
      { email: 'both@demo.test', isEmailConfirmed: true, memberId: null, roles, now: new Date() },
      TEST_AUTHOR,
    );
    const answer = await start({ userId, email, memberId: null });
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ path: 'organization_number', message: 'Choose an organization' }],
    ]);
  });
});

describe('letters', () => {
  it('to everybody go to those with e-mail too, of an organization and below it', async () => {
    const body = { audience: 'everybody', organization_number: managing };
    const { _id } = (await start(treasurer, body)).body;
    await work();
    const done = (await api.get(path(`/${_id}`), treasurer)).body;
    expect(countsOf(done)).toEqual({ letter: 3, no_address: 2, deceased: 1, mourning: 1 });
    expect(pagesOf(pdfTextOf((await pdfOf(_id)).body as Buffer))).toEqual([
      'Ada Mailed',
      'Ada Zulu',
      'Ada Last',
    ]);
    // Late in the evening in New York; in UTC it is tomorrow.
    await runLetters().updateOne({ _id }, { $set: { createdDt: new Date('2026-03-02T03:00:00Z') } });
    expect((await pdfOf(_id)).headers['content-disposition']).toContain('-2026-03-01.pdf"');
    api.advance(31 * DAY_MS);
    expect((await api.get(path(`/${_id}`), treasurer)).body.downloadUntil).toBeNull();
    expect((await pdfOf(_id)).status).toBe(404);
    expect((await api.get(path(`/${_id}/people.csv`), treasurer)).status).toBe(200);
    api.advance(-31 * DAY_MS);
  });

  it('are the same wherever the worker died', async () => {
    const { _id } = (await start(treasurer, { audience: 'everybody' })).body;
    for (let writes = 0; ; writes += 1) {
      const { isInterrupted } = await interruptedAfter(writes, () => work().catch(() => 0));
      await jobs().updateMany({ isOpen: true }, { $set: { leaseDt: new Date(), attempts: 0 } });
      if (!isInterrupted) break;
    }
    const done = (await api.get(path(`/${_id}`), treasurer)).body;
    expect(countsOf(done)).toMatchObject({ letter: 4, no_address: 2 });
    expect(done.job).toMatchObject({ status: 'done', total: 8, done: 8 });
    const text = pdfTextOf((await pdfOf(_id)).body as Buffer);
    expect(pagesOf(text)).toEqual(['Ada Mailed', 'Ada Zulu', 'Ada Adams', 'Ada Last']);
  });

  it.each([
    {},
    { audience: 'all' },
    { audience: 5 },
    { audience: 'paper', organization_number: { $ne: '' } },
  ])('are refused for %j', async (body) => {
    expect((await start(treasurer, body)).status).toBe(422);
  });

  it('are not made of a run that is paused', async () => {
    const paused = await aRun({ campaign, isActive: false });
    const { status, body } = await api.request
      .post(`/v2/campaigns/${campaign._id}/runs/${paused._id}/letters`)
      .set(api.as(treasurer))
      .send({ audience: 'paper' });
    expect([status, body.code]).toEqual([409, 'run_paused']);
  });

  it('are marked as mailed, by whom and when, in their list and at the members, until that is undone', async () => {
    const { _id } = (await start(treasurer)).body;
    const mailed = (method: 'post' | 'delete') =>
      api.request[method](path(`/${_id}/mailed`)).set(api.as(treasurer));
    expect((await mailed('post')).body.code).toBe('not_done');
    await work();
    const by = treasurer.email;
    const noted = (await mailed('post')).body.mailed;
    expect(noted).toMatchObject({ by });
    // A second press changes nothing.
    expect((await mailed('post')).body.mailed).toEqual(noted);
    const lines = async () => (await api.get(path(`/${_id}/people.csv`), treasurer)).text.split('\r\n');
    const day = calendarDateOf(new Date(noted.at), 'America/New_York');
    const [titles, ...rows] = await lines();
    expect(titles).toMatch(/,Mailed,Mailed By$/);
    expect(rows.filter((row) => row.endsWith(`,${day},${by}`))).toHaveLength(3);
    expect(rows.filter((row) => /,Letter,/.test(row)).every((row) => row.endsWith(by))).toBe(true);
    const zulu = await collection('members').findOne({ memberId: numbers.get('Zulu') ?? '' });
    const recorded = async () =>
      (await api.get(`/v2/members/${String(zulu?._id)}/outreach`, treasurer)).body.letters.map(
        ({ mailedDt }: { mailedDt: string | null }) => mailedDt !== null,
      );
    expect(await recorded()).toContain(true);
    expect((await mailed('delete')).body.mailed).toBeNull();
    expect((await lines()).slice(1).some((row) => row.includes(by))).toBe(false);
    expect(await recorded()).not.toContain(true);
    const actions = await collection('audit_entries')
      .find({ action: /letters_(not_)?mailed$/ })
      .sort({ at: 1, _id: 1 })
      .toArray();
    expect(actions.map(({ action, changes }) => [action, changes])).toEqual([
      ['campaign_run.letters_mailed', [{ field: 'letters', from: null, to: 3 }]],
      ['campaign_run.letters_not_mailed', [{ field: 'letters', from: 3, to: null }]],
    ]);
  });

  it('go to whom no reminder reaches by e-mail, and to nobody else', async () => {
    const fund = await aCampaign({ organizationNumber: managing });
    const other = await aRun({ campaign: fund });
    const [first, second] = ['first', 'second'].map((name) => ({
      email: `${name}@demo.test`,
      email_type: 'primary',
    }));
    const both = [first, second] as MemberRecord['emails'];
    const owes = async (lastNm: string, set: Partial<MemberRecord> = {}, hasSignIn = false) => {
      const primary = await aMember({
        lastNm,
        organizationNumber: managing,
        emails: [],
        address: at('20700'),
      });
      await aMembership({ campaign: fund, primary });
      await collection('members').updateOne({ _id: objectId(primary._id) }, { $set: { lastNm, ...set } });
      if (hasSignIn) await anAccount({ memberId: primary._id });
    };
    await owes('Second', { emails: both, bouncedEmail: 'first@demo.test' });
    await owes('Neither', {
      emails: both,
      bouncedEmail: 'first@demo.test',
      bouncedEmails: both.map(({ email }) => email),
    });
    await owes('Stopped', { emails: both, unsubscribedDt: new Date() });
    await owes('SignsIn', {}, true);
    await createDuesOfRun(other._id, TEST_AUTHOR, new Date());
    const base = `/v2/campaigns/${fund._id}/runs/${other._id}/letters`;
    const { _id } = (await api.request.post(base).set(api.as(treasurer)).send({ audience: 'paper' })).body;
    await work();
    const { people } = (await api.get(`${base}/${_id}/people`, treasurer)).body;
    const outcomes = people.map(({ name, outcome }: { name: string; outcome: string }) => [
      name.split(' ').at(-1),
      outcome,
    ]);
    expect(Object.fromEntries(outcomes)).toEqual({
      Second: 'has_email',
      Neither: 'letter',
      Stopped: 'letter',
      SignsIn: 'has_email',
    });
  });

  it('say what is open of their run, and the whole where more is', async () => {
    const fund = await aCampaign({ organizationNumber: managing });
    const runs = [await aRun({ campaign: fund, endsInDays: 10 }), await aRun({ campaign: fund })];
    const primary = await aMember({ organizationNumber: managing, emails: [], address: at('20700') });
    await aMembership({ campaign: fund, primary });
    for (const one of runs) {
      await createDuesOfRun(one._id, TEST_AUTHOR, new Date());
      const base = `/v2/campaigns/${fund._id}/runs/${one._id}/letters`;
      const { _id } = (await api.request.post(base).set(api.as(treasurer)).send({ audience: 'paper' })).body;
      await work();
      const pdf = await api.get(`${base}/${_id}/letters.pdf`, treasurer).buffer(true).responseType('blob');
      const text = pdfTextOf(pdf.body as Buffer);
      expect(text).toContain('Your dues: $25.00');
      expect(text.includes('With other dues\n$50.00')).toBe(one !== runs[0]);
    }
  });

  it('of nobody have no file', async () => {
    const other = await aRun({ campaign });
    await aMember();
    const base = `/v2/campaigns/${campaign._id}/runs/${other._id}/letters`;
    const { _id } = (await api.request.post(base).set(api.as(treasurer)).send({ audience: 'paper' })).body;
    await work();
    const { body } = await api.get(`${base}/${_id}`, treasurer);
    expect([body.counts, body.downloadUntil, body.job.status]).toEqual([[], null, 'done']);
    expect((await api.get(`${base}/${_id}/letters.pdf`, treasurer)).status).toBe(404);
    const mailed = await api.request.post(`${base}/${_id}/mailed`).set(api.as(treasurer));
    expect([mailed.status, mailed.body.code]).toEqual([409, 'no_letters']);
  });
});

it('what was written to a member goes with them', async () => {
  const { primary } = await aHousehold({ organizationNumber: managing });
  const row = await collection('run_letter_people').findOne({ outcome: 'letter' });
  const note = { ...row, _id: 'copy' as never, memberId: primary._id };
  await collection('run_letter_people').insertOne(note);
  const manager = await anAccount({ role: 'manager', organizationNumber: managing });
  await api.request.delete(`/api/v1/member/${primary._id}`).set(api.as(manager)).expect(204);
  expect(await collection('run_letter_people').countDocuments({ memberId: primary._id })).toBe(0);
});

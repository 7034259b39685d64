import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aCampaign,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { pay } from '../../../../test/paying.ts';
import { collection } from '../../../platform/database.ts';
import { COPIED_NAMES_JOB } from '../../../work/copied-names.ts';
import { objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import type { CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { copiedNamesJob } from '../../operations/copied-names/copied-names.service.ts';
import { createDuesOfRun } from '../../funds/donations/dues.service.ts';
import { findDues } from '../../funds/donations/donation.service.ts';
import { updateMember } from '../../people/members/member-update.service.ts';

const MINUTES = 60_000;
const HOURS = 60 * MINUTES;

let api: Api;
let organizationNumber: string;
let below: string;
let campaign: CampaignRecord;
let run: CampaignRunRecord;
let ruth: Account;
let amos: Account;
/** The donation and the member of each family by the last name. */
const due = new Map<string, string>();
const members = new Map<string, string>();

beforeAll(async () => {
  api = await startApi({ environment: { TIME_ZONE: 'America/New_York' } });
  ({ organizationNumber } = await anOrganization());
  below = (await anOrganization({ parentOrganization: organizationNumber })).organizationNumber;
  campaign = await aCampaign({ organizationNumber });
  run = await aRun({ campaign });
  for (const [lastNm, at] of [
    ['Abel', organizationNumber],
    ['Baker', organizationNumber],
    ['Cole', below],
    ['Dunn', organizationNumber],
  ] as const) {
    const primary = await aMember({
      lastNm,
      firstNm: '=Ada',
      organizationNumber: at,
      phones: [{ phoneNbr: lastNm === 'Dunn' ? '555' : `301555${1000 + due.size}` }],
    });
    const membership = await aMembership({ campaign, primary });
    await createDuesOfRun(run._id, TEST_AUTHOR, new Date());
    due.set(lastNm, (await findDues(membership._id))[0]?._id ?? '');
    members.set(lastNm, primary._id);
  }
  ruth = await anAccount({ role: 'treasurer', organizationNumber });
  amos = await anAccount({ role: 'manager', organizationNumber });
});
afterAll(() => api.stop());

const base = () => `/v2/campaigns/${campaign._id}/runs/${run._id}/calls`;
const of = (lastNm: string, rest: string) => `${base()}/${due.get(lastNm)}/${rest}`;
const post = (path: string, account: Account, body: object = {}) =>
  api.request.post(path).set(api.as(account)).send(body);
const list = async (account: Account, query = '') => (await api.get(`${base()}${query}`, account)).body;
const rowOf = async (lastNm: string, account: Account) =>
  (await list(account)).calls.find((row: { _id: string }) => row._id === due.get(lastNm));
const next = async (account: Account, body: object = {}) => {
  const { call } = (await post(`${base()}/next`, account, body)).body;
  return call?.primaryMember.lastNm ?? null;
};
const note = (lastNm: string, account: Account, body: object) => post(of(lastNm, 'notes'), account, body);

describe('the call list of a run', () => {
  it('lists who owes by name, who is calling, and why a family must not be called', async () => {
    const answer = await list(ruth);
    expect([answer.results, answer.pages, answer.own]).toEqual([4, 1, null]);
    expect(answer.calls[0]).toMatchObject({
      totalBalance: 25,
      primaryMember: { lastNm: 'Abel', phoneNbr: '3015551000' },
      takenBy: null,
      lastCall: null,
      noCall: null,
    });
    expect(answer.calls[3]).toMatchObject({ primaryMember: { lastNm: 'Dunn' }, noCall: 'no_phone' });
    expect((await list(ruth, `?organization_number=${below}`)).calls).toHaveLength(1);
    expect((await api.get(`${base()}?page_size=0`, ruth)).status).toBe(422);
  });

  it('gives a family to one of many callers who ask at once', async () => {
    const callers = await Promise.all(
      Array.from({ length: 6 }, () => anAccount({ role: 'treasurer', organizationNumber })),
    );
    const answers = await Promise.all(callers.map((caller) => post(of('Abel', 'take'), caller)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
    const winner = callers[answers.findIndex(({ status }) => status === 200)] ?? ruth;
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'being_called',
      detail: `${winner.email} is calling this family just now.`,
    });
    const others = await Promise.all([next(ruth), next(amos)]);
    expect(others.toSorted()).toEqual(['Baker', 'Cole']);
    expect(await rowOf('Abel', ruth)).toMatchObject({ takenBy: { name: winner.email, isOwn: false } });
    expect((await list(winner)).own).toMatchObject({ takenBy: { isOwn: true } });
    // A caller who claims another family releases the one before.
    await api.request.post(of('Abel', 'release')).set(api.as(winner)).expect(204);
    for (const caller of [ruth, amos])
      for (const lastNm of ['Baker', 'Cole'])
        await api.request.post(of(lastNm, 'release')).set(api.as(caller)).expect(204);
  });

  it('reserves a family for ten minutes, and one family per caller', async () => {
    expect(await next(ruth)).toBe('Abel');
    expect((await post(of('Abel', 'take'), ruth)).status).toBe(200);
    api.advance(11 * MINUTES);
    expect((await post(of('Abel', 'take'), amos)).body.takenBy).toMatchObject({ isOwn: true });
    expect((await post(of('Baker', 'take'), amos)).status).toBe(200);
    expect((await post(of('Abel', 'take'), ruth)).status).toBe(200);
    // The claim of another user is not released.
    await post(of('Abel', 'release'), amos).expect(204);
    expect(await rowOf('Abel', ruth)).toMatchObject({ takenBy: { isOwn: true } });
    await post(of('Abel', 'release'), ruth).expect(204);
    await post(of('Baker', 'release'), amos).expect(204);
  });

  it('offers the next one by name and around the end, and nobody twice who was reached', async () => {
    expect(await next(ruth, { after: due.get('Baker') })).toBe('Cole');
    expect(await next(ruth, { after: due.get('Cole') })).toBe('Abel');
    const noted = await note('Abel', ruth, { outcome: 'will_pay', note: ' On Sunday ' });
    expect([noted.status, noted.body.takenBy, noted.body.lastCall]).toEqual([
      201,
      null,
      {
        _id: expect.any(String),
        outcome: 'will_pay',
        note: 'On Sunday',
        phoneNbr: '3015551000',
        by: ruth.email,
        at: expect.any(String),
        isOwn: true,
      },
    ]);
    expect(await rowOf('Abel', amos)).toMatchObject({ lastCall: { outcome: 'will_pay', isOwn: false } });
    expect(await next(amos)).toBe('Baker');
    await note('Baker', amos, { outcome: 'no_answer' });
    expect(await next(amos)).toBe('Cole');
    await note('Cole', amos, { outcome: 'call_back', note: 'Tonight' });
    expect(await next(amos)).toBeNull();
    api.advance(3 * HOURS);
    expect(await next(amos, { after: due.get('Cole') })).toBe('Baker');
    expect(await next(amos, { organization_number: below })).toBe('Cole');
    await post(of('Cole', 'release'), amos).expect(204);
  });

  it('lets only the author of a call record undo it', async () => {
    const { _id } = (await rowOf('Abel', ruth)).lastCall;
    const drop = (account: Account) => api.request.delete(of('Abel', `notes/${_id}`)).set(api.as(account));
    expect((await drop(amos)).status).toBe(404);
    expect((await drop(ruth)).status).toBe(204);
    expect((await drop(ruth)).status).toBe(404);
    expect((await rowOf('Abel', ruth)).lastCall).toBeNull();
    const recorded = await collection('audit_entries')
      .find({ 'subject.id': members.get('Abel'), action: /^call/ })
      .sort({ at: 1 })
      .toArray();
    expect(recorded.map(({ action, changes }) => [action, changes])).toEqual([
      ['call.noted', [{ field: 'outcome', from: null, to: 'will_pay' }]],
      ['call.taken_back', [{ field: 'outcome', from: 'will_pay', to: null }]],
    ]);
  });

  it('asks for a new number where one was wrong, in other runs and with the member too', async () => {
    await note('Abel', ruth, { outcome: 'wrong_number' }).expect(201);
    expect(await rowOf('Abel', amos)).toMatchObject({ noCall: 'wrong_number' });
    expect(await next(amos)).toBe('Baker');
    const other = await aRun({ campaign });
    await createDuesOfRun(other._id, TEST_AUTHOR, new Date());
    const { body } = await api.get(`/v2/campaigns/${campaign._id}/runs/${other._id}/calls`, amos);
    expect(body.calls[0]).toMatchObject({ noCall: 'wrong_number', lastCall: null });
    const path = `/v2/members/${members.get('Abel')}/outreach`;
    expect((await api.get(path, amos)).body).toEqual({
      letters: [],
      calls: [
        expect.objectContaining({
          outcome: 'wrong_number',
          by: ruth.email,
          runName: run.name,
          campaignName: campaign.campaignName,
        }),
      ],
      wrongPhones: [{ phoneNbr: '3015551000', by: ruth.email, at: expect.any(String) }],
    });
    const phones = [{ phoneNbr: '(301) 555-1999' }];
    await collection('members').updateOne({ _id: objectId(members.get('Abel') ?? '') }, { $set: { phones } });
    expect((await api.get(path, amos)).body.wrongPhones).toEqual([]);
  });

  it('is a file, with the outcomes of the calls', async () => {
    const answer = await api.get(`${base()}.csv`, ruth);
    const lines = answer.text.split('\r\n');
    expect(answer.headers['content-disposition']).toMatch(/filename="calls-Run-/);
    expect(lines[0]).toContain('Last Name,First Name,Phone,Organization,Open,Last Call,Note,Called By');
    expect(lines[1]).toMatch(/^Abel,'=Ada,.*,25\.00,Number is wrong,,/);
    expect(lines[3]).toMatch(/^Cole,.*,Asked to call back,Tonight,.*,\d{4}-\d\d-\d\d \d\d:\d\d,$/);
    expect(lines[4]).toMatch(/,No phone number$/);
    expect(lines).toHaveLength(6);
  });
});

describe('a call list', () => {
  it.each([
    {},
    { outcome: 'x' },
    { outcome: 7 },
    { outcome: 'reached', note: 5 },
    { outcome: 'reached', note: 'x'.repeat(501) },
  ])('refuses to note %j', async (body) => {
    expect((await note('Baker', ruth, body)).status).toBe(422);
  });

  it('leaves the dead and those who mourn alone', async () => {
    const set = (lastNm: string, deceasedDt: string | null) =>
      collection('members').updateOne({ _id: objectId(members.get(lastNm) ?? '') }, { $set: { deceasedDt } });
    await set('Baker', '2020-01-01');
    expect(await rowOf('Baker', ruth)).toMatchObject({ noCall: 'deceased' });
    await set('Baker', null);
    const { household_id } = (await collection('members').findOne({
      _id: objectId(members.get('Baker') ?? ''),
    })) as unknown as { household_id: string };
    const child = await aMember({ organizationNumber });
    const deceasedDt = api.deps.now().toISOString().slice(0, 10);
    await collection('members').updateOne(
      { _id: objectId(child._id) },
      { $set: { household_id, deceasedDt } },
    );
    expect(await rowOf('Baker', ruth)).toMatchObject({ noCall: 'mourning' });
  });

  it('is not there for others, and has no dues of other runs and organizations', async () => {
    const viewer = await anAccount({ role: 'viewer', organizationNumber });
    const stranger = await anAccount({
      role: 'manager',
      organizationNumber: (await anOrganization()).organizationNumber,
    });
    for (const account of [viewer, stranger]) {
      expect((await api.get(base(), account)).status).toBe(403);
      expect((await post(of('Cole', 'take'), account)).status).toBe(403);
    }
    const partly = await anAccount({ role: 'treasurer', organizationNumber: below });
    expect((await list(partly)).calls).toHaveLength(1);
    expect((await post(of('Baker', 'take'), partly)).status).toBe(404);
    expect((await note('Baker', partly, { outcome: 'reached' })).status).toBe(404);
    expect((await post(`${base()}/${'0'.repeat(24)}/take`, ruth)).status).toBe(404);
    expect((await post(`${base()}/x/take`, ruth)).status).toBe(404);
    const other = await aRun({ campaign });
    const wrong = `/v2/campaigns/${campaign._id}/runs/${other._id}/calls/${due.get('Cole')}/take`;
    expect((await post(wrong, ruth)).status).toBe(404);
    expect((await api.get(`/v2/members/${members.get('Cole')}/outreach`, stranger)).status).toBe(404);
  });

  it('has every number of a family, and who asks to be called; a wrong one does not end the others', async () => {
    const fund = await aCampaign({ organizationNumber });
    const [earlier, current] = [
      await aRun({ campaign: fund, endsInDays: 10 }),
      await aRun({ campaign: fund }),
    ];
    const phones = ['3015552000', '3015552001'].map((phoneNbr) => ({ phoneNbr }));
    const primary = await aMember({ lastNm: 'Eze', organizationNumber, phones });
    await collection('members').updateOne({ _id: objectId(primary._id) }, { $set: { preferredWay: 'call' } });
    const membership = await aMembership({ campaign: fund, primary });
    for (const { _id } of [earlier, current]) await createDuesOfRun(_id, TEST_AUTHOR, new Date());
    const path = `/v2/campaigns/${fund._id}/runs/${current._id}/calls`;
    const own = (await findDues(membership._id)).find(({ campaignRunId }) => campaignRunId === current._id);
    const row = async () => (await api.get(path, ruth)).body.calls[0];
    const noteOf = (body: object) => post(`${path}/${own?._id}/notes`, ruth, body);
    expect(await row()).toMatchObject({
      totalBalance: 25,
      payableTogether: 50,
      asksForCall: true,
      noCall: null,
      phones: [
        { phoneNbr: '3015552000', isWrong: false },
        { phoneNbr: '3015552001', isWrong: false },
      ],
    });
    const wrong = { outcome: 'wrong_number', phoneNbr: '(301) 555-2001' };
    expect((await noteOf(wrong)).body.lastCall).toMatchObject({ phoneNbr: '3015552001' });
    expect(await row()).toMatchObject({ noCall: null, phones: [{ isWrong: false }, { isWrong: true }] });
    expect((await post(`${path}/next`, ruth)).body.call._id).toBe(own?._id);
    // Without a number it is the first that is not known to be wrong.
    expect((await noteOf({ outcome: 'wrong_number' })).body).toMatchObject({
      lastCall: { phoneNbr: '3015552000' },
      noCall: 'wrong_number',
    });
    expect((await noteOf({ ...wrong, outcome: 'reached' })).body.noCall).toBeNull();
    expect((await noteOf({ outcome: 'reached', phoneNbr: '3015559999' })).body.errors).toEqual([
      { path: 'phoneNbr', message: 'This is not one of their numbers any more' },
    ]);
    expect((await api.get(`${path}.csv`, ruth)).text).toContain('"(301) 555-2000, (301) 555-2001"');
  });

  it('can be of those alone who ask to be called', async () => {
    const ask = async (preferredWay: 'call' | '') => {
      const edit = { preferredWay };
      await updateMember(members.get('Cole') ?? '', edit, false, TEST_AUTHOR, api.deps.now());
      await workOnJobs({ [COPIED_NAMES_JOB]: copiedNamesJob }, api.deps.logger);
    };
    expect((await list(ruth, '?asks_for_call=true')).results).toBe(0);
    await ask('call');
    expect(await list(ruth, '?asks_for_call=true')).toMatchObject({
      results: 1,
      calls: [{ primaryMember: { lastNm: 'Cole' }, asksForCall: true }],
    });
    expect((await list(ruth, '?asks_for_call=false')).results).toBe(4);
    const file = await api.get(`${base()}.csv?asks_for_call=true`, ruth);
    expect(file.text.split('\r\n')).toHaveLength(3);
    api.advance(3 * HOURS);
    expect(await next(ruth, { asks_for_call: true })).toBe('Cole');
    await post(of('Cole', 'release'), ruth).expect(204);
    expect((await api.get(`${base()}?asks_for_call=5`, ruth)).status).toBe(422);
    expect((await post(`${base()}/next`, ruth, { asks_for_call: 'x' })).status).toBe(422);
    // So do dues that are made from then on.
    const later = await aRun({ campaign });
    await createDuesOfRun(later._id, TEST_AUTHOR, new Date());
    const path = `/v2/campaigns/${campaign._id}/runs/${later._id}/calls?asks_for_call=true`;
    expect((await api.get(path, ruth)).body.results).toBe(1);
    await collection('donations').deleteMany({ campaignRunId: objectId(later._id) });
    await ask('');
    expect((await list(ruth, '?asks_for_call=true')).results).toBe(0);
  });

  it('says that a family has paid meanwhile', async () => {
    const memberId = members.get('Cole') ?? '';
    const account = await anAccount({ memberId });
    await pay(api, account, [{ donationId: due.get('Cole') ?? '', amount: 2500 }]);
    expect((await post(of('Cole', 'take'), ruth)).body).toMatchObject({ code: 'paid' });
    // The result of the call is recorded all the same.
    await note('Cole', ruth, { outcome: 'reached' }).expect(201);
  });
});

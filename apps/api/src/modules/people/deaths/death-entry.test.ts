/**
 * A death over HTTP beside what it changes of memberships and dues (death.test.ts): a day that is not known, the sign-in, roles,
 * offices and cards of the deceased, what is left to do, reports, and that an undo brings all of it back.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, calendarDateOf, endOfDay, showDateInWords, type CalendarDate } from '@kinfold/domain/dates';
import { Death } from '@kinfold/domain/death';
import { SIGN_IN_ENDED, SIGN_IN_FAILED } from '@kinfold/domain/identity';
import {
  aCampaign,
  aHousehold,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  aSavedCard,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { createDuesOfRun } from '../../funds/donations/dues.service.ts';
import { requireMembership, type MembershipRecord } from '../../funds/memberships/membership.service.ts';
import { createUser } from '../../identity/users/user.service.ts';
import { CUSTOMER_REMOVAL_JOB, customerRemovalJob } from '../../money/cards/customer-removal.service.ts';
import { requireMember, type MemberRecord } from '../members/member.service.ts';

const api = await apiOfFile();
let organizationNumber: string;
let manager: Account;
let amos: MemberRecord;
let ruth: MemberRecord;
let samuel: MemberRecord;
let fund: CampaignRecord;
let membership: MembershipRecord;

const zone = () => api.deps.config.TIME_ZONE;
const today = () => calendarDateOf(api.deps.now(), zone());
const daysAgo = (days: number): CalendarDate => addDays(today(), -days);
const at = (day: CalendarDate) => new Date(endOfDay(day, zone()).getTime() - 3_600_000);
beforeEach(async () => {
  ({ organizationNumber } = await anOrganization());
  manager = await anAccount({ role: 'manager', organizationNumber });
  const { members } = await aHousehold({ organizationNumber, size: 3 });
  [amos, ruth, samuel] = members as [MemberRecord, MemberRecord, MemberRecord];
  fund = await aCampaign({ organizationNumber });
  membership = await aMembership({ campaign: fund, primary: amos, covered: [ruth, samuel] });
});

const post = (path: string, body: object = {}, as = manager) =>
  api.request.post(path).set(api.as(as)).send(body);
const dies = (of: MemberRecord, body: object, suffix = '') =>
  post(`/v2/members/${of._id}/life-events${suffix}`, { event: 'death', ...body });
const undo = (of: MemberRecord, suffix = '') => dies(of, { undo: true }, suffix);
const get = async (path: string, as = manager) => (await api.get(path, as)).body;
const partOf = async (of: MemberRecord) =>
  (await requireMembership(membership._id)).members.find(({ member_id }) => member_id === of._id);
/** The membership and its people as if they had been there for long. */
const since = (day: CalendarDate) =>
  collection('campaign_memberships').updateOne(
    { _id: objectId(membership._id) },
    { $set: { createdDt: at(day), activeDt: at(day), 'members.$[].startDt': at(day) } },
  );
const coverOn = async (of: MemberRecord, day: CalendarDate) => {
  const { people } = await get(`/v2/members/${of._id}/coverage?on=${day}`);
  return people.find((one: { member_id: string }) => one.member_id === of._id);
};

it('the answer has the fields of the contract, in preview and reply', async () => {
  await collection('campaigns').updateOne(
    { _id: objectId(fund._id) },
    {
      $set: {
        fundRules: {
          claimWithinDays: 90,
          benefits: [{ label: 'Adult', minAge: 18, maxAge: 150, amount: 500_000 }],
        },
      },
    },
  );
  const body = { deceasedDt: today(), payerMemberId: ruth._id };
  for (const suffix of ['/preview', '']) {
    const answer = await dies(amos, body, suffix);
    expect(answer.status).toBe(200);
    const told = Death.parse(answer.body);
    expect(Object.keys(told).toSorted()).toEqual([
      ...['covered', 'leftToDo', 'memberships', 'openDues', 'payer', 'quietUntil'],
    ]);
    expect(answer.body).toMatchObject({
      covered: [
        {
          ...{ campaignId: fund._id, campaignName: fund.campaignName, isCovered: true, reasons: [] },
          ...{ benefits: [{ label: 'Adult', amount: 5000 }], claimUntil: addDays(today(), 90) },
        },
      ],
      payer: { member_id: ruth._id, name: `${ruth.firstNm} ${ruth.lastNm}` },
      memberships: [
        { _id: membership._id, campaignName: fund.campaignName, priceBefore: 60, priceAfter: 35 },
      ],
      openDues: [],
      quietUntil: addDays(today(), 30),
      leftToDo: [
        {
          code: 'tell_treasurer',
          text: expect.stringContaining(fund.campaignName),
          href: `/staff/death?member_id=${amos._id}`,
        },
        { code: 'make_collection', text: expect.any(String), href: `/staff/death?member_id=${amos._id}` },
      ],
    });
  }
});

it('the preview says of each membership and each due what becomes of it, and of whom nobody writes to', async () => {
  const run = await aRun({ campaign: fund, endsInDays: 20 });
  await createDuesOfRun(run._id, TEST_AUTHOR, at(daysAgo(10)));
  await since(daysAgo(40));
  const name = (of: MemberRecord) => `${of.firstNm} ${of.lastNm}`;
  const { body } = await dies(amos, { deceasedDt: daysAgo(3), payerMemberId: ruth._id }, '/preview');
  expect(body.memberships).toMatchObject([
    {
      sentences: [
        expect.stringContaining('It costs $35.00 instead of $60.00.'),
        `${name(ruth)} pays for ${fund.campaignName} from now on.`,
      ],
    },
  ]);
  expect(body.openDues).toMatchObject([{ text: `The dues for ${run.name} stay owed.`, needsOffice: false }]);
  expect(body.about).toEqual({
    household: expect.arrayContaining([`${name(ruth)} becomes the primary member instead of ${name(amos)}.`]),
    ends: [],
    quietFor: expect.arrayContaining([
      { member_id: ruth._id, name: name(ruth) },
      { member_id: samuel._id, name: name(samuel) },
    ]),
  });
  expect(body.about.quietFor).toHaveLength(2);
  // Every sentence of the whole is one of these.
  const told = [
    ...body.about.household,
    ...body.memberships.flatMap((one: { sentences: string[] }) => one.sentences),
    ...body.openDues.map((one: { text: string }) => one.text),
    ...body.about.ends,
  ];
  expect(body.sentences).toEqual(told);
});

it('the deceased keep the age at death, on their page and in every list', async () => {
  const { birthDt } = await requireMember(amos._id);
  const years = (day: CalendarDate) => Number(day.slice(0, 4)) - Number(birthDt?.slice(0, 4));
  // The day before a birthday.
  const died = addDays(`2020${birthDt?.slice(4)}`, -1);
  await dies(amos, { deceasedDt: died, payerMemberId: ruth._id });
  const ofAmos = <Row extends { member_id: string }>(rows: Row[]) =>
    rows.find(({ member_id }) => member_id === amos._id);
  const path = `/api/v1/member/${amos._id}/household`;
  expect((await get(`/v2/members/${amos._id}`)).age).toBe(years('2020') - 1);
  expect(ofAmos((await get(path)).members)).toMatchObject({ age: years('2020') - 1 });
  const { members } = await get(`/v2/members?organization_number=${organizationNumber}`);
  expect(members.find(({ _id }: { _id: string }) => _id === amos._id).age).toBe(years('2020') - 1);
});

it('the person who told the office is in the history', async () => {
  const long = await dies(amos, { deceasedDt: today(), payerMemberId: ruth._id, toldBy: 'x'.repeat(101) });
  expect([long.status, long.body.errors[0].path]).toEqual([422, 'toldBy']);
  await dies(amos, { deceasedDt: today(), payerMemberId: ruth._id, toldBy: 'His sister' });
  const admin = await anAccount({ role: 'administrator', organizationNumber });
  const { entries } = await get(`/v2/audit?subject_type=member&subject_id=${amos._id}`, admin);
  expect(entries).toContainEqual(expect.objectContaining({ reason: 'Death. Told by: His sister' }));
});

describe('what the household reads of it', () => {
  const deathsReadBy = async (of: MemberRecord, as?: Account) =>
    (await get(`/v2/members/${of._id}/coverage`, as ?? (await anAccount({ memberId: of._id })))).deaths;
  const name = () => fund.campaignName;

  it('is that they were covered on that day, and what the widow pays now', async () => {
    await since(daysAgo(40));
    const widow = await anAccount({ memberId: ruth._id });
    expect(await deathsReadBy(ruth, widow)).toBeUndefined();
    await dies(amos, { deceasedDt: daysAgo(3), payerMemberId: ruth._id });
    const died = `${amos.firstNm} died on ${showDateInWords(daysAgo(3))}, and was covered by ${name()} on that day`;
    expect(await deathsReadBy(ruth, widow)).toEqual([
      `${died}. From the next collection on you pay $35.00 for ${name()}.`,
    ]);
    expect(await deathsReadBy(samuel)).toEqual([`${died}. From now on ${ruth.firstNm} pays for ${name()}.`]);
    const run = await aRun({ campaign: fund, endsInDays: 20 });
    await createDuesOfRun(run._id, TEST_AUTHOR, api.deps.now());
    expect(await deathsReadBy(ruth, manager)).toEqual([
      `${died}. From the next collection on ${ruth.firstNm} pays $35.00 for ${name()}. What is open now stays as it is.`,
    ]);
    const cover = await get(`/v2/members/${ruth._id}/coverage`, widow);
    expect(cover.people.map((one: { member_id: string }) => one.member_id).toSorted()).toEqual(
      [ruth._id, samuel._id].toSorted(),
    );
    await undo(amos);
    expect(await deathsReadBy(ruth, widow)).toBeUndefined();
  });

  it('on the day itself, of a day that is not known, and for 90 days', async () => {
    await since(daysAgo(400));
    const mother = await anAccount({ memberId: ruth._id });
    await dies(samuel, { deceasedDt: today() });
    expect(await deathsReadBy(ruth, mother)).toEqual([
      `${samuel.firstNm} died on ${showDateInWords(today())}, and was covered by ${name()} on that day.`,
    ]);
    await dies(samuel, { deceasedDt: null, isDayUnknown: true });
    expect(await deathsReadBy(ruth, mother)).toEqual([
      `${samuel.firstNm} died (the day is not known), and it is not known whether ${name()} covered ${samuel.firstNm} then.`,
    ]);
    for (const [days, count] of [
      [89, 1],
      [90, undefined],
    ] as const) {
      await dies(samuel, { deceasedDt: daysAgo(days) });
      expect((await deathsReadBy(ruth, mother))?.length).toBe(count);
    }
  });
});

describe('a day that is not known', () => {
  it('ends everything with the day of the report, and says that nobody knows', async () => {
    await since(daysAgo(40));
    const body = { deceasedDt: null, isDayUnknown: true, reportedDt: daysAgo(2), payerMemberId: ruth._id };
    const preview = await dies(amos, body, '/preview');
    expect(preview.body.sentences).toContain(
      `${amos.firstNm} ${amos.lastNm} is shown as deceased (the day is not known).`,
    );
    const answer = await dies(amos, body);
    expect(answer.body.covered).toMatchObject([
      {
        isCovered: null,
        reasons: [{ code: 'death_day_unknown', text: `${amos.firstNm} died. The day is not known.` }],
      },
    ]);
    expect(answer.body).toMatchObject({ primaryMemberId: ruth._id, quietUntil: addDays(daysAgo(2), 30) });
    expect(await partOf(amos)).toMatchObject({ endReason: 'died', endDt: endOfDay(daysAgo(2), zone()) });
    expect(await coverOn(amos, daysAgo(3))).toMatchObject({ isCovered: null });
    expect(await coverOn(amos, daysAgo(1))).toMatchObject({
      isCovered: false,
      reasons: [{ code: 'died', text: `${amos.firstNm} died. The day is not known.` }],
    });
    expect(await coverOn(ruth, daysAgo(3))).toMatchObject({ isCovered: true });
    const shown = { deceasedDt: daysAgo(2), deathDay: 'unknown' };
    expect(await get(`/v2/members/${amos._id}`)).toMatchObject(shown);
    expect((await get(`/api/v1/member/${ruth._id}/household`)).members).toContainEqual(
      expect.objectContaining({ member_id: amos._id, ...shown }),
    );
    const list = await get(`/api/v1/organization/${organizationNumber}/members/page/1/size/20`);
    expect(list.members).toContainEqual(expect.objectContaining({ _id: amos._id, ...shown }));
    const rows = await get(`/v2/members?organization_number=${organizationNumber}`);
    expect(rows.members).toContainEqual(expect.objectContaining({ _id: amos._id, ...shown }));
    const found = await get(
      `/v2/organizations/${organizationNumber}/members/search?search_term=${amos.lastNm}`,
    );
    expect(found).toContainEqual(expect.objectContaining({ id: amos._id, ...shown }));
    const file = await api.get(`/v2/organizations/${organizationNumber}/members.csv`, manager);
    expect(file.text).toContain('day not known');
  });

  it('of a month ends with the month, and is a day when one is known', async () => {
    api.advance(Math.max(0, Date.parse('2026-11-25T12:00:00Z') - api.deps.now().getTime()));
    await since('2026-01-01');
    const answer = await dies(samuel, { deceasedDt: `${daysAgo(40).slice(0, 7)}-01`, isDayUnknown: true });
    expect(answer.body.covered).toMatchObject([{ isCovered: null }]);
    const first = `${daysAgo(40).slice(0, 7)}-01` as CalendarDate;
    const last = (await requireMember(samuel._id)).deceasedDt as CalendarDate;
    expect(addDays(last, 1).slice(8)).toBe('01');
    expect(await coverOn(samuel, addDays(first, -1))).toMatchObject({ isCovered: true });
    expect(await coverOn(samuel, first)).toMatchObject({ isCovered: null });
    expect(await coverOn(samuel, last)).toMatchObject({ isCovered: null });
    expect(await coverOn(samuel, addDays(last, 1))).toMatchObject({ isCovered: false });
    expect((await dies(samuel, { deceasedDt: addDays(last, -3) })).status).toBe(200);
    expect((await requireMember(samuel._id)).deathDay).toBeNull();
    expect(await coverOn(samuel, addDays(last, -3))).toMatchObject({ isCovered: true });
    expect(await coverOn(samuel, addDays(last, -2))).toMatchObject({ isCovered: false });
  });

  it.each([
    [{ deceasedDt: null, isDayUnknown: true, reportedDt: '2999-01-01' }, 'reportedDt'],
    [{ deceasedDt: '2999-01-01', isDayUnknown: true }, 'deceasedDt'],
    [{}, 'deceasedDt'],
  ])('%j is refused', async (body, path) => {
    const answer = await dies(amos, { ...body, payerMemberId: ruth._id });
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path]);
  });
});

/** Amos signs in, has a role and is a contact, and has a saved card. */
async function amosHasAll() {
  const email = `${Math.random().toString(36).slice(2)}@amos.test`;
  const password = 'Demo1234';
  const roles = [{ organizationNumber, role: 'administrator' as const }];
  const { _id: userId } = await createUser(
    { email, password, isEmailConfirmed: true, memberId: amos._id, roles, now: api.deps.now() },
    TEST_AUTHOR,
  );
  await post(`/v2/organizations/${organizationNumber}/contacts`, { member_id: amos._id, title: 'Deacon' });
  await aSavedCard(api, { userId, memberId: amos._id, email });
  const signIn = (word = password) =>
    api.request.post('/v2/token').type('form').send({ username: email, password: word });
  return { email, userId, signIn };
}

describe('the sign-in of a deceased person', () => {
  it('is over with the entry: sessions, roles, offices and cards', async () => {
    const { signIn, email } = await amosHasAll();
    const tokens = (await signIn()).body;
    const read = () =>
      api.request
        .get(`/api/v1/member/${amos._id}/cards`)
        .set('Authorization', `Bearer ${tokens.access_token}`);
    expect((await read()).body).toHaveLength(1);
    const body = { deceasedDt: today(), payerMemberId: ruth._id };
    expect((await dies(amos, body, '/preview')).body.sentences).toEqual(
      expect.arrayContaining([
        `Nobody can sign in as ${amos.firstNm} any more.`,
        `The saved cards of ${amos.firstNm} are removed. They do not come back.`,
        `${amos.firstNm} is no contact any more: Deacon.`,
      ]),
    );
    expect((await dies(amos, body)).status).toBe(200);
    expect((await read()).status).toBe(401);
    const refreshed = await api.request.post('/token/refresh').send({ userToken: tokens.user_token });
    expect(refreshed.status).toBe(401);
    const right = await signIn();
    expect([right.status, right.body.code, right.body.detail]).toEqual([403, 'sign_in_ended', SIGN_IN_ENDED]);
    const wrong = await signIn('Wrong1234');
    expect([wrong.status, wrong.body.detail]).toEqual([401, SIGN_IN_FAILED]);
    expect(await collection('roles').countDocuments({ email })).toBe(0);
    expect(await get(`/v2/organizations/${organizationNumber}/contacts`)).toEqual([]);
    expect(await collection<{ _id: string }>('provider_customers').countDocuments({ _id: amos._id })).toBe(0);
    const [job] = await collection<{ _id: string; input: { customerId: string } }>('jobs')
      .find({ type: CUSTOMER_REMOVAL_JOB, organizationNumber })
      .toArray();
    const customerId = job?.input.customerId ?? '';
    await workOnJobs({ [CUSTOMER_REMOVAL_JOB]: customerRemovalJob(api.deps) }, api.deps.logger);
    expect(await api.deps.provider.listCards(customerId).catch(() => [])).toEqual([]);
  });

  it('nobody links another one to them', async () => {
    await dies(ruth, { deceasedDt: today() });
    const stranger = await anAccount({ memberId: null });
    const { lastNm, birthDt, phones } = await requireMember(ruth._id);
    const link = { lastNm, birthDt, phone: phones[0]?.phoneNbr.slice(-4) ?? '0000' };
    const answer = await post('/v2/identity/account-link', link, stranger);
    expect(answer.status).toBe(404);
  });
});

const OWN = [
  'version',
  'modifiedBy',
  'modifiedDt',
  'isCovered',
  'owesDues',
  'coverCheckDt',
  'locks',
  'sessionEpoch',
  'death',
  'deathDay',
];
/** What says nothing is as if it were missing. */
const isNothing = (value: unknown) => value === false || (Array.isArray(value) && !value.length);
const without = (document: object) =>
  Object.fromEntries(
    Object.entries(document).filter(([key, value]) => !OWN.includes(key) && !isNothing(value)),
  );

/** All that a death may change, as it is stored, but what every write changes. */
async function everything(userId: string) {
  const read = async (name: string, filter: object) =>
    (await collection(name).find(filter).sort({ _id: 1 }).toArray()).map((one) => without(one));
  const people = [amos, ruth, samuel].map(({ _id }) => objectId(_id));
  const roles = await read('roles', { userId: objectId(userId) });
  const contacts = await read('contacts', { member_id: { $in: people } });
  return {
    members: await read('members', { _id: { $in: people } }),
    households: await read('households', { _id: objectId(amos.household_id ?? '') }),
    memberships: await read('campaign_memberships', { campaignId: objectId(fund._id) }),
    donations: (await read('donations', { campaignId: objectId(fund._id) })).map(({ members, ...rest }) => ({
      ...rest,
      members: (members as { member_id: { toHexString: () => string } }[]).toSorted((one, other) =>
        one.member_id.toHexString().localeCompare(other.member_id.toHexString()),
      ),
    })),
    users: await read('users', { _id: objectId(userId) }),
    // Given again they are other documents.
    roles: roles.map(({ organizationNumber: at_, role, email, endDt }) => [at_, role, email, endDt]),
    contacts: contacts.map(({ organizationNumber: at_, title, name, phone, email }) => [
      at_,
      title,
      name,
      phone,
      email,
    ]),
  };
}

describe('taken back', () => {
  it.each([
    ['a known day', { deceasedDt: undefined }],
    ['a day that is not known', { deceasedDt: null, isDayUnknown: true }],
  ])('%s leaves everything as it was, but the cards', async (_what, day) => {
    const { signIn, userId } = await amosHasAll();
    const run = await aRun({ campaign: fund, endsInDays: 20 });
    await createDuesOfRun(run._id, TEST_AUTHOR, at(daysAgo(1)));
    const viewer = await anAccount({ role: 'viewer', organizationNumber });
    await post(`/v2/members/${amos._id}/death-reports`, { deceasedDt: null, toldBy: 'His sister' }, viewer);
    const before = await everything(userId);
    const body = { deceasedDt: daysAgo(3), ...('isDayUnknown' in day && day), payerMemberId: ruth._id };
    expect((await dies(amos, body)).status).toBe(200);
    expect(await get(`/v2/organizations/${organizationNumber}/death-reports`)).toEqual([]);
    // Entered again, as to correct the day: what the first entry kept is not lost.
    expect((await dies(amos, { deceasedDt: daysAgo(2), payerMemberId: ruth._id })).status).toBe(200);
    expect(await everything(userId)).not.toEqual(before);
    expect((await undo(amos, '/preview')).body.sentences).toEqual(
      expect.arrayContaining([
        `${amos.firstNm} can sign in again.`,
        `${amos.firstNm} is a contact again: Deacon.`,
        `The saved cards of ${amos.firstNm} were removed and do not come back.`,
      ]),
    );
    expect((await undo(amos)).status).toBe(200);
    expect(await everything(userId)).toEqual(before);
    expect((await signIn()).status).toBe(200);
    expect((await requireMember(amos._id)).death).toBeUndefined();
    expect(await get(`/v2/organizations/${organizationNumber}/death-reports`)).toMatchObject([
      { member: { member_id: amos._id }, status: 'open', decision: null },
    ]);
    expect(await get(`/v2/organizations/${organizationNumber}/death-tasks`)).toEqual([]);
  });
});

describe('a report of a death', () => {
  it('is made by every role, waits for the office, and is confirmed by the entry', async () => {
    const path = `/v2/organizations/${organizationNumber}/death-reports`;
    for (const role of ['viewer', 'treasurer'] as const) {
      const account = await anAccount({ role, organizationNumber });
      const report = await post(
        `/v2/members/${amos._id}/death-reports`,
        { deceasedDt: daysAgo(1), toldBy: 'His brother', phone: '(301) 555-0142', note: 'At home' },
        account,
      );
      expect([report.status, report.body]).toEqual([
        201,
        expect.objectContaining({
          ...{ status: 'open', deceasedDt: daysAgo(1), toldBy: 'His brother', phone: '(301) 555-0142' },
          ...{ note: 'At home', reportedBy: account.email, decision: null, quietUntil: addDays(today(), 14) },
          member: { member_id: amos._id, name: `${amos.firstNm} ${amos.lastNm}` },
        }),
      ]);
      expect((await api.get(path, account)).status).toBe(403);
      const own = await api.get(`/v2/members/${amos._id}/death-reports`, account);
      const { _id, reportedBy, reportedDt, quietUntil } = report.body;
      expect(own.body.at(-1)).toEqual({ _id, reportedBy, reportedDt, quietUntil });
    }
    expect(await get(path)).toHaveLength(2);
    expect(await get(`${path}?member_id=${amos._id}`)).toHaveLength(2);
    expect(await get(`${path}?member_id=${ruth._id}`)).toEqual([]);
    expect((await get('/v2/staff/attention')).deathReports).toBe(2);
    await dies(amos, { deceasedDt: daysAgo(1), payerMemberId: ruth._id });
    expect(await get(path)).toEqual([]);
    expect(await get(`/v2/members/${amos._id}/death-reports`)).toEqual([]);
    expect(await get(`${path}?status=confirmed`)).toMatchObject([
      { status: 'confirmed', decision: { by: manager.email, reason: null } },
      { status: 'confirmed' },
    ]);
    expect((await get('/v2/staff/attention')).deathReports).toBeUndefined();
    const late = await post(`/v2/members/${amos._id}/death-reports`, {
      deceasedDt: null,
      toldBy: 'Somebody',
    });
    expect([late.status, late.body.code]).toEqual([409, 'deceased']);
  });

  it('is dismissed once, with a reason, which the history tells', async () => {
    const { body } = await post(`/v2/members/${amos._id}/death-reports`, { deceasedDt: null, toldBy: 'Him' });
    const dismiss = (reason: string) => post(`/v2/death-reports/${body._id}/dismiss`, { reason });
    expect((await dismiss('')).status).toBe(422);
    expect((await dismiss('It was another Amos')).body).toMatchObject({
      status: 'dismissed',
      decision: { reason: 'It was another Amos' },
    });
    const again = await dismiss('It was another Amos');
    expect([again.status, again.body.code, again.body.current.status]).toEqual([
      409,
      'report_decided',
      'dismissed',
    ]);
    const admin = await anAccount({ role: 'administrator', organizationNumber });
    const { entries } = await get(`/v2/audit?subject_type=member&subject_id=${amos._id}`, admin);
    expect(entries.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
      'member.death_report_dismissed',
      'member.death_reported',
    ]);
  });

  it('tells the month where the day is not known', async () => {
    const earlier = addDays(`${today().slice(0, 7)}-01` as CalendarDate, -1);
    const told = { isDayUnknown: true, toldBy: 'His sister' };
    const path = `/v2/members/${amos._id}/death-reports`;
    const before = await post(path, { ...told, deceasedDt: `${earlier.slice(0, 7)}-02` });
    expect(before.body).toMatchObject({ deceasedDt: earlier, deathDay: 'month' });
    const now = await post(path, { ...told, deceasedDt: `${today().slice(0, 7)}-01` });
    expect(now.body).toMatchObject({ deceasedDt: today(), deathDay: 'month' });
  });

  it.each([
    [{ deceasedDt: '2999-01-01', isDayUnknown: true, toldBy: 'Him' }, 'deceasedDt'],
    [{ deceasedDt: null }, 'toldBy'],
    [{ deceasedDt: '2999-01-01', toldBy: 'Him' }, 'deceasedDt'],
    [{ deceasedDt: '1800-01-01', toldBy: 'Him' }, 'deceasedDt'],
  ])('%j is refused', async (body, path) => {
    const answer = await post(`/v2/members/${amos._id}/death-reports`, body);
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path]);
  });
});

it('what is left to do is kept until it is done, also when the death is entered again', async () => {
  const run = await aRun({ campaign: fund, endsInDays: 20 });
  await createDuesOfRun(run._id, TEST_AUTHOR, at(daysAgo(10)));
  await collection('campaigns').updateOne(
    { _id: objectId(fund._id) },
    { $set: { fundRules: { benefits: [{ label: 'Any', minAge: 0, maxAge: 150, amount: 500_000 }] } } },
  );
  await since(daysAgo(40));
  const told = (await dies(amos, { deceasedDt: daysAgo(3), payerMemberId: ruth._id })).body.leftToDo;
  const path = `/v2/organizations/${organizationNumber}/death-tasks`;
  const open = await get(path);
  expect(
    open.map(({ code, text, href }: { code: string; text: string; href: string }) => ({ code, text, href })),
  ).toEqual(expect.arrayContaining(told));
  expect(open).toHaveLength(2);
  expect(await get(`${path}?member_id=${amos._id}`)).toEqual(open);
  expect(await get(`${path}?member_id=${ruth._id}`)).toEqual([]);
  expect((await get('/v2/staff/attention')).deathTasks).toBe(2);
  const done = await post(`/v2/death-tasks/${encodeURIComponent(open[0]._id)}/done`);
  expect([done.status, done.body]).toEqual([
    200,
    expect.objectContaining({ status: 'done', done: expect.objectContaining({ by: manager.email }) }),
  ]);
  const again = await post(`/v2/death-tasks/${encodeURIComponent(open[0]._id)}/done`);
  expect([again.status, again.body.code]).toEqual([409, 'task_done']);
  const takeBack = () =>
    api.request.delete(`/v2/death-tasks/${encodeURIComponent(open[0]._id)}/done`).set(api.as(manager));
  expect((await takeBack()).body).toMatchObject({ status: 'open', done: null });
  expect(await get(path)).toHaveLength(2);
  expect((await takeBack()).body.code).toBe('task_open');
  expect((await post(`/v2/death-tasks/${encodeURIComponent(open[0]._id)}/done`)).status).toBe(200);
  // Also on the same day, which changes no membership.
  for (const day of [2, 2]) {
    const { leftToDo } = (await dies(amos, { deceasedDt: daysAgo(day), payerMemberId: ruth._id })).body;
    const { code, text, href } = open[1];
    expect([await get(path), leftToDo]).toMatchObject([[{ code }], [{ code, text, href }]]);
    expect(leftToDo).toHaveLength(1);
  }
  expect(await get(`${path}?status=done`)).toHaveLength(1);
  const stranger = await anAccount({
    role: 'manager',
    organizationNumber: (await anOrganization()).organizationNumber,
  });
  expect((await api.get(path, stranger)).status).toBe(403);
  expect((await post(`/v2/death-tasks/${encodeURIComponent(open[1]._id)}/done`, {}, stranger)).status).toBe(
    404,
  );
});

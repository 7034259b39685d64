/** Claims over HTTP (docs/decisions/052): opened, checked, proposed, decided by two people, and one outcome of every race. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Claim, Claims } from '@kinfold/domain/claim';
import { addDays, calendarDateOf, endOfDay, showDateInWords, type CalendarDate } from '@kinfold/domain/dates';
import {
  aCampaign,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  linkTo,
} from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { countStaleScopes, writeScopes } from '../../../platform/scopes.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';

const api = await apiOfFile();
let organizationNumber: string;
let staff: Record<'viewer' | 'treasurer' | 'manager' | 'administrator', Account>;
let amos: MemberRecord;
let ruth: MemberRecord;
let fund: CampaignRecord;

const zone = () => api.deps.config.TIME_ZONE;
const today = () => calendarDateOf(api.deps.now(), zone());
const daysAgo = (days: number): CalendarDate => addDays(today(), -days);
const at = (day: CalendarDate) => new Date(endOfDay(day, zone()).getTime() - 3_600_000);
const RULES = {
  claimWithinDays: 90,
  benefits: [{ label: 'Adult', minAge: 18, maxAge: 150, amount: 500_000 }],
};

beforeEach(async () => {
  ({ organizationNumber } = await anOrganization());
  const hired = async (role: keyof typeof staff) => anAccount({ role, organizationNumber });
  staff = {
    viewer: await hired('viewer'),
    treasurer: await hired('treasurer'),
    manager: await hired('manager'),
    administrator: await hired('administrator'),
  };
  const { members } = await aHousehold({ organizationNumber, size: 2 });
  [amos, ruth] = members as [MemberRecord, MemberRecord];
  fund = await aFund();
});

type Who = keyof typeof staff | Account;
const accountOf = (who: Who) => (typeof who === 'string' ? staff[who] : who);
const post = (path: string, body: object = {}, who: Who = 'manager') =>
  api.request
    .post(path)
    .set(api.as(accountOf(who)))
    .send(body);
const patch = (_id: string, body: object, who: Who = 'manager') =>
  api.request
    .patch(`/v2/claims/${_id}`)
    .set(api.as(accountOf(who)))
    .send(body);
const read = async (_id: string, who: Who = 'manager') => api.get(`/v2/claims/${_id}`, accountOf(who));

/** A fund with rules that covers Amos and Ruth since 100 days. */
async function aFund(rules: object = RULES, covers = true) {
  const campaign = await aCampaign({ organizationNumber });
  await collection('campaigns').updateOne({ _id: objectId(campaign._id) }, { $set: { fundRules: rules } });
  if (!covers) return campaign;
  const { _id } = await aMembership({ campaign, primary: amos, covered: [ruth] });
  const since = at(daysAgo(100));
  await collection('campaign_memberships').updateOne(
    { _id: objectId(_id) },
    { $set: { createdDt: since, activeDt: since, 'members.$[].startDt': since } },
  );
  return campaign;
}

const dies = (body: object = { deceasedDt: daysAgo(2) }) =>
  post(`/v2/members/${amos._id}/life-events`, { event: 'death', payerMemberId: ruth._id, ...body });
const opens = (who: Who = 'manager', campaignId = fund._id) =>
  post('/v2/claims', { member_id: amos._id, campaignId }, who);
async function anOpenClaim() {
  expect((await dies()).status).toBe(200);
  const { status, body } = await opens();
  expect([status, body.detail]).toEqual([201, undefined]);
  return Claim.parse(body);
}
const step = (_id: string, action: string, body: object = {}, who: Who = 'treasurer') =>
  post(`/v2/claims/${_id}/${action}`, body, who);
const propose = (_id: string, body: object = { amount: 500_000, reason: 'All papers are here' }) =>
  step(_id, 'propose', body, 'manager');
async function aProposedClaim() {
  const claim = await anOpenClaim();
  const { status } = await propose(claim._id);
  expect(status).toBe(200);
  return claim;
}
async function anApprovedClaim() {
  const claim = await aProposedClaim();
  expect((await step(claim._id, 'approve')).status).toBe(200);
  return claim;
}
const histories = async () =>
  (await collection('audit_entries').find({ 'subject.type': 'claim' }).sort({ _id: 1 }).toArray())
    .filter((entry) => entry['organizationNumber'] === organizationNumber)
    .map((entry) => entry['action']);

describe('a claim is opened', () => {
  it('with cover and benefit as the fund had them on the day, once for a death and a fund', async () => {
    expect((await opens()).body.errors).toEqual([
      { path: 'member_id', message: expect.stringContaining('has died') },
    ]);
    const claim = await anOpenClaim();
    expect(claim).toMatchObject({
      claimNbr: expect.stringMatching(/^C-\d{6}$/),
      version: 1,
      state: 'open',
      isWhole: true,
      member: { member_id: amos._id, memberId: amos.memberId, name: `${amos.firstNm} ${amos.lastNm}` },
      campaign: { campaignId: fund._id, campaignName: fund.campaignName },
      deceasedDt: daysAgo(2),
      coverage: {
        ...{ isCovered: true, reasons: [], asOf: daysAgo(2), otherCover: [], isInTime: true },
        ...{ claimUntil: addDays(today(), 88), reportedDt: today() },
      },
      benefit: {
        ...{ label: 'Adult', amount: 500_000, ruleAmount: 500_000, isInKind: false },
        ...{ proposedAmount: null, approvedAmount: null },
      },
      ...{ payees: [], documents: [], decisions: [], payouts: [], paidOut: 0, campaignRunId: null },
      fund: { holds: 0, isShort: true },
      may: ['edit', 'document', 'document_remove', 'propose'],
    });
    const again = await Promise.all([opens(), opens('viewer'), opens('treasurer')]);
    expect(again.map(({ status, body }) => [status, body._id])).toEqual(again.map(() => [200, claim._id]));
    expect(await histories()).toEqual(['claim.opened']);
  });

  it('once when three do it at the same moment', async () => {
    await dies();
    const all = await Promise.all([opens(), opens('administrator'), opens('treasurer')]);
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(all.map(({ body }) => body._id)).size).toBe(1);
    expect(await histories()).toEqual(['claim.opened']);
  });

  it('for a person who was not covered, with the reason; and not where they belonged to no such fund', async () => {
    const other = await aFund(RULES, false);
    await dies();
    const { body } = await opens('manager', other._id);
    expect(body).toMatchObject({
      state: 'open',
      coverage: {
        ...{ isCovered: false, reasons: [{ code: 'not_in_fund' }] },
        otherCover: [{ campaignId: fund._id, campaignName: fund.campaignName, isCovered: true }],
      },
      benefit: { ruleAmount: 500_000 },
    });
    const elsewhere = await aCampaign({});
    for (const campaignId of [elsewhere._id, '0'.repeat(24)])
      expect((await opens('manager', campaignId)).body.errors?.[0].path).toBe('campaignId');
    expect((await opens('manager', 'x')).status).toBe(422);
    // A user who may not know of the person.
    const stranger = await anAccount({ role: 'manager', organizationNumber: elsewhere.organizationNumber });
    expect((await opens(stranger)).status).toBe(404);
  });

  it('too late after the term of the fund, and with the first report as its day', async () => {
    const told = { toldBy: 'Deacon Paul', deceasedDt: null };
    await post(`/v2/members/${amos._id}/death-reports`, told, 'viewer');
    await collection('death_reports').updateOne(
      { memberId: amos._id },
      { $set: { createdDt: at(daysAgo(3)) } },
    );
    await dies({ deceasedDt: daysAgo(93) });
    const { body } = await opens();
    expect(body.coverage).toMatchObject({
      ...{ claimUntil: daysAgo(3), reportedDt: daysAgo(3), isInTime: true },
    });
    const late = await aFund({ ...RULES, claimWithinDays: 80 }, false);
    expect((await opens('manager', late._id)).body.coverage.isInTime).toBe(false);
  });
});

describe('who reads and does what', () => {
  it('who only reports deaths reads state and checklist, and no amount, payee, document or reason', async () => {
    const claim = await aProposedClaim();
    const { body } = await read(claim._id, 'viewer');
    expect(Claim.parse(body)).toMatchObject({
      ...{ state: 'proposed', isWhole: false, coverage: null, benefit: null, fund: null, paidOut: null },
      ...{ payees: [], documents: [], payouts: [], may: [] },
    });
    expect(JSON.stringify(body)).not.toMatch(/500000|All papers/);
    expect(body.checklist).toHaveLength(6);
    for (const action of ['propose', 'approve', 'refuse', 'reopen', 'close'])
      expect((await step(claim._id, action, {}, 'viewer')).status).toBe(403);
    expect((await patch(claim._id, { version: 2 }, 'treasurer')).status).toBe(403);
    expect((await step(claim._id, 'approve', {}, 'manager')).status).toBe(403);
    expect((await step(claim._id, 'propose', {}, 'treasurer')).status).toBe(403);
    const list = await api.get(`/v2/organizations/${organizationNumber}/claims?state=proposed`, staff.viewer);
    expect(Claims.parse(list.body).claims.map(({ _id }) => _id)).toEqual([claim._id]);
    const open = await api.get(`/v2/organizations/${organizationNumber}/claims?state=open`, staff.viewer);
    expect(open.body).toEqual({ claims: [], next: null });
    const of = `/v2/organizations/${organizationNumber}/claims?member_id=${amos._id}`;
    expect((await api.get(of, staff.viewer)).body.claims).toEqual([body]);
  });

  /** The claim of a member of another organization that participates in the fund, opened by its manager. */
  async function claimOfPartner(number: string) {
    const dead = await aMember({ organizationNumber: number });
    await collection('campaigns').updateOne(
      { _id: objectId(fund._id) },
      { $set: { participatingOrganizations: [number], offeredTo: [organizationNumber, number] } },
    );
    await collection('members').updateOne({ _id: objectId(dead._id) }, { $set: { deceasedDt: daysAgo(1) } });
    const [manager, treasurer] = [
      await anAccount({ role: 'manager', organizationNumber: number }),
      await anAccount({ role: 'treasurer', organizationNumber: number }),
    ];
    const { body } = await post('/v2/claims', { member_id: dead._id, campaignId: fund._id }, manager);
    return { manager, treasurer, body };
  }

  it('the treasurer of a church does not approve what a fund of the diocese pays', async () => {
    const below = await anOrganization({ parentOrganization: organizationNumber });
    const number = below.organizationNumber;
    const { manager, treasurer, body } = await claimOfPartner(number);
    expect((await step(body._id, 'propose', { amount: 100, reason: 'A gift' }, manager)).status).toBe(200);
    const seen = await read(body._id, treasurer);
    expect([seen.body.isWhole, seen.body.may]).toEqual([true, []]);
    expect((await step(body._id, 'approve', { reason: 'A gift' }, treasurer)).status).toBe(403);
    expect((await step(body._id, 'approve', { reason: 'A gift' })).status).toBe(200);
  });

  it('who died in another tree is decided about where the fund is managed, also after either has moved', async () => {
    const { organizationNumber: number } = await anOrganization();
    const { manager, treasurer, body } = await claimOfPartner(number);
    await step(body._id, 'propose', { amount: 100, reason: 'A gift' }, manager);
    const waiting = async (who: Who) => {
      const { claims = 0 } = (await api.get('/v2/staff/attention', accountOf(who))).body;
      return claims;
    };
    expect([await waiting('treasurer'), await waiting(treasurer), await waiting(manager)]).toEqual([1, 0, 0]);
    const elsewhere = await anOrganization();
    for (const moved of [number, organizationNumber]) {
      await collection('organizations').updateOne(
        { organizationNumber: moved },
        { $set: { path: [elsewhere.organizationNumber, moved] } },
      );
      expect(await countStaleScopes(moved)).toBeGreaterThan(0);
      await writeScopes(moved);
      expect(await countStaleScopes(moved)).toBe(0);
    }
    const top = await anAccount({ role: 'treasurer', organizationNumber: elsewhere.organizationNumber });
    expect([await waiting('treasurer'), await waiting(top)]).toEqual([1, 1]);
    expect((await step(body._id, 'approve', { reason: 'A gift' }, treasurer)).status).toBe(403);
    const list = `/v2/organizations/${organizationNumber}/claims`;
    expect((await api.get(list, staff.treasurer)).body.claims.map(({ _id }: Claim) => _id)).toEqual([
      body._id,
    ]);
    expect((await step(body._id, 'approve', { reason: 'A gift' })).body).toMatchObject({
      ...{ state: 'approved', isWhole: true },
    });
  });
});

it('the list has whole claims, as each reader may see them, page by page', async () => {
  const { _id: first } = await anOpenClaim();
  const { _id: second } = (await opens('manager', (await aFund())._id)).body;
  await propose(second);
  for (const who of ['viewer', 'manager', 'treasurer'] as const) {
    const page = async (cursor = '') =>
      (
        await api.get(
          `/v2/organizations/${organizationNumber}/claims?page_size=1&cursor=${cursor}`,
          accountOf(who),
        )
      ).body;
    const newest = await page();
    expect(newest).toEqual({ claims: [(await read(second, who)).body], next: expect.any(String) });
    expect(await page(newest.next)).toEqual({ claims: [(await read(first, who)).body], next: null });
  }
  const wrong = await api.get(`/v2/organizations/${organizationNumber}/claims?cursor=x`, staff.viewer);
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'cursor']);
});

it.each([0, 2])('the cover of a day agrees with the claim, of a death %i days ago', async (days) => {
  await dies({ deceasedDt: daysAgo(days) });
  const { body: claim } = await opens();
  expect(claim.coverage).toMatchObject({ isCovered: true, reasons: [] });
  const on = async (day: CalendarDate, of = amos) =>
    (await api.get(`/v2/members/${of._id}/coverage?on=${day}`, staff.manager)).body;
  for (const day of [daysAgo(days), daysAgo(days + 1)]) {
    const { sentence, isCovered, people } = await on(day);
    expect([sentence, isCovered]).toEqual([
      `${amos.firstNm} and ${ruth.firstNm} were covered on ${showDateInWords(day)}.`,
      true,
    ]);
    expect(people[0]).toMatchObject({
      member_id: amos._id,
      isCovered: true,
      campaignName: fund.campaignName,
    });
    expect((await on(day, ruth)).people).toHaveLength(2);
  }
  // What rows and search hits say of the dead, without a day, is that they died.
  const { members } = (await api.get(`/v2/search?q=${amos.lastNm}`, staff.manager)).body;
  expect(members.find((one: { _id: string }) => one._id === amos._id).cover.text).toMatch(/^Died on /);
});

describe('what is checked', () => {
  it('payees, checklist and amount are changed from what was read', async () => {
    const { _id } = await anOpenClaim();
    const address = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
    const changed = await patch(_id, {
      version: 1,
      payees: [
        { kind: 'family', name: 'Ruth Bell', phone: '(301) 555-0142', email: 'Ruth@home.test', address },
        { kind: 'funeral_home', name: 'Hope Chapel' },
      ],
      checklist: [
        { code: 'certificate', isDone: true, note: 'By mail' },
        { code: 'invoices', askedOf: 'Ruth' },
      ],
      benefitAmount: 400_000,
    });
    expect(changed.body).toMatchObject({
      version: 2,
      benefit: { amount: 400_000, ruleAmount: 500_000 },
      payees: [
        { kind: 'family', name: 'Ruth Bell', phone: '3015550142', email: 'ruth@home.test', address },
        { kind: 'funeral_home', name: 'Hope Chapel', phone: null, address: null, email: null },
      ],
    });
    const done = changed.body.checklist.filter((one: { isDone: boolean }) => one.isDone);
    expect(done).toMatchObject([{ code: 'certificate', note: 'By mail', doneDt: expect.any(String) }]);
    // Payees keep their ids; what is not sent stays.
    const [first] = changed.body.payees;
    const next = await patch(_id, {
      version: 2,
      payees: [{ ...first, name: 'Ruth A. Bell' }],
      benefitAmount: null,
    });
    expect(next.body).toMatchObject({
      payees: [{ payeeId: first.payeeId, name: 'Ruth A. Bell' }],
      benefit: { amount: 500_000 },
    });
    const late = await patch(_id, { version: 2, benefitAmount: 1 });
    expect([late.status, late.body]).toMatchObject([
      409,
      {
        code: 'changed_meanwhile',
        current: { version: 3, benefit: { amount: 500_000 } },
        changed: { fields: expect.any(Array) },
      },
    ]);
    const wrong = await patch(_id, { version: 3, payees: [{ kind: 'family', name: '', phone: '1' }] });
    expect([wrong.status, wrong.body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ['payees.0.name', 'payees.0.phone'],
    ]);
    const twice = await patch(_id, { version: 3, payees: [first, first] });
    expect(twice.body.errors).toEqual([{ path: 'payees.1.payeeId', message: 'Each payee once' }]);
    const kept = JSON.stringify(await collection('audit_entries').find({ 'subject.id': _id }).toArray());
    expect(kept).not.toMatch(/3015550142|Elm Street|home\.test/);
  });

  it('two edits from one version have one winner', async () => {
    const { _id } = await anOpenClaim();
    const all = await Promise.all([
      patch(_id, { version: 1, benefitAmount: 400_000 }),
      patch(_id, { version: 1, benefitAmount: 300_000 }, 'administrator'),
    ]);
    expect(all.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });
});

describe('a decision', () => {
  it('is proposed by one and approved by another; then nothing of it changes', async () => {
    const { _id } = await anOpenClaim();
    // An administrator may do both, and not in one person.
    const own = await step(_id, 'propose', { amount: 500_000 }, 'administrator');
    expect(own.body).toMatchObject({ state: 'proposed', benefit: { proposedAmount: 500_000 } });
    const refused = await step(_id, 'approve', {}, 'administrator');
    expect([refused.status, refused.body.code]).toEqual([403, 'second_person']);
    expect(own.body).toMatchObject({
      may: ['document', 'refuse', 'reopen'],
      secondPerson: expect.any(String),
    });
    const stale = await step(_id, 'approve', { version: 1 });
    expect([stale.status, stale.body.code]).toEqual([409, 'changed_meanwhile']);
    const { body } = await step(_id, 'approve', { version: 2 });
    expect(Claim.parse(body)).toMatchObject({
      ...{ state: 'approved', benefit: { approvedAmount: 500_000 }, approvals: { needed: 1, given: 1 } },
      decisions: [
        { kind: 'proposed', by: staff.administrator.email, amount: 500_000 },
        { kind: 'approved', by: staff.treasurer.email, amount: 500_000 },
      ],
      may: ['edit', 'reopen', 'close', 'pay'],
    });
    for (const [action, more] of [
      ['propose', { amount: 1 }],
      ['refuse', { reason: 'No' + 'o' }],
    ] as const)
      expect((await step(_id, action, more, 'administrator')).body.code).toBe('claim_state');
    const frozen = await patch(_id, { version: 3, benefitAmount: 1 });
    expect([frozen.status, frozen.body]).toMatchObject([
      409,
      { code: 'claim_state', current: { state: 'approved', version: 3 } },
    ]);
    expect(await histories()).toEqual(['claim.opened', 'claim.proposed', 'claim.approved']);
  });

  it('is never one of the household, or of somebody linked to it', async () => {
    const { _id } = await aProposedClaim();
    const cousin = await aMember({ organizationNumber });
    await linkTo(cousin._id, ruth._id);
    const uncle = await aMember({ organizationNumber });
    await linkTo(ruth._id, uncle._id);
    const friend = await aMember({ organizationNumber });
    const answers = [];
    for (const memberId of [ruth._id, cousin._id, uncle._id, friend._id]) {
      const account = await anAccount({ memberId, role: 'treasurer', organizationNumber });
      const { status, body } = await step(_id, 'approve', {}, account);
      answers.push([status, body.code]);
    }
    const no = [403, 'second_person'];
    expect(answers).toEqual([no, no, no, [200, undefined]]);
  });

  it('and every later step are left to others by the family, which says why', async () => {
    const own = await anAccount({ memberId: ruth._id, role: 'administrator', organizationNumber });
    const { _id } = await anOpenClaim();
    const reason = 'As it was agreed';
    const day = { startDt: today(), endDt: addDays(today(), 30) };
    const run = {
      name: 'In memory of Amos',
      description: 'For his family',
      ...day,
      sharing: 'per_household',
    };
    const collect = (by: Who) => step(_id, 'collection', run, by);
    const paid = { payoutId: 'p-00000001', payee: 'Ruth', amount: 1, method: 'cash', paidDt: today() };
    /** The steps of a state, each refused to the family; what it may do then. */
    const left = async (steps: Record<string, object>) => {
      for (const [action, body] of Object.entries(steps)) {
        const { status, body: answer } = await step(_id, action, body, own);
        expect([action, status, answer.code]).toEqual([action, 403, 'second_person']);
        expect(answer.detail).toContain('You belong to this family: another person');
      }
      const { may, secondPerson } = (await read(_id, own)).body;
      expect(secondPerson).toContain('You belong to this family: another person');
      return may;
    };
    expect(await left({ refuse: { reason }, close: { reason } })).toEqual([
      ...['edit', 'document', 'document_remove', 'propose'],
    ]);
    await propose(_id);
    expect(await left({ approve: {}, refuse: { reason }, reopen: { reason } })).toEqual(['document']);
    await step(_id, 'approve');
    const ofApproved = { payouts: paid, collection: run, reopen: { reason }, close: { reason } };
    expect(await left(ofApproved)).toEqual(['document']);
    // Nor are they asked for with another claim, and nor is what was missing after the first collection.
    expect((await collect('manager')).status).toBe(201);
    await collection('campaign_runs').updateMany({ name: run.name }, { $set: { endDt: at(daysAgo(1)) } });
    expect(await left({ collection: run })).toEqual(['document']);
    expect((await collect('manager')).status).toBe(201);
    await step(_id, 'close', { reason });
    expect(await left({ reopen: { reason } })).toEqual([]);
    await step(_id, 'reopen', { reason });
    await step(_id, 'refuse', { reason });
    expect(await left({ reopen: { reason }, close: { reason } })).toEqual(['document']);
    expect((await read(_id, 'treasurer')).body).toMatchObject({
      secondPerson: null,
      may: ['reopen', 'close'],
    });
  });

  it('is of none who lived there when it was opened, nor of whom somebody without a household is linked to', async () => {
    const { _id } = await aProposedClaim();
    // A son, or a widow, who founds a household of their own afterwards.
    const { household_id: another } = await aHousehold({ organizationNumber, size: 1 });
    const members = collection('members');
    const moves = (household_id: string | null, memberId: string) =>
      members.updateOne({ _id: objectId(memberId) }, { $set: { household_id } });
    await moves(another, ruth._id);
    const own = await anAccount({ memberId: ruth._id, role: 'treasurer', organizationNumber });
    expect((await step(_id, 'approve', {}, own)).body.code).toBe('second_person');
    const friend = await aMember({ organizationNumber });
    const other = await anAccount({ memberId: friend._id, role: 'treasurer', organizationNumber });
    await moves(null, amos._id);
    await linkTo(amos._id, friend._id);
    expect((await step(_id, 'approve', {}, other)).body.code).toBe('second_person');
  });

  it('over the limit of the organization takes two people besides who proposed', async () => {
    await collection('organizations').updateOne(
      { organizationNumber },
      {
        $set: {
          twoPerson: { refundOverCents: null, waiver: false, batchClose: false, claimOverCents: 499_999 },
        },
      },
    );
    const { _id } = await aProposedClaim();
    const first = await step(_id, 'approve');
    expect(first.body).toMatchObject({ state: 'proposed', approvals: { needed: 2, given: 1 } });
    expect((await step(_id, 'approve')).body.code).toBe('second_person');
    const last = await step(_id, 'approve', {}, 'administrator');
    expect(last.body).toMatchObject({
      ...{ state: 'approved', approvals: { needed: 2, given: 2 }, benefit: { approvedAmount: 500_000 } },
    });
    // What was taken back is proposed and approved by all of them again.
    await step(_id, 'reopen', { reason: 'Another invoice' });
    await propose(_id);
    expect((await step(_id, 'approve')).body).toMatchObject({ state: 'proposed', approvals: { given: 1 } });
  });

  it('needs a reason where the rules say otherwise', async () => {
    const other = await aFund(RULES, false);
    const { _id } = await anOpenClaim();
    expect((await propose(_id, { amount: 500_001 })).body.errors).toEqual([
      { path: 'reason', message: expect.stringContaining('amount') },
    ]);
    expect((await propose(_id, { amount: 0, reason: 'Zero' })).body.errors[0].path).toBe('amount');
    const uncovered = (await opens('manager', other._id)).body._id;
    expect((await propose(uncovered, { amount: 500_000 })).body.errors[0].path).toBe('reason');
    await propose(uncovered, { amount: 500_000, reason: 'They had sent the form' });
    expect((await step(uncovered, 'approve')).body.errors[0].path).toBe('reason');
    const { body } = await step(uncovered, 'approve', { reason: 'The form was found' });
    expect(body).toMatchObject({ state: 'approved', decisions: [{}, { reason: 'The form was found' }] });
  });

  it('is refused in words for the family, and reopened with a reason', async () => {
    const { _id } = await anOpenClaim();
    expect((await step(_id, 'refuse', { reason: '' })).body.errors[0].path).toBe('reason');
    const reason = 'The dues of March were open.\nWrite to the board within 30 days.';
    expect((await step(_id, 'refuse', { reason })).body).toMatchObject({
      ...{ state: 'refused', decisions: [{ kind: 'refused', reason }], may: ['reopen', 'close'] },
    });
    expect((await step(_id, 'reopen', {})).status).toBe(422);
    expect((await step(_id, 'reopen', { reason: 'They had paid' }, 'manager')).status).toBe(403);
    expect((await step(_id, 'reopen', { reason: 'They had paid' })).body.state).toBe('open');
    await propose(_id);
    // A proposal is taken back by those who may propose, too.
    expect((await step(_id, 'reopen', { reason: 'A wrong name' }, 'manager')).body).toMatchObject({
      ...{ state: 'open', benefit: { proposedAmount: null } },
    });
  });

  it('is closed with a reason while something is left, and opened again', async () => {
    const { _id } = await anApprovedClaim();
    expect((await step(_id, 'close')).body.errors[0].path).toBe('reason');
    expect((await step(_id, 'close', { reason: 'The family wants nothing' })).body).toMatchObject({
      ...{ state: 'closed', may: ['reopen'] },
    });
    // Something that is no money may have been given.
    const undo = await post(`/v2/members/${amos._id}/life-events`, { event: 'death', undo: true });
    expect([undo.status, undo.body.code]).toEqual([409, 'claim_decided']);
    expect((await step(_id, 'reopen', { reason: 'They do after all' })).body).toMatchObject({
      ...{ state: 'open', benefit: { approvedAmount: null } },
    });
  });

  it('does not go back while money was paid for it', async () => {
    const { _id } = await anApprovedClaim();
    const by = { userId: null, email: 'a@b.test', name: 'A B' };
    const payout = {
      ...{ payoutId: 'p', payeeId: 'q', payee: 'Ruth', amount: 500_000, method: 'cash', reference: null },
      ...{ paidDt: today(), state: 'recorded', recorded: by, recordedDt: new Date() },
      ...{ confirmed: null, corrected: null },
    };
    const set = (payouts: object[]) =>
      collection<{ _id: string }>('claims').updateOne({ _id }, { $set: { payouts } });
    await set([payout]);
    expect((await step(_id, 'reopen', { reason: 'A mistake' })).body.code).toBe('claim_paid');
    expect((await step(_id, 'close')).body.code).toBe('claim_paid');
    // Others are paid, and how somebody is reached changes; who was paid stays.
    const paid = { payeeId: 'q', kind: 'family', name: 'Ruth', phone: null, email: null, address: null };
    const home = { kind: 'funeral_home', name: 'Hope Chapel' };
    await collection<{ _id: string }>('claims').updateOne({ _id }, { $set: { payees: [paid] } });
    const { version } = (await read(_id)).body;
    for (const [payees, path] of [
      [[home], 'payees'],
      [[home, { ...paid, name: 'Ruth Bell' }], 'payees.1.name'],
    ] as const)
      expect((await patch(_id, { version, payees }, 'treasurer')).body.errors?.[0].path).toBe(path);
    const mended = await patch(
      _id,
      { version, payees: [{ ...paid, phone: '(301) 555-0142' }, home] },
      'treasurer',
    );
    expect(mended.body).toMatchObject({ payees: [{ payeeId: 'q', phone: '3015550142' }, home] });
    expect((await patch(_id, { version: version + 1, benefitAmount: null }, 'treasurer')).body.code).toBe(
      'claim_state',
    );
    await set([{ ...payout, state: 'confirmed', confirmed: { by, at: new Date() } }]);
    const closed = await step(_id, 'close');
    expect(Claim.parse(closed.body)).toMatchObject({ state: 'closed', paidOut: 500_000 });
    expect((await step(_id, 'reopen', { reason: 'A mistake' })).body.state).toBe('approved');
    const undo = await post(`/v2/members/${amos._id}/life-events`, { event: 'death', undo: true });
    expect([undo.status, undo.body.code]).toEqual([409, 'claim_decided']);
  });

  it('looks again where the cover of that day was changed since', async () => {
    const { _id } = await aProposedClaim();
    await collection('campaigns').updateOne(
      { _id: objectId(fund._id) },
      { $set: { 'fundRules.benefits.0.amount': 600_000 } },
    );
    const looked = await step(_id, 'approve');
    expect([looked.status, looked.body]).toMatchObject([
      409,
      {
        code: 'changed_meanwhile',
        current: { state: 'open', benefit: { ruleAmount: 600_000, proposedAmount: null } },
      },
    ]);
    expect((await propose(_id, { amount: 600_000 })).status).toBe(200);
    expect((await step(_id, 'approve')).body.state).toBe('approved');
  });
});

/** More rounds of the races: `ROUNDS=20 npx vitest run --project api claims/claims.test -t 'one outcome'`. */
const ROUNDS = Array.from({ length: Number(process.env['ROUNDS'] ?? 1) }, (_, index) => index + 1);

describe.each(ROUNDS)('of two at once there is one outcome, round %i', () => {
  const undo = () => post(`/v2/members/${amos._id}/life-events`, { event: 'death', undo: true });

  it.each<[string, (id: string) => Promise<{ status: number }>[], readonly string[]]>([
    ['two approvers', (id) => [step(id, 'approve'), step(id, 'approve', {}, 'administrator')], ['approved']],
    [
      'an approval and a refusal',
      (id) => [step(id, 'approve'), step(id, 'refuse', { reason: 'Not covered' }, 'administrator')],
      ['approved', 'refused'],
    ],
    [
      'an approval and a proposal taken back',
      (id) => [step(id, 'approve'), step(id, 'reopen', { reason: 'Wrong' }, 'manager')],
      ['approved', 'open'],
    ],
    ['an approval and an undo of the death', (id) => [step(id, 'approve'), undo()], ['approved', 'closed']],
  ])('%s', async (_what, both, states) => {
    const { _id } = await aProposedClaim();
    const before = (await histories()).length;
    const answers = await Promise.all(both(_id));
    const won = answers.filter(({ status }) => status === 200);
    const { body } = await read(_id);
    expect(states).toContain(body.state);
    // A decision may be taken back right after it: then both were done, one after the other.
    expect(won).toHaveLength((await histories()).length - before);
    expect(won.length).toBeGreaterThan(0);
    const dead = await collection('members').findOne({ _id: objectId(amos._id) });
    expect(dead?.['deceasedDt'] === null).toBe(body.state === 'closed');
  });
});

describe.each(ROUNDS)('of two in the office there is one outcome, round %i', () => {
  it('who pay out all that was approved', async () => {
    const { _id } = await anApprovedClaim();
    const { version } = (await read(_id)).body;
    await patch(_id, { version, payees: [{ kind: 'family', name: 'Ruth Bell' }] });
    const pays = (payoutId: string, who: Who) => {
      const paid = { payoutId, payee: 'Ruth Bell', amount: 500_000, method: 'check', paidDt: today() };
      return post(`/v2/claims/${_id}/payouts`, paid, who);
    };
    const answers = await Promise.all([pays(`one-${_id}`, 'treasurer'), pays(`two-${_id}`, 'administrator')]);
    const { paidOut, payouts } = (await read(_id)).body;
    expect([answers.filter(({ status }) => status === 201).length, paidOut, payouts.length]).toEqual([
      ...[1, 500_000, 1],
    ]);
  });

  it('who enter the death from two reports of it, by two days, and open its claim', async () => {
    const reports = `/v2/members/${amos._id}/death-reports`;
    for (const toldBy of ['His sister', 'His brother'])
      expect((await post(reports, { deceasedDt: null, toldBy }, 'viewer')).status).toBe(201);
    const both = (days: number, who: Who) =>
      post(
        `/v2/members/${amos._id}/life-events`,
        { event: 'death', deceasedDt: daysAgo(days), payerMemberId: ruth._id },
        who,
      );
    const answers = await Promise.all([both(1, 'manager'), both(2, 'administrator')]);
    expect(answers.map(({ status }) => status)).toContain(200);
    const claims = await Promise.all([opens('manager'), opens('treasurer')]);
    expect(new Set(claims.map(({ body }) => body._id)).size).toBe(1);
    const dead = await collection('members').findOne({ _id: objectId(amos._id) });
    const day = dead?.['deceasedDt'] as CalendarDate;
    expect([daysAgo(1), daysAgo(2)]).toContain(day);
    expect(claims[0]?.body).toMatchObject({ deceasedDt: day, coverage: { isCovered: true, asOf: day } });
    const membership = await collection('campaign_memberships').findOne({ campaignId: objectId(fund._id) });
    const covered = (membership?.['members'] ?? []) as { member_id: unknown; endDt: Date }[];
    const parts = covered.filter(({ member_id }) => String(member_id) === amos._id);
    expect(parts.map(({ endDt }) => endDt)).toEqual([endOfDay(day, zone())]);
    const listed = `/v2/organizations/${organizationNumber}/death-reports`;
    expect((await api.get(listed, staff.manager)).body).toEqual([]);
    expect((await api.get(`${listed}?status=confirmed`, staff.manager)).body).toHaveLength(2);
    // Taken back, it is as if neither had been entered.
    expect((await post(`/v2/members/${amos._id}/life-events`, { event: 'death', undo: true })).status).toBe(
      200,
    );
    expect((await api.get(listed, staff.manager)).body).toHaveLength(2);
    const after = await collection('campaign_memberships').findOne({ campaignId: objectId(fund._id) });
    expect([after?.['totalPrice'], String(after?.['primaryMemberId'])]).toEqual([5000, amos._id]);
  });
});

it('what a death leaves to do leads to the claim, and is done by its proposal and its collection', async () => {
  const tasks = async (status: string) =>
    (
      await api.get(`/v2/organizations/${organizationNumber}/death-tasks?status=${status}`, staff.manager)
    ).body.map(({ code, href }: { code: string; href: string }) => [code, href]);
  const { _id } = await anOpenClaim();
  const href = `/claims/${_id}`;
  const [told, collects] = [
    ['tell_treasurer', href],
    ['make_collection', href],
  ];
  expect(await tasks('open')).toEqual(expect.arrayContaining([told, collects]));
  // Another day leaves the link as it is.
  await dies({ deceasedDt: daysAgo(1) });
  await propose(_id);
  expect([await tasks('done'), await tasks('open')]).toEqual([[told], [collects]]);
  await step(_id, 'approve');
  const form = { name: 'In memory', description: 'For the family', startDt: today(), endDt: daysAgo(-9) };
  const made = await post(`/v2/claims/${_id}/collection`, { ...form, sharing: 'dues' }, 'administrator');
  expect([made.status, await tasks('open')]).toEqual([201, []]);
});

describe('a death that is corrected or taken back', () => {
  const undo = () => post(`/v2/members/${amos._id}/life-events`, { event: 'death', undo: true });

  it('ends its claims, and begins them again when it is entered again', async () => {
    const { _id, claimNbr } = await aProposedClaim();
    expect((await undo()).status).toBe(200);
    expect((await read(_id)).body).toMatchObject({
      state: 'closed',
      decisions: [{ kind: 'proposed' }, { kind: 'closed', reason: 'The death was taken back' }],
    });
    expect((await step(_id, 'reopen', { reason: 'Again' })).body.code).toBe('not_deceased');
    expect((await opens()).status).toBe(422);
    await dies({ deceasedDt: daysAgo(1) });
    const again = await opens();
    expect([again.status, again.body]).toMatchObject([
      200,
      { _id, claimNbr, state: 'open', deceasedDt: daysAgo(1), coverage: { asOf: daysAgo(1) } },
    ]);
  });

  it('is refused while one is approved, which it names; a corrected day takes a proposal back', async () => {
    const { _id, claimNbr } = await aProposedClaim();
    expect((await dies({ deceasedDt: daysAgo(1) })).status).toBe(200);
    expect((await read(_id)).body).toMatchObject({ state: 'open', deceasedDt: daysAgo(1) });
    await propose(_id);
    await step(_id, 'approve');
    for (const answer of [
      await undo(),
      await dies({ deceasedDt: daysAgo(3) }),
      await post(`/v2/members/${amos._id}/life-events/preview`, { event: 'death', undo: true }),
    ])
      expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
        ...[409, 'claim_decided', expect.stringContaining(claimNbr)],
      ]);
    // The same day again changes nothing.
    expect((await dies({ deceasedDt: daysAgo(1) })).status).toBe(200);
    expect((await read(_id)).body.state).toBe('approved');
  });

  it('gives a decided claim another day with a reason, as long as it stays as it is decided', async () => {
    await collection('campaigns').updateOne(
      { _id: objectId(fund._id) },
      { $set: { 'fundRules.claimWithinDays': 5 } },
    );
    const { _id, claimNbr } = await anApprovedClaim();
    const reason = 'The certificate says so';
    const correct = (days: number, more: object = { reason }, suffix = '') =>
      post(`/v2/members/${amos._id}/life-events${suffix}`, {
        ...{ event: 'death', deceasedDt: daysAgo(days), payerMemberId: ruth._id, ...more },
      });
    const why = await correct(3, {});
    expect([why.status, why.body.detail]).toEqual([409, expect.stringContaining('say why it is corrected')]);
    const preview = await correct(3, {}, '/preview');
    expect(preview.body.sentences).toContain(
      `${claimNbr} stays as it is decided, with this day. Say why it is corrected.`,
    );
    const before = (await read(_id)).body;
    expect((await correct(3)).status).toBe(200);
    const after = (await read(_id)).body;
    expect(after).toMatchObject({
      ...{ state: 'approved', deceasedDt: daysAgo(3), version: before.version + 1 },
      coverage: { isCovered: true, asOf: daysAgo(3), claimUntil: addDays(today(), 2) },
      ...{ benefit: before.benefit, decisions: before.decisions },
    });
    const entry = await collection('audit_entries').findOne({ 'subject.id': _id, action: 'claim.changed' });
    expect([entry?.['reason'], entry?.['changes']]).toEqual([
      `The day of the death was corrected: ${reason}`,
      [{ field: 'deceasedDt', from: daysAgo(2), to: daysAgo(3) }],
    ]);
    // Not covered yet, and reported too late.
    for (const [days, suffix] of [
      [101, ''],
      [6, ''],
      [6, '/preview'],
    ] as const) {
      const other = await correct(days, { reason }, suffix);
      expect([other.status, other.body.code, other.body.detail]).toEqual([
        ...[409, 'claim_decided', expect.stringContaining(`${claimNbr} would be decided otherwise`)],
      ]);
    }
    expect((await read(_id)).body).toEqual(after);
    const payee = { kind: 'family', name: 'Ruth Bell' };
    await patch(_id, { version: after.version, payees: [payee] });
    const paid = { payoutId: 'payout-of-amos', payee: 'Ruth Bell', amount: 100, method: 'check' };
    expect(
      (await post(`/v2/claims/${_id}/payouts`, { ...paid, paidDt: daysAgo(3) }, 'treasurer')).status,
    ).toBe(201);
    expect((await correct(2)).body.code).toBe('claim_decided');
    expect((await undo()).body.code).toBe('claim_decided');
  });

  it('whose day becomes known judges the open claim, which is then proposed', async () => {
    const unknown = { deceasedDt: null, isDayUnknown: true };
    expect((await dies(unknown)).status).toBe(200);
    const { _id, coverage, deathDay } = (await opens()).body;
    expect([deathDay, coverage.isCovered]).toEqual(['unknown', null]);
    expect((await dies({ deceasedDt: daysAgo(2) })).status).toBe(200);
    const { body } = await read(_id);
    expect(body).toMatchObject({
      ...{ state: 'open', deceasedDt: daysAgo(2), coverage: { isCovered: true, asOf: daysAgo(2) } },
    });
    expect(body).not.toHaveProperty('deathDay');
    expect((await propose(_id, { amount: 500_000 })).body).toMatchObject({ state: 'proposed' });
  });

  it('keeps a member with a claim from being deleted', async () => {
    const { _id } = await anOpenClaim();
    const dropped = await api.request.delete(`/api/v1/member/${amos._id}`).set(api.as(staff.manager));
    expect([dropped.status, dropped.body.detail]).toEqual([409, expect.stringContaining('1 claim')]);
    expect((await read(_id)).status).toBe(200);
  });
});

/** The joining fee of a fund, over HTTP: who owes it, once, and what leaves it alone. */
import { randomUUID } from 'node:crypto';
import { addDays, calendarDateOf, DAY_MS, showDateInWords } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import { expect, it } from 'vitest';
import { aCampaign, aHousehold, aMember, aMembership, anAccount, aRun } from '../../../../test/factories.ts';
import { importer } from '../../../../test/importing.ts';
import { expectTheBooksToAgree, pay } from '../../../../test/paying.ts';
import { apiWithManager } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { refresh } from '../../../work/projections.ts';
import { MEMBERSHIP_STATES_JOB, membershipStatesJob } from '../membership-dues/membership-states.service.ts';
import { requireMembership } from '../memberships/membership.service.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import { findDues } from './donation.service.ts';
import { runTotals } from './run-figures.service.ts';

const { api, organizationNumber, manager } = await apiWithManager();
const treasurer = await anAccount({ role: 'treasurer', organizationNumber });

const post = (path: string, body: object = {}, as = manager) =>
  api.request
    .post(path)
    .set({ ...api.as(as), 'Idempotency-Key': randomUUID() })
    .send(body);

async function aFund(per: 'household' | 'person', amount = 75) {
  const campaign = await aCampaign({ organizationNumber });
  const fundRules = { joiningFee: { amount, per }, walletMinimum: 40 };
  const { body } = await post('/api/v1/campaign', { _id: campaign._id, fundRules }).expect(200);
  // What is read may be sent back.
  expect(body.fundRules).toEqual(fundRules);
  return campaign;
}

/** The fees of a membership: what each asks for, what is open, and for how many people, in cents. */
const feesOf = async (membershipId: string) =>
  (await findDues(membershipId))
    .filter(({ source }) => source === 'joining')
    .map(({ minAmountDue, paymentsTotal, members }) => [minAmountDue, paymentsTotal, members?.length]);

const zone = api.deps.config.TIME_ZONE;
const daysAgo = (days: number) => addDays(calendarDateOf(api.deps.now(), zone), -days);
const endsOn = (endDt: string, days: number) => addDays(calendarDateOf(new Date(endDt), zone), days);
const event = ({ _id }: { _id: string }, body: object) =>
  post(`/v2/members/${_id}/life-events`, { event: 'death', ...body }).expect(200);
const add = (membershipId: string, { _id }: { _id: string }) =>
  post(`/v2/membership/${membershipId}/members`, { member_ids: [_id] }).expect(200);
const ahead = ({ _id }: { _id: string }, amount: number) =>
  post(`/v2/members/${_id}/payments`, { entryId: randomUUID(), amount, method: 'cash' }, treasurer).expect(
    201,
  );

const make = (campaign: { _id: string }, primary: { _id: string }, members: { _id: string }[] = []) => {
  const asked = { campaignId: campaign._id, primaryMemberId: primary._id };
  return { ...asked, members: members.map(({ _id }) => _id) };
};

it('is owed once for each person, paid like any dues, and left alone by what changes prices', async () => {
  const campaign = await aFund('person');
  const run = await aRun({ campaign });
  const { primary, members } = await aHousehold({ organizationNumber, size: 2 });
  const spouse = members.find(({ _id }) => _id !== primary._id) ?? primary;
  const body = make(campaign, primary);
  const owed = expect.stringMatching(/^A joining fee of \$75.00 is owed once, by \w+ \d+, \d{4}\.$/);
  expect((await post('/v2/membership/preview', body).expect(200)).body.sentences).toContainEqual(owed);
  const made = await post('/v2/membership', body).expect(201);
  const { _id } = made.body;
  expect(await feesOf(_id)).toEqual([[7500, 0, 1]]);

  await post(`/v2/membership/${_id}/refresh-price`).expect(200);
  expect(await feesOf(_id)).toEqual([[7500, 0, 1]]);

  // Paid in part by card, and then somebody is added: one due asks for both.
  const account = await anAccount({ organizationNumber, memberId: primary._id });
  const fee = (await findDues(_id)).find(({ source }) => source === 'joining');
  const line = { donationId: fee?._id ?? '', amount: cents(5000) };
  expect((await pay(api, account, [line])).status).toBe(200);
  const steps = { do: 'add', member_ids: [spouse._id] };
  const preview = await post(`/v2/membership/${_id}/preview`, steps).expect(200);
  expect(preview.body.sentences).toContainEqual(owed);
  await post(`/v2/membership/${_id}/members`, { member_ids: [spouse._id] }).expect(200);
  expect(await feesOf(_id)).toEqual([[15_000, 5000, 2]]);
  // A fee is no payment of the price.
  expect(await requireMembership(_id)).toMatchObject({ lastPayment: null, isPriceDifferent: false });

  // Taken out and added again: nothing more.
  const covered = `/api/v1/member/${spouse._id}/campaign-membership/${_id}`;
  await api.request.delete(`${covered}/remove`).set(api.as(manager)).expect(200);
  await post(`${covered}/add`).expect(200);
  await post(`/v2/membership/${_id}/price`, {
    ...{ member_id: spouse._id, price: 5, reason: 'A hardship', version: undefined },
  });
  await post(`/v2/membership/${_id}/refresh-price`).expect(200);
  expect(await feesOf(_id)).toEqual([[15_000, 5000, 2]]);

  // The rest is waived by the office.
  await post(`/v2/donations/${fee?._id}/waive`, { amount: 10_000, reason: 'Paid before' }, treasurer);
  expect((await findDues(_id)).find(({ source }) => source === 'joining')?.waived?.amount).toBe(10_000);

  // Its run is the month's: nobody pauses it, nor makes its dues for everybody.
  const active = (await api.get('/v2/campaigns', manager)).body.campaigns;
  expect(active.find((one: { _id: string }) => one._id === campaign._id).activeRuns).toBe(1);
  const { campaignRuns } = (await api.get(`/v2/campaigns/${campaign._id}/runs`, manager)).body;
  const month = campaignRuns.find(({ source }: { source?: string }) => source === 'joining');
  expect(month).toMatchObject({ name: expect.stringMatching(/^Joining fees, /), status: 'active' });
  for (const isActive of [true, false]) {
    const refused = await post('/v2/campaign-run', { _id: month._id, isActive });
    expect([refused.status, refused.body.code]).toEqual([409, 'joining_run']);
  }
  const other = await aMembership({ campaign });
  const late = { campaignMembershipId: other._id, campaignRunId: month._id };
  const refused = await post('/v2/membership/donations', late);
  expect([refused.status, refused.body.code]).toEqual([409, 'joining_run']);
  await post('/v2/membership/donations', { campaignMembershipId: _id, campaignRunId: run._id });
  expect(await findDues(_id)).toHaveLength(2);
  await refresh(runTotals, { now: api.deps.now(), timeZone: zone });
  const runs = (await api.get(`/v2/organizations/${organizationNumber}/runs`, treasurer)).body;
  expect(runs.map((one: { _id: string }) => one._id)).toEqual([run._id, month._id]);

  // Nobody has less time than was said, and more is said.
  const early = await post('/v2/campaign-run', { _id: month._id, endDt: endsOn(month.endDt, -1) });
  expect([early.status, early.body.errors]).toEqual([422, [expect.objectContaining({ path: 'endDt' })]]);
  const later = endsOn(month.endDt, 40);
  await post('/v2/campaign-run', { _id: month._id, endDt: later }).expect(200);
  const next = await post('/v2/membership/preview', make(campaign, await aMember({ organizationNumber })));
  expect(next.body.sentences).toContainEqual(expect.stringContaining(`by ${showDateInWords(later)}.`));
  await expectTheBooksToAgree(api);
});

it('is owed when somebody is confirmed, not when they ask, were in the fund before, or come from a list', async () => {
  const campaign = await aFund('household');
  const primary = await aMember({ organizationNumber });
  const account = await anAccount({ organizationNumber, memberId: primary._id });
  const others = await api.get(`/v2/members/${primary._id}/campaigns/other`, account);
  expect(others.body.find((one: { _id: string }) => one._id === campaign._id)).toMatchObject({
    joining: 'To join costs $75.00 once, for each household.',
  });
  await post(`/v2/members/${primary._id}/campaigns/${campaign._id}/join`, {}, account);
  const { memberships } = (await api.get(`/v2/campaigns/${campaign._id}/memberships`, manager)).body;
  const [{ _id }] = memberships;
  expect(await feesOf(_id)).toEqual([]);
  const other = await aMembership({ campaign, isActive: null });
  const imported = await aMembership({ campaign });
  const membershipIds = [_id, other._id, imported._id];
  const states = `/v2/campaigns/${campaign._id}/memberships/state`;
  const told = await post(`${states}/preview`, { membershipIds, isActive: true });
  expect(told.body.sentences).toContainEqual(
    expect.stringContaining('Joining fees of $150.00 in all are owed once, for 2 memberships'),
  );
  // Two first ones of a month at once make one run.
  const started = [_id, other._id].map((id) => post(states, { membershipIds: [id], isActive: true }));
  for (const answer of await Promise.all(started)) expect(answer.status).toBe(202);
  const jobs = { [MEMBERSHIP_STATES_JOB]: membershipStatesJob(api.deps) };
  await Promise.all([workOnJobs(jobs, api.deps.logger), workOnJobs(jobs, api.deps.logger)]);
  expect([await feesOf(_id), await feesOf(other._id)]).toEqual([[[7500, 0, 1]], [[7500, 0, 1]]]);

  // Ended for good and begun again, also after more than a day: once is once.
  for (const isActive of [false, true]) {
    api.advance(2 * 86_400_000);
    await post('/v2/membership', { _id, isActive }).expect(200);
  }
  expect(await feesOf(_id)).toHaveLength(1);

  // A child of the fund that takes a membership of their own owes nothing for it.
  const parent = await aMembership({ campaign, covered: [await aMember({ organizationNumber })] });
  api.advance(1000);
  const child = parent.members.find(({ member_id }) => member_id !== parent.primaryMemberId);
  const own = await post('/v2/membership', make(campaign, { _id: child?.member_id ?? '' })).expect(201);
  expect(await feesOf(own.body._id)).toEqual([]);

  const imports = importer(api, manager, organizationNumber);
  const sent = await imports.check('First Name,Last Name,Birth Date\nLena,Brand,1970-01-02\n');
  await imports.change(sent._id, { answers: { campaignId: campaign._id } });
  const done = await imports.run(sent._id);
  expect(done.status).toBe('done');
  const { members } = (await api.get('/v2/search?q=Brand', manager)).body;
  const list = await api.get(`/v2/members/${members[0]._id}/campaigns`, manager);
  expect(await feesOf(list.body[0].campaignMembershipId)).toEqual([]);
  await expectTheBooksToAgree(api);
});

it('of two first ones at once makes one run', async () => {
  const campaign = await aFund('household');
  const people = [];
  for (let index = 0; index < 4; index += 1) people.push(await aMember({ organizationNumber }));
  const made = await Promise.all(people.map((one) => post('/v2/membership', make(campaign, one))));
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  for (const { body } of made) expect(await feesOf(body._id)).toEqual([[7500, 0, 1]]);
});

it('is owed by the payer when it is raised, and paid from credit', async () => {
  const campaign = await aFund('person');
  const { members } = await aHousehold({ organizationNumber, size: 3 });
  const [ann, ben, cat] = members as [MemberRecord, MemberRecord, MemberRecord];
  await ahead(ann, 16_000);
  const { _id } = (await post('/v2/membership', make(campaign, ann, [ben])).expect(201)).body;
  expect(await feesOf(_id)).toEqual([[15_000, 15_000, 2]]);
  await event(ann, { deceasedDt: daysAgo(0), payerMemberId: ben._id });
  await add(_id, cat);
  const [fee] = await findDues(_id);
  expect(fee).toMatchObject({ minAmountDue: 22_500, paymentsTotal: 16_000, primaryMember: { _id: ben._id } });
  await ahead(ben, 10_000);

  const job = { [MEMBERSHIP_STATES_JOB]: membershipStatesJob(api.deps) };
  const dan = await aMember({ organizationNumber });
  const eve = await aMember({ organizationNumber });
  await ahead(dan, 10_000);
  const asked = [];
  for (const primary of [dan, await aMember({ organizationNumber })])
    asked.push(await aMembership({ campaign, primary, covered: [eve], isActive: null }));
  const membershipIds = asked.map((one) => one._id).toReversed();
  const states = `/v2/campaigns/${campaign._id}/memberships/state`;
  const told = await post(`${states}/preview`, { membershipIds, isActive: true });
  // Eve is in both of them.
  expect(told.body.sentences).toContainEqual(expect.stringContaining('Joining fees of $225.00 in all'));
  await post(states, { membershipIds, isActive: true }).expect(202);
  await workOnJobs(job, api.deps.logger);
  const fees = [];
  for (const one of asked) fees.push(...(await feesOf(one._id)));
  expect(fees).toEqual([
    [15_000, 10_000, 2],
    [7500, 0, 1],
  ]);
  await expectTheBooksToAgree(api);
});

it('is not owed for somebody dead before it, and a household owes it while somebody lives', async () => {
  const dues = collection('donations');
  const campaign = await aFund('person');
  const { members } = await aHousehold({ organizationNumber, size: 3 });
  const [ann, ben, cat] = members as [MemberRecord, MemberRecord, MemberRecord];
  const { _id } = (await post('/v2/membership', make(campaign, ann)).expect(201)).body;
  const made = { createdDt: new Date(api.deps.now().getTime() - 18 * DAY_MS) };
  await dues.updateOne({ campaignMembershipId: objectId(_id) }, { $set: made });
  await add(_id, ben);
  expect(await feesOf(_id)).toEqual([[15_000, 0, 2]]);
  await event(ben, { deceasedDt: daysAgo(3) });
  expect(await feesOf(_id)).toEqual([[7500, 0, 1]]);
  // Taken back, also after somebody else was added: a fee is no price.
  await add(_id, cat);
  await event(ben, { undo: true });
  expect(await feesOf(_id)).toEqual([[22_500, 0, 3]]);

  const later = await aCampaign({ organizationNumber });
  const other = await aHousehold({ organizationNumber, size: 3 });
  const [dan, eve, fay] = other.members as [MemberRecord, MemberRecord, MemberRecord];
  const joined = (await post('/v2/membership', make(later, dan, [eve])).expect(201)).body;
  const fundRules = { joiningFee: { amount: 75, per: 'person' } };
  await post('/api/v1/campaign', { _id: later._id, fundRules }).expect(200);
  await event(eve, { deceasedDt: daysAgo(3) });
  await add(joined._id, fay);
  await event(eve, { undo: true });
  expect(await feesOf(joined._id)).toEqual([[7500, 0, 1]]);

  const whole = await aFund('household');
  const home = await aHousehold({ organizationNumber, size: 2 });
  const [gil, hal] = home.members as [MemberRecord, MemberRecord];
  const { _id: ofHome } = (await post('/v2/membership', make(whole, gil, [hal])).expect(201)).body;
  await event(gil, { deceasedDt: daysAgo(3), payerMemberId: hal._id });
  expect(await feesOf(ofHome)).toEqual([[7500, 0, 1]]);
  await event(hal, { deceasedDt: daysAgo(3) });
  expect(await feesOf(ofHome)).toEqual([]);
  await event(gil, { undo: true });
  expect(await feesOf(ofHome)).toEqual([[7500, 0, 1]]);
  await event(hal, { undo: true });
  expect(await feesOf(ofHome)).toEqual([[7500, 0, 1]]);
});

import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '@kinfold/domain/audit';
import {
  aCampaign,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  linkTo,
  TEST_AUTHOR,
  unlink,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { makeDemo } from '../../../seed/demo.ts';
import { collection, inTransaction } from '../../../platform/database.ts';
import { thoroughChecks } from '../../../platform/verification.ts';
import { updateRun } from '../../funds/campaign-runs/campaign-run.service.ts';
import { createCampaign } from '../../funds/campaigns/campaign.service.ts';
import { requireMember, type MemberRecord } from '../../people/members/member.service.ts';
import { updateMember } from '../../people/members/member-update.service.ts';
import { verify } from '../verification/verification.service.ts';
import type { SealedEntry } from './audit.model.ts';
import { recordChanges, sealHistory, type AuditEntry } from './audit.service.ts';

let api: Api;
let member: MemberRecord;
let account: Account;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  member = await aMember({ firstNm: 'Ruth', lastNm: 'Adeyemi' });
  account = await anAccount({ memberId: member._id });
});

const entries = () => collection<SealedEntry>('audit_entries');
const historyOf = (id: string): Promise<AuditEntry[]> =>
  entries().find({ 'subject.id': id }).sort({ _id: 1 }).toArray();
const newestOf = async (id: string) => (await historyOf(id)).at(-1);
const post = (path: string, body: object, as = account) => api.request.post(path).set(api.as(as)).send(body);

const ADDRESS = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
const PHONES = [{ phoneNbr: '3015550142' }];

describe('an entry', () => {
  it('says who changed what, field by field, when, and in which request', async () => {
    const answer = await post('/v2/members', { _id: member._id, address: ADDRESS, phones: PHONES });
    expect(await newestOf(member._id)).toMatchObject({
      organizationNumber: member.organizationNumber,
      action: 'member.updated',
      actor: { userId: account.userId, name: 'Ruth Adeyemi', email: account.email },
      subject: { type: 'member', id: member._id, label: 'Ruth Adeyemi' },
      changes: [
        { field: 'address', from: null, to: ADDRESS },
        { field: 'phones', from: member.phones, to: PHONES },
      ],
      reason: null,
      requestId: answer.headers['x-request-id'],
      at: expect.any(Date),
    });
  });

  it('distinguishes a confirmed address from a changed one', async () => {
    await post('/v2/members', { _id: member._id, address: ADDRESS });
    await post('/v2/members', { _id: member._id, address: ADDRESS });
    const actions = (await historyOf(member._id)).map(({ action, changes }) => [action, changes.length]);
    expect(actions.slice(-2)).toEqual([
      ['member.updated', 1],
      ['member.address_confirmed', 0],
    ]);
  });

  it('describes added and deleted contacts, also by staff without a member', async () => {
    const { organizationNumber } = member;
    const manager = await anAccount({ role: 'manager', organizationNumber });
    const path = `/v2/organizations/${organizationNumber}/contacts`;
    const { body } = await post(path, { member_id: member._id, title: 'Deacon' }, manager);
    await api.request.delete(`${path}/${body._id}`).set(api.as(manager));
    const recorded = (await historyOf(member._id)).slice(-2);
    expect(recorded.map(({ action, changes, actor }) => ({ action, changes, actor }))).toEqual(
      [
        { action: 'contact.added', changes: [{ field: 'title', from: null, to: 'Deacon' }] },
        { action: 'contact.deleted', changes: [{ field: 'title', from: 'Deacon', to: null }] },
      ].map((one) => ({
        ...one,
        actor: { userId: manager.userId, name: manager.email, email: manager.email },
      })),
    );
    expect(await api.request.delete(`${path}/${body._id}`).set(api.as(manager))).toMatchObject({
      status: 404,
    });
    expect(await historyOf(member._id)).toHaveLength(recorded.length + 1);
  });

  it('describes joining a campaign, once', async () => {
    const { organizationNumber } = member;
    const campaign = await aCampaign({ organizationNumber });
    const path = `/v2/members/${member._id}/campaigns/${campaign._id}/join`;
    const { body } = await post(path, {});
    await post(path, {});
    const recorded = await historyOf(body.campaignMembershipId);
    expect(recorded.map(({ action, actor }) => [action, actor.name])).toEqual([
      ['membership.joined', 'Ruth Adeyemi'],
    ]);
  });

  it('describes linking a sign-in and removing the link', async () => {
    const given = { firstNm: 'Ana', lastNm: 'Rivera', birthDt: '1961-02-03', phones: PHONES };
    const ana = await aMember(given);
    const newcomer = await anAccount({ memberId: null });
    const form = { lastNm: 'Rivera', birthDt: '1961-02-03', phone: '0142' };
    expect((await post('/v2/identity/account-link', form, newcomer)).status).toBe(200);
    await unlink(api, ana);
    const recorded = (await historyOf(ana._id)).slice(-2);
    expect(recorded.map(({ action, changes, actor }) => [action, changes, actor.email])).toEqual([
      ['account.linked', [{ field: 'user', from: null, to: newcomer.email }], newcomer.email],
      ['account.unlinked', [{ field: 'user', from: newcomer.email, to: null }], TEST_AUTHOR.email],
    ]);
  });

  it('describes roles, households, campaigns, runs and memberships', async () => {
    const { organizationNumber } = member;
    await anAccount({ role: 'viewer', organizationNumber });
    const { primary } = await aHousehold({ organizationNumber });
    await linkTo(member._id, primary._id);
    const input = {
      campaignName: 'Fund',
      shortDescription: '',
      requiresMembership: true,
      organizationNumber,
    };
    const { campaign, run } = await createCampaign(input, TEST_AUTHOR, new Date());
    await updateRun(run._id, { isActive: true }, TEST_AUTHOR, new Date());
    const membership = await aMembership({ campaign, primary: member });
    const actions = async (id: string) => (await historyOf(id)).map(({ action }) => action);
    expect(await actions(member._id)).toEqual(['member.created', 'household.linked']);
    expect(await actions(campaign._id)).toEqual(['campaign.created']);
    expect(await actions(run._id)).toEqual(['campaign_run.created', 'campaign_run.updated']);
    expect((await newestOf(run._id))?.changes).toEqual([{ field: 'isActive', from: false, to: true }]);
    expect(await actions(membership._id)).toEqual(['membership.created']);
    expect(await actions(organizationNumber)).toEqual(['organization.created', 'role.granted']);
  });

  it('is there if and only if its change is', async () => {
    const before = await historyOf(member._id);
    // Larger than any document may be: the entry fails after the member was written.
    const author = { ...TEST_AUTHOR, name: 'x'.repeat(17 * 1024 * 1024) };
    const change = { address: ADDRESS, phones: PHONES };
    await expect(updateMember(member._id, change, false, author, new Date())).rejects.toThrow(
      /out of range|too large/i,
    );
    expect(await requireMember(member._id)).toEqual(member);
    expect(await historyOf(member._id)).toEqual(before);
  });

  it('is not there when something fails after it', async () => {
    const before = await historyOf(member._id);
    // The job that is to copy the phone cannot be started: no two jobs of a key may be stored.
    const jobs = collection<{ _id: string; openKey: string }>('jobs');
    await jobs.createIndex({ openKey: 1 }, { name: 'refuses', unique: true });
    await jobs.insertOne({ _id: 'ended', openKey: `copied-names:member:${member._id}` });
    const change = updateMember(member._id, { phones: PHONES }, false, TEST_AUTHOR, new Date());
    await expect(change).rejects.toThrow(/duplicate/i);
    await jobs.dropIndex('refuses');
    expect(await requireMember(member._id)).toEqual(member);
    expect(await historyOf(member._id)).toEqual(before);
  });
});

describe('the demo data', () => {
  it('has a history made of the catalogue, with figures instead of an entry for each of many', async () => {
    await api.forget();
    await makeDemo(api.deps, api.deps.now(), () => undefined);
    const found: string[] = await entries().distinct('action');
    expect(AUDIT_ACTIONS).toEqual(expect.arrayContaining(found));
    expect(found).toEqual(
      expect.arrayContaining(['organization.created', 'members.created', 'dues.created']),
    );
    const members = await collection('members').countDocuments();
    const recorded = await entries().countDocuments({ action: 'member.created' });
    expect(recorded).toBeLessThan(members / 2);
    await sealHistory();
    expect((await verify(thoroughChecks({ doesRepair: false, now: new Date() }))).problems).toEqual([]);
  });
});

describe('the chain', () => {
  const problems = async () =>
    (await verify(thoroughChecks({ doesRepair: false, now: new Date(), pause: async () => undefined })))
      .problems;
  const objectIdOf = (ms: number) =>
    mongoose.Types.ObjectId.createFromTime(Math.floor(ms / 1000)).toHexString();
  let organizationNumber: string;
  const write = (times: number, number = organizationNumber) =>
    Promise.all(
      Array.from({ length: times }, (_, index) => {
        const subject = { type: 'organization', id: number, label: `Entry ${index}` } as const;
        const change = { organizationNumber: number, action: 'group.created', subject } as const;
        return inTransaction((session) => recordChanges([change], TEST_AUTHOR, new Date(), session));
      }),
    );
  const sealed = () => entries().find({ organizationNumber }).sort({ seq: 1 }).toArray();

  beforeEach(async () => {
    await api.forget();
    ({ organizationNumber } = await anOrganization());
    await write(5);
  });

  it('is sealed in order, every entry once, also when several seal at once', async () => {
    const other = await anOrganization();
    await write(300, other.organizationNumber);
    const counts = await Promise.all([sealHistory(), sealHistory(), sealHistory()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(6 + 301);
    expect((await sealed()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await problems()).toEqual([]);
    expect(await sealHistory()).toBe(0);
  });

  it('goes on where it ended', async () => {
    await sealHistory();
    await write(2);
    await sealHistory();
    expect((await sealed()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await problems()).toEqual([]);
  });

  it.each([
    ['changed', { seq: 3 }, { $set: { 'subject.label': 'Nobody' } }, 'was changed at entry 3'],
    ['changed at its end', { seq: 6 }, { $set: { reason: 'Because' } }, 'was changed at entry 6'],
    ['given another author', { seq: 1 }, { $set: { 'actor.name': 'Mallory' } }, 'was changed at entry 1'],
  ])('shows an entry that was %s', async (_how, filter, change, problem) => {
    await sealHistory();
    await entries().updateOne({ organizationNumber, ...filter }, change);
    expect(await problems()).toEqual([`The history of organization ${organizationNumber} ${problem}.`]);
  });

  it.each([1, 3, 6])('shows that entry %i is missing', async (seq) => {
    await sealHistory();
    await entries().deleteOne({ organizationNumber, seq });
    expect(await problems()).toEqual([
      `The history of organization ${organizationNumber} misses entry ${seq}.`,
    ]);
  });

  it('shows an entry that was inserted at its end with a forged hash', async () => {
    await sealHistory();
    const [first] = await sealed();
    if (first) await entries().insertOne({ ...first, _id: 'f'.repeat(24), seq: 7 });
    expect(await problems()).toEqual([
      `The history of organization ${organizationNumber} was changed at entry 7.`,
    ]);
  });

  it('shows entries that nobody sealed within a minute', async () => {
    expect(await problems()).toEqual([]);
    const [entry] = await entries().find({ organizationNumber }).toArray();
    const twoMinutesAgo = objectIdOf(Date.now() - 120_000);
    if (entry) await entries().insertOne({ ...entry, _id: twoMinutesAgo });
    expect(await problems()).toEqual([
      'Not sealed within a minute: 1 entries of the history. Does the worker run?',
    ]);
  });
});

describe('an edit of a record that another user changed meanwhile', () => {
  it('is refused with what it is now, and with who changed what, and loses nothing', async () => {
    const { body: read } = await api.get(`/v2/members/${member._id}`, account);
    const spouse = await anAccount({ memberId: null });
    const by = { userId: spouse.userId, email: spouse.email, name: 'Sam Adeyemi', requestId: null };
    await updateMember(member._id, { phones: PHONES }, false, by, api.deps.now());
    const edit = { _id: member._id, version: read.version, phones: [{ phoneNbr: '2405550100' }] };
    const refused = await post('/v2/members', edit);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'changed_meanwhile',
      current: { _id: member._id, phones: PHONES, version: read.version + 1 },
      changed: { by: 'Sam Adeyemi', fields: ['phones'], at: expect.any(String) },
    });
    expect((await requireMember(member._id)).phones).toEqual(PHONES);
    const chosen = await post('/v2/members', { ...edit, version: refused.body.current.version });
    expect(chosen.body).toMatchObject({ phones: edit.phones, version: read.version + 2 });
  });

  it('wins when it does not say what it read', async () => {
    await post('/v2/members', { _id: member._id, phones: PHONES });
    expect((await post('/v2/members', { _id: member._id, address: ADDRESS })).status).toBe(200);
  });

  it('lets one of several go through that read the same', async () => {
    const { version } = await requireMember(member._id);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((digit) =>
        post('/v2/members', { _id: member._id, version, phones: [{ phoneNbr: `240555010${digit}` }] }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });
});

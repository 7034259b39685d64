import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import {
  aCampaign,
  aDonation,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  aSavedCard,
  linkTo,
} from '../../../../test/factories.ts';
import { interruptedAfter } from '../../../../test/interrupted-writes.ts';
import { apiWithManager } from '../../../../test/scenes.ts';
import { ProviderUnavailable, type CardProvider } from '../../../platform/card-provider.ts';
import { collection } from '../../../platform/database.ts';
import { newId, objectId } from '../../../platform/documents.ts';
import { runChecks, thoroughChecks } from '../../../platform/verification.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { jobs } from '../../../work/jobs.ts';
import { CUSTOMER_REMOVAL_JOB, customerRemovalJob } from '../../money/cards/customer-removal.service.ts';
import { references } from '../../operations/verification/verify-references.service.ts';
import { requireMember, type MemberRecord } from '../members/member.service.ts';

const { api, organizationNumber, manager } = await apiWithManager();

const remove = ({ _id }: Pick<MemberRecord, '_id'>, account = manager) =>
  api.request.delete(`/api/v1/member/${_id}`).set(api.as(account));
const count = async () =>
  (await api.get(`/v2/organizations/${organizationNumber}`, manager)).body.membersCnt as number;

/** Runs another action just before a member is erased, the first time; returns the results of both. */
async function beforeErased<T, U>(other: () => PromiseLike<T>, erase: () => PromiseLike<U>): Promise<[T, U]> {
  const { prototype } = mongoose.mongo.Collection;
  const deleteOne = Object.getOwnPropertyDescriptor(prototype, 'deleteOne') as PropertyDescriptor;
  let done: Promise<T> | undefined;
  Object.defineProperty(prototype, 'deleteOne', {
    ...deleteOne,
    async value(this: { collectionName: string }, ...args: unknown[]) {
      if (this.collectionName === 'members' && !done) await (done = Promise.resolve(other()));
      return Reflect.apply(deleteOne.value as () => unknown, this, args);
    },
  });
  try {
    const erased = await erase();
    return [await (done as Promise<T>), erased];
  } finally {
    Object.defineProperty(prototype, 'deleteOne', deleteOne);
  }
}

describe('deleting a member', () => {
  it('takes them out with their household, contacts, links and places in counters, and is in the history', async () => {
    const member = await aMember({ organizationNumber });
    const linked = await aMember({ organizationNumber });
    await linkTo(linked._id, member._id);
    const contacts = `/v2/organizations/${organizationNumber}/contacts`;
    await api.request
      .post(contacts)
      .set(api.as(manager))
      .send({ member_id: member._id, title: 'Deacon' })
      .expect(201);
    const before = await count();
    expect((await remove(member)).status).toBe(204);
    expect((await api.get(`/v2/members/${member._id}`, manager)).status).toBe(404);
    expect(await count()).toBe(before - 1);
    expect((await api.get(contacts, manager)).body).toEqual([]);
    expect((await requireMember(linked._id)).linkedHouseholds).toEqual([]);
    const households = collection('households');
    expect(await households.countDocuments({ primaryMemberId: objectId(member._id) })).toBe(0);
    const history = `/v2/audit?subject_type=member&subject_id=`;
    const recorded = (await api.get(`${history}${member._id}`, manager)).body.entries;
    expect(recorded.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['member.deleted', 'contact.deleted']),
    );
    expect((await remove(member)).status).toBe(404);
  });

  it('leaves nothing that refers to them', async () => {
    const { members } = await aHousehold({ organizationNumber, size: 2 });
    const [home, member] = members as [MemberRecord, MemberRecord];
    const _id = objectId(member._id);
    const household = await collection('households').findOne({ primaryMemberId: objectId(home._id) });
    const empty = { ...household, _id: objectId(newId()), primaryMemberId: _id, isEmpty: true };
    await collection('households').insertOne(empty);
    const linked = await aMember({ organizationNumber });
    await collection('members').updateOne(
      { _id: objectId(linked._id) },
      { $set: { linkedHouseholds: [empty._id] } },
    );
    const life = { event: 'death', deceasedDt: '2026-01-02' };
    const path = `/v2/members/${member._id}/life-events`;
    expect((await api.request.post(path).set(api.as(manager)).send(life)).status).toBe(200);
    await aSavedCard(api, { ...manager, memberId: member._id });
    expect(
      await collection<{ _id: string }>('provider_customers').findOne({ _id: member._id }),
    ).not.toBeNull();
    const letter = { _id: '123', memberId: member._id, covers: [] };
    await collection<{ _id: string }>('coverage_letters').insertOne(letter as never);
    const removed = await remove(member);
    expect([removed.status, removed.body]).toEqual([204, {}]);
    const problems: string[] = [];
    await runChecks(
      references,
      thoroughChecks({ doesRepair: false, now: api.deps.now(), looksAgain: 0 }),
      problems,
    );
    expect(problems).toEqual([]);
    expect((await requireMember(linked._id)).linkedHouseholds).toEqual([]);
  });

  it('has the provider delete their cards, whatever is interrupted, and only once they are deleted', async () => {
    const customerOf = async (memberId: string) =>
      (await collection<{ _id: string; customerId: string }>('provider_customers').findOne({ _id: memberId }))
        ?.customerId ?? '';
    const open = () => jobs().countDocuments({ type: CUSTOMER_REMOVAL_JOB, isOpen: true });
    let asked = 0;
    const provider: CardProvider = {
      ...api.deps.provider,
      async deleteCustomer(customerId) {
        asked += 1;
        await api.deps.provider.deleteCustomer(customerId);
      },
    };
    const work = () =>
      workOnJobs({ [CUSTOMER_REMOVAL_JOB]: customerRemovalJob({ provider }) }, api.deps.logger);
    /** As if the lease of a killed worker had expired. */
    const letAnotherTakeOver = () => jobs().updateMany({ isOpen: true }, { $set: { leaseDt: new Date(0) } });
    // Those of members who were deleted before.
    await work();
    for (let writes = 0, isInterrupted = true; isInterrupted; writes += 1) {
      const member = await aMember({ organizationNumber });
      await aSavedCard(api, { ...manager, memberId: member._id });
      const customerId = await customerOf(member._id);
      asked = 0;
      ({ isInterrupted } = await interruptedAfter(writes, async () => {
        if ((await remove(member)).status === 204) await work().catch(() => undefined);
      }));
      const isDeleted = (await api.get(`/v2/members/${member._id}`, manager)).status === 404;
      // Before the member is deleted, the provider knows nothing about it, and their card pays.
      if (!isDeleted) {
        expect([asked, await open(), await customerOf(member._id)]).toEqual([0, 0, customerId]);
        expect(await api.deps.provider.listCards(customerId)).toHaveLength(1);
        continue;
      }
      await letAnotherTakeOver();
      await work();
      expect([asked > 0, await open(), await customerOf(member._id)]).toEqual([true, 0, '']);
      await expect(api.deps.provider.listCards(customerId)).rejects.toThrow(/No such customer/);
    }
  });

  it('is not held up by a provider that cannot be reached, which is asked until it deletes the cards', async () => {
    const member = await aMember({ organizationNumber });
    await aSavedCard(api, { ...manager, memberId: member._id });
    const answers = [new ProviderUnavailable('away'), new ProviderUnavailable('away'), undefined];
    const deleted: string[] = [];
    const provider: CardProvider = {
      ...api.deps.provider,
      async deleteCustomer(customerId) {
        const error = answers.shift();
        if (error) throw error;
        deleted.push(customerId);
      },
    };
    expect((await remove(member)).status).toBe(204);
    const handlers = { [CUSTOMER_REMOVAL_JOB]: customerRemovalJob({ provider }) };
    for (const left of [2, 1, 0]) {
      await jobs().updateMany({ isOpen: true }, { $set: { leaseDt: new Date(0) } });
      await workOnJobs(handlers, api.deps.logger);
      expect(answers).toHaveLength(left);
    }
    expect(deleted).toHaveLength(1);
    // An outage of the provider is no failure of the job.
    const [job] = await jobs()
      .find({ type: CUSTOMER_REMOVAL_JOB })
      .sort({ createdDt: -1 })
      .limit(1)
      .toArray();
    expect(job).toMatchObject({ state: 'done', attempts: 0 });
  });

  it('lets the others of a household stay', async () => {
    const { members, primary } = await aHousehold({ organizationNumber, size: 2 });
    const [, spouse] = members;
    const refused = await remove(primary);
    expect([refused.status, refused.body.code]).toEqual([409, 'member_in_use']);
    expect(refused.body.detail).toContain('is the primary member of a household with others in it');
    expect((await remove(spouse as MemberRecord)).status).toBe(204);
    expect((await remove(primary)).status).toBe(204);
  });

  it('is refused while other records refer to them, and says which', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { members, primary } = await aHousehold({ organizationNumber, size: 2 });
    await aMembership({ campaign, primary, covered: members.slice(1) });
    expect((await remove(primary)).body.detail).toMatch(/the membership P-\d+ of Campaign \d+ is active/);
    expect((await remove(members[1] as MemberRecord)).body.detail).toContain('1 membership has');
    expect((await requireMember(primary._id)).version).toBe(primary.version);
  });

  it('is refused while dues are owed, or while a user signs in', async () => {
    const donation = await aDonation();
    const admin = await anAccount({ role: 'administrator' });
    const primary = await requireMember(donation.primaryMember._id);
    expect((await remove(primary, admin)).body.detail).toContain('$25.00 is still owed');
    const account = await anAccount();
    expect((await remove({ _id: account.memberId ?? '' }, admin)).body.detail).toContain(
      `${account.email} signs in as`,
    );
  });

  it('is refused where a membership covers them, or a sign-in is linked to them, while they are deleted', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { members, primary } = await aHousehold({ organizationNumber, size: 3 });
    const [, spouse, child] = members as [MemberRecord, MemberRecord, MemberRecord];
    const membership = await aMembership({ campaign, primary });
    const path = `/api/v1/member/${spouse._id}/campaign-membership/${membership._id}/add`;
    const add = () => api.request.post(path).set(api.as(manager)).send({});
    const covered = await beforeErased(add, () => remove(spouse));
    expect(covered).toMatchObject([{ status: 200 }, { status: 409 }]);
    expect((await requireMember(spouse._id))._id).toBe(spouse._id);
    const joined = await beforeErased(
      () => aMembership({ campaign, primary: child }),
      () => remove(child),
    );
    expect(joined).toMatchObject([{}, { status: 409 }]);
    const newcomer = await aMember({ organizationNumber, phones: [{ phoneNbr: '3015550177' }] });
    const account = await anAccount({ memberId: null });
    const { lastNm, birthDt } = newcomer;
    const link = () =>
      api.request
        .post('/v2/identity/account-link')
        .set(api.as(account))
        .send({ lastNm, birthDt, phone: '0177' });
    const linked = await beforeErased(link, () => remove(newcomer));
    expect(linked).toMatchObject([{ status: 200 }, { status: 409 }]);
  });

  it('comes before a membership that was to be made for them', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const member = await aMember({ organizationNumber });
    expect((await remove(member)).status).toBe(204);
    await expect(aMembership({ campaign, primary: member })).rejects.toThrow('There is no such member.');
  });

  it.each(['viewer', 'treasurer'] as const)('is not for a %s, nor for another tree', async (role) => {
    const member = await aMember({ organizationNumber });
    expect((await remove(member, await anAccount({ role, organizationNumber }))).status).toBe(404);
    const elsewhere = (await anOrganization()).organizationNumber;
    const other = await anAccount({ role: 'administrator', organizationNumber: elsewhere });
    expect((await remove(member, other)).status).toBe(404);
  });
});

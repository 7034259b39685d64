import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aCampaign,
  aDonation,
  aMember,
  aMembership,
  anAccount,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { COPIED_NAMES_JOB } from '../../../work/copied-names.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { jobs } from '../../../work/jobs.ts';
import { thoroughChecks } from '../../../platform/verification.ts';
import { updateRun, type CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { requireDonation, type DonationRecord } from '../../funds/donations/donation.service.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import { updateMember } from '../../people/members/member-update.service.ts';
import { requireMembership, type MembershipRecord } from '../../funds/memberships/membership.service.ts';
import { addContact } from '../../people/contacts/contact.service.ts';
import { verify } from '../verification/verification.service.ts';
import { copiedNamesJob } from './copied-names.service.ts';

let api: Api;
let member: MemberRecord;
let campaign: CampaignRecord;
let run: CampaignRunRecord;
let membership: MembershipRecord;
let donation: DonationRecord;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.forget();
  member = await aMember({ firstNm: 'Ruth', lastNm: 'Adeyemi' });
  const { organizationNumber } = member;
  campaign = await aCampaign({ organizationNumber });
  run = await aRun({ campaign });
  membership = await aMembership({ campaign, primary: member });
  donation = await aDonation({ membership, run });
  await addContact(member, { member_id: member._id, title: 'Deacon' }, TEST_AUTHOR, new Date());
});

const work = () => workOnJobs({ [COPIED_NAMES_JOB]: copiedNamesJob }, api.deps.logger);
const contact = () => collection('contacts').findOne({ member_id: objectId(member._id) });
const problems = async (doesRepair = false) => {
  const checks = thoroughChecks({ doesRepair, now: api.deps.now(), pause: async () => undefined });
  return (await verify(checks)).problems;
};

describe('what is copied', () => {
  it('of a member follows a change of their phone, wherever lists show it', async () => {
    const phones = [{ phoneNbr: '3015550142' }];
    const account = await anAccount({ memberId: member._id });
    await api.request.post('/v2/members').set(api.as(account)).send({ _id: member._id, phones });
    expect(await work()).toBe(3);
    expect((await requireMembership(membership._id)).primaryMember.phoneNbr).toBe('3015550142');
    expect((await requireDonation(donation._id)).primaryMember.phoneNbr).toBe('3015550142');
    expect((await contact())?.['phone']).toBe('3015550142');
    expect(await problems()).toEqual([]);
    expect(await jobs().findOne({})).toMatchObject({
      state: 'done',
      done: 3,
      author: { email: account.email },
    });
  });

  it('of a member says whether they ask to be called', async () => {
    const stored = () =>
      Promise.all(['donations', 'campaign_memberships'].map((name) => collection(name).find().toArray()));
    const ways = ['call', 'letter', ''] as const;
    for (const preferredWay of ways) {
      await updateMember(member._id, { preferredWay }, false, TEST_AUTHOR, new Date());
      await work();
      const copies = (await stored()).flat().map(({ primaryMember }) => primaryMember.asksForCall);
      expect(copies).toEqual(preferredWay === 'call' ? [true, true] : [undefined, undefined]);
      expect(await problems()).toEqual([]);
    }
  });

  it('is refreshed by one job, however often it changes before that runs', async () => {
    for (const phoneNbr of ['3015550101', '3015550102', '3015550103'])
      await updateMember(member._id, { phones: [{ phoneNbr }] }, false, TEST_AUTHOR, new Date());
    expect(await jobs().countDocuments()).toBe(1);
    await work();
    expect((await contact())?.['phone']).toBe('3015550103');
  });

  it('of a run follows a change of its name, and of nothing else', async () => {
    await updateRun(run._id, { isActive: false }, TEST_AUTHOR, new Date());
    expect(await jobs().countDocuments()).toBe(0);
    await updateRun(run._id, { name: 'In memory of Amos' }, TEST_AUTHOR, new Date());
    await work();
    expect((await requireDonation(donation._id)).campaignRunName).toBe('In memory of Amos');
    expect(await problems()).toEqual([]);
  });

  it.each([
    ['members', () => ({ _id: objectId(member._id) }), { firstNm: 'Rut', lastNm: 'Adeyemi-Cole' }, 3],
    ['members', () => ({ _id: objectId(member._id) }), { isActive: false }, 1],
    ['campaigns', () => ({ _id: objectId(campaign._id) }), { campaignName: 'Another fund' }, 3],
    ['campaign_runs', () => ({ _id: objectId(run._id) }), { name: 'Another run' }, 1],
    [
      'organizations',
      () => ({ organizationNumber: member.organizationNumber }),
      { organizationName: 'Hope' },
      5,
    ],
  ] as const)(
    'from %s is compared by verify, and mended with --repair: %#',
    async (name, which, change, stale) => {
      await collection(name).updateOne(which(), { $set: change });
      expect(await problems()).toHaveLength(stale);
      expect(await problems(true)).not.toEqual([]);
      expect(await problems()).toEqual([]);
    },
  );

  it('is copied again when its source changes while it is being copied', async () => {
    await updateMember(member._id, { phones: [{ phoneNbr: '3015550101' }] }, false, TEST_AUTHOR, new Date());
    const [job] = await jobs().find({}).toArray();
    const memberships = collection('campaign_memberships');
    if (!job) throw new Error('no job was started');
    // Another change arrives between the read of the member and the end of the step.
    const step = copiedNamesJob.step(job, false);
    await updateMember(member._id, { phones: [{ phoneNbr: '3015550102' }] }, false, TEST_AUTHOR, new Date());
    await step;
    await work();
    expect((await memberships.findOne({}))?.['primaryMember'].phoneNbr).toBe('3015550102');
  });
});

import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '@kinfold/domain/money';
import {
  aCampaign,
  aDonation,
  aHousehold,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { collection } from '../../../platform/database.ts';
import { findUnlinkedMatches, type MemberRecord } from '../../people/members/member.service.ts';
import { createHouseholds } from '../../people/households/household-members.service.ts';
import { recordOfflineReceipts } from '../../money/charges/offline-receipt.service.ts';

/** Results computed from a list use the whole list: one more than the length of any former limit. */
const DUES = 501;
const OTHERS = 101;
const DAY_MS = 86_400_000;

let api: Api;
let member: MemberRecord;
let account: Account;
let organizationNumber: string;
let membershipId: string;
let oldestId: string;

type Stored = Record<string, unknown> & { _id: mongoose.Types.ObjectId };
const newId = () => new mongoose.Types.ObjectId();
const stored = (name: string) => collection<Stored>(name);

/** Copies of the only document of a collection, each with an id of its own and the fields that `change` returns. */
async function copies(
  name: string,
  _id: string,
  count: number,
  change: (index: number) => Record<string, unknown>,
): Promise<Stored[]> {
  const original = await stored(name).findOne({ _id: new mongoose.Types.ObjectId(_id) });
  if (!original) throw new Error(`nothing to copy in ${name}`);
  const made = Array.from({ length: count }, (_, index) => ({ ...original, _id: newId(), ...change(index) }));
  await stored(name).insertMany(made);
  return made;
}

beforeAll(async () => {
  api = await startApi();
  ({ organizationNumber } = await anOrganization());
  member = (await aHousehold({ organizationNumber, size: OTHERS })).primary;
  account = await anAccount({ memberId: member._id });
  const campaign = await aCampaign({ organizationNumber });
  const run = await aRun({ campaign, endsInDays: -5 });
  const membership = await aMembership({ campaign, primary: member });
  membershipId = membership._id;
  const donation = await aDonation({ membership, run });
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
  const runs = await copies('campaign_runs', run._id, DUES - 1, (index) => ({
    startDt: daysAgo(index + 70),
    endDt: daysAgo(index + 40),
  }));
  const donations = await copies('donations', donation._id, DUES - 1, (index) => ({
    campaignRunId: runs[index]?._id,
    createdDt: daysAgo(index + 70),
  }));
  oldestId = String(donations.at(-1)?._id);
  // All but the oldest are paid.
  const lines = [donation._id, ...donations.slice(0, -1).map(({ _id }) => String(_id))].map((donationId) => ({
    donationId,
    amount: cents(2500),
  }));
  const receipt = { receiptId: 'all', method: 'check' as const, recordedBy: 'office', currency: 'usd' };
  await recordOfflineReceipts([{ ...receipt, lines, paidDt: daysAgo(1) }], api.deps);
  await copies('campaign_memberships', membershipId, OTHERS - 1, () => ({ campaignId: newId() }));
  await copies('campaigns', campaign._id, OTHERS, () => ({}));
});
afterAll(() => api.stop());

const read = async (path: string) => {
  const { status, body } = await api.get(path, account);
  expect(status).toBe(200);
  return body;
};

describe(`what is computed from ${DUES} dues`, () => {
  it('lists and counts every one of them', async () => {
    const dues = await read(`/api/v1/donation/${membershipId}/dues`);
    expect(dues).toHaveLength(DUES);
    expect(dues.at(-1)).toMatchObject({ _id: oldestId, totalBalance: 25 });
  });

  it('knows that the oldest ends the cover', async () => {
    const coverage = await read(`/v2/members/${member._id}/coverage`);
    expect(coverage).toMatchObject({ isCovered: false, amountDue: 25 });
  });

  it('lists a payment of the oldest, and its statement', async () => {
    const lines = [{ donationId: oldestId, amount: cents(1000) }];
    const receipt = { receiptId: 'oldest', method: 'cash' as const, recordedBy: 'office', currency: 'usd' };
    await recordOfflineReceipts([{ ...receipt, lines, paidDt: new Date() }], api.deps);
    const { results, payments } = await read(`/v2/members/${member._id}/payments`);
    expect(results).toBe(2);
    expect(payments[0]).toMatchObject({ total: 10, lines: [{ donation_id: oldestId }] });
    expect(payments[1].lines).toHaveLength(DUES - 1);
  });
});

describe(`what is computed from ${OTHERS} others`, () => {
  it('has every membership of a member', async () => {
    expect(await read(`/v2/members/${member._id}/campaigns`)).toHaveLength(OTHERS);
    expect((await read(`/v2/members/${member._id}`)).campaignMembership).toHaveLength(OTHERS);
  });

  it('has every campaign that may be joined', async () => {
    expect(await read(`/v2/members/${member._id}/campaigns/other`)).toHaveLength(OTHERS);
  });

  it('has everybody of a household', async () => {
    expect((await read(`/api/v1/member/${member._id}/household`)).members).toHaveLength(OTHERS);
  });

  it('finds whom to link among all who were born on a day and have the same last digits', async () => {
    const phones = [{ phoneNbr: '3015550142' }];
    const person = (lastNm: string) => ({
      firstNm: 'A',
      lastNm,
      birthDt: '1950-01-01',
      organizationNumber,
      phones,
    });
    const crowd = Array.from({ length: OTHERS - 1 }, (_, index) => person(`Other${index}`));
    const households = [...crowd, person('Last')].map((one) => [one]);
    const made = await createHouseholds(households, TEST_AUTHOR, new Date());
    const given = { lastNm: 'Last', birthDt: '1950-01-01', phoneLast4: '0142' };
    expect(await findUnlinkedMatches(given)).toEqual([made.at(-1)?.members[0]?._id]);
  });

  it('has every contact of an organization', async () => {
    const contact = { organizationNumber, member_id: newId(), name: 'Contact', title: 'Deacon' };
    await stored('contacts').insertMany(
      Array.from({ length: OTHERS }, (_, index) => ({ ...contact, _id: newId(), title: `Deacon ${index}` })),
    );
    const staff = await anAccount({ role: 'viewer', organizationNumber });
    const { body } = await api.get(`/v2/organizations/${organizationNumber}/contacts`, staff);
    expect(body).toHaveLength(OTHERS);
  });
});

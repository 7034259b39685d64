import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '@kinfold/domain/money';
import { testCheckpoints } from '../../../../test/checkpoints.ts';
import { aCampaign, aHousehold, anOrganization, TEST_AUTHOR } from '../../../../test/factories.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import { pay, sweepLater } from '../../../../test/paying.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { thoroughChecks, type Checks } from '../../../platform/verification.ts';
import { finals, openPayments } from '../../money/charges/charge.model.ts';
import { ledgerEntries } from '../../money/ledger/ledger.model.ts';
import { payments } from '../../money/ledger/payment.model.ts';
import { runTotals } from '../../funds/donations/run-figures.service.ts';
import { refresh } from '../../../work/projections.ts';
import { createGroup } from '../../organizations/organizations/group.service.ts';
import { createOrganization } from '../../organizations/organizations/organization.service.ts';
import { verify } from './verification.service.ts';

let api: Api;
const checkpoints = testCheckpoints();
beforeAll(async () => {
  api = await startApi({ checkpoint: checkpoints.checkpoint });
});
afterAll(() => api.stop());
beforeEach(async () => {
  // Broken by an earlier test.
  for (const { name } of (await mongoose.connection.db?.listCollections().toArray()) ?? [])
    if (!['migrations', 'leases', 'counters'].includes(name)) await collection(name).deleteMany({});
});

type RunFigures = ReturnType<typeof collection>;

let pauses = 0;
const problemsOf = async (change: Partial<Checks> = {}) => {
  pauses = 0;
  const pause = async () => void (pauses += 1);
  const checks = thoroughChecks({ doesRepair: false, now: api.deps.now(), batchSize: 2, pause, ...change });
  return (await verify(checks)).problems;
};
const donations = () => collection<{ paymentsTotal: number }>('donations');
const breakDonation = (donationId: string) =>
  donations().updateOne({ _id: objectId(donationId) }, { $inc: { paymentsTotal: 5 } });

async function paidPayers(count: number): Promise<Payer[]> {
  const payers = await Promise.all(Array.from({ length: count }, () => aPayer()));
  for (const payer of payers) expect((await pay(api, payer.account, payer.dues)).status).toBe(200);
  return payers;
}

describe('the verifier', () => {
  it('finds nothing where nothing is wrong, and does not wait for it', async () => {
    await paidPayers(3);
    await sweepLater(api);
    expect(await problemsOf()).toEqual([]);
    expect(pauses).toBe(0);
  });

  it('finds each kind of difference, whatever batch it is in', async () => {
    await paidPayers(5);
    const ids = (await payments().find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
    const [unbooked = '', otherTotal = '', canceled = '', endless = '', unbalanced = ''] = ids;
    await ledgerEntries().deleteOne({ _id: `charge:${unbooked}` });
    await payments().updateOne({ _id: otherTotal }, { $set: { total: cents(1) } });
    await finals().updateOne({ _id: canceled }, { $set: { result: 'canceled' } });
    await finals().deleteOne({ _id: endless });
    await ledgerEntries().updateOne({ _id: `charge:${unbalanced}` }, {
      $inc: { 'postings.0.amount': 1 },
    } as object);
    const unknown = randomUUID();
    const [entry] = await ledgerEntries().find({ kind: 'charge' }).limit(1).toArray();
    if (entry) await ledgerEntries().insertOne({ ...entry, _id: `charge:${unknown}`, donationIds: [] });
    const text = (await problemsOf()).join('\n');
    expect(text).toContain(`Payment ${unbooked} is paid but not in the ledger.`);
    expect(text).toContain(`Payment ${otherTotal} and its ledger entry have different totals.`);
    expect(text).toContain(`Payment ${canceled} is canceled but in the ledger.`);
    expect(text).toContain(`Payment ${endless} has no end and the sweep does not know of it.`);
    expect(text).toContain(`Entry charge:${unbalanced} does not sum to zero.`);
    expect(text).toContain(`The ledger has a charge of an unknown payment ${unknown}.`);
    // The entry that is gone was folded into its donations.
    expect(text).toMatch(/Donation \w+ says [\d.]+ was paid, the ledger says/);
  });

  it('finds dues without their membership, and unpaid ones that another member owes', async () => {
    const [gone, other] = [await aPayer(), await aPayer()];
    const idOf = ({ dues }: Payer) => objectId(dues[1].donationId);
    const due = await collection('donations').findOne({ _id: idOf(gone) });
    await collection('campaign_memberships').deleteOne({ _id: due?.['campaignMembershipId'] });
    const { primary } = await aHousehold();
    const { _id: id, firstNm, lastNm, phones } = primary;
    const primaryMember = { _id: objectId(id), firstNm, lastNm, phoneNbr: phones[0]?.phoneNbr ?? null };
    await collection('donations').updateOne({ _id: idOf(other) }, { $set: { primaryMember } });
    const text = (await problemsOf()).join('\n');
    expect(text).toContain(`Donation ${String(idOf(gone))} refers to a membership`);
    expect(text).toContain(`Donation ${String(idOf(other))} has another payer`);
  });

  it('finds intervals of a membership that overlap, and a part without a member', async () => {
    const ids = (await paidPayers(4)).map(({ campaignMembershipId }) => objectId(campaignMembershipId));
    const memberships = collection<{ members: object[]; payers: object[] }>('campaign_memberships');
    const day = (of: string) => new Date(`2026-01-${of}T00:00:00Z`);
    const time = (from: string, to: string) => ({ startDt: day(from), endDt: day(to), priceOverride: null });
    const stranger = objectId('aaaaaaaaaaaaaaaaaaaaaaaa');
    const wrong = [
      { 'members.1.earlier': [time('02', '09'), time('05', '07')] },
      { 'members.1.earlier': [time('09', '02')] },
      { 'members.1.member_id': stranger },
      { payers: ['09', '05'].map((of) => ({ member_id: stranger, endDt: day(of) })) },
    ];
    for (const [index, $set] of wrong.entries()) await memberships.updateOne({ _id: ids[index] }, { $set });
    const problems = (await problemsOf()).filter((problem) => problem.startsWith('Membership P-'));
    expect(problems.map((problem) => problem.replaceAll(/P-\d+|[0-9a-f]{24}/g, '_')).toSorted()).toEqual([
      'Membership _ has a part without a member.',
      'Membership _ has intervals of member _ that overlap.',
      'Membership _ has intervals of member _ that overlap.',
      'Membership _ has payers that overlap.',
    ]);
  });

  it('repairs derived data and counters, and then finds nothing', async () => {
    const [payer] = await paidPayers(2);
    await breakDonation(payer?.dues[0].donationId ?? '');
    await collection('campaign_runs').updateMany({}, { $set: { donationsAmount: 77, isTotalStale: false } });
    const { organizationNumber } = await anOrganization();
    await collection('organizations').updateOne({ organizationNumber }, { $inc: { membersCnt: 3 } });
    // A donation, the five runs that are not recounted because of it, and an organization.
    expect(await problemsOf({ doesRepair: true })).toHaveLength(1 + 5 + 1);
    expect(await problemsOf()).toEqual([]);
  });

  it.each([
    ['an amount', (figures: RunFigures) => figures.updateOne({}, { $inc: { collected: 5 } })],
    [
      'an organization less',
      (figures: RunFigures) => figures.deleteOne({ organizationNumber: { $ne: '*' } }),
    ],
    ['all of them', (figures: RunFigures) => figures.deleteMany({})],
  ])('finds wrong figures of a run, and repairs them: %s', async (_what, plant) => {
    await paidPayers(1);
    await refresh(runTotals, { now: api.deps.now(), timeZone: 'UTC' });
    expect(await problemsOf()).toEqual([]);
    await plant(collection('run_figures'));
    const expected = expect.arrayContaining([
      expect.stringMatching(/^Run .+ had wrong figures of organizations\.$/),
    ]);
    expect(await problemsOf({ doesRepair: true })).toEqual(expected);
    expect(await problemsOf()).toEqual([]);
  });

  it('takes nothing for a difference that is right a moment later', async () => {
    const [payer] = await paidPayers(1);
    const donationId = payer?.dues[0].donationId ?? '';
    await breakDonation(donationId);
    const pause = () => donations().updateOne({ _id: objectId(donationId) }, { $inc: { paymentsTotal: -5 } });
    expect(await problemsOf({ pause })).toEqual([]);
  });

  it.each(['recorded', 'claimed', 'confirmed', 'booked', 'finalized', 'receipt-queued'])(
    'knows of a payment that is under way, or whose process died, at "%s"',
    async (at) => {
      const payer = await aPayer();
      checkpoints.crashAt(at);
      await pay(api, payer.account, payer.dues);
      expect(await problemsOf()).toEqual([]);
      await openPayments().deleteMany({});
      expect((await problemsOf()).length).toBeGreaterThan(0);
    },
  );

  it('keeps at most a batch of records in memory, however many there are', async () => {
    const payers = await paidPayers(6);
    expect(payers).toHaveLength(6);
    const asked: number[] = [];
    // Connects again, this time listening to every command.
    await mongoose.disconnect();
    await mongoose.connect(api.deps.config.MONGODB_URI, { monitorCommands: true });
    const client = mongoose.connection.getClient();
    const onCommand = ({
      command,
    }: {
      command: { find?: string; filter?: { _id?: { $in?: unknown[] } } };
    }) => {
      const wanted = command.filter?._id?.$in;
      // The words of three names are no records; an id is asked for as a text and as an ObjectId.
      if (wanted && command.find !== 'name_words') asked.push(new Set(wanted.map(String)).size);
    };
    client.on('commandStarted', onCommand);
    expect(await problemsOf({ batchSize: 3 })).toEqual([]);
    client.off('commandStarted', onCommand);
    // 12 entries of 6 cards and 6 times cash, 6 payments, 18 donations, 6 runs and more, three at a time; three members have
    // six funds at most.
    expect(asked.length).toBeGreaterThan(12);
    expect(Math.max(...asked)).toBeLessThanOrEqual(6);
  });
});

describe('the counters of an organization', () => {
  it('are right after everything that counts, also when it was interrupted between two writes', async () => {
    const { organizationNumber } = await anOrganization();
    const child = await anOrganization({ parentOrganization: organizationNumber });
    await aHousehold({ organizationNumber, size: 3 });
    await aCampaign({ organizationNumber });
    await createGroup({ organizationNumber, groupName: 'Choir' }, TEST_AUTHOR, new Date());
    const group = { organizationNumber, groupName: 'Choir' };
    await expect(createGroup(group, TEST_AUTHOR, new Date())).rejects.toThrow('group_exists');
    const same = { ...child, parentOrganization: organizationNumber };
    await expect(createOrganization(same, TEST_AUTHOR, new Date())).rejects.toThrow('number_taken');
    expect(await problemsOf()).toEqual([]);
    const stored = await collection('organizations').findOne({ organizationNumber });
    expect(stored).toMatchObject({ membersCnt: 3, campaignsCnt: 1, groupsCnt: 1, childrenCnt: 1 });
  });

  it('are distinguished, each with the expected value', async () => {
    const { organizationNumber } = await anOrganization();
    await aHousehold({ organizationNumber, size: 2 });
    const wrong = { membersCnt: 1, groupsCnt: 4 };
    await collection('organizations').updateOne({ organizationNumber }, { $set: wrong });
    expect(await problemsOf()).toEqual([
      `Organization ${organizationNumber} says membersCnt 1 and not 2, groupsCnt 4 and not 0.`,
    ]);
  });
});

describe('households', () => {
  it('are lived in by their primary member, or say that nobody lives there', async () => {
    const [lived, left, taken] = await Promise.all([aHousehold({ size: 2 }), aHousehold(), aHousehold()]);
    expect(await problemsOf()).toEqual([]);
    const moveTo = ({ primary }: typeof left, household_id: string) =>
      collection('members').updateOne(
        { _id: objectId(primary._id) },
        { $set: { household_id: objectId(household_id) } },
      );
    await moveTo(left, lived.household_id);
    await collection('households').updateOne(
      { _id: objectId(lived.household_id) },
      { $set: { isEmpty: true } },
    );
    await collection('households').updateOne(
      { _id: objectId(taken.household_id) },
      { $set: { primaryMemberId: objectId(lived.members[1]?._id ?? '') } },
    );
    const elsewhere = `Household ${taken.household_id} has a primary member who does not live there.`;
    expect((await problemsOf({ doesRepair: true })).toSorted(byText)).toEqual(
      [
        `Household ${lived.household_id} says that nobody lives there.`,
        `Household ${left.household_id} does not say that nobody lives there.`,
        elsewhere,
      ].toSorted(byText),
    );
    expect(await problemsOf()).toEqual([elsewhere]);
  });
});

const byText = (one: string, other: string) => (one < other ? -1 : 1);

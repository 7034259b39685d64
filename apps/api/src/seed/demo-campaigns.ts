/** Campaigns, runs, memberships and dues of the demo data, and the receipts of payments on them. */
import { addDays, calendarDateOf, endOfDay, startOfDay } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import type { Config } from '../platform/config.ts';
import {
  createCampaignRun,
  updateRun,
  type CampaignRunRecord,
} from '../modules/funds/campaign-runs/campaign-run.service.ts';
import {
  createCampaign,
  type CampaignRecord,
  type NewCampaign,
} from '../modules/funds/campaigns/campaign.service.ts';
import { findDues } from '../modules/funds/donations/donation.service.ts';
import { createDuesOfRun } from '../modules/funds/donations/dues.service.ts';
import type { MembershipRecord } from '../modules/funds/memberships/membership.service.ts';
import {
  createMemberships,
  type NewMembership,
} from '../modules/funds/memberships/new-membership.service.ts';
import { commandAuthor } from '../platform/author.ts';
import type { OfflineReceipt } from '../modules/money/charges/offline-receipt.service.ts';
import type { Community, Family } from './demo-people.ts';
import { someReceipt, someShare, type Share } from './payments.ts';

const AUTHOR = commandAuthor('manager@demo.test');

/** A run in days from today; a paused one made its dues before. */
type RunPlan = { name: string; description: string; from: number; to: number; isPaused?: boolean };

const GRACE_RUNS: RunPlan[] = [
  {
    name: 'In memory of Harold Whitcombe',
    description: 'Dues for the Whitcombe family',
    from: -460,
    to: -430,
  },
  {
    name: 'In memory of Sister Ágota Reyes',
    description: 'Dues for the Reyes family',
    from: -105,
    to: -45,
  },
  { name: 'In memory of Deacon Amos Tull', description: 'Dues for the Tull family', from: -18, to: 12 },
  {
    name: 'Reserve for the coming year',
    description: 'Paused by the board until spring',
    from: -30,
    to: 40,
    isPaused: true,
  },
];
const AID_RUNS: RunPlan[] = [
  { name: 'First half-year', description: 'Half-yearly contribution', from: -230, to: -200 },
  { name: 'Second half-year', description: 'Half-yearly contribution', from: -40, to: 25 },
];
const ROOF_RUNS: RunPlan[] = [
  { name: 'New roof', description: 'Every gift keeps the rain out', from: -60, to: 60 },
];
const BRENDAN_RUNS: RunPlan[] = [
  { name: 'Autumn assessment', description: 'For two families of the parish', from: -110, to: -70 },
  { name: 'Winter assessment', description: 'For the Moriarty family', from: -15, to: 20 },
];

/** Covers all active members of the household. */
const wholeFamily = ({ primary, members }: Family): NewMembership => ({ primary, covered: members });

/**
 * Creates the campaigns with 60 memberships, their runs and dues. Returns the receipts to be booked: some dues are paid,
 * some in part; what the demo accounts owe is fixed.
 */
export async function makeCampaigns(
  community: Community,
  today: Date,
  { CURRENCY: currency, TIME_ZONE: timeZone }: Pick<Config, 'CURRENCY' | 'TIME_ZONE'>,
): Promise<OfflineReceipt[]> {
  const { random, member, linked, paid, stale, newcomer, others, secondTree, departed } = community;
  const dateIn = (days: number) => addDays(calendarDateOf(today, timeZone), days);
  const day = (days: number) => startOfDay(dateIn(days), timeZone);
  const receipts: OfflineReceipt[] = [];

  async function makeRun(campaign: CampaignRecord, plan: RunPlan, first: CampaignRunRecord | undefined) {
    const { name, description } = plan;
    const times = {
      name,
      description,
      startDt: day(plan.from),
      endDt: endOfDay(dateIn(plan.to), timeZone),
      isActive: true,
    };
    // The campaign came with its first run.
    if (first) return updateRun(first._id, times, AUTHOR, day(plan.from));
    const { _id: campaignId, organizationNumber } = campaign;
    return createCampaignRun({ campaignId, organizationNumber, ...times }, AUTHOR, day(plan.from));
  }

  async function makeCampaign(
    input: NewCampaign,
    plans: readonly RunPlan[],
    joined: readonly NewMembership[],
    shares: ReadonlyMap<string, readonly Share[]>,
  ): Promise<void> {
    const { campaign, run: first } = await createCampaign(input, AUTHOR, day(-760));
    const memberships = await createMemberships(campaign, joined, AUTHOR, day(-750), timeZone);
    const runs: CampaignRunRecord[] = [];
    for (const [index, plan] of plans.entries()) {
      const run = await makeRun(campaign, plan, index === 0 ? first : undefined);
      await createDuesOfRun(run._id, AUTHOR, day(plan.from));
      runs.push(
        plan.isPaused ? await updateRun(run._id, { isActive: false }, AUTHOR, day(plan.from + 5)) : run,
      );
    }
    for (const membership of memberships) await pay(membership, runs, shares.get(membership.primaryMemberId));
  }

  async function pay(
    membership: MembershipRecord,
    runs: readonly CampaignRunRecord[],
    fixed?: readonly Share[],
  ) {
    const dues = await findDues(membership._id);
    for (const [index, run] of runs.entries()) {
      const due = dues.find(({ campaignRunId }) => campaignRunId === run._id);
      const share = fixed ? (fixed[index] ?? 'none') : someShare(random, run, today);
      const given = due && { due, share, run, recordedBy: 'treasurer@demo.test', currency };
      const receipt = given && someReceipt(random, given, today);
      if (receipt) receipts.push(receipt);
    }
  }

  /** Some of the crowd are inactive (false) or unknown (null). */
  const crowd = (families: readonly Family[], states: Readonly<Record<number, false | null>>) =>
    families.map((family, index): NewMembership => {
      const { covered = [], ...rest } = wholeFamily(family);
      const everyone = family === others[5] ? [...covered, departed] : covered;
      return { ...rest, covered: everyone, ...(index in states && { isActive: states[index] }) };
    });

  await makeCampaign(
    {
      campaignName: 'Grace Funeral Fund',
      shortDescription:
        'Together we carry the cost of a funeral: each family gives a little when one of us dies.',
      requiresMembership: true,
      organizationNumber: '1001',
      priceRules: [
        { label: 'Child', minAge: 0, maxAge: 17, price: cents(600) },
        { label: 'Senior', minAge: 65, maxAge: 150, price: cents(2425) },
      ],
      defaultPrice: cents(1850),
      fundRules: {
        benefits: [
          { label: 'Adult', minAge: 18, maxAge: 150, amount: cents(500_000) },
          { label: 'Child', minAge: 0, maxAge: 17, amount: cents(150_000) },
        ],
      },
    },
    GRACE_RUNS,
    [
      ...[member, linked, paid, stale, newcomer].map(wholeFamily),
      ...crowd(others, { 3: false, 7: null, 11: false, 15: null, 19: false, 23: null }),
    ],
    new Map<string, Share[]>([
      [member.primary._id, ['all', 'part', 'none', 'none']],
      [linked.primary._id, ['all', 'all', 'none', 'none']],
      [paid.primary._id, ['all', 'all', 'all', 'all']],
      [stale.primary._id, ['all', 'all', 'none', 'none']],
      [newcomer.primary._id, ['all', 'all', 'none', 'none']],
    ]),
  );
  await makeCampaign(
    {
      campaignName: 'Neighbors’ Burial Aid',
      shortDescription: 'A half-yearly contribution by household, shared with Gracia y Esperanza.',
      requiresMembership: true,
      organizationNumber: '1001',
      participatingOrganizations: ['1003'],
      priceRules: [
        {
          label: 'Household',
          minAge: 0,
          maxAge: 150,
          relationships: ['Head of Household'],
          price: cents(3500),
        },
      ],
      defaultPrice: cents(475),
      fundRules: { benefits: [{ label: 'Burial', minAge: 0, maxAge: 150, amount: cents(50_000) }] },
    },
    AID_RUNS,
    [wholeFamily(member), ...crowd(others.slice(0, 9), { 2: false, 6: null })],
    new Map<string, Share[]>([[member.primary._id, ['all', 'all']]]),
  );
  await makeCampaign(
    {
      campaignName: 'A Roof for Grace',
      shortDescription: 'Any gift is welcome.',
      requiresMembership: false,
      organizationNumber: '1001',
    },
    ROOF_RUNS,
    [paid, ...others.slice(14, 19)].map(({ primary }) => ({ primary })),
    new Map(),
  );
  await makeCampaign(
    {
      campaignName: 'St. Brendan’s Funeral Society',
      shortDescription: 'For the families of the parish and the harbor mission.',
      requiresMembership: true,
      organizationNumber: '2001',
      defaultPrice: cents(2000),
    },
    BRENDAN_RUNS,
    crowd(secondTree, { 4: null }),
    new Map(),
  );
  return receipts;
}

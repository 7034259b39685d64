/** Campaigns with many memberships, requests for their lists, and a price refresh. */
import { collection } from '../apps/api/src/platform/database.ts';
import { firstIdSince, newId, objectId, type ObjectId } from '../apps/api/src/platform/documents.ts';
import { membershipTotalPrice } from '../packages/domain/src/campaign-membership.ts';
import { DAY_MS } from '../packages/domain/src/dates.ts';
import { cents, type Cents } from '../packages/domain/src/money.ts';
import { chunksOf } from '../apps/api/src/platform/in-batches.ts';
import { get, timed, type Case } from './lib/compare.ts';
import { jobEnded } from './staff-jobs.ts';
import type { AskedQuestion } from './staff-questions.ts';

const PAGE = 15;
const FAR_PAGE = 1_000;
const SMALL = 1_000;
/** The price of each person, in cents: a refresh changes nothing. */
const PRICE = cents(1_500);
const INSERTED_AT_ONCE = 5_000;

type Covered = { _id: ObjectId; member_id: ObjectId; price: Cents; isActive: boolean | null };
type Stored = {
  _id: ObjectId;
  campaignId: ObjectId;
  campaignName: string;
  organizationNumber: string;
  membershipNbr: number;
  primaryMemberId: ObjectId;
  nameKey: string;
  totalPrice: Cents;
  activeDt: Date | null;
  createdDt: Date;
  members: Covered[];
};

/** A campaign with a number of memberships. */
export type BenchCampaign = { campaignId: string; count: number };

/**
 * Makes a campaign like the seeded one, but with one price for everybody, with this many active memberships copied from
 * one of its own, each of other members of the seed, and with its counter.
 */
export async function makeCampaign(count: number): Promise<BenchCampaign> {
  const model = await collection<Stored>('campaign_memberships').findOne({ isActive: true });
  const campaign = model && (await collection<Stored>('campaigns').findOne({ _id: model.campaignId }));
  if (!campaign) throw new Error('there is no campaign');
  const everybody = await collection('members')
    .find({}, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(count)
    .toArray();
  const memberAt = (index: number) => everybody[index % everybody.length]?._id ?? objectId(newId());
  const campaignId = objectId(newId());
  await collection('campaigns').insertOne({
    ...campaign,
    _id: campaignId,
    priceRules: [],
    defaultPrice: PRICE,
  });
  const people = model.members.map((each) => ({ ...each, price: PRICE, priceOverride: null }));
  const totalPrice = membershipTotalPrice(people);
  // An activation visits new active memberships twice: it may have passed them.
  const joinedDt = new Date(Date.now() - DAY_MS);
  for (let made = 0; made < count; made += INSERTED_AT_ONCE) {
    const rows = Array.from({ length: Math.min(INSERTED_AT_ONCE, count - made) }, (_, index): Stored => {
      const nth = made + index;
      const members = people.map((each, index) => ({ ...each, member_id: memberAt(nth + index) }));
      // More memberships than members: the rest have primary members who do not exist.
      const primaryMemberId = nth < everybody.length ? memberAt(nth) : objectId(newId());
      const nameKey = `${model.nameKey} ${String(nth).padStart(7, '0')}`;
      const _id = objectId(`${firstIdSince(joinedDt).slice(0, 8)}${newId().slice(8)}`);
      const joined = { _id, activeDt: joinedDt, createdDt: joinedDt };
      const membershipNbr = nth + 1;
      return {
        ...model,
        ...joined,
        membershipNbr,
        campaignId,
        primaryMemberId,
        nameKey,
        totalPrice,
        members,
      };
    });
    await collection<Stored>('campaign_memberships').insertMany(rows);
  }
  const { organizationNumber } = model;
  const counter = { campaignId, organizationNumber, active: count, inactive: 0, unknown: 0 };
  const _id = `${campaignId.toHexString()}:${organizationNumber}`;
  await collection<{ _id: string }>('membership_counts').insertOne({ _id, ...counter });
  return { campaignId: campaignId.toHexString(), count };
}

const addressOf = (campaignId: string, page: number) =>
  `/v2/campaigns/${campaignId}/memberships?page_number=${page}&page_size=${PAGE}`;

/** Requests the first and a far page of a campaign's memberships. */
export function pagesOfMemberships(
  { campaignId, count }: BenchCampaign,
  init: () => RequestInit,
): AskedQuestion[] {
  const page = (name: string, number: number): AskedQuestion => ({
    name: `memberships, ${name} (${number})`,
    api: addressOf(campaignId, number),
    bare: `/memberships?campaign=${campaignId}&limit=${PAGE}&page=${number}`,
    init,
  });
  return [page('first page', 1), page('far page', Math.min(FAR_PAGE, Math.ceil(count / PAGE)))];
}

/** Requests the first page, with its exact total, of a campaign with many memberships and of one with few, in turns. */
export async function largeAndSmall(large: BenchCampaign, init: () => RequestInit): Promise<Case> {
  const few = await makeCampaign(Math.min(SMALL, large.count));
  const page =
    ({ campaignId }: BenchCampaign) =>
    (url: string) =>
      get(`${url}${addressOf(campaignId, 1)}`, init());
  return { name: 'few and many', count: 200, api: page(large), bare: page(few) };
}

/** Refreshes the prices of a campaign until nothing changes; returns how long the last time took, in ms. */
export async function refreshUnchanged(
  url: string,
  { campaignId }: BenchCampaign,
  init: () => RequestInit,
): Promise<number> {
  for (;;) {
    const answer = await get(`${url}/v2/campaigns/${campaignId}/refresh-prices`, {
      ...init(),
      method: 'POST',
    });
    const { _id } = JSON.parse(answer) as { _id: string };
    const { report, tookMs } = await jobEnded(() => get(`${url}/v2/jobs/${_id}`, init()));
    if (report['changed'] === 0) return tookMs;
  }
}

/** Makes the prices of a campaign depend on age, without changing anybody's price. */
export async function priceByAge({ campaignId }: BenchCampaign): Promise<void> {
  const priceRules = [{ label: 'Everybody', minAge: 0, maxAge: 150, price: PRICE }];
  await collection('campaigns').updateOne({ _id: objectId(campaignId) }, { $set: { priceRules } });
}

/** The number of memberships in a batch. */
const READ_TOGETHER = 1_000;

/**
 * Returns how long the driver takes to read what a refresh compares if prices depend on age, batch by batch and without
 * comparing, in ms: the memberships of a campaign, the people covered (for their ages), and their dues in a run.
 */
export async function readByDriver({ campaignId }: BenchCampaign, runId: string): Promise<number> {
  const memberships = collection<Stored>('campaign_memberships');
  const ofCampaign = { campaignId: objectId(campaignId) };
  const all = await memberships
    .find(ofCampaign, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .toArray();
  return timed(async () => {
    for (const some of chunksOf(all, READ_TOGETHER)) {
      const between = {
        $gte: some[0]?._id ?? objectId(newId()),
        $lte: some.at(-1)?._id ?? objectId(newId()),
      };
      const read = await memberships
        .find({ ...ofCampaign, _id: between }, { projection: { members: 1, totalPrice: 1 } })
        .toArray();
      const ids = read.flatMap(({ members }) => members.map(({ member_id }) => member_id));
      await collection('members')
        .find({ _id: { $in: ids } }, { projection: { birthDt: 1, relationship: 1 } })
        .toArray();
      await collection('donations')
        .find(
          { campaignMembershipId: between, campaignRunId: objectId(runId) },
          { projection: { campaignMembershipId: 1, minAmountDue: 1, ledgerCount: 1 } },
        )
        .toArray();
    }
  });
}

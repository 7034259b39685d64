/** Invented members in any number, for load tests and long lists. */
import { DAY_MS } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import type { Config } from '../platform/config.ts';
import { createCampaignRun, updateRun } from '../modules/funds/campaign-runs/campaign-run.service.ts';
import { createCampaign, type CampaignRecord } from '../modules/funds/campaigns/campaign.service.ts';
import { duesOfRun } from '../modules/funds/donations/donation.service.ts';
import { runTotals } from '../modules/funds/donations/run-figures.service.ts';
import { createDuesOfRun } from '../modules/funds/donations/dues.service.ts';
import { createHouseholds } from '../modules/people/households/household-members.service.ts';
import {
  createMemberships,
  type NewMembership,
} from '../modules/funds/memberships/new-membership.service.ts';
import {
  createOrganization,
  organizationPath,
} from '../modules/organizations/organizations/organization.service.ts';
import { commandAuthor } from '../platform/author.ts';
import { refresh } from '../work/projections.ts';
import { batchesOf } from '../platform/in-batches.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { recordOfflineReceipts } from '../modules/money/charges/offline-receipt.service.ts';
import { someReceipt, someShare } from './payments.ts';
import { someFamily } from './people.ts';
import { createRandom, type Random } from './random.ts';

const AUTHOR = commandAuthor('seed@demo.test');
/** Families and dues stored together. */
const BATCH = 500;
/** Batches of payments that are booked at once. */
const AT_A_TIME = 4;
const MEMBERS_PER_ORGANIZATION = 4_000;

type Print = (line: string) => void;

/** Creates `members` members with households, a funeral fund, four runs, dues and payments. */
export async function makeVolume(
  { members, seed }: { members: number; seed: number },
  today: Date,
  { CURRENCY: currency, TIME_ZONE: timeZone }: Pick<Config, 'CURRENCY' | 'TIME_ZONE'>,
  print: Print,
): Promise<void> {
  const root = `V${seed}`;
  if ((await organizationPath(root)).length) {
    print(`Seed ${seed}: organization ${root} exists already, nothing to do.`);
    return;
  }
  const random = createRandom(seed);
  const cameDt = new Date(today.getTime() - 800 * DAY_MS);
  const organizations = [root];
  await createOrganization(
    { organizationNumber: root, organizationName: `Harvest Union ${seed}` },
    AUTHOR,
    cameDt,
  );
  const children = Math.min(60, Math.max(3, Math.ceil(members / MEMBERS_PER_ORGANIZATION)));
  for (let index = 1; index <= children; index += 1) {
    const organizationNumber = `${root}-${index}`;
    const organizationName = `Harvest Church ${seed}.${index}`;
    await createOrganization(
      { organizationNumber, organizationName, parentOrganization: root },
      AUTHOR,
      cameDt,
    );
    organizations.push(organizationNumber);
  }
  const { campaign, run } = await createCampaign(
    {
      campaignName: `Harvest Funeral Fund ${seed}`,
      shortDescription: 'Made to have many.',
      requiresMembership: true,
      organizationNumber: root,
      priceRules: [{ label: 'Child', minAge: 0, maxAge: 17, price: cents(500) }],
      defaultPrice: cents(1500),
    },
    AUTHOR,
    cameDt,
  );
  await makeMembers(campaign, { random, members, organizations, cameDt, today, timeZone, print });
  for (const [index, [from, to]] of [
    [-400, -370],
    [-200, -170],
    [-100, -40],
    [-20, 20],
  ].entries()) {
    const [startDt, endDt] = [from, to].map((days = 0) => new Date(today.getTime() + days * DAY_MS));
    const plan = {
      name: `Collection ${index + 1}`,
      description: 'Made to have many',
      startDt,
      endDt,
      isActive: true,
    };
    const { organizationNumber, _id: campaignId } = campaign;
    const made =
      index === 0
        ? await updateRun(run._id, plan, AUTHOR, cameDt)
        : await createCampaignRun({ campaignId, organizationNumber, ...plan }, AUTHOR, cameDt);
    await createDuesOfRun(made._id, AUTHOR, made.startDt, (done) =>
      print(`${made.name}: dues of ${done} memberships …`),
    );
    await payRun(made, { random, currency, today, print });
  }
  // The totals of the runs are counted by the workers of a server, or here.
  await refresh(runTotals, { now: today, timeZone });
  print(`Seed ${seed}: done.`);
}

async function makeMembers(
  campaign: CampaignRecord,
  given: {
    random: Random;
    members: number;
    organizations: readonly string[];
    cameDt: Date;
    today: Date;
    timeZone: string;
    print: Print;
  },
): Promise<void> {
  const { random, members, organizations, cameDt, today, timeZone, print } = given;
  let made = 0;
  while (made < members) {
    const families: ReturnType<typeof someFamily>[] = [];
    for (let index = 0; index < BATCH && made < members; index += 1) {
      const size = Math.min(random.pick([1, 2, 2, 3, 4, 5, 6]), members - made);
      families.push(someFamily(random, size, random.pick(organizations), today));
      made += size;
    }
    const households = await createHouseholds(families, AUTHOR, cameDt);
    const memberships = households.flatMap(({ members: [primary, ...rest] }): NewMembership[] =>
      primary ? [{ primary, covered: rest, isActive: random.pick([...ACTIVE, false, null]) }] : [],
    );
    await createMemberships(campaign, memberships, AUTHOR, cameDt, timeZone);
    print(`Members: ${made} of ${members} …`);
  }
}

/** Of twenty memberships, eighteen are active. */
const ACTIVE = Array<true>(18).fill(true);

/** Books payments of a run, several batches at a time. Who pays what depends on the seed alone: receipts are made in order. */
async function payRun(
  run: { _id: string; name: string; startDt: Date; endDt: Date; isActive: boolean },
  given: { random: Random; currency: string; today: Date; print: Print },
): Promise<void> {
  const { random, currency, today, print } = given;
  async function* receipts() {
    for await (const due of duesOfRun(run._id)) {
      const share = someShare(random, run, today);
      const receipt = someReceipt(random, { due, share, run, recordedBy: AUTHOR.email, currency }, today);
      if (receipt) yield receipt;
    }
  }
  let booked = 0;
  await inParallel(batchesOf(receipts(), BATCH), AT_A_TIME, async (batch) => {
    await recordOfflineReceipts(batch, { now: () => today, checkpoint: () => undefined });
    booked += batch.length;
    print(`${run.name}: ${booked} payments …`);
  });
}

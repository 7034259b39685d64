import { Donation } from '@kinfold/domain/donation';
import { Job } from '@kinfold/domain/job';
import { LateDuesPost, MembershipPreview, MembershipsStatePost } from '@kinfold/domain/membership-form';
import { MembershipFilters, MembershipListQuery, MembershipPage } from '@kinfold/domain/membership-list';
import { coversFor, shownBy } from '../covers.ts';
import { actorOf, endpointFor, Reply, type Context } from '../endpoint.ts';
import { presentPage } from '../../platform/lists.ts';
import { invalid } from '../../platform/problem.ts';
import { authorOf } from '../author.ts';
import type {
  CampaignMembershipsGrant,
  MembershipGrant,
} from '../../modules/identity/access/membership-access.service.ts';
import { useCreditOfPayers } from '../../modules/money/office/credit.service.ts';
import { walletColumns, withWallets, type WithWallet } from '../../modules/money/office/wallet.service.ts';
import { requireDonation } from '../../modules/funds/donations/donation.service.ts';
import { presentDonation } from '../../modules/funds/donations/donation.presenter.ts';
import { presentJob } from '../../modules/operations/jobs/job.presenter.ts';
import { exportList } from '../export-list.ts';
import {
  membershipColumns,
  presentMembershipRow,
  presentPriceToday,
} from '../../modules/funds/memberships/membership.presenter.ts';
import type { MembershipFileRow } from '../../modules/funds/memberships/membership-list.service.ts';
import {
  findCoveredPeople,
  findMembershipCounts,
  findMemberships,
} from '../../modules/funds/memberships/membership.service.ts';
import { numbersWithin } from '../../modules/organizations/organizations/organization.service.ts';
import { isActorPermitted } from '../../modules/identity/users/user.service.ts';
import { addLateDues } from '../../modules/funds/membership-dues/late-dues.service.ts';
import { eachListed, listMemberships } from '../../modules/funds/membership-dues/membership-list.service.ts';
import { deleteMembership } from '../../modules/funds/membership-dues/membership-removal.service.ts';
import { previewStates, startStates } from '../../modules/funds/membership-dues/membership-states.service.ts';
import { startRefresh } from '../../modules/funds/membership-dues/refresh-prices.service.ts';

const ofMembership = endpointFor<MembershipGrant>();
const ofCampaign = endpointFor<CampaignMembershipsGrant>();

export const getMemberships = ofCampaign({
  summary: 'The memberships of a campaign in the user’s organizations, by the name of the primary member',
  query: MembershipListQuery,
  reply: MembershipPage,
  async handle(context) {
    const { granted, query, now, today } = context;
    const { campaign, organizationNumbers } = granted;
    const page = await listMemberships(campaign._id, organizationNumbers, query, now);
    const people = await findCoveredPeople(...page.rows);
    const known = { campaigns: [campaign], people: [...people.values()] };
    const covers = await coversFor(context, { memberships: page.rows, known });
    return presentPage('memberships', page, (row) => ({
      ...presentMembershipRow(row, people, today),
      ...presentPriceToday(row, people, campaign, now, shownBy(context)),
      cover: covers.ofMembership(row._id),
    }));
  },
});

export const getMembershipsCsv = ofCampaign({
  summary: 'The same memberships as a file, all pages of them',
  query: MembershipFilters,
  reply: 'csv',
  async handle(context) {
    const { granted, query, now, deps } = context;
    const { campaign, organizationNumbers } = granted;
    const timeZone = deps.config.TIME_ZONE;
    const rows = eachListed(campaign._id, organizationNumbers, query, now);
    const hasWallets =
      Boolean(campaign.fundRules.walletMinimum) && (await mayRecordAtAll(context, organizationNumbers));
    return exportList<MembershipFileRow & WithWallet>(context, {
      list: 'memberships',
      at: organizationNumbers,
      filter: [
        campaign.campaignName,
        query.organization_number,
        query.status,
        query.price_differs === true ? 'price-differs' : undefined,
        query.price_outdated === true ? 'price-outdated' : undefined,
        query.owes === true ? 'owes' : undefined,
      ],
      columns: [...membershipColumns(timeZone), ...(hasWallets ? walletColumns : [])],
      rows: hasWallets ? withWallets(rows, { now, timeZone }) : rows,
    });
  },
});

/** Whether the actor may read what households have paid ahead at each of some organizations. */
async function mayRecordAtAll(context: Context, organizationNumbers: readonly string[]): Promise<boolean> {
  for (const number of organizationNumbers)
    if (!(await isActorPermitted(actorOf(context), 'payments.record', number))) return false;
  return true;
}

export const postLateDues = ofMembership({
  summary: 'Make the dues of an active run for a membership that was added later; existing dues stay',
  body: LateDuesPost,
  reply: Donation,
  answers: {
    201: { description: 'The dues were made', reply: Donation },
    409: {
      description:
        'There can be no dues: `run_not_active`, `membership_not_active`, `no_price` or `open_campaign`',
    },
  },
  async handle(context) {
    const { granted, body, now, deps } = context;
    const clock = { now, timeZone: deps.config.TIME_ZONE };
    const author = await authorOf(context);
    const { donation, isNew } = await addLateDues(granted.membership, body.campaignRunId, author, clock);
    await useCreditOfPayers([donation.primaryMember._id], { author, now, currency: deps.config.CURRENCY });
    return new Reply(isNew ? 201 : 200, presentDonation(await requireDonation(donation._id), now));
  },
});

export const deleteMembershipRoute = ofMembership({
  summary: 'Remove a membership on which nothing was ever paid; its open dues are waived with it',
  answers: {
    409: {
      description:
        'It has payments (`has_payments`), a payment is in progress (`payment_in_progress`), dues are being made (`dues_being_made`), or it has open dues and a second person approves waivers (`second_person`)',
    },
  },
  async handle(context) {
    await deleteMembership(context.granted.membership, await authorOf(context), context.now);
    return new Reply(204);
  },
});

/** Returns the organization that owns the job: the campaign's where the actor may, else the actor's only one. */
async function ownerOf(
  context: Context<unknown, unknown, CampaignMembershipsGrant>,
  own: string | undefined,
) {
  const { organizationNumber } = context.granted.campaign;
  const isTheirs = await isActorPermitted(actorOf(context), 'memberships.update', organizationNumber);
  return isTheirs || own === undefined ? organizationNumber : own;
}

export const postRefreshPrices = ofCampaign({
  summary: 'Refresh the prices of a campaign’s memberships in the background',
  answers: { 202: { description: 'The job that does it, new or running', reply: Job } },
  async handle(context) {
    const { campaign, organizationNumbers: scope } = context.granted;
    const [within, counts] = await Promise.all([numbersWithin(scope), findMembershipCounts(campaign._id)]);
    const numbers = counts.map(({ organizationNumber }) => organizationNumber);
    const own = within && numbers.filter((number) => within.includes(number));
    // An actor with the permission at all of them refreshes all, and joins a running job for all.
    const organizationNumbers = own && own.length < numbers.length ? own : undefined;
    const organizationNumber = await ownerOf(context, own?.[0] ?? scope[0]);
    const job = await startRefresh(
      { campaign, organizationNumbers, organizationNumber },
      await authorOf(context),
    );
    return new Reply(202, presentJob(job));
  },
});

/** Returns the chosen memberships of a campaign. Throws 422 for one of another campaign, or one that the actor may not see. */
async function requireChosen(
  { campaign, organizationNumbers }: CampaignMembershipsGrant,
  membershipIds: readonly string[],
) {
  const ids = [...new Set(membershipIds)];
  const found = await findMemberships(ids.filter((id) => /^[0-9a-f]{24}$/i.test(id)));
  const within = await numbersWithin(organizationNumbers);
  const theirs = found.filter(
    (one) => one.campaignId === campaign._id && (!within || within.includes(one.organizationNumber)),
  );
  if (theirs.length < ids.length)
    throw invalid([{ path: 'membershipIds', message: 'One of them is not a membership of this campaign' }]);
  return theirs;
}

export const postStatesPreview = ofCampaign({
  summary: 'What making chosen memberships active or inactive would mean, in sentences; changes nothing',
  body: MembershipsStatePost,
  reply: MembershipPreview,
  isAnsweredAnew: true,
  async handle({ granted, body, now, deps }) {
    const { CURRENCY: currency, TIME_ZONE: timeZone } = deps.config;
    const { campaign } = granted;
    const of = { campaign, isActive: body.isActive };
    const chosen = await requireChosen(granted, body.membershipIds);
    return {
      sentences: await previewStates(chosen, of, { shown: { currency, timeZone }, now }),
      warnings: [],
    };
  },
});

export const postStates = ofCampaign({
  summary:
    'Make chosen memberships of a campaign active (those that wait are confirmed) or inactive, in the background',
  body: MembershipsStatePost,
  answers: { 202: { description: 'The job that does it, new or running', reply: Job } },
  async handle(context) {
    const { granted, body } = context;
    const { campaign } = granted;
    const chosen = await requireChosen(granted, body.membershipIds);
    const organizationNumber = await ownerOf(context, chosen[0]?.organizationNumber);
    const { isActive, reason } = body;
    const membershipIds = chosen.map(({ _id }) => _id);
    const of = { campaign, organizationNumber, membershipIds, isActive, reason };
    return new Reply(202, presentJob(await startStates(of, await authorOf(context))));
  },
});

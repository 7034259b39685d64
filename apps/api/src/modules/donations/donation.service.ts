import { campaignRunStatus, type RunTimes } from '@kinfold/domain/campaign-run';
import { chargedMembers } from '@kinfold/domain/campaign-membership';
import { payableBalance } from '@kinfold/domain/donation';
import { ZERO, type Cents } from '@kinfold/domain/money';
import { pageCount, type Page } from '@kinfold/domain/pagination';
import { staleFields } from '../../platform/copied-names.ts';
import { isObjectId } from '../../platform/database.ts';
import { newId } from '../../platform/documents.ts';
import { notFound } from '../../platform/problem.ts';
import {
  markRunTotalStale,
  recountStaleTotals,
  findNewestActiveRun,
  findWrongTotals,
  findRuns,
  type CampaignRunRecord,
} from '../campaign-runs/campaign-run.service.ts';
import { findCampaign, type CampaignRecord } from '../campaigns/campaign.service.ts';
import type { Capacity } from '../access/member-access.service.ts';
import { nameKeyOf, type MemberRecord } from '../members/member.service.ts';
import {
  findMembershipOfPrimary,
  findMemberships,
  writeLastPayments,
  type MembershipRecord,
} from '../memberships/membership.service.ts';
import type { OrganizationRecord } from '../organizations/organization.service.ts';
import {
  countOfPrimary,
  eachOfRun,
  eachId,
  insertMissingDonations,
  readDonations,
  readOfMembership,
  readOfRun,
  readOpen,
  readPageOfPrimary,
  setCopies,
  setMemberCopies,
  sumPaymentsOfRun,
  writeProjections,
  type Projection,
  type StoredDonation,
} from './donation.model.ts';

/** What one membership owes in one run, with what decides whether it is payable; amounts in cents. */
export type DonationRecord = Omit<StoredDonation, 'nameKey' | 'ledgerCount' | 'isOpen' | 'isListed'> & {
  run: RunTimes;
  isMembershipActive: boolean | null;
};

/** What a policy for donations hands over. */
export type DonationGrant = { donation: DonationRecord; capacity: Capacity };

/**
 * Looks up the runs and memberships of some donations: few, however many donations there are, and no membership that is
 * `known` already.
 */
async function withRuns(
  donations: readonly StoredDonation[],
  known: readonly MembershipRecord[] = [],
): Promise<DonationRecord[]> {
  const unique = (ids: string[]) => [...new Set(ids)];
  const membershipsById = new Map(known.map((membership) => [membership._id, membership]));
  const [runs, memberships] = await Promise.all([
    findRuns(unique(donations.map(({ campaignRunId }) => campaignRunId))),
    findMemberships(
      unique(donations.map(({ campaignMembershipId }) => campaignMembershipId)).filter(
        (id) => !membershipsById.has(id),
      ),
    ),
  ]);
  const runsById = new Map(runs.map((run) => [run._id, run]));
  for (const membership of memberships) membershipsById.set(membership._id, membership);
  return donations.flatMap((donation) => {
    const run = runsById.get(donation.campaignRunId);
    if (!run) return [];
    const { nameKey: _nameKey, ledgerCount: _count, isOpen: _open, isListed: _listed, ...rest } = donation;
    return {
      ...rest,
      run: { isActive: run.isActive, endDt: run.endDt },
      isMembershipActive: membershipsById.get(donation.campaignMembershipId)?.isActive ?? null,
    };
  });
}

/** Some donations by their ids, in any order; ids that name none are left out. */
export async function findDonations(ids: readonly string[]): Promise<DonationRecord[]> {
  return withRuns(await readDonations(ids.filter(isObjectId)));
}

/** A donation by its id. Throws 404 when there is none. */
export async function requireDonation(donationId = ''): Promise<DonationRecord> {
  const [donation] = await findDonations([donationId]);
  if (!donation) throw notFound();
  return donation;
}

/** The donations of some primary members on which something is open, paused ones too, oldest first. */
export async function findOpenDonations(primaryMemberIds: readonly string[]): Promise<DonationRecord[]> {
  return withRuns((await Promise.all(primaryMemberIds.map(readOpen))).flat());
}

/** The donations of some primary members that may be paid now, oldest first. */
export async function findPayableDonations(
  primaryMemberIds: readonly string[],
  options: { campaignId?: string; campaignMembershipId?: string },
  now: Date,
): Promise<DonationRecord[]> {
  const { campaignId, campaignMembershipId } = options;
  return (await findOpenDonations(primaryMemberIds))
    .filter((donation) => campaignId === undefined || donation.campaignId === campaignId.toLowerCase())
    .filter(
      (donation) =>
        campaignMembershipId === undefined ||
        donation.campaignMembershipId === campaignMembershipId.toLowerCase(),
    )
    .filter((donation) => payableBalance(donation, now) > 0)
    .sort((a, b) => a.createdDt.getTime() - b.createdDt.getTime() || (a._id < b._id ? -1 : 1));
}

/** A donation row of a membership in a run. Its name is made of both numbers: repeated work names it the same. */
export function newDonation(
  membership: MembershipRecord,
  run: CampaignRunRecord,
  minAmountDue: Cents,
  now: Date,
): StoredDonation {
  const { firstNm, lastNm, phoneNbr } = membership.primaryMember;
  const number = (value: number, digits: number) => String(value).padStart(digits, '0');
  return {
    _id: newId(),
    campaignMembershipId: membership._id,
    campaignId: membership.campaignId,
    campaignName: membership.campaignName,
    campaignRunId: run._id,
    campaignRunName: run.name,
    organizationNumber: membership.organizationNumber,
    organizationName: membership.organizationName,
    primaryMember: { _id: membership.primaryMemberId, firstNm, lastNm, phoneNbr },
    nameKey: membership.nameKey,
    externalRef: `INV-${number(run.runNbr, 4)}-${number(membership.membershipNbr, 6)}`,
    minAmountDue,
    members: chargedMembers(membership.members).map(({ member_id, price }) => ({ member_id, price })),
    paymentsTotal: ZERO,
    lastPaymentDt: null,
    ledgerCount: 0,
    isOpen: minAmountDue > 0,
    isListed: minAmountDue > 0,
    createdDt: now,
    modifiedDt: now,
  };
}

/**
 * The one donation to which a member's gifts in an open campaign's newest active run are booked; made when it
 * is not there, and then hidden from lists until something is paid. The unique key decides who makes it.
 */
export async function ensureGiftDonation(
  input: { memberId: string; campaignId: string },
  now: Date,
): Promise<DonationRecord | 'not_open' | 'not_joined' | 'no_active_run'> {
  const campaign = await findCampaign(input.campaignId);
  if (!campaign || campaign.requiresMembership) return 'not_open';
  const membership = await findMembershipOfPrimary(campaign._id, input.memberId);
  if (!membership || membership.isActive === false) return 'not_joined';
  const run = await findNewestActiveRun(campaign._id, now);
  if (!run || campaignRunStatus(run, now) !== 'active') return 'no_active_run';
  const found = await readOfRun(membership._id, run._id);
  if (!found) await insertMissingDonations([newDonation(membership, run, ZERO, now)]);
  const stored = found ?? (await readOfRun(membership._id, run._id));
  const [donation] = await withRuns(stored ? [stored] : []);
  if (!donation) throw new Error('a gift donation that was just made is not there');
  return donation;
}

/**
 * Writes what the ledger says of donations (a pure fold over the entries of each, cents), then has their runs counted
 * again and writes their memberships' last payments. May be repeated; an older fold changes nothing.
 */
export async function writeDonationProjections(
  projections: ReadonlyMap<string, Projection>,
  now: Date,
): Promise<void> {
  await writeProjections(projections, now);
  const donations = await readDonations([...projections.keys()]);
  // Always, also when nothing changed: whoever wrote before may have died here.
  for (const runId of new Set(donations.map(({ campaignRunId }) => campaignRunId)))
    await markRunTotalStale(runId);
  await writeLastPayments(
    donations.flatMap(({ _id, campaignMembershipId, externalRef }) => {
      const { paymentsTotal, lastPaymentDt } = projections.get(_id) ?? {};
      if (paymentsTotal === undefined || !lastPaymentDt) return [];
      const lastPayment = { paymentsTotal, modifiedDt: lastPaymentDt, externalRef };
      return { membershipId: campaignMembershipId, lastPayment };
    }),
  );
}

/** What lists of donations show of their primary member. */
const primaryMemberCopies = ({ _id, firstNm, lastNm, phones }: MemberRecord) => ({
  _id,
  firstNm,
  lastNm,
  phoneNbr: phones[0]?.phoneNbr ?? null,
});

/** Copies a member's name and phone to the donations that they owe; gives how many had others. */
export async function copyMemberToDonations(member: MemberRecord): Promise<number> {
  return setMemberCopies(primaryMemberCopies(member), nameKeyOf(member));
}

/** Copies an organization's name to the donations of its members; gives how many had another. */
export async function copyOrganizationToDonations({
  organizationNumber,
  organizationName,
}: OrganizationRecord): Promise<number> {
  return setCopies({ organizationNumber }, { organizationName });
}

/** Copies a campaign's name to its donations; gives how many had another. */
export async function copyCampaignToDonations({ _id, campaignName }: CampaignRecord): Promise<number> {
  return setCopies({ campaignId: _id }, { campaignName });
}

/** Copies a run's name to its donations; gives how many had another. */
export async function copyRunToDonations({ _id, name }: CampaignRunRecord): Promise<number> {
  return setCopies({ campaignRunId: _id }, { campaignRunName: name });
}

/** Those copies of a donation that are not what they are copied from. */
export function staleCopiesOfDonation(
  donation: StoredDonation,
  {
    primary,
    campaign,
    run,
    organization,
  }: {
    primary?: MemberRecord;
    campaign?: CampaignRecord;
    run?: CampaignRunRecord;
    organization?: OrganizationRecord;
  },
): string[] {
  return staleFields(donation, {
    ...(primary && { primaryMember: primaryMemberCopies(primary), nameKey: nameKeyOf(primary) }),
    ...(campaign && { campaignName: campaign.campaignName }),
    ...(run && { campaignRunName: run.name }),
    ...(organization && { organizationName: organization.organizationName }),
  });
}

/** Some donations as they are stored, in any order. */
export const findStoredDonations = readDonations;

/** Every donation of a run that lists show, in the order of names; for work over all of them. */
export function duesOfRun(
  campaignRunId: string,
): AsyncGenerator<Pick<StoredDonation, '_id' | 'minAmountDue' | 'createdDt'>> {
  return eachOfRun(campaignRunId);
}

/** Every donation's id; for the verifier. */
export const donationIds = eachId;

/** What some donations say was paid, in cents. */
export async function findTotals(
  ids: readonly string[],
): Promise<Pick<StoredDonation, '_id' | 'paymentsTotal'>[]> {
  return readDonations(ids);
}

/** Counts what was paid in the runs whose donations changed since the last count. */
export async function recountChangedRuns(): Promise<void> {
  await recountStaleTotals(sumPaymentsOfRun);
}

/** Of some runs, by their ids, the names of those that say something else was paid than their donations do. */
export async function findWrongRunTotals(ids: readonly string[]): Promise<Map<string, string>> {
  const wrong = await findWrongTotals(ids, sumPaymentsOfRun);
  return new Map(wrong.map(({ _id, name }) => [_id, name]));
}

/** Counts anew what was paid in some runs. */
export async function recountRuns(ids: readonly string[]): Promise<void> {
  for (const id of ids) await markRunTotalStale(id);
  await recountChangedRuns();
}

/** A page of a member's donations, newest first, and how many there are. */
export async function findDonationPage(
  primaryMemberId: string,
  page: Page,
): Promise<{ results: number; pages: number; donations: DonationRecord[] }> {
  const [results, found] = await Promise.all([
    countOfPrimary(primaryMemberId),
    readPageOfPrimary(primaryMemberId, {
      skip: (page.page_number - 1) * page.page_size,
      limit: page.page_size,
    }),
  ]);
  return { results, pages: pageCount(results, page.page_size), donations: await withRuns(found) };
}

/** A page of a member's donations that may be paid now, newest first, and how many there are; of few, from all of them. */
export async function findPayablePage(
  primaryMemberId: string,
  { page_number, page_size }: Page,
  now: Date,
): Promise<{ results: number; pages: number; donations: DonationRecord[] }> {
  const payable = (await findPayableDonations([primaryMemberId], {}, now)).toReversed();
  const donations = payable.slice((page_number - 1) * page_size, page_number * page_size);
  return { results: payable.length, pages: pageCount(payable.length, page_size), donations };
}

/** All donations of a membership, newest first, paid ones too: an account summary needs them. */
export async function findDues(campaignMembershipId: string): Promise<DonationRecord[]> {
  return withRuns(await readOfMembership(campaignMembershipId));
}

/**
 * All donations of some memberships, and of a member those on which something is open, whatever membership they are of.
 */
export async function findDuesAndOpen(
  memberships: readonly MembershipRecord[],
  primaryMemberId: string,
): Promise<{ dues: DonationRecord[]; open: DonationRecord[] }> {
  const [ofMemberships, openOnes] = await Promise.all([
    readOfMemberships(memberships),
    readOpen(primaryMemberId),
  ]);
  const dueIds = new Set(ofMemberships.map(({ _id }) => _id));
  const openIds = new Set(openOnes.map(({ _id }) => _id));
  const all = await withRuns(
    [...ofMemberships, ...openOnes.filter(({ _id }) => !dueIds.has(_id))],
    memberships,
  );
  return { dues: all.filter(({ _id }) => dueIds.has(_id)), open: all.filter(({ _id }) => openIds.has(_id)) };
}

/** All donations of some memberships, those of each newest first, paid ones too. */
export async function findDuesOf(memberships: readonly MembershipRecord[]): Promise<DonationRecord[]> {
  return withRuns(await readOfMemberships(memberships), memberships);
}

async function readOfMemberships(memberships: readonly MembershipRecord[]): Promise<StoredDonation[]> {
  return (await Promise.all(memberships.map(({ _id }) => readOfMembership(_id)))).flat();
}

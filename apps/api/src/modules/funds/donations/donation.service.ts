import type { RunTimes } from '@kinfold/domain/campaign-run';
import { payableBalance } from '@kinfold/domain/donation';
import { groupBy } from '@kinfold/domain/group-by';
import type { Cents } from '@kinfold/domain/money';
import type { Page } from '@kinfold/domain/pagination';
import { isObjectId, type Session } from '../../../platform/database.ts';
import { pageOfAll, readPage, type ListPage } from '../../../platform/lists.ts';
import { notFound } from '../../../platform/problem.ts';
import type { Capacity } from '../../identity/access/member-access.service.ts';
import { findRuns, type CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import { refuseWhileDuesAreMade } from '../campaign-runs/run-changes.service.ts';
import { findMembers, type MemberRecord } from '../../people/members/member.service.ts';
import { findMemberships, type MembershipRecord } from '../memberships/membership.service.ts';
import {
  countOfPrimary,
  eachRunDonation,
  countOfRun,
  findStoredDonations,
  readOfMembership,
  readOfMembershipsAndOpen,
  readOpen,
  readPageOfPrimary,
  findRunAfter,
  readChangedSince,
  setPayer,
  type RefreshableDonation,
  type RunPlace,
  type StoredDonation,
} from './donation.model.ts';

export {
  changeDues,
  countOfRun,
  countWaitingShares,
  donationIds,
  eachIdOfRun,
  eraseUnpaidDonations,
  findAllOfMembership,
  findDonationOfRun,
  findOpenBalances,
  findRefreshable,
  findRunAfter,
  findStoredDonations,
  owingMemberships,
  readByReference as findByReference,
  storeDonation,
} from './donation.model.ts';

/** What one membership owes in one run, with what decides whether it is payable; amounts in cents. */
export type OwedDonation = Omit<
  StoredDonation,
  'nameKey' | 'payments' | 'ledgerCount' | 'isOpen' | 'isListed'
> & {
  run: RunTimes & Pick<CampaignRunRecord, 'roster' | 'reportedDt'>;
};

/** Dues with the state of their membership, which lists show. */
export type DonationRecord = OwedDonation & { isMembershipActive: boolean | null };

/** The grant of policies for donations. */
export type DonationGrant = { donation: DonationRecord; capacity: Capacity };

const unique = (ids: string[]) => [...new Set(ids)];

/** A donation as rules and lists see it, with the times of its run. */
function owedIn(
  donation: StoredDonation,
  { isActive, endDt, roster, reportedDt }: OwedDonation['run'],
): OwedDonation {
  const { nameKey: _nameKey, payments: _payments, ledgerCount: _count, ...listed } = donation;
  const { isOpen: _open, isListed: _listed, ...rest } = listed;
  return { ...rest, run: { isActive, endDt, ...(roster && { roster }), ...(reportedDt && { reportedDt }) } };
}

/** Adds the runs of some donations, reading those that are not `known`: few, however many donations there are. */
export async function withRuns(
  donations: readonly StoredDonation[],
  known: readonly (RunTimes & { _id: string })[] = [],
): Promise<OwedDonation[]> {
  const runsById = new Map(known.map((run) => [run._id, run]));
  const wanted = unique(donations.map(({ campaignRunId }) => campaignRunId));
  for (const run of await findRuns(wanted.filter((id) => !runsById.has(id)))) runsById.set(run._id, run);
  return donations.flatMap((donation) => {
    const run = runsById.get(donation.campaignRunId);
    return run ? owedIn(donation, run) : [];
  });
}

/** Adds the runs and memberships of some donations, reading the memberships that are not `known`. */
async function withMemberships(
  donations: readonly StoredDonation[],
  known: readonly MembershipRecord[] = [],
): Promise<DonationRecord[]> {
  return withStates(await withRuns(donations), known);
}

/** Adds the memberships of donations of one run. */
export async function withRunAndMemberships(
  donations: readonly StoredDonation[],
  run: RunTimes,
): Promise<DonationRecord[]> {
  return withStates(donations.map((donation) => owedIn(donation, run)));
}

async function withStates(
  owed: readonly OwedDonation[],
  known: readonly MembershipRecord[] = [],
): Promise<DonationRecord[]> {
  const membershipsById = new Map(known.map((membership) => [membership._id, membership]));
  const wanted = unique(owed.map(({ campaignMembershipId }) => campaignMembershipId));
  for (const membership of await findMemberships(wanted.filter((id) => !membershipsById.has(id))))
    membershipsById.set(membership._id, membership);
  return owed.map((donation) => ({
    ...donation,
    isMembershipActive: membershipsById.get(donation.campaignMembershipId)?.isActive ?? null,
  }));
}

/** Some donations by their ids, in any order; unknown ids are left out. */
export async function findDonations(ids: readonly string[]): Promise<OwedDonation[]> {
  return withRuns(await findStoredDonations(ids.filter(isObjectId)));
}

/** A donation by its id. Throws 404 when there is none. */
export async function requireDonation(donationId = ''): Promise<DonationRecord> {
  const [donation] = await withMemberships(
    isObjectId(donationId) ? await findStoredDonations([donationId]) : [],
  );
  if (!donation) throw notFound();
  return donation;
}

/** The open donations of some primary members, paused ones too, oldest first. */
export async function findOpenDonations(primaryMemberIds: readonly string[]): Promise<DonationRecord[]> {
  return withMemberships((await Promise.all(primaryMemberIds.map(readOpen))).flat());
}

/** The payable donations of some primary members, oldest first. */
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

export type { RefreshableDonation };

/** What a donation shows of the payer of its membership. */
export function payerCopies({
  primaryMemberId,
  primaryMember: { isActive: _isActive, ...copies },
}: Pick<MembershipRecord, 'primaryMemberId' | 'primaryMember'>): StoredDonation['primaryMember'] {
  return { _id: primaryMemberId, ...copies };
}

/**
 * Makes another member the payer of a membership's open donations, in the transaction that makes them its primary member.
 * Throws 409 while dues of its campaign are being made.
 */
export async function moveOpenDonations(
  membership: MembershipRecord,
  now: Date,
  session: Session,
): Promise<void> {
  await refuseWhileDuesAreMade(membership.campaignId, now, session);
  await giveToPayer(membership, session);
}

/** Makes the payer of a membership the payer of its open donations too. */
export const giveToPayer = (membership: MembershipRecord, session?: Session): Promise<void> =>
  setPayer(membership._id, { primaryMember: payerCopies(membership), nameKey: membership.nameKey }, session);

/** All listed donations of a run, by name; for jobs over all of them. */
export function duesOfRun(
  campaignRunId: string,
): AsyncGenerator<Pick<StoredDonation, '_id' | 'minAmountDue' | 'createdDt'>> {
  return eachRunDonation({ campaignRunId });
}

/** A page of a member's donations, newest first, and their number. */
export async function findDonationPage(
  primaryMemberId: string,
  page: Page,
): Promise<ListPage<DonationRecord>> {
  return readPage(
    page,
    () => countOfPrimary(primaryMemberId),
    async (range) => withMemberships(await readPageOfPrimary(primaryMemberId, range)),
  );
}

/** A page of a member's payable donations, newest first, and their number; there are few, so all are read. */
export async function findPayablePage(
  primaryMemberId: string,
  page: Page,
  now: Date,
): Promise<ListPage<DonationRecord>> {
  return pageOfAll((await findPayableDonations([primaryMemberId], {}, now)).toReversed(), page);
}

/** All donations of a membership, newest first, paid ones too, for the account summary. */
export async function findDues(campaignMembershipId: string): Promise<DonationRecord[]> {
  return withMemberships(await readOfMembership(campaignMembershipId));
}

/** The next open dues of a run by the payer's name, after a position. */
export const findOpenAfter = (campaignRunId: string, after: RunPlace | null, limit: number) =>
  findRunAfter({ campaignRunId, isOpen: true }, after, limit);
export type { RunPlace, StoredDonation };

/** The number of open dues of a run. */
export const countOpenOfRun = (campaignRunId: string) => countOfRun({ campaignRunId, isOpen: true });

/** All donations of some memberships, and the open ones of a member in any membership. */
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
  const all = await withMemberships(
    [...ofMemberships, ...openOnes.filter(({ _id }) => !dueIds.has(_id))],
    memberships,
  );
  return { dues: all.filter(({ _id }) => dueIds.has(_id)), open: all.filter(({ _id }) => openIds.has(_id)) };
}

/**
 * The donations of some memberships that may have been open at a time: those that are open now or were changed since. Where
 * cover may be lost for good (`all`) paid ones count too.
 */
export const findDuesSince = async (memberships: readonly MembershipRecord[], at: Date, all: boolean) =>
  withMemberships(
    await readChangedSince(
      memberships.map(({ _id }) => _id),
      at,
      all,
    ),
    memberships,
  );

/** All donations of some memberships, and the open ones of some primary members, with their runs. */
export async function findOwed(membershipIds: readonly string[], primaryMemberIds: readonly string[]) {
  const { dues, open } = await readOfMembershipsAndOpen(membershipIds, primaryMemberIds);
  const dueIds = new Set(dues.map(({ _id }) => _id));
  const openIds = new Set(open.map(({ _id }) => _id));
  const owed = await withRuns([...dues, ...open.filter(({ _id }) => !dueIds.has(_id))]);
  return {
    dues: owed.filter(({ _id }) => dueIds.has(_id)),
    open: owed.filter(({ _id }) => openIds.has(_id)),
  };
}

/** A payable amount of some dues. */
export type PayableDue = Pick<OwedDonation, 'campaignRunId' | 'campaignRunName'> & { amount: Cents };

/**
 * What some primary members can pay now, by membership, each oldest first; `run` is known already. Reminders, letters and
 * callers state these amounts.
 */
export async function findPayableOf(
  primaryMemberIds: readonly string[],
  run: RunTimes & { _id: string },
  now: Date,
): Promise<(campaignMembershipId: string) => PayableDue[]> {
  const { open } = await readOfMembershipsAndOpen([], primaryMemberIds);
  const byMembership = groupBy(await withRuns(open, [run]), (donation) => donation.campaignMembershipId);
  return (campaignMembershipId) =>
    (byMembership.get(campaignMembershipId) ?? [])
      .toSorted((a, b) => a.createdDt.getTime() - b.createdDt.getTime())
      .map((donation) => ({ ...donation, amount: payableBalance(donation, now) }))
      .filter(({ amount }) => amount > 0);
}

/** All donations of some memberships, those of each newest first, paid ones too. */
export async function findDuesOf(memberships: readonly MembershipRecord[]): Promise<DonationRecord[]> {
  return withMemberships(await readOfMemberships(memberships), memberships);
}

async function readOfMemberships(memberships: readonly MembershipRecord[]): Promise<StoredDonation[]> {
  return (await Promise.all(memberships.map(({ _id }) => readOfMembership(_id)))).flat();
}

/** The members that some donations were for, by id. */
export async function findChargedMembers(
  donations: readonly DonationRecord[],
): Promise<Map<string, MemberRecord>> {
  const ids = donations.flatMap(({ members }) => (members ?? []).map(({ member_id }) => member_id));
  return new Map((await findMembers([...new Set(ids)])).map((person) => [person._id, person]));
}

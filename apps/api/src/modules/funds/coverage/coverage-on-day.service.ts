/**
 * Memberships, dues and campaigns as of a past time, for 'Was this person covered on that day?' (rules.md "Fund rules"):
 * read from their intervals, and for payments from the ledger.
 */
import { membershipOn } from '@kinfold/domain/membership-times';
import { asOf } from '../../../platform/as-of.ts';
import { findRuns, type CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import type { DonationRecord } from '../donations/donation.service.ts';
import { entriesOn, foldOf, type LedgerEntry } from '../../money/ledger/ledger.service.ts';
import type { MembershipRecord } from '../memberships/membership.service.ts';

/** What decides about the cover of the people of some memberships; `dues` are all donations of these. */
export type CoverageRecords = {
  memberships: MembershipRecord[];
  dues: DonationRecord[];
  campaigns: ReadonlyMap<string, CampaignRecord>;
};

/**
 * Returns the records as of a time. Memberships and dues made later are left out, except memberships whose cover began
 * before they were entered: an import knows their first day.
 */
export async function recordsAt(records: CoverageRecords, at: Date): Promise<CoverageRecords> {
  const memberships = records.memberships
    .map((membership) => membershipOn(asEntered(membership, at), at))
    .filter(({ createdDt, isActive }) => createdDt <= at || isActive !== null);
  const ids = new Set(memberships.map(({ _id }) => _id));
  const dues = records.dues.filter(
    ({ createdDt, campaignMembershipId }) => createdDt <= at && ids.has(campaignMembershipId),
  );
  const [runs, entries] = await Promise.all([
    findRuns([...new Set(dues.map(({ campaignRunId }) => campaignRunId))]),
    entriesUntil(dues, at),
  ]);
  const runsThen = new Map(runs.map((run) => [run._id, asOf(run, at)]));
  return {
    memberships,
    dues: dues.map((due) => dueAt(due, runsThen.get(due.campaignRunId), entries)),
    campaigns: new Map([...records.campaigns].map(([id, campaign]) => [id, asOf(campaign, at)])),
  };
}

/** A membership before it was entered: for people who were inactive then, nobody knows how long they were in it. */
const asEntered = (membership: MembershipRecord, at: Date): MembershipRecord => {
  const { createdDt, members } = membership;
  return at < createdDt
    ? { ...membership, members: members.filter(({ endDt }) => endDt > createdDt) }
    : membership;
};

/** The entries on some dues until a time, by the id of the dues. */
async function entriesUntil(
  dues: readonly DonationRecord[],
  at: Date,
): Promise<ReadonlyMap<string, LedgerEntry[]>> {
  const found = new Map<string, LedgerEntry[]>(dues.map(({ _id }) => [_id, []]));
  if (!dues.length) return found;
  for await (const entry of entriesOn([...found.keys()]))
    if (entry.entryDt <= at) for (const id of entry.donationIds) found.get(id)?.push(entry);
  return found;
}

function dueAt(
  due: DonationRecord,
  run: CampaignRunRecord | undefined,
  entries: ReadonlyMap<string, LedgerEntry[]>,
): DonationRecord {
  const { paymentsTotal, lastPaymentDt, waived } = foldOf(due._id, entries.get(due._id) ?? []);
  return {
    ...due,
    run: { ...due.run, ...(run && { isActive: run.isActive, endDt: run.endDt }) },
    paymentsTotal,
    lastPaymentDt,
    waived,
  };
}

/** What donations and runs say was paid: projections of the ledger, written and counted anew. */
import {
  markRunTotalStale,
  recountStaleTotals,
  findWrongTotals,
} from '../campaign-runs/campaign-run.service.ts';
import { coverChanged } from '../../../work/stale-cover.ts';
import { writeLastPayments } from '../memberships/membership.service.ts';
import {
  findStoredDonations,
  writeProjections,
  type Projection,
  type StoredDonation,
} from './donation.model.ts';
import { countRun, totalsOfRun } from './run-figures.service.ts';

/** Where a donation belongs: its run, its membership and its reference there. */
export type DonationPlace = Pick<
  StoredDonation,
  '_id' | 'campaignRunId' | 'campaignMembershipId' | 'externalRef'
>;

/**
 * Writes what the ledger says of donations (a pure fold over the entries of each, cents), then has their runs counted
 * again and writes their memberships' last payments. May be repeated; an older fold changes nothing. `places` are those
 * of the donations, which are read when they are not given.
 */
export async function writeDonationProjections(
  projections: ReadonlyMap<string, Projection>,
  now: Date,
  places?: readonly DonationPlace[],
): Promise<void> {
  await writeProjections(projections, now);
  const donations = places ?? (await findStoredDonations([...projections.keys()]));
  const lastPayments = donations.flatMap(({ _id, campaignMembershipId, externalRef }) => {
    const { paymentsTotal, lastPaymentDt } = projections.get(_id) ?? {};
    if (paymentsTotal === undefined || !lastPaymentDt) return [];
    const lastPayment = { paymentsTotal, modifiedDt: lastPaymentDt, externalRef };
    return { membershipId: campaignMembershipId, lastPayment };
  });
  const runIds = new Set(donations.map(({ campaignRunId }) => campaignRunId));
  // Always, also when nothing changed: whoever wrote before may have died here.
  await Promise.all([
    ...[...runIds].map((runId) => markRunTotalStale(runId)),
    writeLastPayments(lastPayments),
    coverChanged(
      'membership',
      donations.map(({ campaignMembershipId }) => campaignMembershipId),
    ),
  ]);
}

/** Counts what was paid and what is due in the runs whose donations changed since the last count. */
export async function recountChangedRuns(): Promise<void> {
  await recountStaleTotals(countRun);
}

/** Of some runs, by their ids, the names of those that say something else was paid than their donations do. */
export async function findWrongRunTotals(ids: readonly string[]): Promise<Map<string, string>> {
  const wrong = await findWrongTotals(ids, totalsOfRun);
  return new Map(wrong.map(({ _id, name }) => [_id, name]));
}

/** Counts anew what was paid in some runs. */
export async function recountRuns(ids: readonly string[]): Promise<void> {
  for (const id of ids) await markRunTotalStale(id);
  await recountChangedRuns();
}

/**
 * Memberships, dues and campaigns as they were at a time that is past, for 'Was this person covered on that day?'
 * (decisions.md "Fund rules"). What was paid is read from the ledger, what was changed since from the history.
 */
import { END_OF_TIME } from '@kinfold/domain/dates';
import { ZERO } from '@kinfold/domain/money';
import { paidOn } from '@kinfold/domain/payment';
import { fieldsBefore } from '../audit/audit.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import type { DonationRecord } from '../donations/donation.service.ts';
import { entriesOn, type LedgerEntry } from '../ledger/ledger.service.ts';
import type { MembershipRecord } from '../memberships/membership.service.ts';

/** What decides about the cover of the people of some memberships; `dues` are all donations of these. */
export type CoverageRecords = {
  memberships: MembershipRecord[];
  dues: DonationRecord[];
  campaigns: ReadonlyMap<string, CampaignRecord>;
};

/** The records as they were at a time; memberships and dues that were made later are not among them. */
export async function recordsAt(records: CoverageRecords, at: Date): Promise<CoverageRecords> {
  const there = records.memberships.filter(({ createdDt }) => createdDt <= at);
  const dues = records.dues.filter(({ createdDt }) => createdDt <= at);
  const ids = new Set(there.map(({ _id }) => _id));
  const [membershipFields, runFields, campaignFields, entries] = await Promise.all([
    fieldsBefore('membership', [...ids], at),
    fieldsBefore('campaign_run', [...new Set(dues.map(({ campaignRunId }) => campaignRunId))], at),
    fieldsBefore('campaign', [...records.campaigns.keys()], at),
    entriesUntil(dues, at),
  ]);
  return {
    memberships: there.map((membership) =>
      membershipAt(membership, membershipFields.get(membership._id) ?? {}, at),
    ),
    dues: dues
      .filter(({ campaignMembershipId }) => ids.has(campaignMembershipId))
      .map((due) => dueAt(due, runFields.get(due.campaignRunId) ?? {}, entries)),
    campaigns: new Map(
      [...records.campaigns].map(([id, campaign]) => [id, { ...campaign, ...campaignFields.get(id) }]),
    ),
  };
}

async function entriesUntil(dues: readonly DonationRecord[], at: Date): Promise<LedgerEntry[]> {
  if (!dues.length) return [];
  const entries = await entriesOn(dues.map(({ _id }) => _id)).toArray();
  return entries.filter(({ entryDt }) => entryDt <= at);
}

type Fields = Readonly<Record<string, unknown>>;

function dueAt(
  due: DonationRecord,
  { isActive, endDt }: Fields,
  entries: readonly LedgerEntry[],
): DonationRecord {
  const own = entries.filter(({ donationIds }) => donationIds.includes(due._id));
  const newest = Math.max(...own.map(({ entryDt }) => entryDt.getTime()));
  return {
    ...due,
    run: {
      ...due.run,
      ...(typeof isActive === 'boolean' && { isActive }),
      ...(typeof endDt === 'string' && { endDt: new Date(endDt) }),
    },
    paymentsTotal: own.length ? paidOn(due._id, own) : ZERO,
    lastPaymentDt: own.length ? new Date(newest) : null,
  };
}

/**
 * Deactivating a membership ends everybody's part in it, and activating it again begins that anew: who began with it is
 * taken to have been in it as long as it was active before.
 */
function membershipAt(membership: MembershipRecord, fields: Fields, at: Date): MembershipRecord {
  const primary = membership.members.find(({ member_id }) => member_id === membership.primaryMemberId);
  const wasEndedLater = membership.isActive === false && (primary?.endDt ?? END_OF_TIME) > at;
  const { isActive = wasEndedLater || membership.isActive } = fields;
  const { activeDt, createdDt } = membership;
  const wasActiveBefore = isActive === true && activeDt !== null && activeDt > at;
  return {
    ...membership,
    isActive: isActive === true ? true : isActive === false ? false : null,
    activeDt: activeDt && activeDt > at ? (wasActiveBefore ? createdDt : null) : activeDt,
    members: membership.members.map((one) => {
      // The day of a death is covered to its end.
      const wasIn = one.endReason === 'died' ? one.endDt >= at : one.endDt > at;
      const { endReason: _since, ...part } = one;
      const beganAgain = wasActiveBefore && one.startDt >= activeDt;
      return {
        ...(wasIn ? part : one),
        ...(beganAgain && { startDt: createdDt }),
        // That it ended later was not known then.
        ...(wasIn && {
          endDt: END_OF_TIME,
          isActive: isActive === true || one.isActive === false ? true : one.isActive,
        }),
      };
    }),
  };
}

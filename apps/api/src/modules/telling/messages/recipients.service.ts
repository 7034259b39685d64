/** Who is reminded of the dues of a run, a batch at a time: the same for what is counted before and for what is sent. */
import { sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { wayTo } from '@kinfold/domain/preferred-way';
import { LEFT_OUT_REASONS, leftOutReason, type LeftOutReason } from '@kinfold/domain/reminder';
import type { CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import {
  findPayableOf,
  type PayableDue,
  type StoredDonation,
} from '../../funds/donations/donation.service.ts';
import { findMembers, type MemberRecord } from '../../people/members/member.service.ts';
import { findQuiet } from '../../people/mourning/quiet.service.ts';
import { findEmailsOfMembers } from '../../identity/users/user.service.ts';

/** A person's dues by a membership, and whether they are reminded. Amounts in cents. */
export type Recipient = {
  due: StoredDonation;
  member: MemberRecord;
  /** All that they can pay by this membership, also in other runs, oldest first; and those in this run. */
  dues: PayableDue[];
  amount: Cents;
  ofRun: Cents;
  /** The address of a mail to them; null where there is none. */
  email: string | null;
  /** Why they are not reminded; undefined for people who are. */
  reason: LeftOutReason | undefined;
};

/** The number of people left out, by reason. */
export type LeftOut = Partial<Record<LeftOutReason, number>>;

/** Adds up both, in the order in which reasons are checked. */
export function addLeftOut(one: LeftOut, other: LeftOut): LeftOut {
  return Object.fromEntries(
    LEFT_OUT_REASONS.flatMap((reason) => {
      const count = (one[reason] ?? 0) + (other[reason] ?? 0);
      return count ? [[reason, count]] : [];
    }),
  );
}

/** The ids of dues that are for people of whom a fund covers somebody now. */
async function coveredDues(dues: readonly StoredDonation[]): Promise<Set<string>> {
  const charged = (due: StoredDonation) =>
    (due.members ?? [{ member_id: due.primaryMember._id }]).map(({ member_id }) => member_id);
  const members = await findMembers([...new Set(dues.flatMap(charged))]);
  const covered = new Set(members.filter(({ isCovered }) => isCovered).map(({ _id }) => _id));
  return new Set(dues.filter((due) => charged(due).some((id) => covered.has(id))).map(({ _id }) => _id));
}

/** The recipients of some dues of a run, in the order of the dues. A warning is for people whose cover can end. */
export async function recipientsOf(
  duesOfRun: readonly StoredDonation[],
  run: CampaignRunRecord,
  { isWarning, now, timeZone }: { isWarning: boolean; now: Date; timeZone: string },
): Promise<Recipient[]> {
  const memberIds = [...new Set(duesOfRun.map(({ primaryMember }) => primaryMember._id))];
  const found = await findMembers(memberIds);
  const members = new Map(found.map((member) => [member._id, member]));
  const [quiet, signIns, payableOf, covered] = await Promise.all([
    findQuiet(found, { now, timeZone }),
    findEmailsOfMembers(memberIds),
    findPayableOf(memberIds, run, now),
    isWarning ? coveredDues(duesOfRun) : undefined,
  ]);
  return duesOfRun.flatMap((due): Recipient | [] => {
    const member = members.get(due.primaryMember._id);
    if (!member) return [];
    const dues = payableOf(due.campaignMembershipId);
    const ofRun = dues.find(({ campaignRunId }) => campaignRunId === run._id)?.amount ?? ZERO;
    const reachable = { ...member, signInEmail: signIns.get(member._id) ?? null };
    const way = wayTo(reachable);
    const reason = leftOutReason(
      {
        ...reachable,
        owed: ofRun,
        quietUntil: quiet.get(member._id) ?? null,
        remindedDt: member.remindedDt ?? null,
        // Whether the due is for covered people; irrelevant for reminders.
        isCovered: covered?.has(due._id) ?? true,
      },
      now,
      timeZone,
    );
    return {
      due,
      member,
      dues,
      amount: sumCents(dues.map(({ amount }) => amount)),
      ofRun,
      email: way.way === 'mail' ? way.email : null,
      reason,
    };
  });
}

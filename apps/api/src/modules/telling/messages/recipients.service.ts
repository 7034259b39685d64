/** Who is reminded of the dues of a run, a batch at a time: the same for what is counted before and for what is sent. */
import type { MessageKind } from '@kinfold/domain/message';
import { sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { wayTo } from '@kinfold/domain/preferred-way';
import { LEFT_OUT_REASONS, leftOutReason, type LeftOutReason } from '@kinfold/domain/reminder';
import type { CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import {
  countOfRun,
  countOpenOfRun,
  findOpenAfter,
  findPayableOf,
  findRunAfter,
  type PayableDue,
  type RunPlace,
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
  /** What they owe by these; of a report what they gave in this run. */
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

/** The next dues of a run after a position among which recipients are looked for: open ones, for a report all. */
export const duesAfter = (kind: MessageKind, runId: string, after: RunPlace | null, limit: number) =>
  kind === 'report'
    ? findRunAfter({ campaignRunId: runId }, after, limit)
    : findOpenAfter(runId, after, limit);

/** The number of these dues. */
export const countDues = (kind: MessageKind, runId: string) =>
  kind === 'report' ? countOfRun({ campaignRunId: runId }) : countOpenOfRun(runId);

/**
 * The recipients of some dues of a run, in the order of the dues. A warning is for people whose cover can end, a report
 * for those who gave, however lately they were reminded.
 */
export async function recipientsOf(
  dues: readonly StoredDonation[],
  run: CampaignRunRecord,
  { kind, now, timeZone }: { kind: MessageKind; now: Date; timeZone: string },
): Promise<Recipient[]> {
  const isReport = kind === 'report';
  const duesOfRun = isReport ? dues.filter(({ paymentsTotal }) => paymentsTotal > 0) : dues;
  const memberIds = [...new Set(duesOfRun.map(({ primaryMember }) => primaryMember._id))];
  const found = await findMembers(memberIds);
  const members = new Map(found.map((member) => [member._id, member]));
  const [quiet, signIns, payableOf, covered] = await Promise.all([
    findQuiet(found, { now, timeZone }),
    findEmailsOfMembers(memberIds),
    findPayableOf(memberIds, run, now),
    kind === 'warning' ? coveredDues(duesOfRun) : undefined,
  ]);
  return duesOfRun.flatMap((due): Recipient | [] => {
    const member = members.get(due.primaryMember._id);
    if (!member) return [];
    const payable = payableOf(due.campaignMembershipId);
    const ofRun = payable.find(({ campaignRunId }) => campaignRunId === run._id)?.amount ?? ZERO;
    const reachable = { ...member, signInEmail: signIns.get(member._id) ?? null };
    const way = wayTo(reachable);
    const reason = leftOutReason(
      {
        ...reachable,
        owed: isReport ? due.paymentsTotal : ofRun,
        quietUntil: quiet.get(member._id) ?? null,
        remindedDt: isReport ? null : (member.remindedDt ?? null),
        // Whether the due is for covered people; irrelevant for reminders.
        isCovered: covered?.has(due._id) ?? true,
      },
      now,
      timeZone,
    );
    return {
      due,
      member,
      dues: payable,
      amount: isReport ? due.paymentsTotal : sumCents(payable.map(({ amount }) => amount)),
      ofRun,
      email: way.way === 'mail' ? way.email : null,
      reason,
    };
  });
}

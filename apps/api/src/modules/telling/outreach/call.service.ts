/** The call list of a run: people who owe, by name, with who is calling them and the result of the last call. */
import {
  CALL_HELD_MINUTES,
  isToCall,
  noCallReason,
  phonesToCall,
  type CalledPhone,
  type CallForm,
  type NoCallReason,
} from '@kinfold/domain/call';
import { sumCents, type Cents } from '@kinfold/domain/money';
import type { Page } from '@kinfold/domain/pagination';
import { storedPhone } from '@kinfold/domain/phone';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, isObjectId } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { batchesOf, inBatches } from '../../../platform/in-batches.ts';
import type { ListPage } from '../../../platform/lists.ts';
import { conflict, invalid, notFound } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import {
  findPayableOf,
  findRunAfter,
  findStoredDonations,
  withRunAndMemberships,
  type DonationRecord,
} from '../../funds/donations/donation.service.ts';
import {
  eachRunDonation,
  listRunDonations,
  runDonationFilter,
  type RunDonationFilter,
  type RunMoneyGrant,
  type StoredDonation,
} from '../../funds/donations/run-donations.service.ts';
import { findMembers, memberSubject } from '../../people/members/member.service.ts';
import { findQuiet } from '../../people/mourning/quiet.service.ts';
import {
  eraseCall,
  claimCall,
  insertCall,
  findCallsTo,
  readClaimOf,
  readClaims,
  release,
  type CallRecord,
  type CallClaim,
} from './call.model.ts';

export { findCallsTo } from './call.model.ts';

export type { CallRecord };

/** The grant for a donation of a run. */
export type RunDonationGrant = { donation: StoredDonation };

/** The caller, the time, and the time zone. */
export type Caller = { author: Author; userId: string; now: Date; timeZone: string };
type Clock = Pick<Caller, 'now' | 'timeZone'>;

/** What is known about calling a family. */
export type CallFacts = {
  claim: CallClaim | undefined;
  lastCall: CallRecord | undefined;
  noCall: NoCallReason | undefined;
  phones: CalledPhone[];
  asksForCall: boolean;
};
/** A family on the call list, and what can be paid of all dues of their membership. */
export type CalledDonation = DonationRecord & CallFacts & { payableTogether: Cents };

const BATCH = 100;
const MINUTE_MS = 60_000;

type Owing = Pick<StoredDonation, '_id' | 'primaryMember'>;

const isSamePhone = (one: string, other: string) => storedPhone(one) === storedPhone(other);

/** The last call to a number, if its result was a wrong number; `calls` are newest first. */
export function wrongCall(calls: readonly CallRecord[], phoneNbr: string): CallRecord | undefined {
  const last = calls.find((call) => call.phoneNbr !== null && isSamePhone(call.phoneNbr, phoneNbr));
  return last?.outcome === 'wrong_number' ? last : undefined;
}

/** What is known about calling the people who owe, by donation. */
async function callFacts(
  donations: readonly Owing[],
  { now, timeZone }: Clock,
): Promise<(donation: Owing) => CallFacts> {
  const memberIds = [...new Set(donations.map(({ primaryMember }) => primaryMember._id))];
  const [members, calls, claim] = await Promise.all([
    findMembers(memberIds),
    findCallsTo(memberIds),
    readClaims(
      donations.map(({ _id }) => _id),
      now,
    ),
  ]);
  const mourning = await findQuiet(members, { now, timeZone });
  const byId = new Map(members.map((member) => [member._id, member]));
  const claimOf = new Map(claim.map((one) => [one._id, one]));
  return ({ _id, primaryMember: { _id: memberId } }) => {
    const own = calls.filter((call) => call.memberId === memberId);
    const member = byId.get(memberId);
    const numbers = new Set(member?.phones.map(({ phoneNbr }) => phoneNbr));
    const phones = [...numbers].map((phoneNbr) => ({
      phoneNbr,
      isWrong: wrongCall(own, phoneNbr) !== undefined,
    }));
    const isDeceased = (member?.deceasedDt ?? null) !== null;
    return {
      claim: claimOf.get(_id),
      lastCall: own.find(({ donationId }) => donationId === _id),
      noCall: noCallReason({ isDeceased, isMourning: mourning.has(memberId), phones }),
      phones,
      asksForCall: member?.preferredWay === 'call',
    };
  };
}

async function withFacts(
  donations: readonly DonationRecord[],
  { run }: RunMoneyGrant,
  clock: Clock,
): Promise<CalledDonation[]> {
  const memberIds = [...new Set(donations.map(({ primaryMember }) => primaryMember._id))];
  const [factsOf, payableOf] = await Promise.all([
    callFacts(donations, clock),
    findPayableOf(memberIds, run, clock.now),
  ]);
  return donations.map((donation) => ({
    ...donation,
    ...factsOf(donation),
    payableTogether: sumCents(payableOf(donation.campaignMembershipId).map(({ amount }) => amount)),
  }));
}

/** A family on the call list, in its present state. */
export async function calledDonation(
  grant: RunMoneyGrant,
  donation: StoredDonation,
  clock: Clock,
): Promise<CalledDonation> {
  const [called] = await withFacts(await withRunAndMemberships([donation], grant.run), grant, clock);
  if (!called) throw notFound('There are no such dues.');
  return called;
}

type Asked = { organization_number?: string | undefined; asks_for_call?: boolean | '' | undefined };

/** The filter of the call list, within what the user may see; optionally only people who chose to be called. */
async function callFilter(
  grant: RunMoneyGrant,
  { organization_number, asks_for_call }: Asked,
): Promise<RunDonationFilter> {
  const filter = await runDonationFilter(grant, { organization_number, open_balance: true });
  return asks_for_call ? { ...filter, asksForCall: true as const } : filter;
}

/** A page of the call list, and the family that the caller has claimed, whatever page it is on. */
export async function listCalls(
  grant: RunMoneyGrant,
  query: Page & Asked,
  { userId, ...clock }: Omit<Caller, 'author'>,
): Promise<{ page: ListPage<CalledDonation>; own: CalledDonation | undefined }> {
  const filter = await callFilter(grant, query);
  const page = await listRunDonations(grant.run, filter, query);
  const claim = await readClaimOf(grant.run._id, userId, clock.now);
  const donation = claim && (await findDonationOf(grant, claim._id));
  return {
    page: { ...page, rows: await withFacts(page.rows, grant, clock) },
    own: donation ? await calledDonation(grant, donation, clock) : undefined,
  };
}

/** A donation of a run that the user may see; undefined for any other. */
async function findDonationOf(
  { run, organizationNumbers }: RunMoneyGrant,
  donationId: string,
): Promise<StoredDonation | undefined> {
  const [donation] = isObjectId(donationId) ? await findStoredDonations([donationId]) : [];
  const isSeen =
    donation?.campaignRunId === run._id &&
    (!organizationNumbers || organizationNumbers.includes(donation.organizationNumber));
  return isSeen ? donation : undefined;
}

/** A donation of a run that the user may see. Throws 404 for any other. */
export async function requireDonationOf(grant: RunMoneyGrant, donationId: string): Promise<StoredDonation> {
  const donation = await findDonationOf(grant, donationId);
  if (!donation) throw notFound('There are no such dues in this run.');
  return donation;
}

const claimFor = ({ _id, campaignRunId }: StoredDonation, { author, userId, now }: Caller) =>
  claimCall(
    {
      _id,
      campaignRunId,
      userId,
      name: author.name,
      untilDt: new Date(now.getTime() + CALL_HELD_MINUTES * MINUTE_MS),
    },
    now,
  );

/** Claims a family for a caller. Throws 409 when another user is calling them, or nothing is open any more. */
export async function takeCall(donation: StoredDonation, caller: Caller): Promise<void> {
  if (!donation.isOpen) throw conflict('paid', 'This family has paid meanwhile.');
  if (await claimFor(donation, caller)) return;
  const [claim] = await readClaims([donation._id], caller.now);
  throw conflict('being_called', `${claim?.name ?? 'Another user'} is calling this family just now.`);
}

/** Releases a family that a caller has claimed. */
export const releaseCall = ({ _id }: StoredDonation, { userId }: Caller) => release(_id, userId);

/** Claims the next family to call after a donation, by name, wrapping around at the end; undefined when none is left. */
export async function takeNextCall(
  grant: RunMoneyGrant,
  { after: afterId, ...asked }: Asked & { after?: string | null | undefined },
  caller: Caller,
): Promise<StoredDonation | undefined> {
  const filter = await callFilter(grant, asked);
  const start = afterId ? await findDonationOf(grant, afterId) : undefined;
  const takeFrom = async (from: typeof start, until: typeof start) => {
    const batches = inBatches<StoredDonation, StoredDonation>(
      (after) => findRunAfter(filter, after ?? from ?? null, BATCH),
      (donation) => donation,
    );
    for await (const donations of batches) {
      const factsOf = await callFacts(donations, caller);
      for (const donation of donations) {
        if (until && isAfter(donation, until)) return undefined;
        const { claim, lastCall, noCall } = factsOf(donation);
        const isFree = !claim || claim.userId === caller.userId;
        if (noCall || !isFree || !isToCall(lastCall, caller.now)) continue;
        if (await claimFor(donation, caller)) return donation;
      }
    }
    return undefined;
  };
  return (await takeFrom(start, undefined)) ?? (start && takeFrom(undefined, start));
}

const isAfter = (one: StoredDonation, other: StoredDonation) =>
  one.nameKey > other.nameKey || (one.nameKey === other.nameKey && one._id > other._id);

const aboutCall = ({ organizationNumber, primaryMember }: StoredDonation) => ({
  organizationNumber,
  subject: memberSubject(primaryMember),
});

/** Returns the called number. Throws 422 for one that is not theirs. */
function calledPhone(phones: readonly CalledPhone[], asked: string | undefined): string | null {
  if (asked === undefined) return phonesToCall(phones)[0] ?? phones[0]?.phoneNbr ?? null;
  const own = phones.find(({ phoneNbr }) => isSamePhone(phoneNbr, asked));
  if (!own) throw invalid([{ path: 'phoneNbr', message: 'This is not one of their numbers any more' }]);
  return own.phoneNbr;
}

/** Records the result of a call to a number, and releases the family. Throws 422 when the number is not theirs. */
export async function noteCall(
  donation: StoredDonation,
  { outcome, note, phoneNbr }: CallForm,
  { author, userId, ...clock }: Caller,
): Promise<void> {
  const { now } = clock;
  const { _id: donationId, campaignRunId, primaryMember } = donation;
  const { phones } = (await callFacts([donation], clock))(donation);
  const call: CallRecord = {
    _id: newId(),
    donationId,
    campaignRunId,
    memberId: primaryMember._id,
    outcome,
    note,
    phoneNbr: calledPhone(phones, phoneNbr),
    author,
    at: now,
  };
  await inTransaction(async (session) => {
    await insertCall(call, session);
    await release(donationId, userId, session);
    const changes = [{ field: 'outcome', from: null, to: outcome }];
    await recordChanges([{ ...aboutCall(donation), action: 'call.noted', changes }], author, now, session);
  });
}

/** Undoes a recorded call. Throws 404 when the user has recorded no such call. */
export async function takeCallBack(
  donation: StoredDonation,
  callId: string,
  { author, userId, now }: Caller,
): Promise<void> {
  await inTransaction(async (session) => {
    const filter = { _id: callId, donationId: donation._id, 'author.userId': userId };
    const call = await eraseCall(filter, session);
    if (!call) throw notFound('There is no such note of yours.');
    const changes = [{ field: 'outcome', from: call.outcome, to: null }];
    await recordChanges(
      [{ ...aboutCall(donation), action: 'call.taken_back', changes }],
      author,
      now,
      session,
    );
  });
}

/** Everybody on the call list with what is known about calling them, for a file. */
export async function* eachCall(
  grant: RunMoneyGrant,
  asked: Asked,
  clock: Clock,
): AsyncGenerator<StoredDonation & CallFacts> {
  const filter = await callFilter(grant, asked);
  for await (const batch of batchesOf(eachRunDonation(filter), BATCH)) {
    const factsOf = await callFacts(batch, clock);
    yield* batch.map((donation) => ({ ...donation, ...factsOf(donation) }));
  }
}

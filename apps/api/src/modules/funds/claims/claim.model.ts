import type {
  ChecklistCode,
  ClaimState,
  DECISION_KINDS,
  DOCUMENT_KINDS,
  PAYEE_KINDS,
  PAYOUT_METHODS,
  PAYOUT_STATES,
} from '@kinfold/domain/claim';
import type { CalendarDate } from '@kinfold/domain/dates';
import type { DeathCause } from '@kinfold/domain/death-cause';
import type { DeathDay } from '@kinfold/domain/death-day';
import { NEWEST_FIRST, olderThan, type Place } from '../../../platform/cursor.ts';
import type { Session } from '../../../platform/database.ts';
import {
  addressFields,
  date,
  flag,
  int,
  list,
  money,
  object,
  optional,
  orNull,
  text,
} from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** Who did something: kept with the claim, also when the sign-in was deleted since. */
const personField = object({ userId: orNull(text()), email: text(), name: text() });

/** What a fund pays at a death (docs/decisions/052). Every write raises the version, so that two at once exclude each other. */
const ClaimModel = defineModel('claims', {
  _id: text(),
  /** `C-000001` */
  claimNbr: text(),
  version: int(),
  /** The member who has died. */
  memberId: text(),
  campaignId: text(),
  /** The family when it was opened: see `isOfFamily`. */
  family: object({
    householdId: orNull(text()),
    memberIds: list(text()),
    linkedHouseholds: list(text()),
  }),
  /** The organization of the membership that covered them, or their own. */
  organizationNumber: text(),
  /** The one that manages the fund. */
  fundOrganizationNumber: text(),
  /** Whose roles see it, of both organizations, and who decides, of the fund's: see `readFundScopes`. */
  scope: list(text()),
  fundScope: list(text()),
  state: text<ClaimState>(),
  deceasedDt: text<CalendarDate>(),
  deathDay: optional(orNull(text<DeathDay>())),
  coverage: object({
    isCovered: orNull(flag()),
    reasons: list(object({ code: text(), text: text() })),
    judgedDt: date(),
    otherCover: list(object({ campaignId: text(), campaignName: text(), isCovered: orNull(flag()) })),
    claimUntil: orNull(text<CalendarDate>()),
    reportedDt: text<CalendarDate>(),
    isInTime: flag(),
    asksCause: optional(flag()),
  }),
  /** The cause of the death, where it decides: read with its coverage alone. */
  cause: optional(orNull(text<DeathCause>())),
  benefit: object({
    label: orNull(text()),
    ruleAmount: orNull(money()),
    /** What the office set instead. */
    setAmount: orNull(money()),
    isInKind: flag(),
    isUpTo: optional(flag()),
    proposedAmount: orNull(money()),
    approvedAmount: orNull(money()),
  }),
  payees: list(
    object({
      payeeId: text(),
      kind: text<(typeof PAYEE_KINDS)[number]>(),
      name: text(),
      address: orNull(object(addressFields)),
      phone: orNull(text()),
      email: orNull(text()),
    }),
  ),
  checklist: list(
    object({
      code: text<ChecklistCode>(),
      isDone: flag(),
      done: orNull(object({ by: text(), at: date() })),
      askedOf: orNull(text()),
      note: orNull(text()),
    }),
  ),
  documents: list(
    object({
      documentId: text(),
      kind: text<(typeof DOCUMENT_KINDS)[number]>(),
      name: text(),
      type: text(),
      size: int(),
      added: personField,
      addedDt: date(),
    }),
  ),
  decisions: list(
    object({
      kind: text<(typeof DECISION_KINDS)[number]>(),
      by: personField,
      dt: date(),
      amount: optional(money()),
      reason: optional(text()),
    }),
  ),
  payouts: list(
    object({
      payoutId: text(),
      payeeId: text(),
      payee: text(),
      amount: money(),
      method: text<(typeof PAYOUT_METHODS)[number]>(),
      reference: orNull(text()),
      paidDt: text<CalendarDate>(),
      state: text<(typeof PAYOUT_STATES)[number]>(),
      recorded: personField,
      recordedDt: date(),
      confirmed: orNull(object({ by: personField, at: date() })),
      corrected: orNull(object({ by: personField, at: date(), reason: text() })),
      /** Who has received it, as they said on the phone of who paid; `documentId`: their drawing. */
      signed: optional(
        orNull(object({ name: text(), by: personField, at: date(), documentId: orNull(text()) })),
      ),
    }),
  ),
  /** What the family wants to be said on the collection, and who of them agreed; missing or null where nobody did. */
  memorial: optional(
    orNull(object({ words: text(), agreedBy: text(), agreedDt: text<CalendarDate>(), enteredBy: text() })),
  ),
  /** What was given in kind. */
  given: optional(orNull(object({ what: text(), givenDt: text<CalendarDate>() }))),
  /** It ended because the death was taken back: when that is entered again, the claim goes on. */
  endedWithDeath: flag(),
  /** The run that collects for it, and those before that have ended. */
  campaignRunId: orNull(text()),
  earlierRuns: optional(list(text())),
  opened: personField,
  createdDt: date(),
});
export type ClaimRecord = DocumentOf<typeof ClaimModel>;

/** Whether a claim is approved, also where it is closed since; one that ended with its death is not. */
export const isApproved = ({ state, benefit, endedWithDeath }: ClaimRecord): boolean =>
  state === 'approved' || (state === 'closed' && benefit.approvedAmount !== null && !endedWithDeath);

const claims = () => collectionOf(ClaimModel);

/** Stores a claim. Throws a duplicate key error (`claims.death_fund`) when there is one of the same death and fund. */
export async function insertClaim(claim: ClaimRecord, session: Session): Promise<void> {
  await claims().insertOne(claim, { session });
}

/** A claim by its id. */
export async function readClaim(_id: string, session?: Session): Promise<ClaimRecord | undefined> {
  return (await claims().findOne({ _id }, { session })) ?? undefined;
}

/** The claim of a death and a fund. */
export async function readClaimOf(memberId: string, campaignId: string): Promise<ClaimRecord | undefined> {
  return (await claims().findOne({ memberId, campaignId })) ?? undefined;
}

/** The claims of a death. */
export async function readClaimsOf(memberId: string, session?: Session): Promise<ClaimRecord[]> {
  return claims().find({ memberId }, { session }).sort({ campaignId: 1, _id: 1 }).toArray();
}

/** The claims to whose family a member belonged when they were opened, of deaths after a day. */
export async function readClaimsOfFamily(memberId: string, day: CalendarDate): Promise<ClaimRecord[]> {
  return claims()
    .find({ 'family.memberIds': memberId, deceasedDt: { $gt: day } })
    .toArray();
}

/** The words in memory of those whom some claims are of, by claim. */
export async function readMemorials(claimIds: readonly string[]): Promise<Map<string, string>> {
  const found = claims().find(
    { _id: { $in: [...claimIds] } },
    { projection: { memorial: 1, endedWithDeath: 1 } },
  );
  const words = new Map<string, string>();
  for await (const { _id, memorial, endedWithDeath } of found)
    if (memorial && !endedWithDeath) words.set(_id, memorial.words);
  return words;
}

/** The claims that an organization's roles see, in a state or in all, of one death or of all: the newest first, after a place. */
export async function readClaims(
  organizationNumber: string,
  { state, memberId, after }: { state?: ClaimState; memberId?: string; after: Place | undefined },
  limit: number,
): Promise<ClaimRecord[]> {
  const filter = { scope: organizationNumber, ...(state && { state }), ...(memberId && { memberId }) };
  return claims()
    .find({ ...filter, ...olderThan(after) })
    .sort(NEWEST_FIRST)
    .limit(limit)
    .toArray();
}

/** The claim of a number, where some organizations' roles see it. */
export async function readClaimOfNumber(
  claimNbr: string,
  organizationNumbers: readonly string[],
): Promise<ClaimRecord | undefined> {
  return (await claims().findOne({ claimNbr, scope: { $in: [...organizationNumbers] } })) ?? undefined;
}

/** How many claims in some states some organizations' roles see, of proposed ones those of their funds, up to `limit`. */
export async function countClaims(
  organizationNumbers: readonly string[],
  states: readonly ClaimState[],
  limit: number,
): Promise<number> {
  const within = { $in: [...organizationNumbers] };
  const ofFund = [{ state: { $ne: 'proposed' as const } }, { fundScope: within }];
  return claims().countDocuments({ scope: within, state: { $in: [...states] }, $or: ofFund }, { limit });
}

/**
 * Changes a claim that is still as it was read, in the transaction of the caller; false where somebody changed it since.
 * The version is raised. `change` sets whole fields.
 */
export async function writeClaim(
  { _id, version }: Pick<ClaimRecord, '_id' | 'version'>,
  change: Partial<Omit<ClaimRecord, '_id' | 'version'>>,
  session: Session,
): Promise<boolean> {
  const written = await claims().updateOne(
    { _id, version },
    { $set: { ...change, version: version + 1 } },
    { session },
  );
  return written.modifiedCount === 1;
}

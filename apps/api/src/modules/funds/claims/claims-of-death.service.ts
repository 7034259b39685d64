/** Changes the claims of a death that is corrected or taken back (docs/decisions/052). */
import { hasRunBegun } from '@kinfold/domain/campaign-run';
import { CLAIM_DECIDED_CODE, paidOutOf, staysDecided } from '@kinfold/domain/claim';
import type { CalendarDate } from '@kinfold/domain/dates';
import { firstDayOfDeath } from '@kinfold/domain/death-day';
import { countOf, listOf } from '@kinfold/domain/text';
import type { Author } from '../../../platform/author.ts';
import type { Session } from '../../../platform/database.ts';
import { AppError, conflict } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { requireMember, type MemberRecord } from '../../people/members/member.service.ts';
import { requireCampaign } from '../campaigns/campaign.service.ts';
import { findRuns, markRunTotalsStale, setRosterRow } from '../campaign-runs/campaign-run.service.ts';
import { claimEntry, personOf } from './claim-change.service.ts';
import {
  decidedBy,
  isSameJudgement,
  judge,
  storeJudgement,
  type Judgement,
} from './claim-judgement.service.ts';
import type { MembershipRecord } from '../memberships/membership.service.ts';
import { isApproved, readClaimsOf, writeClaim, type ClaimRecord } from './claim.model.ts';

export { readClaimsOf };

const isDecided = (claim: ClaimRecord) => isApproved(claim) || paidOutOf(claim.payouts) > 0;

const runsOf = (claims: readonly ClaimRecord[]) =>
  claims.flatMap(({ campaignRunId, earlierRuns = [] }) => [
    ...earlierRuns,
    ...(campaignRunId ? [campaignRunId] : []),
  ]);

const begunRunsOf = async (claims: readonly ClaimRecord[], session?: Session) =>
  (await findRuns(runsOf(claims), session)).filter(hasRunBegun);

/**
 * Throws 409 `claim_decided`, which names them, while claims of a death are approved, also where they are closed since, or
 * money of them was paid, and once a collection for one has begun. The day alone is corrected with a reason:
 * `isDay` says so.
 */
export async function refuseWhileDecided(
  memberId: string,
  { isDay = false }: { isDay?: boolean },
  session?: Session,
): Promise<ClaimRecord[]> {
  const claims = await readClaimsOf(memberId, session);
  const say = isDay
    ? ' Where the day alone was wrong, say why it is corrected: it may be, as long as it changes nothing that was decided.'
    : '';
  const begun = await begunRunsOf(claims, session);
  if (begun.length)
    throw conflict(
      CLAIM_DECIDED_CODE,
      `The collection for this death has begun: ${listOf(begun.map(({ name }) => name))}. The entry of the death is not changed any more.${say}`,
    );
  const decided = claims.filter(isDecided);
  if (!decided.length) return claims;
  const numbers = listOf(decided.map(({ claimNbr }) => claimNbr));
  const are = countOf(decided.length, 'claim is', 'claims are');
  throw conflict(
    CLAIM_DECIDED_CODE,
    `${are} approved or paid: ${numbers}. Reopen what is approved or closed, and correct what was paid, before the entry of this death is changed.${say}`,
  );
}

/** A decided claim, and how another day of the death judges it. */
export type KeptClaim = { claim: ClaimRecord; judgement: Judgement };

/**
 * The decided claims of a death, as a corrected day judges them: they stay as they are decided. `member` and `tried` are as the
 * correction makes them. Throws 409 `claim_decided` where that day would decide one otherwise, or is after a payout or a gift in kind.
 */
export async function keptByDay(
  member: MemberRecord & { deceasedDt: CalendarDate },
  tried: ReadonlyMap<string, MembershipRecord>,
  clock: { now: Date; timeZone: string; currency: string },
): Promise<KeptClaim[]> {
  const claims = await readClaimsOf(member._id);
  const begun = await begunRunsOf(claims);
  const kept: KeptClaim[] = [];
  const others: ClaimRecord[] = [];
  const first = firstDayOfDeath({ ...member, birthDt: null }) ?? member.deceasedDt;
  for (const claim of claims) {
    if (!isDecided(claim) && !begun.some(({ _id }) => _id === claim.campaignRunId)) continue;
    const judgement = await judge(
      member,
      await requireCampaign(claim.campaignId),
      clock,
      claim.cause ?? null,
      tried,
    );
    const isPaidBefore =
      claim.payouts.some(({ state, paidDt }) => state !== 'corrected' && paidDt < first) ||
      (claim.given && claim.given.givenDt < first);
    const stays = staysDecided(decidedBy(claim), decidedBy(judgement)) && !isPaidBefore;
    if (!stays) others.push(claim);
    else if (isDecided(claim)) kept.push({ claim, judgement });
  }
  if (!others.length) return kept;
  const numbers = listOf(others.map(({ claimNbr }) => claimNbr));
  const reopen = 'Reopen what is approved or closed, and correct what was paid, before this day is entered.';
  const stays = `The collection has begun (${listOf(begun.map(({ name }) => name))}), so the day stays as it is: correct or refuse the claim by itself, and waive or refund dues one by one.`;
  throw conflict(
    CLAIM_DECIDED_CODE,
    `By this day ${numbers} would be decided otherwise: cover, benefit, the term to report it or a payout does not fit it. ${begun.length ? stays : reopen}`,
  );
}

/**
 * Ends the claims of a death that is taken back, without their collections; of one whose day is corrected, those that wait
 * for their approval are open again: see `judgeClaimsOfDeath`; `kept` are those that stay as they are decided. In the
 * transaction of the caller; throws as `refuseWhileDecided` does.
 */
export async function changeClaimsOfDeath(
  memberId: string,
  {
    isUndo,
    kept,
    why,
    author,
    now,
  }: { isUndo: boolean; kept: readonly KeptClaim[]; why: string | undefined; author: Author; now: Date },
  session: Session,
): Promise<void> {
  const reason = isUndo ? 'The death was taken back' : CORRECTED;
  const by = personOf(author);
  const claims = why
    ? await readClaimsOf(memberId, session)
    : await refuseWhileDecided(memberId, { isDay: !isUndo }, session);
  // Their activation commits before or after.
  await markRunTotalsStale(runsOf(claims), session);
  for (const claim of claims) {
    const { state, decisions, benefit } = claim;
    if (why && isDecided(claim)) {
      await keepDecided(claim, kept, { why, author, now }, session);
      continue;
    }
    if (isUndo ? claim.endedWithDeath : state !== 'proposed') continue;
    const kind = isUndo ? 'closed' : 'reopened';
    const set = {
      ...({ state: isUndo ? 'closed' : 'open', endedWithDeath: isUndo } as const),
      benefit: { ...benefit, proposedAmount: null },
      ...(isUndo && { campaignRunId: null }),
      decisions: [...decisions, { kind, by, dt: now, reason } as const],
    };
    // In its transaction nobody else has written it since.
    if (!(await writeClaim(claim, set, session))) throw new Error(`claim ${claim._id} was changed`);
    await recordChanges(
      [await claimEntry(claim, { action: `claim.${kind}`, reason }, session)],
      author,
      now,
      session,
    );
  }
}

const CORRECTED = 'The day of the death was corrected';

/** Gives a claim that stays as it is decided the corrected day. Throws 409 where it was changed since it was judged. */
async function keepDecided(
  claim: ClaimRecord,
  kept: readonly KeptClaim[],
  { why, author, now }: { why: string; author: Author; now: Date },
  session: Session,
): Promise<void> {
  const found = kept.find((one) => one.claim._id === claim._id && one.claim.version === claim.version);
  const { deceasedDt, deathDay, coverage } = found?.judgement ?? {};
  const set = {
    deceasedDt,
    deathDay,
    coverage: coverage && { ...coverage, judgedDt: claim.coverage.judgedDt },
  };
  if (!found || !(await writeClaim(claim, set, session)))
    throw conflict('changed_meanwhile', `${claim.claimNbr} was changed meanwhile. Please look again.`);
  if (claim.campaignRunId)
    await setRosterRow(claim.campaignRunId, claim._id, { rosterDt: found.judgement.deceasedDt }, session);
  const changes = [{ field: 'deceasedDt', from: claim.deceasedDt, to: found.judgement.deceasedDt }];
  const reason = `${CORRECTED}: ${why}`;
  await recordChanges(
    [await claimEntry(claim, { action: 'claim.changed', changes, reason }, session)],
    author,
    now,
    session,
  );
}

/** Judges the open claims of a death again whose day was corrected, once that is stored: they show its day and cover. */
export async function judgeClaimsOfDeath(
  memberId: string,
  { author, ...clock }: { author: Author; now: Date; timeZone: string; currency: string },
): Promise<void> {
  const open = (await readClaimsOf(memberId)).filter(({ state }) => state === 'open');
  if (!open.length) return;
  const { deceasedDt, ...member } = await requireMember(memberId);
  if (deceasedDt === null) return;
  for (const claim of open) {
    const judgement = await judge(
      { ...member, deceasedDt },
      await requireCampaign(claim.campaignId),
      clock,
      claim.cause ?? null,
    );
    if (isSameJudgement(claim, judgement)) continue;
    try {
      await storeJudgement({ claim, author, now: clock.now }, judgement, {
        action: 'edit',
        reason: CORRECTED,
      });
    } catch (error) {
      // A claim that was changed since is judged again with its next step.
      if (!(error instanceof AppError && error.status === 409)) throw error;
    }
  }
}

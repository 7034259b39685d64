/** What becomes of the claims of a death that is corrected or taken back (docs/decisions/052). */
import { hasRunBegun } from '@kinfold/domain/campaign-run';
import { CLAIM_DECIDED_CODE, paidOutOf } from '@kinfold/domain/claim';
import { countOf, listOf } from '@kinfold/domain/text';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { conflict } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { requireMember } from '../../people/members/member.service.ts';
import { requireCampaign } from '../campaigns/campaign.service.ts';
import {
  findRuns,
  leaveRoster,
  markRunTotalsStale,
  setRosterDay,
} from '../campaign-runs/campaign-run.service.ts';
import { claimEntry, personOf } from './claim-change.service.ts';
import { isSameJudgement, judge, judged } from './claim-judgement.service.ts';
import { isApproved, readClaimsOf, writeClaim, type ClaimRecord } from './claim.model.ts';

export { readClaimsOf };

const isDecided = (claim: ClaimRecord) => isApproved(claim) || paidOutOf(claim.payouts) > 0;

const runsOf = (claims: readonly ClaimRecord[]) =>
  claims.flatMap(({ campaignRunId, earlierRuns = [] }) => [
    ...earlierRuns,
    ...(campaignRunId ? [campaignRunId] : []),
  ]);

/**
 * Throws 409 `claim_decided`, which names them, while claims of a death are approved, also where they are closed since, or
 * money of them was paid, and once a collection for one has begun.
 */
export async function refuseWhileDecided(memberId: string, session: Session): Promise<ClaimRecord[]> {
  const claims = await readClaimsOf(memberId, session);
  const begun = (await findRuns(runsOf(claims), session)).filter(hasRunBegun);
  if (begun.length)
    throw conflict(
      CLAIM_DECIDED_CODE,
      `The collection for this death has begun: ${listOf(begun.map(({ name }) => name))}. The entry of the death is not changed any more.`,
    );
  const decided = claims.filter(isDecided);
  if (!decided.length) return claims;
  const numbers = listOf(decided.map(({ claimNbr }) => claimNbr));
  const are = countOf(decided.length, 'claim is', 'claims are');
  throw conflict(
    CLAIM_DECIDED_CODE,
    `${are} approved or paid: ${numbers}. Reopen what is approved or closed, and correct what was paid, before the entry of this death is changed.`,
  );
}

/**
 * Ends the claims of a death that is taken back, without their collections; of one whose day is corrected, those that wait
 * for their approval are open again: see `judgeClaimsOfDeath`. In the transaction of the caller; throws as
 * `refuseWhileDecided` does.
 */
export async function changeClaimsOfDeath(
  memberId: string,
  { isUndo, author, now }: { isUndo: boolean; author: Author; now: Date },
  session: Session,
): Promise<void> {
  const reason = isUndo ? 'The death was taken back' : 'The day of the death was corrected';
  const by = personOf(author);
  const claims = await refuseWhileDecided(memberId, session);
  // Their activation commits before or after.
  await markRunTotalsStale(runsOf(claims), session);
  for (const claim of claims) {
    const { state, decisions, benefit } = claim;
    if (isUndo ? claim.endedWithDeath : state !== 'proposed') continue;
    const kind = isUndo ? 'closed' : 'reopened';
    const set = {
      ...({ state: isUndo ? 'closed' : 'open', endedWithDeath: isUndo } as const),
      benefit: { ...benefit, proposedAmount: null },
      ...(isUndo && { campaignRunId: null }),
      decisions: [...decisions, { kind, by, dt: now, reason } as const],
    };
    if (isUndo && claim.campaignRunId) await leaveRoster(claim.campaignRunId, claim._id, session);
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
    const reason = 'The day of the death was corrected';
    await inTransaction(async (session) => {
      // A claim that was changed since is judged again with its next step.
      if (!(await writeClaim(claim, judged(claim, judgement), session))) return;
      if (claim.campaignRunId)
        await setRosterDay(claim.campaignRunId, claim._id, judgement.deceasedDt, session);
      const entry = await claimEntry(claim, { action: 'claim.changed', reason }, session);
      await recordChanges([entry], author, clock.now, session);
    });
  }
}

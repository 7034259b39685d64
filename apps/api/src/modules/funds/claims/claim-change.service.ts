/**
 * The one way to change a claim (docs/decisions/052): in a transaction that reads it, asks whether its state allows the
 * action, writes it with the next version and keeps the step in the history.
 */
import type * as z from 'zod/mini';
import {
  CLAIM_STATE_CODE,
  isAllowedIn,
  type Claim,
  type ClaimAction,
  type ClaimState,
} from '@kinfold/domain/claim';
import type { Permission } from '@kinfold/domain/permission';
import type { Actor } from '../../../platform/auth.ts';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { conflict, notFound } from '../../../platform/problem.ts';
import { changedMeanwhile, recordChanges, type Change } from '../../operations/audit/audit.service.ts';
import { fullName, requireMember } from '../../people/members/member.service.ts';
import { requireCampaign } from '../campaigns/campaign.service.ts';
import { refuseFamily } from './claim-family.service.ts';
import { readClaim, writeClaim, type ClaimRecord } from './claim.model.ts';

export type { ClaimRecord };
export { readClaim };

/** The grant of the policies for one claim: what its reader may, and whether all of it is shown. */
export type ClaimGrant = { claim: ClaimRecord; held: readonly Permission[]; isWhole: boolean };

/** What a change of a claim needs: the grant, its author, the time and the settings. */
export type ClaimAsked = ClaimGrant & {
  actor: Actor;
  author: Author;
  now: Date;
  timeZone: string;
  currency: string;
};

/** The author of a step, as a claim stores them. */
export const personOf = ({ userId, email, name }: Author) => ({ userId, email, name });

const STATES: Readonly<Record<ClaimState, string>> = {
  open: 'open: nothing is proposed yet',
  proposed: 'proposed, and waits for its approval',
  approved: 'approved',
  refused: 'refused',
  closed: 'closed',
};

type Planned = {
  set: Partial<Omit<ClaimRecord, '_id' | 'version'>>;
  entry: Pick<Change, 'action' | 'changes' | 'reason'>;
};

/**
 * Changes a claim; `plan` gets it as it is in the transaction. Without an action every state allows it. Throws 409 `claim_state` where its state does not allow the
 * action, 409 `changed_meanwhile` where it is not the version that was read, both with `current`; 403 `second_person` to the
 * family, of an `actor` who takes a step that it leaves to others.
 */
export async function changeClaim(
  {
    claim: { _id },
    author,
    now,
    actor,
  }: Pick<ClaimAsked, 'claim' | 'author' | 'now'> & Partial<Pick<ClaimAsked, 'actor'>>,
  { action, version }: { action?: ClaimAction; version?: number | undefined },
  plan: (claim: ClaimRecord, session: Session) => Planned | Promise<Planned>,
  present?: (claim: ClaimRecord) => Promise<z.input<typeof Claim>>,
): Promise<ClaimRecord> {
  return inTransaction(async (session) => {
    const claim = await readClaim(_id, session);
    if (!claim) throw notFound('There is no such claim.');
    if (action && !isAllowedIn(action, claim.state))
      throw conflict(CLAIM_STATE_CODE, `This claim is ${STATES[claim.state]}. Nothing was changed.`, {
        current: await present?.(claim),
      });
    if (action && actor) await refuseFamily(actor, claim, action);
    if (version !== undefined && version !== claim.version)
      throw await changedMeanwhile('claim', _id, await present?.(claim));
    const { set, entry } = await plan(claim, session);
    if (!(await writeClaim(claim, set, session)))
      throw await changedMeanwhile('claim', _id, await present?.(claim));
    await recordChanges([await claimEntry(claim, entry, session)], author, now, session);
    return { ...claim, ...set, version: claim.version + 1 };
  });
}

/** An entry of the history about a claim. */
export async function claimEntry(
  { _id, claimNbr, memberId, campaignId, organizationNumber }: ClaimRecord,
  entry: Planned['entry'],
  session: Session,
): Promise<Change> {
  const member = await requireMember(memberId, session);
  const { campaignName } = await requireCampaign(campaignId, session);
  const label = `${claimNbr}, ${fullName(member).trim()}, ${campaignName}`;
  return { organizationNumber, subject: { type: 'claim', id: _id, label }, memberIds: [memberId], ...entry };
}

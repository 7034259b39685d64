/** Claims: what a fund pays at a death (rules.md "Claims", docs/decisions/052): opened, checked, proposed, decided, closed. */
import type * as z from 'zod/mini';
import {
  actionsOf,
  approvalsGiven,
  CLAIM_STATE_CODE,
  CHECKLIST_CODES,
  CLAIM_PAID_CODE,
  needsReason,
  paidOutOf,
  permissionsFor,
  stateAfter,
  type ApproveForm,
  type Claim,
  type ClaimPatch,
  type Claims,
  type ClaimsQuery,
  type ClaimState,
  type CloseForm,
  type ProposeForm,
  type RefuseForm,
  type ReopenForm,
} from '@kinfold/domain/claim';
import { familyFault, isLeftToOthers, type ClaimRelation } from '@kinfold/domain/claim-family';
import { calendarDateOf, type CalendarDate } from '@kinfold/domain/dates';
import type { DeathCause } from '@kinfold/domain/death-cause';
import { firstDayOfDeath } from '@kinfold/domain/death-day';
import { showMoney } from '@kinfold/domain/money';
import { storedPhone } from '@kinfold/domain/phone';
import { claimNumber } from '@kinfold/domain/search';
import { approversOf, isSamePerson, SECOND_PERSON } from '@kinfold/domain/second-person';
import { inTransaction, isDuplicateKey, type Session } from '../../../platform/database.ts';
import { cutNewest, placeOf } from '../../../platform/cursor.ts';
import { newId } from '../../../platform/documents.ts';
import { memoizeByIdentity } from '../../../platform/memoize.ts';
import { AppError, conflict, forbidden, invalid } from '../../../platform/problem.ts';
import { readFundScopes } from '../../../platform/scopes.ts';
import { takeNumbers } from '../../../platform/counters.ts';
import { changedFields, recordChanges } from '../../operations/audit/audit.service.ts';
import { heldByFund } from '../../money/ledger/fund.service.ts';
import { twoPersonRulesOf } from '../../organizations/organizations/second-person.service.ts';
import {
  findMembers,
  fullName,
  requireMember,
  tryLockMembers,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import { finishByClaim, linkTasksToClaim } from '../../people/mourning/death-task.service.ts';
import { findCampaigns, requireCampaign, type CampaignRecord } from '../campaigns/campaign.service.ts';
import { isSameJudgement, judge, judged, storeJudgement, type Judgement } from './claim-judgement.service.ts';
import {
  changeClaim,
  claimEntry,
  personOf,
  readClaim,
  type ClaimAsked,
  type ClaimGrant,
} from './claim-change.service.ts';
import { familyOf, refuseFamily, relationsTo } from './claim-family.service.ts';
import { insertClaim, readClaimOf, readClaims, type ClaimRecord } from './claim.model.ts';
import { presentClaim } from './claim.presenter.ts';
import { leaveCollection } from './collection.service.ts';

type WireClaim = z.input<typeof Claim>;
type Reader = Pick<ClaimAsked, 'actor' | 'held' | 'isWhole'>;
type Opening = Pick<ClaimAsked, 'author' | 'now' | 'timeZone' | 'currency'>;

/** A claim to its reader, as it is now. */
export async function readWholeClaim({ claim: { _id }, ...reader }: ClaimGrant & Reader): Promise<WireClaim> {
  const claim = await readClaim(_id);
  if (!claim) throw new Error(`there is no claim ${_id}`);
  return presentTo(reader)(claim);
}

/** How a claim is shown to a reader. */
export const presentTo =
  ({ actor, held, isWhole }: Reader) =>
  async (claim: ClaimRecord): Promise<WireClaim> =>
    (await viewOf([claim], actor))({ claim, held, isWhole });

/** Shows claims to an actor: what several of them have in common is read once. */
async function viewOf(
  claims: readonly ClaimRecord[],
  actor: Reader['actor'],
): Promise<(grant: ClaimGrant) => Promise<WireClaim>> {
  const [members, campaigns] = await Promise.all([
    findMembers([...new Set(claims.map(({ memberId }) => memberId))]),
    findCampaigns([...new Set(claims.map(({ campaignId }) => campaignId))]),
  ]);
  const memberOf = new Map(members.map((one) => [one._id, one]));
  const campaignOf = new Map(campaigns.map((one) => [one._id, one]));
  const relationOf = await relationsTo(actor, members);
  const heldBy = memoizeByIdentity(({ _id }: CampaignRecord) => heldByFund(_id));
  return async ({ claim, held, isWhole }) => {
    const campaign = campaignOf.get(claim.campaignId);
    if (!campaign) throw new Error(`there is no fund ${claim.campaignId}`);
    const [holds, approversNeeded] = await Promise.all([
      isWhole ? heldBy(campaign) : null,
      neededFor(claim, campaign),
    ]);
    const view = { member: memberOf.get(claim.memberId), campaign, reader: actor, isWhole, holds };
    const may = mayNow(claim, { actor, held }, relationOf(claim));
    return presentClaim(claim, { ...view, ...may, approversNeeded });
  };
}

/** A page of the claims of an organization and all below it, the newest first. Throws 422 for a wrong cursor. */
export async function listClaims(
  organizationNumber: string,
  { state, member_id, cursor, page_size }: z.output<typeof ClaimsQuery>,
  { actor, grantOf }: { actor: Reader['actor']; grantOf: (claim: ClaimRecord) => Promise<ClaimGrant> },
): Promise<z.input<typeof Claims>> {
  const filter = {
    ...(state && { state }),
    ...(member_id && { memberId: member_id }),
    after: placeOf(cursor),
  };
  const { page, next } = cutNewest(await readClaims(organizationNumber, filter, page_size + 1), page_size);
  const show = await viewOf(page, actor);
  const claims: WireClaim[] = [];
  for (const claim of page) claims.push(await show(await grantOf(claim)));
  return { claims, next };
}

/** How many people approve a claim: by the limits of the fund's organization and of the person's. */
async function neededFor(
  { organizationNumber, benefit }: ClaimRecord,
  campaign: Pick<CampaignRecord, 'organizationNumber'>,
): Promise<number> {
  const amount = benefit.approvedAmount ?? benefit.proposedAmount ?? benefit.setAmount ?? benefit.ruleAmount;
  if (amount === null) return 1;
  return approversOf(await twoPersonRulesOf([campaign.organizationNumber, organizationNumber]), amount);
}

const deadOf = (member: MemberRecord): MemberRecord & { deceasedDt: CalendarDate } => {
  if (member.deceasedDt === null)
    throw invalid([{ path: 'member_id', message: `Enter first that ${fullName(member).trim()} has died` }]);
  return { ...member, deceasedDt: member.deceasedDt };
};

/**
 * Opens the claim of a death and a fund, or returns the one there is: `isNew` tells which. Throws 422 for somebody whose death is not entered, and as
 * `judge` does.
 */
export async function openClaim(
  asked: MemberRecord,
  campaignId: string,
  opening: Opening,
): Promise<{ claim: ClaimRecord; isNew: boolean }> {
  const [campaign] = await findCampaigns([campaignId]);
  if (!campaign) throw invalid([{ path: 'campaignId', message: 'There is no such fund' }]);
  const known = await readClaimOf(asked._id, campaignId);
  if (known && !known.endedWithDeath) return { claim: known, isNew: false };
  const judgement = await judge(deadOf(asked), campaign, opening, known?.cause ?? null);
  if (known) return { claim: await openAgain(known, judgement, opening), isNew: false };
  const claim = await newClaim(asked, campaign, judgement, opening);
  try {
    await inTransaction(async (session) => {
      await tryLockMembers([claim.memberId], session);
      // A death that is corrected or taken back commits before or after.
      const { deceasedDt } = await requireMember(claim.memberId, session);
      if (deceasedDt !== claim.deceasedDt) deadChanged();
      await insertClaim(claim, session);
      const changes = [{ field: 'claim', from: null, to: claim.claimNbr }];
      const entry = await claimEntry(claim, { action: 'claim.opened', changes }, session);
      await recordChanges([entry], opening.author, opening.now, session);
      await linkTasksToClaim(claim, session);
    });
    return { claim, isNew: true };
  } catch (error) {
    if (!isDuplicateKey(error, 'claims.death_fund')) throw error;
    const first = await readClaimOf(asked._id, campaignId);
    if (!first) throw error;
    return { claim: first, isNew: false };
  }
}

const deadChanged = (): never => {
  throw conflict('changed_meanwhile', 'The entry of this death was changed meanwhile. Please look again.');
};

async function newClaim(
  dead: MemberRecord,
  { _id: campaignId, organizationNumber: fundOrganizationNumber }: CampaignRecord,
  { benefit, ...judgement }: Judgement,
  { author, now }: Opening,
): Promise<ClaimRecord> {
  const sides = { organizationNumber: judgement.organizationNumber, fundOrganizationNumber };
  const scopes = (await readFundScopes([sides]))(sides);
  const number = await takeNumbers('claimNbr');
  return {
    _id: newId(),
    claimNbr: claimNumber(number),
    version: 1,
    ...{ memberId: dead._id, family: await familyOf(dead), campaignId, fundOrganizationNumber },
    ...{ ...scopes, state: 'open', ...judgement },
    benefit: { ...benefit, setAmount: null, proposedAmount: null, approvedAmount: null },
    checklist: CHECKLIST_CODES.map((code) => ({
      code,
      isDone: false,
      done: null,
      askedOf: null,
      note: null,
    })),
    ...{ payees: [], documents: [], decisions: [], payouts: [], endedWithDeath: false, campaignRunId: null },
    ...{ opened: personOf(author), createdDt: now },
  };
}

/** A claim that ended because its death was taken back goes on, judged again. */
async function openAgain(known: ClaimRecord, judgement: Judgement, opening: Opening): Promise<ClaimRecord> {
  const reason = 'The death was entered again';
  return changeClaim({ claim: known, ...opening }, { action: 'reopen' }, async (claim, session) => {
    const { deceasedDt } = await requireMember(claim.memberId, session);
    if (deceasedDt !== judgement.deceasedDt) deadChanged();
    const decision = { kind: 'reopened', by: personOf(opening.author), dt: opening.now, reason } as const;
    return {
      set: {
        ...{ state: 'open', endedWithDeath: false, decisions: [...claim.decisions, decision] },
        ...judged(claim, judgement),
      },
      entry: { action: 'claim.reopened', reason },
    };
  });
}

/**
 * Changes payees, what is checked, the cause, or the amount that the office sets; of an approved claim payees alone. Throws
 * 409 `claim_state` for anything else, 422 at `payees` where one that was paid is removed or gets another name, and at
 * `cause` where it decides nothing.
 */
export async function editClaim(asked: ClaimAsked, form: ClaimPatch): Promise<WireClaim> {
  const { author, now } = asked;
  const present = presentTo(asked);
  requireMayEdit(asked.claim, asked);
  const byCause = form.cause && (await judgedBy(asked, form.cause));
  const claim = await changeClaim(
    asked,
    { action: 'edit', version: form.version },
    async (before) => {
      requireMayEdit(before, asked);
      const { version: _read, payees, ...others } = form;
      if (before.state === 'approved' && Object.keys(others).length)
        throw conflict(CLAIM_STATE_CODE, 'This claim is approved: only who is paid can be changed.', {
          current: await present(before),
        });
      const set = {
        ...(payees && { payees: payeesOf(before, payees) }),
        ...(form.checklist && { checklist: checklistOf(before, form.checklist, author.name, now) }),
        ...(form.benefitAmount !== undefined && {
          benefit: { ...before.benefit, setAmount: form.benefitAmount },
        }),
        ...(byCause && { ...judged(before, byCause), cause: form.cause ?? null }),
      };
      const after = { ...before, ...set };
      const changes = changedFields(figuresOf(before), figuresOf(after), FIGURES);
      return { set, entry: { action: 'claim.changed', changes } };
    },
    present,
  );
  return present(claim);
}

/** A claim as it is judged by a cause of the death. Throws 422 where that decides nothing. */
async function judgedBy({ claim, ...asked }: ClaimAsked, cause: DeathCause): Promise<Judgement> {
  const [member, campaign] = await Promise.all([
    requireMember(claim.memberId),
    requireCampaign(claim.campaignId),
  ]);
  const judgement = await judge(deadOf(member), campaign, asked, cause);
  if (judgement.coverage.asksCause) return judgement;
  throw invalid([{ path: 'cause', message: 'The cause decides nothing here: do not write it down' }]);
}

/** What of a checklist is done, as the history keeps it. */
export const checkedOf = (checklist: ClaimRecord['checklist']) => ({
  checked: checklist.filter(({ isDone }) => isDone).map(({ code }) => code),
});

/** Throws 403 to users who may not change a claim in its state; that the state allows no change at all is said later. */
function requireMayEdit({ state }: ClaimRecord, { held }: Reader): void {
  const needed = permissionsFor('edit', state === 'approved' ? state : 'open');
  if (!needed.some((each) => held.includes(each))) throw forbidden();
}

const FIGURES = ['payees', 'checked', 'benefitAmount', 'hasCause'] as const;

/** What the history keeps of a change: payees as who they are and how many; no address, no phone. */
const figuresOf = ({ payees, checklist, benefit, cause }: ClaimRecord) => ({
  payees: payees.map(({ kind, name, address, phone, email }) => ({
    ...{ kind, name },
    // Shows that how somebody is reached was changed, without saying it.
    reachedBy: [address && 'address', phone && 'phone', email && 'email'].filter(Boolean).join(', '),
  })),
  ...checkedOf(checklist),
  benefitAmount: benefit.setAmount ?? benefit.ruleAmount,
  // Which one is kept with the claim alone.
  hasCause: Boolean(cause),
});

function payeesOf(
  { payees: before, payouts }: ClaimRecord,
  payees: NonNullable<ClaimPatch['payees']>,
): ClaimRecord['payees'] {
  const twice = payees.findIndex(
    ({ payeeId }, index) => payeeId && payees.findIndex((one) => one.payeeId === payeeId) !== index,
  );
  if (twice >= 0) throw invalid([{ path: `payees.${twice}.payeeId`, message: 'Each payee once' }]);
  for (const { payeeId, kind, name } of before) {
    if (!payouts.some((payout) => payout.payeeId === payeeId && payout.state !== 'corrected')) continue;
    const index = payees.findIndex((one) => one.payeeId === payeeId);
    const now = payees[index];
    if (!now) throw invalid([{ path: 'payees', message: `${name} was paid and stays` }]);
    if (now.name !== name || now.kind !== kind)
      throw invalid([{ path: `payees.${index}.name`, message: `${name} was paid: the name stays` }]);
  }
  return payees.map(({ payeeId, kind, name, address, phone, email }) => ({
    ...{ payeeId: payeeId ?? newId(), kind, name, address: address ?? null },
    phone: phone ? storedPhone(phone) : null,
    email: email ?? null,
  }));
}

function checklistOf(
  { checklist }: ClaimRecord,
  form: NonNullable<ClaimPatch['checklist']>,
  by: string,
  now: Date,
): ClaimRecord['checklist'] {
  const changed = new Map(form.map((item) => [item.code, item]));
  return checklist.map((item) => {
    const { isDone = item.isDone, askedOf, note } = changed.get(item.code) ?? {};
    return {
      ...{ code: item.code, isDone, done: isDone ? (item.done ?? { by, at: now }) : null },
      askedOf: askedOf === undefined ? item.askedOf : askedOf || null,
      note: note === undefined ? item.note : note || null,
    };
  });
}

const require = (message: string | undefined, given: string | null | undefined): void => {
  if (message !== undefined && !given) throw invalid([{ path: 'reason', message }]);
};

/** A claim is judged again before it is proposed and approved. What differs is stored, and whoever decides looks again. */
async function judgedAgain(asked: ClaimAsked, action: 'propose' | 'approve'): Promise<void> {
  const { claim } = asked;
  const [member, campaign] = await Promise.all([
    requireMember(claim.memberId),
    requireCampaign(claim.campaignId),
  ]);
  if (member.deceasedDt === null) return;
  const judgement = await judge(deadOf(member), campaign, asked, claim.cause ?? null);
  if (isSameJudgement(claim, judgement)) return;
  const reason = 'What is known of the cover on that day was changed';
  const present = presentTo(asked);
  const after = await storeJudgement(asked, judgement, { action, reason }, present);
  throw conflict('changed_meanwhile', `${reason}. Nothing was decided: please look again.`, {
    current: await present(after),
  });
}

type Step = { action: 'propose' | 'approve' | 'refuse' | 'reopen' | 'close'; version?: number | undefined };

const PAST = {
  propose: 'proposed',
  approve: 'approved',
  refuse: 'refused',
  reopen: 'reopened',
  close: 'closed',
} as const satisfies Record<Step['action'], string>;

/** Takes a step of a claim; `plan` checks it and returns what else it sets. */
async function step(
  asked: ClaimAsked,
  { action, version }: Step,
  given: { reason?: string | null | undefined },
  plan: (
    claim: ClaimRecord,
    session: Session,
  ) => Promise<Partial<ClaimRecord> & { amount?: ClaimRecord['benefit']['proposedAmount'] }>,
): Promise<WireClaim> {
  const { author, now, held } = asked;
  const present = presentTo(asked);
  const kind = PAST[action];
  const claim = await changeClaim(
    asked,
    { action, version },
    async (before, session) => {
      if (!permissionsFor(action, before.state).some((each) => held.includes(each))) throw forbidden();
      const { amount, ...set } = await plan(before, session);
      const { reason } = given;
      const decision = {
        ...{ kind, by: personOf(author), dt: now },
        ...(typeof amount === 'number' && { amount }),
        ...(reason && { reason }),
      };
      const state = stateAfter(action, { state: before.state, paidOut: paidOutOf(before.payouts) });
      const changes = [
        { field: 'state', from: before.state, to: set.state ?? state },
        ...(typeof amount === 'number' ? [{ field: `${kind}Amount`, from: null, to: amount }] : []),
      ];
      return {
        set: { state, decisions: [...before.decisions, decision], ...set },
        entry: { action: `claim.${kind}`, changes, ...(reason && { reason }) },
      };
    },
    present,
  );
  return present(claim);
}

/** Proposes to pay an amount. Throws 422 at `reason` where the rules do not say the same and none is given. */
export async function proposeClaim(asked: ClaimAsked, form: ProposeForm): Promise<WireClaim> {
  await judgedIfIn(asked, 'propose', 'open');
  return step(asked, { action: 'propose', version: form.version }, form, async (claim, session) => {
    const { coverage, benefit } = claim;
    const amount = benefit.setAmount ?? benefit.ruleAmount;
    require(needsReason({ ...coverage, amount, isUpTo: benefit.isUpTo }, form.amount), form.reason);
    await finishByClaim(claim, 'tell_treasurer', asked, session);
    return {
      benefit: { ...benefit, proposedAmount: form.amount, approvedAmount: null },
      amount: form.amount,
    };
  });
}

/** What is no step of the state is refused before it is judged. */
const judgedIfIn = async (asked: ClaimAsked, action: 'propose' | 'approve', state: ClaimState) =>
  asked.claim.state === state ? judgedAgain(asked, action) : undefined;

/**
 * Approves what was proposed: whole, or as the first of two. Throws 403 `second_person` to users who proposed or approved it, and to the family; 422 at
 * `reason` for a person who was not covered, where none is given.
 */
export async function approveClaim(asked: ClaimAsked, form: ApproveForm): Promise<WireClaim> {
  if (asked.claim.state === 'proposed') {
    refuseProposer(asked.claim, asked.actor);
    // Before it is judged again.
    await refuseFamily(asked.actor, asked.claim, 'approve');
  }
  await judgedIfIn(asked, 'approve', 'proposed');
  const campaign = await requireCampaign(asked.claim.campaignId);
  return step(asked, { action: 'approve', version: form.version }, form, async (claim) => {
    // Somebody else may have proposed or approved it since it was read.
    refuseProposer(claim, asked.actor);
    const { coverage, benefit, decisions } = claim;
    require(coverage.isCovered === true
      ? undefined
      : 'Say why: this person was not covered, or nobody can say', form.reason);
    const { proposedAmount: amount } = benefit;
    const isLast = approvalsGiven(decisions).length + 1 >= (await neededFor(claim, campaign));
    if (!isLast) return { state: 'proposed', amount };
    return {
      benefit: { ...benefit, approvedAmount: amount },
      coverage: { ...coverage, judgedDt: asked.now },
      amount,
    };
  });
}

/** Refuses a claim, with a reason in words for the family. */
export const refuseClaim = (asked: ClaimAsked, form: RefuseForm): Promise<WireClaim> =>
  step(asked, { action: 'refuse', version: form.version }, form, () => Promise.resolve({}));

/** Takes back a proposal or a decision, see also `leaveCollection`. Throws 409 `claim_paid` while money that was paid is not corrected. */
export const reopenClaim = (asked: ClaimAsked, form: ReopenForm): Promise<WireClaim> =>
  step(asked, { action: 'reopen', version: form.version }, form, async (claim, session) => {
    const paidOut = paidOutOf(claim.payouts);
    if (claim.state === 'approved' && paidOut > 0)
      throw conflict(
        CLAIM_PAID_CODE,
        `${showMoney(paidOut, asked.currency)} of this claim was paid. Correct that first.`,
        { current: await presentTo(asked)(claim) },
      );
    if (claim.endedWithDeath) await requireEntered(claim);
    const isOpen = stateAfter('reopen', { state: claim.state, paidOut }) === 'open';
    return {
      endedWithDeath: false,
      ...(isOpen && {
        benefit: { ...claim.benefit, proposedAmount: null, approvedAmount: null },
        given: null,
        ...(await leaveCollection(claim, session)),
      }),
    };
  });

async function requireEntered({ memberId }: ClaimRecord): Promise<void> {
  const member = await requireMember(memberId);
  if (member.deceasedDt === null)
    throw conflict('not_deceased', `The death of ${fullName(member).trim()} was taken back.`);
}

/**
 * Closes a claim. Throws 409 `claim_paid` while a payout waits for its confirmation, 422 at `reason` where less was paid than
 * approved and nothing was given in kind, and at `given` where it could not be.
 */
export const closeClaim = (asked: ClaimAsked, form: CloseForm): Promise<WireClaim> =>
  step(asked, { action: 'close', version: form.version }, form, async (claim) => {
    if (claim.payouts.some(({ state }) => state === 'recorded'))
      throw conflict(CLAIM_PAID_CODE, 'A payout waits for its confirmation by another person.', {
        current: await presentTo(asked)(claim),
      });
    const left = (claim.benefit.approvedAmount ?? 0) - paidOutOf(claim.payouts);
    const message =
      claim.state === 'open'
        ? 'Say why: nothing is decided about this claim'
        : claim.state === 'approved' && left > 0 && !form.given
          ? 'Say why: less was paid than was approved'
          : undefined;
    require(message, form.reason);
    const fault = form.given && giftFault(claim, form.given.givenDt, asked);
    if (fault) throw invalid([{ path: 'given.givenDt', message: fault }]);
    return form.given ? { given: form.given } : {};
  });

/** What a reader may do with a claim now, and why they leave to others what they otherwise might. */
function mayNow(
  claim: ClaimRecord,
  { actor, held }: Pick<Reader, 'actor' | 'held'>,
  relation: ClaimRelation,
): Pick<WireClaim, 'may' | 'secondPerson'> {
  const { state } = claim;
  const allowed = actionsOf(state, held);
  const own = allowed.includes('approve') ? ownFault(claim, actor) : undefined;
  return {
    may: allowed.filter(
      (action) => !isLeftToOthers(action, state, relation) && !(action === 'approve' && own !== undefined),
    ),
    secondPerson: familyFault(allowed, state, relation) ?? own ?? null,
  };
}

/** Why something cannot have been given in kind on a day; undefined where it can. */
function giftFault(
  { state, benefit, deceasedDt, deathDay }: ClaimRecord,
  givenDt: CalendarDate,
  { now, timeZone }: ClaimAsked,
): string | undefined {
  if (state !== 'approved' || !benefit.isInKind) return 'This claim gives nothing in kind';
  if (givenDt > calendarDateOf(now, timeZone)) return 'This day is still to come';
  const first = firstDayOfDeath({ deceasedDt, deathDay, birthDt: null }) ?? deceasedDt;
  return givenDt < first ? 'This day is before the death' : undefined;
}

/** Why somebody may not approve a claim: they proposed or approved it. */
function ownFault({ decisions }: ClaimRecord, actor: ClaimAsked['actor']): string | undefined {
  const isActor = ({ by }: Pick<ClaimRecord['decisions'][number], 'by'>) => isSamePerson(by, actor);
  const proposed = decisions.findLast(({ kind }) => kind === 'proposed');
  if (proposed && isActor(proposed)) return 'You proposed this: another person approves it.';
  return approvalsGiven(decisions).some(isActor)
    ? 'You approved this already: another person does too.'
    : undefined;
}

function refuseProposer(claim: ClaimRecord, actor: ClaimAsked['actor']): void {
  const fault = ownFault(claim, actor);
  if (fault !== undefined) throw new AppError(403, SECOND_PERSON, fault);
}

import {
  ApproveForm,
  Claim,
  ClaimPatch,
  Claims,
  ClaimsQuery,
  CloseForm,
  NewClaimForm,
  ProposeForm,
  RefuseForm,
  ReopenForm,
} from '@kinfold/domain/claim';
import type { ClaimAsked, ClaimGrant } from '../../modules/funds/claims/claim-change.service.ts';
import {
  approveClaim,
  closeClaim,
  editClaim,
  listClaims,
  openClaim,
  proposeClaim,
  readWholeClaim,
  refuseClaim,
  reopenClaim,
} from '../../modules/funds/claims/claim.service.ts';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import { authorOf } from '../author.ts';
import { actorOf, endpointFor, Reply, type Context } from '../endpoint.ts';
import { claimGrantOf, claimGrantsOf } from '../policies/claims.ts';

const ofClaim = endpointFor<ClaimGrant>();

/** What a change of a claim needs: the grant, its author, the time and the settings. */
export async function claimAsked(context: Context<unknown, unknown, ClaimGrant>): Promise<ClaimAsked> {
  const { granted, now, deps } = context;
  const { TIME_ZONE: timeZone, CURRENCY: currency } = deps.config;
  return { ...granted, actor: actorOf(context), author: await authorOf(context), now, timeZone, currency };
}

const STATE = {
  description:
    'Its state does not allow this (`claim_state`), it was changed since it was read (`changed_meanwhile`), or money was paid (`claim_paid`): `current` is how it is now',
};

export const postClaim = endpointFor<MemberGrant>()({
  summary:
    'Open the claim of a death and a fund, judged by what was booked until the end of that day; the same again answers with the claim there is (200)',
  body: NewClaimForm,
  reply: Claim,
  async handle(context) {
    const { granted, body, now, deps } = context;
    const { TIME_ZONE: timeZone, CURRENCY: currency } = deps.config;
    const opening = { author: await authorOf(context), now, timeZone, currency };
    const { claim, isNew } = await openClaim(granted.member, body.campaignId, opening);
    const actor = actorOf(context);
    const shown = await readWholeClaim({ ...(await claimGrantOf(actor, claim)), actor });
    return new Reply(isNew ? 201 : 200, shown);
  },
});

export const getClaims = endpointFor<{ organizationNumber: string }>()({
  summary: 'A page of the claims of an organization and all below it, the newest first',
  query: ClaimsQuery,
  reply: Claims,
  handle(context) {
    const actor = actorOf(context);
    const reader = { actor, grantOf: claimGrantsOf(actor) };
    return listClaims(context.granted.organizationNumber, context.query, reader);
  },
});

export const getClaim = ofClaim({
  summary:
    'A claim, in cents; who only reports deaths reads its state and what is checked, and none of its amounts, payees, documents and reasons',
  reply: Claim,
  handle: (context) => readWholeClaim({ ...context.granted, actor: actorOf(context) }),
});

export const patchClaim = ofClaim({
  summary: 'Change the payees of an open claim, what is checked, or the amount; in cents',
  body: ClaimPatch,
  reply: Claim,
  answers: { 409: STATE },
  handle: async (context) => editClaim(await claimAsked(context), context.body),
});

export const postPropose = ofClaim({
  summary: 'Propose to pay a claim, in cents; with a reason where the rules of the fund do not say the same',
  body: ProposeForm,
  reply: Claim,
  answers: { 409: STATE },
  handle: async (context) => proposeClaim(await claimAsked(context), context.body),
});

export const postApproveClaim = ofClaim({
  summary: 'Approve what another person proposed; over the limit of the organization two people do',
  body: ApproveForm,
  reply: Claim,
  answers: {
    403: {
      description: 'Not allowed; `second_person`: who proposed it, or belongs to the family; or `step_up`',
    },
    409: STATE,
  },
  handle: async (context) => approveClaim(await claimAsked(context), context.body),
});

export const postRefuse = ofClaim({
  summary: 'Refuse a claim, with a reason in words for the family and how to appeal',
  body: RefuseForm,
  reply: Claim,
  answers: { 409: STATE },
  handle: async (context) => refuseClaim(await claimAsked(context), context.body),
});

export const postReopen = ofClaim({
  summary: 'Take back a proposal or a decision, or open a closed claim, with a reason',
  body: ReopenForm,
  reply: Claim,
  answers: { 409: STATE },
  handle: async (context) => reopenClaim(await claimAsked(context), context.body),
});

export const postCloseClaim = ofClaim({
  summary: 'Close a claim; with a reason where nothing is decided, or less was paid than was approved',
  body: CloseForm,
  reply: Claim,
  answers: { 409: STATE },
  handle: async (context) => closeClaim(await claimAsked(context), context.body),
});

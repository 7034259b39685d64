import * as z from 'zod/mini';
import { CampaignMembership, RefreshedMembership } from '@kinfold/domain/campaign-membership';
import type { MembershipStep } from '@kinfold/domain/membership-change';
import { filterField, trueOrFalse } from '@kinfold/domain/pagination';
import {
  CoveredPost,
  MembersPost,
  MembershipPost,
  MembershipPreview,
  MembershipPreviewPost,
  MembershipStateForm,
  NewMembershipForm,
  NewMembershipPreview,
  PriceOverridePost,
  WaitingPost,
} from '@kinfold/domain/membership-form';
import { coversFor, shownBy } from '../covers.ts';
import { actorOf, endpointFor, Reply, type Context } from '../endpoint.ts';
import { parse } from '../parse.ts';
import { isObjectId } from '../../platform/database.ts';
import { invalid, notFound } from '../../platform/problem.ts';
import { withinScope } from '../../platform/scopes.ts';
import { mayReadMoneyOf } from '../../modules/identity/access/member-access.service.ts';
import { authorOf } from '../author.ts';
import type {
  CoveredGrant,
  MembershipGrant,
  MembershipPostGrant,
} from '../../modules/identity/access/membership-access.service.ts';
import { changedMeanwhile } from '../../modules/operations/audit/audit.service.ts';
import type { Capacity } from '../../modules/identity/access/member-access.service.ts';
import { findCampaign, type CampaignRecord } from '../../modules/funds/campaigns/campaign.service.ts';
import { moveOpenDonations } from '../../modules/funds/donations/donation.service.ts';
import { chargeJoiningFee } from '../../modules/funds/donations/joining-fee.service.ts';
import { useCreditOfPayers } from '../../modules/money/office/credit.service.ts';
import {
  findMembers,
  requireMember,
  type MemberRecord,
} from '../../modules/people/members/member.service.ts';
import { previewMembershipChange } from '../../modules/funds/membership-dues/membership-preview.service.ts';
import { previewNewMembership } from '../../modules/funds/membership-dues/new-membership-preview.service.ts';
import { refreshMembership } from '../../modules/funds/membership-dues/refresh-prices.service.ts';
import { isActorPermitted } from '../../modules/identity/users/user.service.ts';
import {
  changeMembership,
  type MembershipChange,
} from '../../modules/funds/memberships/membership-change.service.ts';
import {
  presentMembership,
  presentPriceToday,
} from '../../modules/funds/memberships/membership.presenter.ts';
import {
  findCoveredPeople,
  type MembershipRecord,
} from '../../modules/funds/memberships/membership.service.ts';
import { makeMembership } from '../../modules/funds/memberships/new-membership.service.ts';

const ofMembership = endpointFor<MembershipGrant>();
const ofCovered = endpointFor<CoveredGrant>();

/**
 * Presents a membership with whether its people are covered today: in it, and for staff each of them in all of their funds.
 * Others read of each what this membership says, and nothing of people who were taken out of it.
 */
async function presentWhole(
  context: Pick<Context, 'actor' | 'deps' | 'now' | 'today'>,
  membership: MembershipRecord,
  people: Awaited<ReturnType<typeof findCoveredPeople>>,
  shown: Parameters<typeof presentMembership>[2],
  capacity: Capacity,
  campaign?: CampaignRecord,
) {
  const isStaff = capacity === 'staff';
  const covers = await coversFor(context, {
    members: isStaff ? [...people.values()] : [],
    memberships: [membership],
    known: { campaigns: [campaign], people: [...people.values()] },
  });
  const coverOf = ({ member_id, isActive }: { member_id: string; isActive: boolean | null }) => {
    if (isStaff) return covers.ofMember(member_id);
    return isActive === false ? undefined : covers.ofMemberIn(member_id, membership._id);
  };
  const wire = presentMembership(membership, people, { ...shown, campaign }, context.today);
  return {
    ...wire,
    ...(campaign && presentPriceToday(membership, people, campaign, context.now, shownBy(context))),
    cover: covers.ofMembership(membership._id),
    members: wire.members.map((one) => ({ ...one, cover: coverOf(one) })),
  };
}

/** Presents a membership for staff. */
async function presentForOffice(
  membership: MembershipRecord,
  context: Pick<Context, 'actor' | 'deps' | 'now' | 'today'>,
) {
  const [people, campaign] = await Promise.all([
    findCoveredPeople(membership),
    findCampaign(membership.campaignId),
  ]);
  return presentWhole(
    context,
    membership,
    people,
    { excludeInactive: false, showsAmounts: true },
    'staff',
    campaign,
  );
}

const CHANGED_MEANWHILE = {
  409: {
    description:
      'A rule says no (`primary_member`, `primary_inactive`, `member_inactive`, `membership_inactive`, `not_active`, `other_organization`, `membership_exists`, `dues_being_made`), or another user changed the membership meanwhile (`changed_meanwhile`): `current` is its present state',
  },
};

/** Changes a membership and returns its new state. Throws 409 when it has another version. */
async function change(
  context: Context,
  { _id }: MembershipRecord,
  { steps, version, reason }: Omit<MembershipChange, 'also'>,
) {
  const clock = { now: context.now, timeZone: context.deps.config.TIME_ZONE };
  const author = await authorOf(context);
  let owing: string[] = [];
  const { membership, isChanged } = await changeMembership(
    _id,
    {
      steps,
      version,
      reason,
      also: async (before, after, session) => {
        if (before.primaryMemberId !== after.primaryMemberId)
          await moveOpenDonations(after, clock.now, session);
        owing = await chargeJoiningFee(before, after, author, clock, session);
      },
    },
    author,
    clock,
  );
  await useCreditOfPayers(owing, { author, now: clock.now, currency: context.deps.config.CURRENCY });
  const current = await presentForOffice(membership, context);
  if (!isChanged) throw await changedMeanwhile('membership', _id, current);
  return current;
}

/** Returns members who are named to be covered, in order. Throws 404 if the actor may not see one of them. */
async function requireInScope(context: Context, memberIds: readonly string[]): Promise<MemberRecord[]> {
  const found = new Map((await findMembers(memberIds.filter(isObjectId))).map((one) => [one._id, one]));
  // Others are named by their member number.
  const members = await Promise.all(memberIds.map(async (id) => found.get(id) ?? (await requireMember(id))));
  const actor = actorOf(context);
  const isInScope = (number: string) => isActorPermitted(actor, 'memberships.update', number);
  if ((await withinScope(members, isInScope)).length < members.length) throw notFound();
  return members;
}

/** Returns the ids of such members; those whom the membership covers or covered may belong to any organization. */
async function requireNamed(
  context: Context,
  memberIds: readonly string[],
  known: MembershipRecord['members'],
): Promise<string[]> {
  const knownIds = new Set(known.map(({ member_id }) => member_id));
  const others = memberIds.filter((id) => !knownIds.has(id));
  const found = await requireInScope(context, others);
  const idOf = new Map(found.map(({ _id }, place) => [others[place], _id]));
  return memberIds.map((id) => idOf.get(id) ?? id);
}

export const getMembership = ofMembership({
  summary: 'A campaign membership with the members it covers',
  query: z.object({
    exclude_inactive: filterField(trueOrFalse('exclude_inactive'), 'exclude_inactive is true or false'),
  }),
  reply: CampaignMembership,
  async handle(context) {
    const { membership, capacity } = context.granted;
    const excludeInactive = context.query.exclude_inactive === true;
    const actor = actorOf(context);
    const people = await findCoveredPeople(membership);
    const primary = people.get(membership.primaryMemberId);
    const showsAmounts =
      actor.memberId === membership.primaryMemberId ||
      (primary !== undefined && (await mayReadMoneyOf(actor, primary)));
    const campaign = capacity === 'staff' ? await findCampaign(membership.campaignId) : undefined;
    return presentWhole(context, membership, people, { excludeInactive, showsAmounts }, capacity, campaign);
  },
});

export const postMembership = endpointFor<MembershipPostGrant>()({
  summary:
    'Confirm, activate or deactivate a membership; without `_id` make one of `campaignId` for `primaryMemberId`',
  body: MembershipPost,
  reply: CampaignMembership,
  answers: {
    201: { description: 'The membership was made', reply: CampaignMembership },
    ...CHANGED_MEANWHILE,
  },
  async handle(context) {
    const { granted } = context;
    if (!granted.membership) return new Reply(201, await makeByHand(context, granted.primary));
    const { isActive, version } = parse(MembershipStateForm, context.request.body);
    const steps = [{ do: isActive ? 'activate' : 'deactivate' } as const];
    return change(context, granted.membership, { steps, version });
  },
});

/** Returns the membership that a body asks for. Throws 404 for people whom the actor may not see. */
async function newMembershipOf(context: Context, primary: MemberRecord) {
  const { campaignId, members, isActive } = parse(NewMembershipForm, context.request.body);
  const covered = await requireInScope(context, members ?? []);
  return { campaignId, primary, covered, isActive: isActive ?? true };
}

/** Makes a membership by hand. Throws as `makeMembership` does. */
async function makeByHand(context: Context, primary: MemberRecord) {
  const { now, deps } = context;
  const input = await newMembershipOf(context, primary);
  const author = await authorOf(context);
  const clock = { now, timeZone: deps.config.TIME_ZONE };
  let owing: string[] = [];
  const made = await makeMembership(input, author, clock, async (membership, session) => {
    owing = await chargeJoiningFee(undefined, membership, author, clock, session);
  });
  await useCreditOfPayers(owing, { author, now, currency: deps.config.CURRENCY });
  return presentForOffice(made, context);
}

export const postNewPreview = endpointFor<MembershipPostGrant>()({
  summary: 'What a new membership of `campaignId` for `primaryMemberId` would cost and mean; makes nothing',
  body: MembershipPost,
  reply: NewMembershipPreview,
  isAnsweredAnew: true,
  answers: {
    409: { description: 'It cannot be made: `membership_exists`, `deceased` or `not_active`' },
  },
  async handle(context) {
    const { granted, now, deps } = context;
    if (granted.membership) throw invalid([{ path: 'primaryMemberId', message: 'Say for whom' }]);
    const { CURRENCY: currency, TIME_ZONE: timeZone } = deps.config;
    return previewNewMembership(await newMembershipOf(context, granted.primary), {
      shown: { currency, timeZone },
      now,
      isInScope: (number) => isActorPermitted(actorOf(context), 'campaign.memberships.get', number),
    });
  },
});

export const postCovered = ofCovered({
  summary: 'Make a covered member primary (`primaryMemberId`), or replace the covered list (`members`)',
  body: CoveredPost,
  reply: CampaignMembership,
  answers: CHANGED_MEANWHILE,
  async handle(context) {
    const { membership, member } = context.granted;
    const { primaryMemberId, members, version } = context.body;
    if (!membership.members.some(({ member_id }) => member_id === member._id)) throw notFound();
    const steps: MembershipStep[] = [];
    const entries = (members ?? []).map((one) => (typeof one === 'string' ? { member_id: one } : one));
    if (members) {
      const wanted = entries.filter((entry) => !('isActive' in entry) || entry.isActive !== false);
      const named = wanted.map(({ member_id }) => member_id);
      steps.push({ do: 'cover', member_ids: await requireNamed(context, named, membership.members) });
    }
    if (primaryMemberId) steps.push({ do: 'make_primary', member_id: primaryMemberId });
    // A list may leave out the primary member, but not contain them as anything else.
    const { primaryMemberId: member_id } = membership;
    if (
      entries.some(
        (entry) => entry.member_id === member_id && 'isActive' in entry && entry.isActive === false,
      )
    )
      steps.push({ do: 'remove', member_id });
    return change(context, membership, { steps, version });
  },
});

export const postCoveredAdd = ofCovered({
  summary: 'Add a member to the cover of a membership, also again after an end; repeating changes nothing',
  reply: CampaignMembership,
  answers: CHANGED_MEANWHILE,
  handle: (context) => {
    const { membership, member } = context.granted;
    return change(context, membership, { steps: [{ do: 'add', member_id: member._id }] });
  },
});

export const postMembers = ofMembership({
  summary:
    'Add several members to the cover of a membership, all of them or none; those whom it covers stay as they are',
  body: MembersPost,
  reply: CampaignMembership,
  answers: CHANGED_MEANWHILE,
  async handle(context) {
    const { granted, body } = context;
    const ids = await requireNamed(context, body.member_ids, granted.membership.members);
    return change(context, granted.membership, { steps: addedOf(ids), version: body.version });
  },
});

const addedOf = (memberIds: readonly string[]): MembershipStep[] =>
  [...new Set(memberIds)].map((member_id) => ({ do: 'add', member_id }));

export const deleteCovered = ofCovered({
  summary: 'End the cover of a member by a membership now; repeating changes nothing',
  reply: CampaignMembership,
  answers: CHANGED_MEANWHILE,
  handle: (context) => {
    const { membership, member } = context.granted;
    return change(context, membership, { steps: [{ do: 'remove', member_id: member._id }] });
  },
});

export const postRefreshPrice = ofMembership({
  summary:
    'Refresh the prices of a membership, and its unpaid dues of active runs; repeating changes nothing',
  reply: RefreshedMembership,
  async handle(context) {
    const { now, deps, granted } = context;
    const clock = { now, timeZone: deps.config.TIME_ZONE };
    const author = await authorOf(context);
    const { membership, duesBeingPaid } = await refreshMembership(granted.membership._id, author, clock);
    return { ...(await presentForOffice(membership, context)), duesBeingPaid };
  },
});

export const postPrice = ofMembership({
  summary: 'Set the price of a covered member by hand, with a reason; null lets the rules decide again',
  body: PriceOverridePost,
  reply: CampaignMembership,
  answers: CHANGED_MEANWHILE,
  handle: (context) => {
    const { member_id, price, version, reason } = context.body;
    const steps = [{ do: 'set_price', member_id, price } as const];
    return change(context, context.granted.membership, { steps, version, reason });
  },
});

export const postWaiting = ofMembership({
  summary: 'Waive the waiting time of a covered member, with a reason, or undo that',
  body: WaitingPost,
  reply: CampaignMembership,
  answers: CHANGED_MEANWHILE,
  handle: (context) => {
    const { member_id, isWaived, version, reason } = context.body;
    const steps = [{ do: 'waive_waiting', member_id, isWaived } as const];
    return change(context, context.granted.membership, { steps, version, reason });
  },
});

/** Returns the steps that a preview asks about. Throws 422 when a field that they need is missing. */
function stepsOf(body: MembershipPreviewPost): MembershipStep[] {
  const { do: step, member_id, member_ids, price, isWaived } = body;
  if (step === 'activate' || step === 'deactivate' || step === 'refresh') return [{ do: step }];
  if (step === 'add' && member_ids) return addedOf(member_ids);
  if (!member_id) throw invalid([{ path: 'member_id', message: 'Say whom' }]);
  if (step === 'set_price') return [{ do: step, member_id, price: price ?? null }];
  if (step === 'waive_waiting') return [{ do: step, member_id, isWaived: isWaived !== false }];
  return [{ do: step, member_id }];
}

export const postPreview = ofMembership({
  summary: 'What a change of a membership would mean, in sentences; changes nothing',
  body: MembershipPreviewPost,
  reply: MembershipPreview,
  isAnsweredAnew: true,
  answers: CHANGED_MEANWHILE,
  async handle(context) {
    const { granted, body, now, deps } = context;
    const { membership } = granted;
    const steps = stepsOf(body);
    const added = steps.flatMap((step) => (step.do === 'add' ? [step.member_id] : []));
    await requireNamed(context, added, membership.members);
    const { CURRENCY: currency, TIME_ZONE: timeZone } = deps.config;
    return previewMembershipChange(membership, steps, {
      shown: { currency, timeZone },
      now,
      isInScope: (number) => isActorPermitted(actorOf(context), 'campaign.memberships.get', number),
    });
  },
});

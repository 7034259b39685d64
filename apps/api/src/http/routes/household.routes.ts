import type { InScope } from '../../platform/scopes.ts';
import * as z from 'zod/mini';
import type { Permission } from '@kinfold/domain/permission';
import { LifeEventPreview, LifeEventReply } from '@kinfold/domain/death';
import { Household, LinkedHousehold } from '@kinfold/domain/household';
import { HouseholdAdd, HouseholdLink, HouseholdPreview } from '@kinfold/domain/household-form';
import { LifeEventForm } from '@kinfold/domain/life-event';
import { coversFor } from '../covers.ts';
import { actorOf, endpointFor, Reply, type Context } from '../endpoint.ts';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import { forbidden } from '../../platform/problem.ts';
import { authorOf } from '../author.ts';
import { findMember, requireMember, type MemberRecord } from '../../modules/people/members/member.service.ts';
import { numbersWithin } from '../../modules/organizations/organizations/organization.service.ts';
import { isActorPermitted, permittedOrganizations } from '../../modules/identity/users/user.service.ts';
import { enterDeath, previewDeath } from '../../modules/people/deaths/death.service.ts';
import {
  enterFamilyEvent,
  newcomerOf,
  previewFamilyEvent,
} from '../../modules/people/life-events/life-event.service.ts';
import {
  changeHouseholds,
  previewHouseholds,
} from '../../modules/people/households/household-change.service.ts';
import {
  changeOfAdd,
  changeOfEvent,
  knownEvent,
  changeOfRemove,
  showHousehold,
} from '../../modules/people/households/household.service.ts';
import {
  linkedHouseholdsOf,
  linkHousehold,
  unlinkHousehold,
} from '../../modules/people/households/linked-household.service.ts';

type OfMember<B = unknown> = Context<B, unknown, MemberGrant>;
const ofMember = endpointFor<MemberGrant>();

const scopeFor =
  (context: Pick<OfMember, 'actor'>, permission: Permission): InScope =>
  (organizationNumber) =>
    isActorPermitted(actorOf(context), permission, organizationNumber);

/** The organizations whose households the actor may change. */
const changed = (context: Pick<OfMember, 'actor'>) => scopeFor(context, 'households.update');

/**
 * The household as the actor may see it, with whether its members are covered today. `known` is one of them as read; after a
 * change nobody is.
 */
async function showWith(context: OfMember, householdId: string | null, known?: MemberRecord) {
  const household = await showHousehold(householdId, context.today, shown(context));
  const memberIds = household.members.map(({ member_id }) => member_id);
  const covers = await coversFor(context, { memberIds, ...(known && { known: { people: [known] } }) });
  return {
    ...household,
    cover: covers.ofHousehold(memberIds),
    members: household.members.map((one) => ({ ...one, cover: covers.ofMember(one.member_id) })),
  };
}

/** The part of a household that staff may see, or all of it for its own members. */
const shown = (context: OfMember) =>
  context.granted.capacity === 'staff' ? scopeFor(context, 'organization.members.get') : undefined;

/** Returns the id of a member named by id or printed number; an unknown one is passed on, and not found later. */
const idOf = async (idOrNumber: string) => (await findMember(idOrNumber))?._id ?? idOrNumber;

const REFUSED = {
  409: {
    description:
      '`primary_member`: the primary member is neither deactivated nor removed; `not_allowed`: another rule says no; `changed_meanwhile`: the household has another `version`; `current` is its present state',
  },
};

export const getHousehold = ofMember({
  summary: 'The household of a member',
  reply: Household,
  handle: (context) => showWith(context, context.granted.member.household_id, context.granted.member),
});

export const getLinkedHouseholds = ofMember({
  summary: 'The households that a member may look at and pay for; for staff, with who allowed it and when',
  reply: z.array(LinkedHousehold),
  handle: (context) => linkedHouseholdsOf(context.granted.member, shown(context)),
});

export const postLinkedHousehold = ofMember({
  summary: 'Let a member look at another household and pay for it; repeating changes nothing',
  body: HouseholdLink,
  reply: z.array(LinkedHousehold),
  answers: REFUSED,
  async handle(context) {
    const { granted, body, now } = context;
    const memberId = granted.member._id;
    const named = body.household_id
      ? { householdId: body.household_id }
      : { otherId: await idOf(body.member_id ?? '') };
    await linkHousehold({ memberId, ...named }, await authorOf(context), now, changed(context));
    return linkedHouseholdsOf(await requireMember(memberId), shown(context));
  },
});

export const deleteLinkedHousehold = ofMember({
  summary: 'Unlink a household from a member; repeating changes nothing',
  async handle(context) {
    const { granted, params, now } = context;
    const target = { memberId: granted.member._id, householdId: params['householdId'] ?? '' };
    await unlinkHousehold(target, await authorOf(context), now, changed(context));
    return new Reply(204);
  },
});

const changeOf = async ({ granted, body, today }: OfMember<HouseholdAdd>) =>
  changeOfAdd(granted.member, { ...body, member_id: body.member_id && (await idOf(body.member_id)) }, today);

export const postAdd = ofMember({
  summary:
    'Put a member into a household, or change its primary member, who is active, or a relationship; repeating changes nothing',
  body: HouseholdAdd,
  reply: Household,
  answers: REFUSED,
  async handle(context) {
    const { now, body, granted } = context;
    const householdId = body.household_id || granted.member.household_id;
    const by = { author: await authorOf(context), now };
    const current = () => showWith(context, householdId);
    const read = { householdId, version: body.version, current };
    await changeHouseholds(await changeOf(context), changed(context), by, read);
    return current();
  },
});

export const postAddPreview = ofMember({
  summary: 'What the same call without /preview would change, in sentences; changes nothing',
  body: HouseholdAdd,
  reply: HouseholdPreview,
  isAnsweredAnew: true,
  answers: REFUSED,
  async handle(context) {
    return { sentences: await previewHouseholds(await changeOf(context), changed(context)) };
  },
});

export const deleteFromHousehold = ofMember({
  summary: 'Move a member out of a household, into one of their own; repeating changes nothing',
  reply: Household,
  answers: REFUSED,
  async handle(context) {
    const { granted, params, now } = context;
    const householdId = params['householdId'] ?? '';
    const by = { author: await authorOf(context), now };
    await changeHouseholds(changeOfRemove(granted.member, householdId), changed(context), by);
    return showWith(context, householdId);
  },
});

export const postRemovePreview = ofMember({
  summary: 'What the same call without /preview would change, in sentences; changes nothing',
  reply: HouseholdPreview,
  isAnsweredAnew: true,
  answers: REFUSED,
  async handle(context) {
    const change = changeOfRemove(context.granted.member, context.params['householdId'] ?? '');
    return { sentences: await previewHouseholds(change, changed(context)) };
  },
});

/** The spouse of a marriage or divorce by their id, where they are named by their printed number. */
async function named(form: LifeEventForm): Promise<LifeEventForm> {
  if (form.event !== 'marriage' && form.event !== 'divorce') return form;
  return form.spouse_id === undefined ? form : { ...form, spouse_id: await idOf(form.spouse_id) };
}

/** An event with the change of households that it comes to. Throws 403 for a new spouse where the actor may enter nobody. */
async function eventOf(context: OfMember<LifeEventForm>, isDraft: boolean) {
  const { granted, body, now, today } = context;
  const { member } = granted;
  const form = knownEvent(await named(body), member, today);
  if (form.event === 'death') return { form, change: changeOfEvent(member, form, now, today) };
  const author = await authorOf(context);
  const newcomer = await newcomerOf(member, form, { author, now, today, isDraft });
  if (newcomer && !(await scopeFor(context, 'members.create')(member.organizationNumber))) throw forbidden();
  return { form, newcomer, change: changeOfEvent(member, form, now, today, newcomer) };
}

const askedOf = (context: OfMember) => {
  const { granted, now, deps } = context;
  const { CURRENCY: currency, TIME_ZONE: timeZone } = deps.config;
  return { member: granted.member, isInScope: changed(context), clock: { now, timeZone }, currency };
};

export const postLifeEvent = ofMember({
  summary:
    'Enter what happened in a family: a marriage, also with a `spouse` who is no member yet, a divorce, a household of their own, a move, leaving, a death (with `isDayUnknown` of a month, or of no day; with `undo`, or else with `deceasedDt` null, taken back); gives the household as it then is, and what becomes of memberships and dues',
  body: LifeEventForm,
  reply: LifeEventReply,
  answers: REFUSED,
  async handle(context) {
    const { granted, body } = context;
    const author = await authorOf(context);
    const { household_id: householdId } = granted.member;
    const current = () => showWith(context, householdId);
    const read = { householdId, version: body.version, current };
    const event = await eventOf(context, false);
    const asked = { ...askedOf(context), read };
    const means =
      event.form.event === 'death'
        ? await enterDeath({ ...asked, form: event.form, change: event.change }, author)
        : await enterFamilyEvent({ ...asked, ...event, form: event.form, newcomer: event.newcomer }, author);
    const { household_id } = await requireMember(granted.member._id);
    return { ...(await showWith(context, household_id)), ...means };
  },
});

export const postLifeEventPreview = ofMember({
  summary: 'What the same call without /preview would change, in sentences; changes nothing',
  body: LifeEventForm,
  reply: LifeEventPreview,
  isAnsweredAnew: true,
  answers: REFUSED,
  async handle(context) {
    const event = await eventOf(context, true);
    const asked = askedOf(context);
    if (event.form.event === 'death')
      return previewDeath({ ...asked, form: event.form, change: event.change });
    return previewFamilyEvent(
      { ...asked, ...event, form: event.form, newcomer: event.newcomer },
      await numbersWithin(await permittedOrganizations(actorOf(context), 'organization.members.get')),
    );
  },
});

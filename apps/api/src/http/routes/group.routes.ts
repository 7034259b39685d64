import * as z from 'zod/mini';
import { MemberRow } from '@kinfold/domain/member-list';
import { Group, GroupForm, GroupPeopleForm } from '@kinfold/domain/organization';
import { actorOf, endpointFor, Reply, type Context } from '../endpoint.ts';
import { exportList } from '../export-list.ts';
import { isActorPermitted } from '../../modules/identity/users/user.service.ts';
import { groupPeopleColumns } from '../../modules/moving/exports/list.presenter.ts';
import {
  addGroupPeople,
  findGroupPeople,
  removeGroupPerson,
} from '../../modules/people/groups/group-people.service.ts';
import { coversFor } from '../covers.ts';
import { presentMemberRow } from '../../modules/people/members/member.presenter.ts';
import { findMembers } from '../../modules/people/members/member.service.ts';
import { notFound } from '../../platform/problem.ts';
import { withinScope } from '../../platform/scopes.ts';
import { authorOf } from '../author.ts';
import {
  addGroup,
  listGroups,
  removeGroup,
} from '../../modules/organizations/organizations/group.service.ts';
import { presentGroup } from '../../modules/organizations/organizations/organization.presenter.ts';
import type { OrganizationGrant } from '../../modules/organizations/organizations/organization.service.ts';

const ofOrganization = endpointFor<OrganizationGrant>();

export const getGroups = ofOrganization({
  summary: 'The groups of an organization, by name',
  reply: z.array(Group),
  handle: async ({ granted }) =>
    (await listGroups(granted.organization.organizationNumber)).map(presentGroup),
});

export const postGroup = ofOrganization({
  summary: 'Add a group to an organization',
  body: GroupForm,
  reply: Group,
  answers: { 409: { description: 'A group of that name exists already' } },
  async handle(context) {
    const { granted, body, now } = context;
    const group = await addGroup(granted.organization, body.groupName, await authorOf(context), now);
    return new Reply(201, presentGroup(group));
  },
});

/** Those of some members whom the actor may see: a group may hold members of other organizations. */
async function seenBy<M extends { organizationNumber: string }>(
  context: Pick<Context, 'actor'>,
  members: readonly M[],
): Promise<M[]> {
  const actor = actorOf(context);
  return withinScope(members, (number) => isActorPermitted(actor, 'organization.members.get', number));
}

/** Throws 404 for members whom the actor may not see. */
async function requireSeen(context: Context, memberIds: readonly string[]): Promise<string[]> {
  const members = await seenBy(context, await findMembers(memberIds));
  if (members.length < new Set(memberIds).size) throw notFound('There is no such member.');
  return members.map(({ _id }) => _id);
}

/** The people of a group whom the actor may see, with whether they are covered today. */
async function presentPeople(context: Context<unknown, unknown, OrganizationGrant>) {
  const { members } = await findGroupPeople(...groupOf(context));
  const seen = await seenBy(context, members);
  const covers = await coversFor(context, { members: seen });
  return seen.map((member) => ({
    ...presentMemberRow(member, context.today),
    cover: covers.ofMember(member._id),
  }));
}

const groupOf = ({ granted, params }: Context<unknown, unknown, OrganizationGrant>) =>
  [granted.organization.organizationNumber, params['groupId'] ?? ''] as const;

export const getGroupPeople = ofOrganization({
  summary: 'The members who are in a group, by name',
  reply: z.array(MemberRow),
  handle: presentPeople,
});

export const getGroupPeopleCsv = ofOrganization({
  summary: 'The mail addresses of a group: the living members of it who have one',
  reply: 'csv',
  async handle(context) {
    const [organizationNumber] = groupOf(context);
    const { group, members } = await findGroupPeople(...groupOf(context));
    return exportList(context, {
      list: 'group',
      at: [organizationNumber],
      filter: [group.groupName],
      columns: groupPeopleColumns,
      rows: (await seenBy(context, members)).filter(
        ({ deceasedDt, emails }) => !deceasedDt && emails.length > 0,
      ),
    });
  },
});

export const postGroupPeople = ofOrganization({
  summary: 'Put members into a group; who is in it stays',
  body: GroupPeopleForm,
  reply: z.array(MemberRow),
  answers: { 409: { description: 'Somebody of them has died, or the group is full' } },
  async handle(context) {
    const memberIds = await requireSeen(context, context.body.member_ids);
    await addGroupPeople(...groupOf(context), memberIds, await authorOf(context), context.now);
    return presentPeople(context);
  },
});

export const deleteGroupPerson = ofOrganization({
  summary: 'Take a member out of a group',
  async handle(context) {
    const { params, now } = context;
    await removeGroupPerson(...groupOf(context), params['id'] ?? '', await authorOf(context), now);
    return new Reply(204);
  },
});

export const deleteGroup = ofOrganization({
  summary: 'Delete a group of an organization',
  async handle(context) {
    const { granted, params, now } = context;
    await removeGroup(granted.organization, params['groupId'] ?? '', await authorOf(context), now);
    return new Reply(204);
  },
});

import * as z from 'zod/mini';
import { OtherCampaign } from '@kinfold/domain/campaign';
import { MEMBER_LIST_PAGE } from '@kinfold/domain/constants';
import { FoundMember, Member } from '@kinfold/domain/member';
import {
  BIRTH_DATE_IN_FUTURE,
  MemberPost,
  MemberSearchQuery,
  NewMemberForm,
} from '@kinfold/domain/member-edit';
import { DuplicatesQuery, LikelyDuplicate } from '@kinfold/domain/member-duplicates';
import { MemberFilters, MemberListQuery, MemberPage } from '@kinfold/domain/member-list';
import { OrganizationMembers, OrganizationMembersQuery } from '@kinfold/domain/organization-member';
import { pageOfPath } from '@kinfold/domain/pagination';
import type { Permission } from '@kinfold/domain/permission';
import { actorOf, endpointFor, Reply, type Context } from '../endpoint.ts';
import { presentPage } from '../../platform/lists.ts';
import { parse } from '../parse.ts';
import { invalid } from '../../platform/problem.ts';
import { changedMeanwhile } from '../../modules/operations/audit/audit.service.ts';
import { joiningOf, presentOtherCampaign } from '../../modules/funds/campaigns/campaign.presenter.ts';
import { coversFor } from '../covers.ts';
import { exportList } from '../export-list.ts';
import { eachFileMember } from '../../modules/moving/exports/file-members.service.ts';
import { enterMember } from '../../modules/people/households/household-members.service.ts';
import { linkedAfter, linkedIdsWithin } from '../../modules/people/households/linked-household.service.ts';
import {
  numbersWithin,
  type OrganizationGrant,
  type ScopeGrant,
} from '../../modules/organizations/organizations/organization.service.ts';
import { isActorPermitted, permittedOrganizations } from '../../modules/identity/users/user.service.ts';
import {
  findMembershipsCovering,
  findOtherCampaigns,
} from '../../modules/funds/memberships/membership.service.ts';
import { findLikelyDuplicates } from '../../modules/people/members/member-duplicates.service.ts';
import {
  eachMember,
  filterOfOrganization,
  listMembers,
  listOfOrganization,
  memberFilter,
  permissionsOfList,
  type MemberFilter,
} from '../../modules/people/members/member-list.service.ts';
import {
  memberColumns,
  presentMember,
  presentMemberRow,
  presentOrganizationMember,
} from '../../modules/people/members/member.presenter.ts';
import { searchMembers } from '../../modules/people/members/member-search.service.ts';
import type { MemberGrant, MemberPostGrant } from '../../modules/identity/access/member-access.service.ts';
import { authorOf } from '../author.ts';
import type { MemberRecord } from '../../modules/people/members/member.service.ts';
import { updateMember } from '../../modules/people/members/member-update.service.ts';

const ofMember = endpointFor<MemberGrant>();

/**
 * Presents a member with the memberships that cover them and the linked households; staff get those that they may see.
 */
async function presentWhole(
  context: Pick<Context, 'actor' | 'deps' | 'now' | 'today'>,
  member: MemberRecord,
  capacity: MemberGrant['capacity'],
) {
  const permittedAt = (permission: Permission) => async (organizationNumber: string) =>
    capacity !== 'staff' || isActorPermitted(actorOf(context), permission, organizationNumber);
  const showsMemberships = await permittedAt('campaign.memberships.get')(member.organizationNumber);
  const memberships = showsMemberships ? await findMembershipsCovering(member._id) : [];
  const linkedHouseholds =
    capacity === 'staff'
      ? await linkedIdsWithin(member, permittedAt('organization.members.get'))
      : member.linkedHouseholds;
  const covers = await coversFor(context, { members: [member] });
  return {
    cover: covers.ofMember(member._id),
    ...presentMember(
      { ...member, linkedHouseholds },
      memberships.map(({ _id }) => _id),
      context.today,
    ),
    ...(capacity === 'staff' && member.isToComplete && { toComplete: member.toComplete ?? [] }),
    ...(capacity !== 'linked' && {
      formerNames: member.formerNames.map(({ until, ...name }) => ({
        ...name,
        until: until.toISOString(),
      })),
    }),
  };
}

export const getMember = ofMember({
  summary: 'A member, by id or printed number',
  reply: Member,
  handle: (context) => presentWhole(context, context.granted.member, context.granted.capacity),
});

export const postMember = endpointFor<MemberPostGrant>()({
  summary:
    'Change a member: members change their own address and phones (the same address again confirms it), staff every field. Without `_id` and `memberId`, staff make a member',
  body: MemberPost,
  reply: Member,
  answers: {
    201: { description: 'The member was made', reply: Member },
    409: { description: 'Another user changed the member meanwhile: `current` is the present state' },
  },
  async handle(context) {
    const { granted, body, now, today } = context;
    if (body.birthDt && body.birthDt > today) throw invalid([BIRTH_DATE_IN_FUTURE]);
    const author = await authorOf(context);
    if (!granted.member) {
      const { organizationNumber } = granted.organization;
      const form = parse(NewMemberForm, body);
      const made = await enterMember({ ...form, organizationNumber }, author, now);
      return new Reply(201, await presentWhole(context, made, 'staff'));
    }
    const { address, phones, preferredWay, getsReminders, version } = body;
    const linkedHouseholds =
      granted.capacity === 'staff' && body.linkedHouseholds
        ? await linkedAfter(granted.member, body.linkedHouseholds, (organizationNumber) =>
            isActorPermitted(actorOf(context), 'households.update', organizationNumber),
          )
        : undefined;
    const own = { address, phones, preferredWay, getsReminders, version };
    const change = granted.capacity === 'self' ? own : { ...body, linkedHouseholds };
    const isSelf = actorOf(context).memberId === granted.member._id;
    const { member, isStale } = await updateMember(granted.member._id, change, isSelf, author, now);
    const current = await presentWhole(context, member, granted.capacity);
    if (isStale) throw await changedMeanwhile('member', member._id, current);
    return current;
  },
});

export const getMemberSearch = endpointFor<OrganizationGrant>()({
  summary: 'Members of an organization by part of a name, member number or phone; at most 100, by name',
  query: MemberSearchQuery,
  reply: z.array(FoundMember),
  handle: ({ granted, query }) => searchMembers(granted.organization.organizationNumber, query.search_term),
});

export const getOrganizationMembers = endpointFor<OrganizationGrant>()({
  summary: 'A page of the members of an organization, by name; with `searchTerm`, only the matches',
  query: OrganizationMembersQuery,
  reply: OrganizationMembers,
  async handle(context) {
    const { granted, params, query, today } = context;
    const page = parse(pageOfPath(MEMBER_LIST_PAGE), params);
    const found = await listOfOrganization(granted.organization, query, page);
    const covers = await coversFor(context, { members: found.rows });
    return presentPage('members', found, (member) => ({
      ...presentOrganizationMember(member, today),
      cover: covers.ofMember(member._id),
    }));
  },
});

export const getOtherCampaigns = ofMember({
  summary: 'The campaigns that a member may join and has not joined',
  reply: z.array(OtherCampaign),
  async handle({ granted, deps }) {
    return (await findOtherCampaigns(granted.member)).map((campaign) => ({
      ...presentOtherCampaign(campaign),
      ...joiningOf(campaign, deps.config.CURRENCY),
    }));
  },
});

export const getDuplicates = endpointFor<OrganizationGrant>()({
  summary: 'Members of the user’s organizations who are likely to be the person that is being entered',
  query: DuplicatesQuery,
  reply: z.array(LikelyDuplicate),
  async handle(context) {
    const { firstNm = '', lastNm = '', birthDt, phone, except } = context.query;
    const person = { firstNm, lastNm, ...(birthDt && { birthDt }), phones: phone ? [phone] : [] };
    const scope = await permittedOrganizations(actorOf(context), 'organization.members.get');
    return findLikelyDuplicates(await numbersWithin(scope), person, except || undefined);
  },
});

/** The organizations where the actor has each permission that a list needs. */
const scopesOf = (context: Context, query: MemberFilters) =>
  Promise.all(
    permissionsOfList(query).map((permission) => permittedOrganizations(actorOf(context), permission)),
  );

const COVERED_WORDS = {
  ...{ true: 'covered', false: 'not-covered' },
  ...{ lost: 'cover-lost', none: 'in-no-fund' },
} as const;

const wordOf = (value: unknown, yes: string, no: string) =>
  typeof value === 'boolean' ? (value ? yes : no) : undefined;

export const getMembers = endpointFor<ScopeGrant>()({
  summary: 'The members of the user’s organizations, or of one and those below it, by name',
  query: MemberListQuery,
  reply: MemberPage,
  async handle(context) {
    const { query, today, now } = context;
    const page = await listMembers(await scopesOf(context, query), query, now);
    const covers = await coversFor(context, { members: page.rows });
    return presentPage('members', page, (row) => ({
      ...presentMemberRow(row, today),
      cover: covers.ofMember(row._id),
    }));
  },
});

/** Returns a file of the members that match a filter, within the reader's organizations. */
async function fileOf(
  context: Context,
  filter: MemberFilter,
  { at, words }: { at: readonly string[]; words: readonly (string | undefined)[] },
) {
  const isPermitted = async (permission: Permission) => {
    const numbers = await numbersWithin(await permittedOrganizations(actorOf(context), permission));
    const permitted = numbers && new Set(numbers);
    return (organizationNumber: string) => !permitted || permitted.has(organizationNumber);
  };
  const scope = {
    showsMembers: await isPermitted('organization.members.get'),
    showsFunds: await isPermitted('campaign.memberships.get'),
  };
  return exportList(context, {
    list: 'members',
    at,
    filter: words,
    columns: memberColumns(context.today, context.deps.config.TIME_ZONE),
    rows: eachFileMember(eachMember(filter), scope),
  });
}

export const getMembersCsv = endpointFor<ScopeGrant>()({
  summary:
    'The same members as a file, all pages, with their households and, where the user may see them, their funds; an import reads it',
  query: MemberFilters,
  reply: 'csv',
  async handle(context) {
    const { query, granted } = context;
    const filter = await memberFilter(await scopesOf(context, query), query, context.now);
    const { organization_number: number, without_contact: isWithout, searchTerm } = query;
    const words = [
      number,
      wordOf(query.active, 'active', 'not-active'),
      query.covered ? COVERED_WORDS[query.covered] : undefined,
      wordOf(query.owes, 'owes', 'owes-nothing'),
      isWithout ? 'without-contact' : undefined,
      query.birthDt ? 'birth-date-unknown' : undefined,
      query.changed ? 'changed' : undefined,
      query.bounced === true ? 'bounced' : undefined,
      query.ids ? 'chosen' : undefined,
      searchTerm,
    ];
    return fileOf(context, filter, { at: number ? [number] : granted.organizationNumbers, words });
  },
});

export const getOrganizationMembersCsv = endpointFor<OrganizationGrant>()({
  summary: 'The members of one organization as a file',
  query: OrganizationMembersQuery,
  reply: 'csv',
  handle(context) {
    const { organizationNumber } = context.granted.organization;
    const { query } = context;
    const words = [organizationNumber, query.searchTerm || undefined];
    return fileOf(context, filterOfOrganization(organizationNumber, query), {
      at: [organizationNumber],
      words,
    });
  },
});

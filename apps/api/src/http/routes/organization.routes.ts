import * as z from 'zod/mini';
import {
  FoundOrganization,
  Organization,
  OrganizationChoice,
  OrganizationForm,
  OrganizationPost,
  OrganizationRow,
  OrganizationsQuery,
} from '@kinfold/domain/organization';
import { ROOT } from '@kinfold/domain/permission';
import { countOf, listOf } from '@kinfold/domain/text';
import { actorOf, endpoint, endpointFor, Reply } from '../endpoint.ts';
import type { Session } from '../../platform/database.ts';
import { parse } from '../parse.ts';
import { conflict, notFound } from '../../platform/problem.ts';
import { ownMember } from '../../modules/identity/access/member-access.service.ts';
import { authorOf } from '../author.ts';
import { changedMeanwhile } from '../../modules/operations/audit/audit.service.ts';
import { findConnectedAccount } from '../../modules/money/connected-accounts/connected-account.service.ts';
import { findParticipations } from '../../modules/funds/campaigns/campaign.service.ts';
import { listContacts } from '../../modules/people/contacts/contact.service.ts';
import { countWaitingRequests } from '../../modules/people/intake-requests/intake-request.service.ts';
import { hasEntriesOf } from '../../modules/money/ledger/ledger.service.ts';
import { hasMembershipsAt } from '../../modules/funds/memberships/membership.service.ts';
import { endRolesAt } from '../../modules/identity/roles/role.service.ts';
import {
  enterOrganization,
  notEmpty,
  removeOrganization,
  updateOrganization,
} from '../../modules/organizations/organizations/organization-changes.service.ts';
import {
  listAbove,
  listLevel,
  listOrganizations,
  searchOrganizations,
} from '../../modules/organizations/organizations/organization-tree.service.ts';
import {
  presentOrganization,
  presentOrganizationChoice,
} from '../../modules/organizations/organizations/organization.presenter.ts';
import {
  requireOrganization,
  type OrganizationGrant,
  type OrganizationPostGrant,
  type OrganizationRecord,
  type ScopeGrant,
} from '../../modules/organizations/organizations/organization.service.ts';

const presentWhole = async (organization: OrganizationRecord) => {
  const { organizationNumber } = organization;
  const [contacts, participations] = await Promise.all([
    listContacts(organizationNumber),
    findParticipations(organizationNumber),
  ]);
  return presentOrganization(organization, contacts, participations.length);
};

export const getOrganization = endpointFor<OrganizationGrant>()({
  summary: 'An organization with its contacts',
  reply: Organization,
  handle: ({ granted }) => presentWhole(granted.organization),
});

export const getOrganizations = endpointFor<ScopeGrant>()({
  summary:
    'The organizations that the user may look at, with their parents and counts; with `parent` a level of the tree, with `search_term` those of a name',
  query: OrganizationsQuery,
  reply: z.array(z.extend(OrganizationRow, { above: z.optional(FoundOrganization.shape.above) })),
  handle({ granted: { organizationNumbers }, query: { parent, search_term } }) {
    if (search_term) return searchOrganizations(search_term, organizationNumbers);
    return parent ? listLevel(parent, organizationNumbers) : listOrganizations(organizationNumbers);
  },
});

export const getOrganizationsAbove = endpointFor<OrganizationGrant & ScopeGrant>()({
  summary: 'The organizations above an organization that the user may look at, highest first',
  reply: z.array(OrganizationChoice),
  handle: ({ granted: { organization, organizationNumbers } }) =>
    listAbove(organization, organizationNumbers),
});

export const getOrganizationList = endpointFor<ScopeGrant>()({
  summary: 'The organizations that the user may look at, for a choice',
  reply: z.array(OrganizationChoice),
  handle: async ({ granted }) =>
    (await listOrganizations(granted.organizationNumbers)).map(presentOrganizationChoice),
});

export const getMyOrganization = endpoint({
  summary: 'The organization of the signed-in user, or else of their member record',
  reply: Organization,
  async handle(context) {
    const actor = actorOf(context);
    const number = actor.organizationNumber ?? (await ownMember(actor))?.organizationNumber;
    if (!number || number === ROOT) throw notFound('You do not belong to an organization yet.');
    return presentWhole(await requireOrganization(number));
  },
});

export const postOrganization = endpointFor<OrganizationPostGrant>()({
  summary:
    'Change an organization, or move it below another `parentOrganization`; without `organizationNumber` make one there',
  body: OrganizationPost,
  reply: Organization,
  answers: {
    201: { description: 'The organization was made', reply: Organization },
    409: { description: 'Another user changed it meanwhile: `current` is its present state' },
  },
  async handle(context) {
    const { body, now } = context;
    const { organization, parentOrganization } = context.granted;
    const author = await authorOf(context);
    if (!organization) {
      const form = parse(OrganizationForm, body);
      const made = await enterOrganization(form, parentOrganization ?? null, author, now);
      return new Reply(201, await presentWhole(made));
    }
    const { organizationNumber } = organization;
    const edited = await updateOrganization(organizationNumber, { ...body, parentOrganization }, author, now);
    const current = await presentWhole(edited.organization);
    if (!edited.isChanged) throw await changedMeanwhile('organization', organizationNumber, current);
    return current;
  },
});

/** What the books still hold of an organization without members: erased people leave their memberships and payments. */
async function whatBooksHaveOf(organizationNumber: string, session: Session): Promise<string[]> {
  return [
    ...((await hasMembershipsAt(organizationNumber, session))
      ? ['memberships of members who were erased']
      : []),
    ...((await hasEntriesOf(organizationNumber, session)) ? ['payments in its books'] : []),
  ];
}

export const deleteOrganization = endpointFor<OrganizationGrant>()({
  summary: 'Remove an organization in which nothing is left; roles and invitations that were given there end',
  answers: { 409: { description: 'It is not empty; `detail` says what is left' } },
  async handle(context) {
    const { granted, now } = context;
    const { organizationNumber, organizationName } = granted.organization;
    if (await findConnectedAccount(organizationNumber))
      throw conflict(
        'not_empty',
        `${organizationName} cannot be removed: its payment account is still connected.`,
      );
    const author = await authorOf(context);
    const endElsewhere = async (organization: OrganizationRecord, session: Session) => {
      const requests = await countWaitingRequests(organizationNumber, session);
      if (requests)
        throw notEmpty(
          organizationName,
          countOf(requests, 'request to become a member', 'requests to become members'),
        );
      const books = await whatBooksHaveOf(organizationNumber, session);
      if (books.length) throw notEmpty(organizationName, listOf(books));
      const participations = await findParticipations(organizationNumber, session);
      if (participations.length)
        throw notEmpty(organizationName, `a place in what others collect: ${listOf(participations)}`);
      await endRolesAt(organization, author, now, session);
    };
    await removeOrganization(organizationNumber, author, now, endElsewhere);
    return new Reply(204);
  },
});

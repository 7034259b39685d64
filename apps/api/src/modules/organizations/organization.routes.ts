import * as z from 'zod/mini';
import { Organization, OrganizationChoice, OrganizationRow } from '@kinfold/domain/organization';
import { ROOT } from '@kinfold/domain/permission';
import { actorOf, endpoint, endpointFor } from '../../platform/endpoint.ts';
import { notFound } from '../../platform/problem.ts';
import { ownMember } from '../access/member-access.service.ts';
import { listContacts } from '../contacts/contact.service.ts';
import { presentOrganization, presentOrganizationChoice } from './organization.presenter.ts';
import {
  listOrganizations,
  requireOrganization,
  type OrganizationGrant,
  type OrganizationRecord,
  type ScopeGrant,
} from './organization.service.ts';

const presentWhole = async (organization: OrganizationRecord) =>
  presentOrganization(organization, await listContacts(organization.organizationNumber));

export const getOrganization = endpointFor<OrganizationGrant>()({
  summary: 'An organization with its contacts',
  reply: Organization,
  handle: ({ granted }) => presentWhole(granted.organization),
});

export const getOrganizations = endpointFor<ScopeGrant>()({
  summary: 'The organizations that one may look at, with their parents and counts',
  reply: z.array(OrganizationRow),
  handle: ({ granted }) => listOrganizations(granted.organizationNumbers),
});

export const getOrganizationList = endpointFor<ScopeGrant>()({
  summary: 'The organizations that one may look at, to choose one',
  reply: z.array(OrganizationChoice),
  handle: async ({ granted }) =>
    (await listOrganizations(granted.organizationNumbers)).map(presentOrganizationChoice),
});

export const getMyOrganization = endpoint({
  summary: 'The organization of the signed-in user, or else of their member',
  reply: Organization,
  async handle(context) {
    const actor = actorOf(context);
    const number = actor.organizationNumber ?? (await ownMember(actor))?.organizationNumber;
    if (!number || number === ROOT) throw notFound('You do not belong to an organization yet.');
    return presentWhole(await requireOrganization(number));
  },
});

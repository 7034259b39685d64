import * as z from 'zod/mini';
import { Organization, OrganizationChoice, OrganizationRow } from '@kinfold/domain/organization';
import { actorOf, endpoint, type Context } from '../../platform/endpoint.ts';
import { notFound } from '../../platform/problem.ts';
import { findMember } from '../members/member.service.ts';
import { organizationsPermitted } from '../users/user.service.ts';
import { listOrganizations, presentOrganization } from './organization.service.ts';

export const getOrganization = endpoint({
  summary: 'An organization with its contacts',
  reply: Organization,
  handle: ({ params }) => presentOrganization(params['organizationNumber'] ?? ''),
});

/** The organizations whose details somebody may read. */
const readable = async (context: Pick<Context, 'actor'>) =>
  listOrganizations(await organizationsPermitted(actorOf(context), 'organization.details.get'));

export const getOrganizations = endpoint({
  summary: 'The organizations that one may look at, with their parents and counts',
  reply: z.array(OrganizationRow),
  handle: readable,
});

export const getOrganizationList = endpoint({
  summary: 'The organizations that one may look at, to choose one',
  reply: z.array(OrganizationChoice),
  handle: async (context) =>
    (await readable(context)).map(({ organizationNumber, organizationName }) => ({
      organizationNumber,
      organizationName,
    })),
});

export const getMyOrganization = endpoint({
  summary: 'The organization of the signed-in user, or else of their member',
  reply: Organization,
  async handle(context) {
    const { organizationNumber, memberId } = actorOf(context);
    const number = organizationNumber ?? (memberId && (await findMember(memberId))?.organizationNumber);
    if (!number) throw notFound('You do not belong to an organization yet.');
    return presentOrganization(number);
  },
});

import { Organization } from '@kinfold/domain/organization';
import { actorOf, endpoint } from '../../platform/endpoint.ts';
import { notFound } from '../../platform/problem.ts';
import { findMember } from '../members/member.service.ts';
import { presentOrganization } from './organization.service.ts';

export const getOrganization = endpoint({
  summary: 'An organization with its contacts',
  reply: Organization,
  handle: ({ params }) => presentOrganization(params['organizationNumber'] ?? ''),
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

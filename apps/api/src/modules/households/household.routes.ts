import * as z from 'zod/mini';
import { Household, LinkedHousehold } from '@kinfold/domain/household';
import { endpoint } from '../../platform/endpoint.ts';
import { requireMember } from '../members/member.service.ts';
import { presentHousehold, presentLinkedHouseholds } from './household-members.service.ts';

export const getHousehold = endpoint({
  summary: 'The household of a member',
  reply: Household,
  handle: async ({ params, today }) => presentHousehold(await requireMember(params['id']), today),
});

export const getLinkedHouseholds = endpoint({
  summary: 'The households that a member may look at and pay for',
  reply: z.array(LinkedHousehold),
  handle: async ({ params }) => presentLinkedHouseholds(await requireMember(params['id'])),
});

import * as z from 'zod/mini';
import { Household, LinkedHousehold } from '@kinfold/domain/household';
import { endpointFor } from '../../platform/endpoint.ts';
import type { MemberGrant } from '../access/member-access.service.ts';
import { householdOf, linkedHouseholdsOf } from './household-members.service.ts';

const ofMember = endpointFor<MemberGrant>();

export const getHousehold = ofMember({
  summary: 'The household of a member',
  reply: Household,
  handle: ({ granted, today }) => householdOf(granted.member, today),
});

export const getLinkedHouseholds = ofMember({
  summary: 'The households that a member may look at and pay for',
  reply: z.array(LinkedHousehold),
  handle: ({ granted }) => linkedHouseholdsOf(granted.member),
});

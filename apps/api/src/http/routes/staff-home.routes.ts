import { Attention, StaffOrganizations } from '@kinfold/domain/staff-home';
import { endpointFor } from '../endpoint.ts';
import type { StaffGrant } from '../../modules/identity/users/user.service.ts';
import { attentionOf } from '../../modules/organizations/staff-home/attention.service.ts';
import { organizationFigures } from '../../modules/organizations/staff-home/organization-figures.service.ts';

const forStaff = endpointFor<StaffGrant>();

export const getAttention = forStaff({
  summary: 'What needs attention in the user’s scope',
  reply: Attention,
  handle: ({ granted, now, today }) => attentionOf(granted.scopes, now, today),
});

export const getStaffOrganizations = forStaff({
  summary:
    'The figures of the organizations at the top of the user’s scope, each with all below it; the first 10 by name',
  reply: StaffOrganizations,
  handle: ({ granted, now, deps }) => organizationFigures(granted.scopes, now, deps.config.TIME_ZONE),
});

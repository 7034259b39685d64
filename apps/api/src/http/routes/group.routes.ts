import * as z from 'zod/mini';
import { Group, GroupForm } from '@kinfold/domain/organization';
import { endpointFor, Reply } from '../endpoint.ts';
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

export const deleteGroup = ofOrganization({
  summary: 'Delete a group of an organization',
  async handle(context) {
    const { granted, params, now } = context;
    await removeGroup(granted.organization, params['groupId'] ?? '', await authorOf(context), now);
    return new Reply(204);
  },
});

import type * as z from 'zod/mini';
import type {
  Contact,
  Group,
  Organization,
  OrganizationChoice,
  OrganizationRow,
} from '@kinfold/domain/organization';
import type { GroupRecord } from './group.model.ts';
import type { OrganizationRecord, OrganizationRowRecord } from './organization.model.ts';

/** An organization on the wire, with its contacts. */
export function presentOrganization(
  organization: OrganizationRecord,
  contacts: readonly Contact[],
  participationsCnt: number,
): z.input<typeof Organization> {
  const { address, phones, version, twoPerson } = organization;
  return {
    ...presentOrganizationRow(organization),
    participationsCnt,
    address,
    phones,
    version,
    ...(twoPerson && { twoPerson }),
    contacts: [...contacts],
  };
}

/** An organization in a list on the wire. */
export function presentOrganizationRow(organization: OrganizationRowRecord): OrganizationRow {
  const { parentOrganization, campaignsCnt, groupsCnt, membersCnt, childrenCnt } = organization;
  return {
    ...presentOrganizationChoice(organization),
    parentOrganization,
    campaignsCnt,
    groupsCnt,
    membersCnt,
    hasChildren: childrenCnt > 0,
    hasCampaigns: campaignsCnt > 0,
  };
}

/** The fields of an organization in a choice. */
export function presentOrganizationChoice({
  organizationNumber,
  organizationName,
}: OrganizationChoice): OrganizationChoice {
  return { organizationNumber, organizationName };
}

/** A group on the wire. */
export function presentGroup({ _id, groupName, organizationNumber, memberIds = [] }: GroupRecord): Group {
  return { _id, groupName, organizationNumber, membersCnt: memberIds.length };
}

import type * as z from 'zod/mini';
import type {
  Contact,
  Organization,
  OrganizationChoice,
  OrganizationRow,
} from '@kinfold/domain/organization';
import type { OrganizationRecord, OrganizationRowRecord } from './organization.model.ts';

/** An organization on the wire, with its contacts. */
export function presentOrganization(
  organization: OrganizationRecord,
  contacts: readonly Contact[],
): z.input<typeof Organization> {
  const { address, phones } = organization;
  return { ...presentOrganizationRow(organization), address, phones, contacts: [...contacts] };
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

/** What is shown of an organization where one is chosen. */
export function presentOrganizationChoice({
  organizationNumber,
  organizationName,
}: OrganizationChoice): OrganizationChoice {
  return { organizationNumber, organizationName };
}

/** Names that donations show: copied from members, campaigns, runs and organizations, and compared with them. */
import { staleFields } from '../../../work/copied-names.ts';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { nameKeyOf, type MemberRecord } from '../../people/members/member.service.ts';
import type { OrganizationRecord } from '../../organizations/organizations/organization.service.ts';
import { primaryMemberCopies } from '../memberships/membership.service.ts';
import { setCopies, setMemberCopies, type StoredDonation } from './donation.model.ts';
import { payerCopies } from './donation.service.ts';

/** What lists of donations show of their primary member. */
const payerCopiesOf = (member: MemberRecord) =>
  payerCopies({ primaryMemberId: member._id, primaryMember: primaryMemberCopies(member) });

/** Copies a member's name, phone and wish to be called to the donations that they owe; gives how many had others. */
export async function copyMemberToDonations(member: MemberRecord): Promise<number> {
  return setMemberCopies(payerCopiesOf(member), nameKeyOf(member));
}

/** Copies an organization's name to the donations of its members; gives how many had another. */
export async function copyOrganizationToDonations({
  organizationNumber,
  organizationName,
}: OrganizationRecord): Promise<number> {
  return setCopies({ organizationNumber }, { organizationName });
}

/** Copies a campaign's name to its donations; gives how many had another. */
export async function copyCampaignToDonations({ _id, campaignName }: CampaignRecord): Promise<number> {
  return setCopies({ campaignId: _id }, { campaignName });
}

/** Copies a run's name to its donations; gives how many had another. */
export async function copyRunToDonations({ _id, name }: CampaignRunRecord): Promise<number> {
  return setCopies({ campaignRunId: _id }, { campaignRunName: name });
}

/** Those copies of a donation that are not what they are copied from. */
export function staleCopiesOfDonation(
  donation: StoredDonation,
  {
    primary,
    campaign,
    run,
    organization,
  }: {
    primary?: MemberRecord;
    campaign?: CampaignRecord;
    run?: CampaignRunRecord;
    organization?: OrganizationRecord;
  },
): string[] {
  return staleFields(donation, {
    ...(primary && { primaryMember: payerCopiesOf(primary), nameKey: nameKeyOf(primary) }),
    ...(campaign && { campaignName: campaign.campaignName }),
    ...(run && { campaignRunName: run.name }),
    ...(organization && { organizationName: organization.organizationName }),
  });
}

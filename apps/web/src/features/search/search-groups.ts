import type { Cover } from '@kinfold/domain/cover';
import { listName } from '@kinfold/domain/person-name';
import type { SearchResults } from '@kinfold/domain/search';
import { date } from '../../lib/format.ts';
import { paths } from '../../paths.ts';

/** A search result, or a recently opened item: its link and its texts. */
export type SearchItem = { to: string; name: string; note: string; cover?: Cover | null | undefined };
export type SearchGroup = { title: string; items: readonly SearchItem[] };

/** Returns the results by kind, without empty kinds. */
export function searchGroups({
  members,
  organizations,
  campaigns,
  memberships,
  claims = [],
}: SearchResults): SearchGroup[] {
  return [
    {
      title: 'Members',
      items: members.map(({ _id, memberId, organizationName, birthDt, cover, formerly, ...name }) => ({
        to: paths.member.href(_id),
        name: listName(name),
        note: `${formerly ? `formerly ${formerly} · ` : ''}${memberId} · born ${date(birthDt)} · ${organizationName}`,
        cover,
      })),
    },
    {
      title: 'Organizations',
      items: organizations.map(({ organizationNumber, organizationName }) => ({
        to: paths.organization.href(organizationNumber),
        name: organizationName,
        note: organizationNumber,
      })),
    },
    {
      title: 'Campaigns',
      items: campaigns.map(({ _id, campaignName }) => ({
        to: paths.campaign.href(_id),
        name: campaignName,
        note: '',
      })),
    },
    {
      title: 'Memberships',
      items: memberships.map(({ _id, externalRef, primaryMemberName, primaryMemberId, cover }) => ({
        to: paths.membership.href(primaryMemberId, _id),
        name: externalRef,
        note: primaryMemberName,
        cover,
      })),
    },
    {
      title: 'Claims',
      items: claims.map(({ _id, claimNbr, name, campaignName }) => ({
        to: paths.claim.href(_id),
        name: claimNbr,
        note: `${name} · ${campaignName}`,
      })),
    },
  ].filter(({ items }) => items.length > 0);
}

import type { OrganizationRow } from '@kinfold/domain/organization';
import { countOf } from '@kinfold/domain/text';

/** Returns the counts of an organization as text: `120 members · 2 fundraisers`. */
export function organizationCounts({ membersCnt, campaignsCnt, groupsCnt }: OrganizationRow): string {
  return (
    [
      countOf(membersCnt, 'member', 'members'),
      campaignsCnt > 0 && countOf(campaignsCnt, 'fundraiser', 'fundraisers'),
      groupsCnt > 0 && countOf(groupsCnt, 'group', 'groups'),
    ]
      .filter((count) => count !== false)
      // Keeps a number and its word on one line.
      .map((count) => count.replace(' ', '\u00a0'))
      .join(' · ')
  );
}

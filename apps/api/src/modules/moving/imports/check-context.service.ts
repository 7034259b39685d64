/** What the check of rows needs besides them: the organization with all below it, its funds, and the day. */
import type { FamilyColumn } from '@kinfold/domain/import-family';
import type { ImportMapping } from '@kinfold/domain/import-fields';
import { understoodMapping } from '@kinfold/domain/import-understanding';
import { calendarDateOf, type CalendarDate } from '@kinfold/domain/dates';
import { showMoney, type Cents } from '@kinfold/domain/money';
import { findOfferedCampaigns, type CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { membersCounted, numbersWithin } from '../../organizations/organizations/organization.service.ts';
import type { ImportRecord, ImportRowRecord } from './import.model.ts';

/** Rows that are looked up at the same time. */
export const CHECKED_AT_ONCE = 8;

export type CheckContext = {
  given: ImportRecord;
  mapping: ImportMapping;
  /** What the column of families holds (check-families.service.ts). */
  familyColumn: FamilyColumn;
  /** Households with more rows than one has, by key: the group of each. Their earlier rows are not read again. */
  crowded: Map<string, string>;
  /** Whether it is still asked if people of one address live together. */
  isHouseholdsAsked: boolean;
  /** The organization and all below it: users who may import there may see their members. */
  organizationNumbers: readonly string[];
  /** Whether there are members to compare rows with. */
  hasMembers: boolean;
  funds: readonly CampaignRecord[];
  today: CalendarDate;
  timeZone: string;
  /** An amount (cents) in the currency of the deployment. */
  show: (amount: Cents) => string;
};

/** Rows that were checked, and what was seen in them, once for each row (`Seen`). */
export type Checked = { checked: ImportRowRecord[]; seen: string[] };

/** What is the same for every import. */
export type ImportSite = { now: () => Date; timeZone: string; currency: string };

/** Reads the context of a check. */
export async function checkContext(
  given: ImportRecord,
  { now, timeZone, currency }: ImportSite,
): Promise<CheckContext> {
  const { organizationNumber, kind } = given;
  const offered = await findOfferedCampaigns(organizationNumber);
  const organizationNumbers = (await numbersWithin([organizationNumber])) ?? [];
  return {
    given,
    mapping: understoodMapping(given),
    familyColumn: 'numbers',
    crowded: new Map(),
    isHouseholdsAsked: false,
    organizationNumbers,
    hasMembers: (await membersCounted(organizationNumbers)) > 0,
    // Open campaigns have no dues, so nothing is owed to them.
    funds: kind === 'balances' ? offered.filter(({ requiresMembership }) => requiresMembership) : offered,
    today: calendarDateOf(now(), timeZone),
    timeZone,
    show: (amount) => showMoney(amount, currency),
  };
}

/**
 * When nothing is sent to a household unasked (rules.md "Death, payers and who is charged"): in the days of quiet after
 * a death in it, and while a report of one is open. Code that sends to many asks here, of everybody to whom it would
 * send.
 */
import { addDays, calendarDateOf, DAY_MS, type CalendarDate } from '@kinfold/domain/dates';
import { REPORT_QUIET_DAYS } from '@kinfold/domain/death-report';
import { householdQuietUntil, QUIET_DAYS_MAX, type FundRules } from '@kinfold/domain/fund-rules';
import { readDeathsAfter, readHouseholdMembers, type MemberRecord } from '../members/member.service.ts';
import { readReportsOfHouseholds } from './death-report.model.ts';
import { campaignsOf, findMembershipsCoveringAny } from '../../funds/memberships/membership.service.ts';

type Resident = Pick<MemberRecord, '_id' | 'household_id'>;

/** The first day on which each of some members is written to again, of those who are left alone now; by their ids. */
export async function findQuiet(
  members: readonly Resident[],
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<ReadonlyMap<string, CalendarDate>> {
  const today = calendarDateOf(now, timeZone);
  const households = [...new Set(members.flatMap(({ household_id }) => household_id ?? []))];
  const [ends, reported] = await Promise.all([
    quietOfDeaths(households, today),
    quietOfReports(households, { now, timeZone }),
  ]);
  return new Map(
    members.flatMap(({ _id, household_id }): [string, CalendarDate][] => {
      const ofHousehold = [ends.get(household_id ?? ''), reported.get(household_id ?? '')];
      const end = ofHousehold.reduce((last, day) => (day && day > (last ?? '') ? day : last));
      return end !== undefined && today < end ? [[_id, end]] : [];
    }),
  );
}

/** The first day on which the household of a person who died on a day is written to again. */
export async function quietAfter(
  { household_id }: Resident,
  deceasedDt: CalendarDate,
): Promise<CalendarDate> {
  const rules = household_id === null ? [] : ((await rulesOf([household_id])).get(household_id) ?? []);
  return householdQuietUntil(deceasedDt, rules);
}

/** Of some households, the end of the days of quiet after deaths: by the funds of everybody in them, the dead included. */
async function quietOfDeaths(households: readonly string[], today: CalendarDate) {
  const deaths = await readDeathsAfter(households, addDays(today, -QUIET_DAYS_MAX));
  if (!deaths.length) return new Map<string, CalendarDate>();
  const mourning = [...new Set(deaths.flatMap(({ household_id }) => household_id ?? []))];
  const rules = await rulesOf(mourning);
  const ends = new Map<string, CalendarDate>();
  for (const { household_id, deceasedDt } of deaths) {
    if (household_id === null || deceasedDt === null) continue;
    const end = householdQuietUntil(deceasedDt, rules.get(household_id) ?? []);
    if (end > (ends.get(household_id) ?? '')) ends.set(household_id, end);
  }
  return ends;
}

/** Of some households, until when an open report of a death keeps everybody from writing to them. */
async function quietOfReports(
  households: readonly string[],
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<ReadonlyMap<string, CalendarDate>> {
  const since = new Date(now.getTime() - (REPORT_QUIET_DAYS + 1) * DAY_MS);
  const ends = new Map<string, CalendarDate>();
  for (const { householdId, createdDt } of await readReportsOfHouseholds(households, since)) {
    const end = addDays(calendarDateOf(createdDt, timeZone), REPORT_QUIET_DAYS);
    if (householdId !== null && end > (ends.get(householdId) ?? '')) ends.set(householdId, end);
  }
  return ends;
}

/** The rules of the funds of some households: of those that cover somebody in them. */
async function rulesOf(households: readonly string[]): Promise<ReadonlyMap<string, FundRules[]>> {
  const residents = await readHouseholdMembers(households);
  const memberships = await findMembershipsCoveringAny(residents.map(({ _id }) => _id));
  const campaigns = await campaignsOf(memberships);
  const home = new Map(residents.map(({ _id, household_id }) => [_id, household_id]));
  const found = new Map<string, FundRules[]>();
  for (const { campaignId, members } of memberships) {
    const campaign = campaigns.get(campaignId);
    if (!campaign?.requiresMembership) continue;
    for (const household of new Set(members.flatMap(({ member_id }) => home.get(member_id) ?? [])))
      found.set(household, [...(found.get(household) ?? []), campaign.fundRules]);
  }
  return found;
}

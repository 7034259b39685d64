import type * as z from 'zod/mini';
import { countryName } from '@kinfold/domain/any-address';
import { ageOf, showDate, type CalendarDate } from '@kinfold/domain/dates';
import { showDeathDay } from '@kinfold/domain/death-day';
import type { FoundMember, Member } from '@kinfold/domain/member';
import type { LikelyDuplicate } from '@kinfold/domain/member-duplicates';
import type { MemberRow as MemberListRow } from '@kinfold/domain/member-list';
import type { OrganizationMember } from '@kinfold/domain/organization-member';
import { formerlyOf } from '@kinfold/domain/person-name';
import { plainMoney, type Cents } from '@kinfold/domain/money';
import { showPhone } from '@kinfold/domain/phone';
import { WAY_NAMES } from '@kinfold/domain/preferred-way';
import type { CsvColumn } from '../../../platform/csv.ts';
import type { FoundRecord, FoundState, MemberRecord, MemberRow } from './member.model.ts';

/** A member on the wire; `campaignMembershipIds` are the memberships that cover them. */
export function presentMember(
  member: MemberRecord,
  campaignMembershipIds: readonly string[],
  today: CalendarDate,
): z.input<typeof Member> {
  const { _id, memberId, firstNm, lastNm, middleInit, birthDt, organizationNumber, organizationName } =
    member;
  const { externalRef, household_id, relationship, isActive, phones, emails, linkedHouseholds, deceasedDt } =
    member;
  return {
    _id,
    member_id: _id,
    memberId,
    firstNm,
    lastNm,
    suffix: member.suffix ?? null,
    middleInit,
    midInit: middleInit,
    birthDt,
    age: ageOf(member, today),
    organizationNumber,
    organizationName,
    externalRef,
    household_id,
    relationship,
    isActive,
    address: member.address && {
      ...member.address,
      modifiedDt: member.address.modifiedDt?.toISOString() ?? null,
    },
    phones,
    emails,
    linkedHouseholds,
    deceasedDt,
    ...(member.deathDay && { deathDay: member.deathDay }),
    preferredWay: member.preferredWay ?? null,
    unsubscribedDt: member.unsubscribedDt?.toISOString() ?? null,
    bouncedEmail: member.bouncedEmail ?? null,
    version: member.version,
    campaignMembership: campaignMembershipIds.map((campaignMembershipId) => ({ campaignMembershipId })),
    createdBy: member.createdBy,
    createdDt: member.createdDt.toISOString(),
  };
}

/** A member in the list of their organization. */
export function presentOrganizationMember(
  {
    _id,
    emails: _emails,
    address: _address,
    externalRef: _reference,
    formerNames: _former,
    preferredWay: _way,
    unsubscribedDt: _stop,
    bouncedEmail: _bounced,
    deathDay,
    ...member
  }: MemberRow,
  today: CalendarDate,
): z.input<typeof OrganizationMember> {
  return {
    ...{ _id, member_id: _id, age: ageOf(member, today), ...member },
    ...(deathDay && { deathDay }),
  };
}

/** What a search shows of a member. */
export function presentFoundMember(found: FoundRecord & Partial<FoundState>): FoundMember {
  const { _id, firstNm, lastNm, birthDt, isActive, deceasedDt, deathDay } = found;
  return {
    ...{ id: _id, firstNm, lastNm, birthDt },
    ...presentFoundName(found),
    ...(isActive === false && { isActive }),
    ...(deceasedDt && { deceasedDt }),
    ...(deathDay && { deathDay }),
  };
}

/** The note beside a name that was found: the suffix and 'formerly', where there are such. */
export function presentFoundName(
  member: Pick<MemberRecord, 'firstNm' | 'lastNm' | 'suffix' | 'formerNames'>,
): { suffix?: string; formerly?: string } {
  const formerly = formerlyOf(member, member.formerNames);
  return { ...(member.suffix && { suffix: member.suffix }), ...(formerly && { formerly }) };
}

/** A member who is likely to be the same person. */
export function presentLikelyDuplicate(
  member: MemberRecord,
  reasons: LikelyDuplicate['reasons'],
): LikelyDuplicate {
  const { _id, memberId, firstNm, lastNm, birthDt, organizationName, isActive, phones } = member;
  return {
    ...{ _id, memberId, firstNm, lastNm, birthDt, organizationName, isActive, reasons },
    ...presentFoundName(member),
    phoneNbr: phones[0]?.phoneNbr ?? null,
  };
}

/** A member in a list. */
export function presentMemberRow(
  { _id, memberId, firstNm, lastNm, organizationNumber, organizationName, ...member }: MemberRow,
  today: CalendarDate,
): z.input<typeof MemberListRow> {
  return {
    _id,
    memberId,
    firstNm,
    lastNm,
    ...presentFoundName({ firstNm, lastNm, ...member }),
    birthDt: member.birthDt,
    age: ageOf(member, today),
    relationship: member.relationship,
    organizationNumber,
    organizationName,
    isActive: member.isActive,
    deceasedDt: member.deceasedDt,
    ...(member.deathDay && { deathDay: member.deathDay }),
    phoneNbr: member.phones[0]?.phoneNbr ?? null,
    email: member.emails[0]?.email ?? null,
    externalRef: member.externalRef,
  };
}

const ACTIVE = { true: 'Yes', false: 'No', null: 'Unknown' };

/** A fund that covers a member: since when, and at which price where that was set by hand. */
export type FileFund = { name: string; joinedDt: Date; priceOverride: Cents | null };

/**
 * A member in a file: with the household, by the number of its primary member, and the funds that cover them, as far as the
 * reader may see these.
 */
export type FileMember = MemberRow & { household: string | null; funds: readonly FileFund[] };

/** A text for each fund, in the order of the funds; empty where no fund has one. */
const eachFund = (funds: readonly FileFund[], textOf: (fund: FileFund) => string) => {
  const texts = funds.map(textOf);
  return texts.some(Boolean) ? texts.join('; ') : null;
};

/** The columns of a file of members; columns that an import reads have the headings that it knows. */
export const memberColumns = (today: CalendarDate, timeZone: string): readonly CsvColumn<FileMember>[] => [
  ['Member Number', 'The printed number', ({ memberId }) => memberId],
  ['Last Name', '', ({ lastNm }) => lastNm],
  ['First Name', '', ({ firstNm }) => firstNm],
  ['Birth Date', 'Month, day, year', ({ birthDt }) => birthDt && showDate(birthDt)],
  ['Age', 'On the day of the export; of the deceased, at death', (one) => ageOf(one, today)],
  ['Relationship', 'To the head of the household', ({ relationship }) => relationship],
  ['Organization', 'The organization of the member', ({ organizationName }) => organizationName],
  ['Active', 'Yes, No or Unknown', ({ isActive }) => ACTIVE[`${isActive}`]],
  [
    'Date of Death',
    'Month, day, year; where the day is not known, what is known',
    ({ deceasedDt, deathDay }) => deceasedDt && showDeathDay(deceasedDt, deathDay),
  ],
  [
    'Phone',
    'Several with a semicolon',
    ({ phones }) => phones.map((phone) => showPhone(phone.phoneNbr)).join('; '),
  ],
  ['Email', 'Several with a semicolon', ({ emails }) => emails.map(({ email }) => email).join('; ')],
  ['Street', '', ({ address }) => address?.streetAddress ?? null],
  ['Street 2', 'Flat, suite', ({ address }) => address?.streetAddress2 ?? null],
  ['City', '', ({ address }) => address?.cityNm ?? null],
  ['State', '', ({ address }) => address?.stateCd ?? null],
  ['Zip Code', '', ({ address }) => address?.postalCd ?? null],
  [
    'Country',
    'Empty where it is our own',
    ({ address }) => (address?.countryCd ? countryName(address.countryCd) : null),
  ],
  ['External Reference', 'Your own number for this person', ({ externalRef }) => externalRef],
  ['Middle Initial', '', ({ middleInit }) => middleInit],
  ['Suffix', 'Jr., Sr., III', ({ suffix }) => suffix ?? null],
  [
    'Household',
    'The number of its primary member: the same for everybody who lives together',
    ({ household }) => household,
  ],
  ['Fund', 'The fund that covers them, the first by name', ({ funds }) => funds[0]?.name ?? null],
  [
    'Other Funds',
    'The other funds that cover them',
    ({ funds }) =>
      funds
        .slice(1)
        .map(({ name }) => name)
        .join('; '),
  ],
  [
    'Covered Since',
    'When they joined each of these funds, with a semicolon; month, day, year',
    ({ funds }) => eachFund(funds, ({ joinedDt }) => showDate(joinedDt, timeZone)),
  ],
  [
    'Price By Hand',
    'Where staff set it, in dollars, for each of these funds, with a semicolon',
    ({ funds }) =>
      eachFund(funds, ({ priceOverride }) => (priceOverride === null ? '' : plainMoney(priceOverride))),
  ],
  [
    'Preferred Way',
    'How they want to hear what is due: By email, By letter or By phone',
    ({ preferredWay }) => (preferredWay ? WAY_NAMES[preferredWay] : null),
  ],
  [
    'Stopped Reminders',
    'When they stopped reminders by email; month, day, year',
    ({ unsubscribedDt }) => (unsubscribedDt ? showDate(unsubscribedDt, timeZone) : null),
  ],
  [
    'Refused Email',
    'The one of their emails that the mail server refused; an import leaves it out',
    ({ bouncedEmail }) => bouncedEmail ?? null,
  ],
];

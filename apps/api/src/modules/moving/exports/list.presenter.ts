/** The columns of the files of lists; those of members, memberships, donations and covers are in their modules. */
import type * as z from 'zod/mini';
import type { AssignedRole } from '@kinfold/domain/assigned-role';
import type { AuditEntry } from '@kinfold/domain/audit';
import { auditActionName, auditFieldName, auditSentence } from '@kinfold/domain/audit-sentence';
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import { CLAIM_STATE_WORDS, type Claim } from '@kinfold/domain/claim';
import { showDate, type CalendarDate } from '@kinfold/domain/dates';
import { showDeathDay } from '@kinfold/domain/death-day';
import { fundRulesText } from '@kinfold/domain/fund-rules-text';
import type { ImportPage } from '@kinfold/domain/import';
import type { IntakeRequest } from '@kinfold/domain/intake';
import type { JobPage } from '@kinfold/domain/job';
import { MESSAGE_STATE_WORDS } from '@kinfold/domain/message';
import { cents, plainMoney } from '@kinfold/domain/money';
import type { Contact, OrganizationRow } from '@kinfold/domain/organization';
import { showPhone } from '@kinfold/domain/phone';
import { priceTexts } from '@kinfold/domain/rule-text';
import { clockTime } from '@kinfold/domain/time-of-day';
import type { CsvColumn } from '../../../platform/csv.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import type { SeenRun } from '../../funds/donations/runs-seen.service.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import type { ListedMessage, MessageRecord } from '../../telling/messages/message.service.ts';
import type { GroupRecord } from '../../organizations/organizations/group.service.ts';

type Columns<Row> = readonly CsvColumn<Row>[];
/** How amounts and times are shown. */
export type Shown = { currency: string; timeZone: string };

/** A day and a time of the time zone: `11.22.2026 18:22`. */
export const showMoment = (at: Date | string, timeZone: string): string =>
  `${showDate(new Date(at), timeZone)} ${clockTime(new Date(at), timeZone)}`;

const momentOrNull = (at: Date | string | null, timeZone: string) => at && showMoment(at, timeZone);
const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No');

export const organizationColumns: Columns<OrganizationRow> = [
  ['Organization Number', '', ({ organizationNumber }) => organizationNumber],
  ['Organization', 'Its name', ({ organizationName }) => organizationName],
  ['Above', 'The number of the organization right above it', ({ parentOrganization }) => parentOrganization],
  ['Members', 'How many', ({ membersCnt }) => membersCnt],
  ['Campaigns', 'How many it manages', ({ campaignsCnt }) => campaignsCnt],
  ['Groups', 'How many', ({ groupsCnt }) => groupsCnt],
];

export const campaignColumns = ({ currency }: Shown): Columns<CampaignRecord> => [
  ['Campaign', 'Its name', ({ campaignName }) => campaignName],
  ['Description', '', ({ shortDescription }) => shortDescription],
  ['By Membership', 'Yes for a fund', ({ requiresMembership }) => yesOrNo(requiresMembership)],
  ['Managed By', 'The organization', ({ managedBy }) => managedBy],
  [
    'Organization Number',
    'Of the organization that manages it',
    ({ organizationNumber }) => organizationNumber,
  ],
  [
    'Participating',
    'The numbers of the other organizations whose members may join',
    ({ participatingOrganizations }) => participatingOrganizations.join('; '),
  ],
  [
    'Prices',
    'In the order in which they are tried',
    ({ priceRules, defaultPrice }) => priceTexts(priceRules, defaultPrice, currency).join(' | '),
  ],
  [
    'Rules',
    'When cover begins, ends and comes back',
    ({ requiresMembership, fundRules }) =>
      requiresMembership ? fundRulesText(fundRules, currency).join(' | ') : null,
  ],
  ['Tax Note', 'What statements say about tax', ({ taxNote }) => taxNote],
];

export const runColumns = ({ timeZone }: Shown, now: Date): Columns<SeenRun & { campaignName: string }> => [
  ['Campaign', '', ({ campaignName }) => campaignName],
  ['Campaign Run', 'Its name', ({ name }) => name],
  ['Number', 'Of the run', ({ runNbr }) => runNbr],
  ['Description', '', ({ description }) => description],
  ['First Day', 'Month, day, year', ({ startDt }) => showDate(startDt, timeZone)],
  ['Last Day', 'Month, day, year', ({ endDt }) => showDate(endDt, timeZone)],
  ['Status', 'active, paused or ended', (run) => campaignRunStatus(run, now)],
  [
    'Paid',
    'What was paid in it, in dollars',
    ({ donationsAmount }) => (donationsAmount === null ? null : plainMoney(donationsAmount)),
  ],
];

export const contactColumns: Columns<Contact> = [
  ['Name', '', ({ name }) => name],
  ['Title', '', ({ title }) => title],
  ['Phone', 'The first one', ({ phone }) => phone && showPhone(phone)],
  ['Email', 'The first one', ({ email }) => email],
];

/** The mail addresses of a group. */
export const groupPeopleColumns: Columns<Pick<MemberRecord, 'firstNm' | 'lastNm' | 'emails' | 'phones'>> = [
  ['Last Name', '', ({ lastNm }) => lastNm],
  ['First Name', '', ({ firstNm }) => firstNm],
  ['Email', 'The first one', ({ emails }) => emails[0]?.email ?? null],
  ['Phone', 'The first one', ({ phones }) => (phones[0] ? showPhone(phones[0].phoneNbr) : null)],
];

export const groupColumns: Columns<GroupRecord> = [
  ['Group', 'Its name', ({ groupName }) => groupName],
  ['Added By', 'The email of the user who did it', ({ createdBy }) => createdBy],
];

export const roleColumns = (timeZone: string): Columns<z.input<typeof AssignedRole>> => [
  ['Name', 'The email of a user who is not a member', ({ name }) => name],
  ['Email', '', ({ email }) => email],
  ['Role', '', ({ role }) => role],
  ['Given At', 'The organization where it holds, and below it', ({ organizationName }) => organizationName],
  ['Given By', 'The email of the user who did it', ({ createdBy }) => createdBy],
  ['Given On', 'Month, day, year', ({ createdDt }) => showDate(new Date(createdDt), timeZone)],
  [
    'Ends',
    'The first day on which it no longer holds',
    ({ endDt }) => (endDt === null ? null : showDate(new Date(endDt), timeZone)),
  ],
  [
    'Invited Until',
    'The last day of an invitation that nobody has accepted',
    ({ pendingUntilDt }) => (pendingUntilDt === null ? null : showDate(new Date(pendingUntilDt), timeZone)),
  ],
];

/** A value of the history in a cell: a text as it is, anything else as JSON. */
const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

export const historyColumns = (timeZone: string): Columns<z.input<typeof AuditEntry>> => [
  ['When', 'Month, day, year, time', ({ at }) => showMoment(at, timeZone)],
  ['Who', '', ({ actor }) => actor.name],
  ['Email', 'Of the user who did it', ({ actor }) => actor.email],
  ['Action', '', ({ action }) => auditActionName(action)],
  ['In Words', '', (entry) => auditSentence({ ...entry, changes: [...entry.changes] })],
  [
    'Organization Number',
    'The organization whose history has it',
    ({ organizationNumber }) => organizationNumber,
  ],
  [
    'Changes',
    'Each field before and after; amounts in cents',
    ({ changes }) =>
      changes
        .map(({ field, from, to }) => `${auditFieldName(field)}: ${valueText(from)} -> ${valueText(to)}`)
        .join(' | '),
  ],
  ['Reason', '', ({ reason }) => reason],
  ['Number', 'In the chain of the organization', ({ seq }) => seq],
];

type Request = Omit<z.input<typeof IntakeRequest>, 'likelyDuplicates'>;
export const intakeColumns = (timeZone: string): Columns<Request> => [
  ['Last Name', '', ({ lastNm }) => lastNm],
  ['First Name', '', ({ firstNm }) => firstNm],
  ['Middle Initial', '', ({ middleInit }) => middleInit],
  ['Birth Date', 'Month, day, year', ({ birthDt }) => birthDt && showDate(birthDt)],
  ['Phone', '', ({ phone }) => phone && showPhone(phone)],
  ['Email', '', ({ email }) => email],
  ['Organization', 'As the person wrote it', ({ organizationName }) => organizationName],
  ['Status', 'new, member or dismissed', ({ status }) => status],
  ['Asked', 'Month, day, year, time', ({ createdDt }) => showMoment(createdDt, timeZone)],
  ['Answered By', '', ({ decision }) => decision?.by ?? null],
  ['Answered', 'Month, day, year, time', ({ decision }) => momentOrNull(decision?.at ?? null, timeZone)],
  ['Reason', 'Why it was dismissed', ({ decision }) => decision?.reason ?? null],
];

/** An amount of a claim (cents); empty where there is none, or the reader may not see it. */
const centsOrNull = (amount: number | null | undefined) =>
  amount === null || amount === undefined ? null : plainMoney(cents(amount));

/** Claims without what says why somebody died: the cause, and the rule of the fund that fits. */
export const claimColumns = (timeZone: string): Columns<z.input<typeof Claim>> => [
  ['Claim Number', '', ({ claimNbr }) => claimNbr],
  ['Member Number', 'Of the person who has died', ({ member }) => member.memberId],
  ['Name', 'Of the person who has died', ({ member }) => member.name],
  [
    'Died',
    'Month, day, year; or what is known of the day',
    ({ deceasedDt, deathDay }) => showDeathDay(deceasedDt as CalendarDate, deathDay),
  ],
  ['Fund', '', ({ campaign }) => campaign.campaignName],
  ['Organization Number', 'Where the person belonged', ({ organizationNumber }) => organizationNumber],
  ['State', Object.values(CLAIM_STATE_WORDS).join(', '), ({ state }) => CLAIM_STATE_WORDS[state]],
  [
    'Amount',
    'What is approved, or proposed, or what the fund pays by its rules; in dollars',
    ({ benefit }) => centsOrNull(benefit?.approvedAmount ?? benefit?.proposedAmount ?? benefit?.amount),
  ],
  ['Paid Out', 'In dollars', ({ paidOut }) => centsOrNull(paidOut)],
  ['Opened', 'Month, day, year', ({ openedDt }) => showDate(new Date(openedDt), timeZone)],
  ['Opened By', '', ({ openedBy }) => openedBy],
];

const MESSAGE_KIND_WORDS = {
  reminder: 'Reminder',
  warning: 'Warning that cover ends',
  report: 'Report of what was collected',
};
export const messageColumns = (timeZone: string): Columns<MessageRecord> => [
  [
    'Kind',
    'Reminder, Warning that cover ends, or Report of what was collected',
    ({ kind }) => MESSAGE_KIND_WORDS[kind],
  ],
  ['Email', 'Where it went', ({ email }) => email],
  [
    'Due',
    'What was due at that time, of a report what they gave, in dollars',
    ({ amount }) => plainMoney(amount),
  ],
  ['Status', 'Its result', ({ state }) => MESSAGE_STATE_WORDS[state]],
  ['Made', 'Month, day, year, time', ({ createdDt }) => showMoment(createdDt, timeZone)],
  ['Sent', 'Month, day, year, time', ({ sentDt }) => momentOrNull(sentDt, timeZone)],
  [
    'Link Opened',
    'The first time; month, day, year, time',
    ({ openedDt }) => momentOrNull(openedDt, timeZone),
  ],
];

export const runMessageColumns = (timeZone: string): Columns<ListedMessage> => [
  ['Name', 'Of the person who was reminded', ({ memberName }) => memberName],
  ...messageColumns(timeZone),
];

export const jobColumns = (timeZone: string): Columns<z.input<typeof JobPage>['jobs'][number]> => [
  ['Job', 'What it does', ({ type }) => type],
  [
    'Status',
    'waiting, running, done, failed or cancelled',
    ({ status, failure }) => (failure?.code === 'cancelled' ? failure.code : status),
  ],
  ['Total', 'How much there is to do', ({ total }) => total],
  ['Done', '', ({ done }) => done],
  ['Failed', '', ({ failed }) => failed],
  ['Started By', 'The email of the user who did it', ({ createdBy }) => createdBy],
  ['Asked', 'Month, day, year, time', ({ createdDt }) => showMoment(createdDt, timeZone)],
  ['Ended', 'Month, day, year, time', ({ endedDt }) => momentOrNull(endedDt, timeZone)],
];

export const importColumns = (timeZone: string): Columns<z.input<typeof ImportPage>['imports'][number]> => [
  ['File', 'Its name', ({ fileName }) => fileName],
  ['Status', 'mapping, checked, running, done or undone', ({ status }) => status],
  ['Rows', '', ({ counts }) => counts.rows],
  ['Made', 'Members', ({ outcome }) => outcome.created],
  ['Changed', 'Members', ({ outcome }) => outcome.changed],
  ['Households', 'Made', ({ outcome }) => outcome.households],
  ['Memberships', 'Made', ({ outcome }) => outcome.memberships],
  ['Failed', 'Rows', ({ outcome }) => outcome.failed],
  ['Taken Back', 'Rows', ({ outcome }) => outcome.undone],
  ['Sent By', 'The email of the user who did it', ({ createdBy }) => createdBy],
  ['Sent', 'Month, day, year, time', ({ createdDt }) => showMoment(createdDt, timeZone)],
];

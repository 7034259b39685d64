/** The files of an archive: their contents, and how they are read from a position. */
import type { CalendarDate } from '@kinfold/domain/dates';
import { totalBalance } from '@kinfold/domain/donation';
import { INTAKE_STATUSES } from '@kinfold/domain/intake';
import { sumCents } from '@kinfold/domain/money';
import { csvHeading, csvRow, type CsvColumn } from '../../../platform/csv.ts';
import { listHistory } from '../../operations/audit/audit.service.ts';
import { findRunPage } from '../../funds/campaign-runs/campaign-run.service.ts';
import { collectedIn } from '../../funds/donations/run-figures.service.ts';
import { findCampaignsOf } from '../../funds/campaigns/campaign.service.ts';
import { withVisibleParticipants } from '../../funds/campaigns/campaign-list.service.ts';
import { listContacts } from '../../people/contacts/contact.service.ts';
import { findListedOf } from '../../funds/donations/run-donations.service.ts';
import { presentImport } from '../imports/import.presenter.ts';
import { listImports } from '../imports/import.service.ts';
import { listIntakeRequests } from '../../people/intake-requests/intake-review.service.ts';
import { findEntriesOfOrganization } from '../../money/ledger/ledger.service.ts';
import { findMembersAfter, type MemberRow } from '../../people/members/member-list.service.ts';
import { memberColumns } from '../../people/members/member.presenter.ts';
import { findMembers, nameKeyOf } from '../../people/members/member.service.ts';
import { findMembershipsCoveringAny } from '../../funds/memberships/membership.service.ts';
import { listGroups } from '../../organizations/organizations/group.service.ts';
import { findOrganizations } from '../../organizations/organizations/organization.service.ts';
import { presentRole } from '../../identity/roles/role.presenter.ts';
import { listRoles } from '../../identity/roles/role.service.ts';
import { findUserNames } from '../../identity/users/user.service.ts';
import { callsTo, earlierPaymentsOf, lettersTo, notesOn, remindersTo } from './archive-members.service.ts';
import {
  archivedOrganizationColumns,
  balanceColumns,
  coveredColumns,
  everyTime,
  dueColumns,
  householdColumns,
  paymentColumns,
  withOrganization,
} from './archive.presenter.ts';
import { eachOfPages } from './export-list.service.ts';
import { fileMembers, householdCodes } from './file-members.service.ts';
import {
  campaignColumns,
  contactColumns,
  groupColumns,
  historyColumns,
  importColumns,
  intakeColumns,
  roleColumns,
  runColumns,
  type Shown,
} from './list.presenter.ts';
import { readByOrganization, type Read } from './read-places.ts';
import {
  calledColumns,
  earlierPaymentColumns,
  householdNoteColumns,
  remindedColumns,
  writtenToColumns,
} from './outreach.presenter.ts';

/** The scope of an archive: an organization with all below it, with their numbers in order. */
export type ArchiveScope = Shown & {
  organizationNumber: string;
  organizationNumbers: readonly string[];
  now: Date;
  today: CalendarDate;
};

/** A file of an archive. */
export type ArchiveTable = {
  name: string;
  about: string;
  columns: readonly (readonly [name: string, about: string])[];
  heading: string;
  /** Reads lines from a position. */
  read: (place: unknown) => Promise<Read<string>>;
};

function table<Row>(
  name: string,
  about: string,
  columns: readonly CsvColumn<Row>[],
  read: (place: unknown) => Promise<Read<Row>>,
): ArchiveTable {
  return {
    name,
    about,
    columns: columns.map(([column, meaning]) => [column, meaning]),
    heading: csvHeading(columns),
    async read(place) {
      const { rows, next } = await read(place);
      return { rows: rows.map((row) => csvRow(columns, row)), next };
    },
  };
}

/** Members per read: their dues are as many as their funds had runs. */
const MEMBERS = 100;
const ENTRIES = 500;

/** All files of an archive, in order. */
export function archiveTables(scope: ArchiveScope): ArchiveTable[] {
  const { organizationNumber, organizationNumbers, timeZone, now } = scope;
  const own = new Set(organizationNumbers);
  const isOwn = (number: string) => own.has(number);
  const by =
    <Row, Within>(read: Parameters<typeof readByOrganization<Row, Within>>[2]) =>
    (place: unknown) =>
      readByOrganization(organizationNumbers, place, read);
  /** Reads a table of which each organization has few rows. */
  const byEach = <Row>(read: (number: string) => Promise<readonly Row[]>) =>
    by<Row, never>(async (number) => ({ rows: [...(await read(number))], next: null }));
  /** Reads the records of some members. */
  const byMembers = <Row>(read: (members: readonly MemberRow[]) => Promise<Row[]>) =>
    by<Row, { nameKey: string; _id: string }>(async (number, within) => {
      const members = await findMembersAfter(number, within, MEMBERS);
      const last = members.length === MEMBERS ? members.at(-1) : undefined;
      return { rows: await read(members), next: last ? { nameKey: nameKeyOf(last), _id: last._id } : null };
    });
  /** The campaigns that are read with an organization: each once, with the first to which it is offered. */
  const campaignsAt = async (number: string) => {
    const offered = await findCampaignsOf(number);
    const first = offered.filter(
      (one) => organizationNumbers.find((each) => one.offeredTo.includes(each)) === number,
    );
    return withVisibleParticipants(first, [organizationNumber]);
  };
  const fileScope = { showsMembers: isOwn, showsFunds: isOwn };
  const page = { page_size: ENTRIES };

  return [
    table(
      'organizations.csv',
      'The organization and all below it',
      archivedOrganizationColumns,
      byEach((number) => findOrganizations([number])),
    ),
    table(
      'members.csv',
      'Everybody, with their household and fund, in the format that an import reads',
      memberColumns(scope.today, timeZone),
      byMembers((members) => fileMembers(members, fileScope)),
    ),
    table(
      'households.csv',
      'The members of each household, and the accounts that they may look at and pay for',
      householdColumns,
      byMembers(async (rows) => {
        const members = await findMembers(rows.map(({ _id }) => _id));
        const byId = new Map(members.map((member) => [member._id, member]));
        const ids = members.flatMap(({ household_id, linkedHouseholds }) => [
          household_id,
          ...linkedHouseholds,
        ]);
        const codes = await householdCodes(ids, rows, fileScope);
        return rows.flatMap(({ _id }) => {
          const member = byId.get(_id);
          if (!member?.household_id) return [];
          // A household of another tree has no number here, and is left out.
          const linked = member.linkedHouseholds.flatMap((id) => {
            const code = codes.get(id) ?? id;
            return code === id ? [] : code;
          });
          return { member, household: codes.get(member.household_id) ?? member.household_id, linked };
        });
      }),
    ),
    table(
      'memberships.csv',
      'Everybody whom a membership covers or covered, a row for each period',
      coveredColumns(timeZone),
      byMembers(async (rows) => {
        const ids = rows.map(({ _id }) => _id);
        const covering = await findMembershipsCoveringAny(ids);
        const theirs = covering.filter(({ primaryMemberId }) => ids.includes(primaryMemberId));
        const people = await findMembers([
          ...new Set(theirs.flatMap(({ members }) => members.map((one) => one.member_id))),
        ]);
        const byId = new Map(people.map((person) => [person._id, person]));
        return theirs.flatMap((membership) =>
          membership.members.flatMap(everyTime).map((covered) => ({
            membership,
            covered,
            primary: byId.get(membership.primaryMemberId),
            person: byId.get(covered.member_id),
          })),
        );
      }),
    ),
    table(
      'balances.csv',
      'What each active membership owes and paid last, in the format that an import of balances from before reads',
      balanceColumns(timeZone),
      byMembers(async (rows) => {
        const people = await findMembers(rows.map(({ _id }) => _id));
        const byId = new Map(people.map((person) => [person._id, person]));
        const [covering, dues] = await Promise.all([
          findMembershipsCoveringAny([...byId.keys()]),
          findListedOf([...byId.keys()]),
        ]);
        return covering.flatMap((membership) => {
          const primary = byId.get(membership.primaryMemberId);
          if (!primary || membership.isActive !== true) return [];
          const own = dues.filter((due) => due.campaignMembershipId === membership._id);
          return { membership, primary, owed: sumCents(own.map(totalBalance)) };
        });
      }),
    ),
    table(
      'campaigns.csv',
      'Funds and other campaigns, with their prices and rules',
      campaignColumns(scope),
      byEach(campaignsAt),
    ),
    table(
      'runs.csv',
      'The runs of these campaigns',
      runColumns(scope, now),
      byEach(async (number) => {
        const rows = [];
        for (const campaign of await campaignsAt(number))
          for await (const run of eachOfPages((page) => findRunPage(campaign._id, page))) {
            // For a campaign of another organization, only what was paid here.
            const donationsAmount = isOwn(campaign.organizationNumber)
              ? run.donationsAmount
              : await collectedIn(run._id, organizationNumbers);
            rows.push({ ...run, donationsAmount, campaignName: campaign.campaignName });
          }
        return rows;
      }),
    ),
    table(
      'dues.csv',
      'What was due in each run, and what was paid of it',
      dueColumns(timeZone),
      byMembers((members) => findListedOf(members.map(({ _id }) => _id))),
    ),
    table(
      'payments.csv',
      'The ledger: what was paid on each due and ahead; waivers are in dues.csv; payments from before are in earlier-payments.csv',
      paymentColumns(timeZone),
      by(async (number, within: { entryDt: string; _id: string } | null) => {
        const after = within && { ...within, entryDt: new Date(within.entryDt) };
        const entries = await findEntriesOfOrganization(number, after, ENTRIES);
        const last = entries.length === ENTRIES ? entries.at(-1) : undefined;
        const rows = entries.flatMap((entry) =>
          entry.postings
            .filter((posting) => entry.kind !== 'waiver' && posting.organizationNumber === number)
            .map((posting) => ({ entry, posting })),
        );
        return { rows, next: last ? { entryDt: last.entryDt.toISOString(), _id: last._id } : null };
      }),
    ),
    table(
      'contacts.csv',
      'The contacts of each organization',
      withOrganization(contactColumns),
      byEach(async (number) =>
        (await listContacts(number)).map((contact) => ({ ...contact, organizationNumber: number })),
      ),
    ),
    table('groups.csv', 'Groups of each organization', withOrganization(groupColumns), byEach(listGroups)),
    table(
      'roles.csv',
      'Roles and invitations that were given at these organizations',
      roleColumns(timeZone),
      byEach(async (number) => {
        const { roles, organizationNames } = await listRoles(
          { organizationNumber: number, organizationName: '', path: [number] },
          now,
        );
        const given = roles.filter((role) => role.organizationNumber === number);
        const names = await findUserNames(given.flatMap(({ userId }) => userId ?? []));
        return given.map((role) => presentRole(role, number, organizationNames, names));
      }),
    ),
    table(
      'requests.csv',
      'Requests to become a member: those that wait for an answer, then those that were answered',
      withOrganization(intakeColumns(timeZone)),
      (place) =>
        readByOrganization([organizationNumber], place, async (number, within: string | null) => {
          const [cursor = '', name] = (within ?? '').split(' ');
          const at = Math.max(
            INTAKE_STATUSES.findIndex((status) => status === name),
            0,
          );
          const grant = { organizationNumber: number, scopes: () => [] };
          const asked = { ...page, cursor, status: INTAKE_STATUSES[at] };
          const { intakeRequests, next } = await listIntakeRequests(grant, asked);
          if (next !== null) return { rows: intakeRequests, next: `${next} ${INTAKE_STATUSES[at]}` };
          const following = INTAKE_STATUSES[at + 1];
          return { rows: intakeRequests, next: following ? ` ${following}` : null };
        }),
    ),
    table(
      'history.csv',
      'The changes, with author and time, newest first',
      historyColumns(timeZone),
      (place) =>
        // The scope of the organization includes all below it.
        readByOrganization([organizationNumber], place, async (number, within: string | null) => {
          const grant = { organizationNumbers: [number], membersAt: [number] };
          const { entries, next } = await listHistory(grant, { ...page, cursor: within ?? '' }, timeZone);
          return { rows: entries, next };
        }),
    ),
    // New files come last: an archive that an earlier version began continues by the numbers of its files.
    table(
      'earlier-payments.csv',
      'The last payment of each membership in the earlier records of its fund: nobody received it here, so no sum includes it',
      earlierPaymentColumns(timeZone),
      byMembers(earlierPaymentsOf),
    ),
    table(
      'reminders.csv',
      'The people who were reminded of dues by email, or warned that cover ends, in the last two years',
      remindedColumns(timeZone),
      byMembers(remindersTo),
    ),
    table(
      'letters.csv',
      'The people who got a letter on paper about dues',
      writtenToColumns(timeZone),
      byMembers(lettersTo),
    ),
    table('calls.csv', 'The people who were called about dues', calledColumns(timeZone), byMembers(callsTo)),
    table(
      'imports.csv',
      'The files that were imported',
      withOrganization(importColumns(timeZone)),
      by(async (number, within: string | null) => {
        const found = await listImports(number, { ...page, cursor: within ?? '' });
        const rows = found.page.map((given) => presentImport(given, { job: undefined, today: scope.today }));
        return { rows, next: found.next };
      }),
    ),
    table(
      'household-notes.csv',
      'What the office noted on households',
      householdNoteColumns(timeZone),
      byMembers(notesOn),
    ),
  ];
}

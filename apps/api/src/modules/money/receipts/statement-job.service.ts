/**
 * The job that makes the statements of a year: member by member it decides how each gets theirs, and stores the decision
 * with the mail in one transaction, so that nobody is mailed twice by a retry. Those to print are rendered when they are
 * downloaded. At the end it compares what the statements count with the ledger.
 */
import { showDate, startOfDay, type CalendarDate } from '@kinfold/domain/dates';
import { showMoney, type Cents } from '@kinfold/domain/money';
import { statementOutcome } from '@kinfold/domain/statements';
import type { Config } from '../../../platform/config.ts';
import { inTransaction, isDuplicateKey } from '../../../platform/database.ts';
import { sha256 } from '../../../platform/hash.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { mailOf } from '../../../platform/mail-layout.ts';
import type { JobHandler, Step } from '../../../work/job-worker.ts';
import type { Job } from '../../../work/jobs.ts';
import { queueMail } from '../../../work/outbox.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { findEmailsOfMembers } from '../../identity/users/user.service.ts';
import { findOrganization, numbersWithin } from '../../organizations/organizations/organization.service.ts';
import { countMembers, findMembers, type MemberRecord } from '../../people/members/member.service.ts';
import { findMembersAfter } from '../../people/members/member-list.service.ts';
import { findQuiet } from '../../people/mourning/quiet.service.ts';
import { receivedBetween } from '../ledger/year-entries.service.ts';
import { taxNotesOf } from './payment-pdfs.service.ts';
import {
  countStatementOutcomes,
  insertStatementPerson,
  readDecided,
  statementPeopleOf,
  type StatementPerson,
} from './statement-people.model.ts';
import { countedOn, heirOf, statementOf, type Statement } from './statement.service.ts';
import type { StatementsInput } from './statements.service.ts';

type Setting = { now: () => Date; config: Pick<Config, 'CURRENCY' | 'TIME_ZONE'> };

/** People per step, and how many of them at once. */
const BATCH = 100;
const AT_A_TIME = 5;
const MAIL_EVERY_MS = 200;

/** The last member who was decided about, in the order of organizations and names. */
type Cursor = { organizationNumber: string; after: Pick<MemberRecord, 'nameKey' | '_id'> | null };

const numbersOf = async ({ organizationNumber }: Job) =>
  ((await numbersWithin([organizationNumber])) ?? []).toSorted();

/** The next members of an organization and all below it. */
async function membersAfter(numbers: readonly string[], cursor: Cursor | null) {
  const number = cursor?.organizationNumber ?? numbers[0];
  if (number === undefined) return { members: [], next: null };
  const rows = await findMembersAfter(number, cursor?.after ?? null, BATCH);
  const members = await findMembers(rows.map(({ _id }) => _id));
  const last = rows.length === BATCH ? members.find(({ _id }) => _id === rows.at(-1)?._id) : undefined;
  const following = numbers.find((one) => one > number);
  const next = last
    ? { organizationNumber: number, after: { nameKey: last.nameKey, _id: last._id } }
    : following === undefined
      ? null
      : { organizationNumber: following, after: null };
  return { members, next };
}

async function decideAbout(
  job: Job,
  members: readonly MemberRecord[],
  numbers: ReadonlySet<string>,
  { now, config }: Setting,
): Promise<void> {
  const ids = members.map(({ _id }) => _id);
  const [decided, quiet, signIns] = await Promise.all([
    readDecided(job._id, ids),
    findQuiet(members, { now: now(), timeZone: config.TIME_ZONE }),
    findEmailsOfMembers(ids),
  ]);
  const left = members.filter(({ _id }) => !decided.has(_id));
  await inParallel([...left.entries()], AT_A_TIME, async ([index, member]) => {
    const { year, campaignId } = job.input as StatementsInput;
    const statement = await statementOf(member, year, config.TIME_ZONE, campaignId ?? undefined);
    if (!statement.payments.length) return;
    // Their payments are on the statement of who speaks for the household.
    if (member.deceasedDt !== null && (await heirOf(member))) return;
    const how = statementOutcome(
      { ...member, signInEmail: signIns.get(member._id) ?? null },
      quiet.has(member._id),
    );
    const person: StatementPerson = {
      _id: `${job._id}:${member._id}`,
      jobId: job._id,
      memberId: member._id,
      people: [member, ...statement.dead].map(({ _id }) => _id),
      outcome: how.outcome,
      amount: countedOn(statement, member, numbers),
      order: `${member.nameKey}:${member._id}`,
      createdDt: now(),
    };
    if (how.outcome === 'mailed')
      await mailOnce(person, how.email, { member, statement, job, place: job.done + index }, { now, config });
    else await insertStatementPerson(person);
  });
}

/** Stores that somebody is mailed, with the mail; one who has the same statement by mail gets no other. */
async function mailOnce(
  person: StatementPerson,
  to: string,
  { member, statement, job, place }: { member: MemberRecord; statement: Statement; job: Job; place: number },
  { now, config }: Setting,
): Promise<void> {
  const mail = await statementMail(to, member, statement, config);
  const { campaignId } = job.input as StatementsInput;
  const said = sha256(JSON.stringify([campaignId, statement.payments]));
  const _id = `statement:${statement.year}:${member._id}:${said.slice(0, 32)}`;
  try {
    await inTransaction(async (session) => {
      await insertStatementPerson(person, session);
      // One after another: codes and receipts do not wait behind all of them.
      const at = new Date(now().getTime() + place * MAIL_EVERY_MS);
      await queueMail({ ...mail, _id, unasked: { memberId: member._id } }, at, session);
    });
  } catch (error) {
    if (!isDuplicateKey(error, 'outbox._id_')) throw error;
    await insertStatementPerson({ ...person, outcome: 'unchanged' });
  }
}

/** The statement of a member as a mail: every payment, the total, and what the funds say of tax. */
async function statementMail(
  to: string,
  { firstNm }: MemberRecord,
  statement: Statement,
  { CURRENCY, TIME_ZONE }: Setting['config'],
) {
  const money = (amount: Cents) => showMoney(amount, CURRENCY);
  const { year, payments, total, dead } = statement;
  return mailOf(to, {
    title: `Statement of payments ${year}`,
    paragraphs: [
      `Dear ${firstNm}, these are the payments that you made in ${year}, and those that were made on the memberships that cover you.`,
      ...dead.map((one) => `What ${one.firstNm} ${one.lastNm} paid is on it, too.`),
    ],
    rows: [
      ...payments.flatMap(({ paidDt, method, lines, processingFee }) => [
        ...lines.map((line) => ({
          label: `${showDate(paidDt, TIME_ZONE)}: ${line.description}, for ${line.paidFor} (${method})`,
          value: money(line.amount),
        })),
        ...(processingFee === 0
          ? []
          : [{ label: `${showDate(paidDt, TIME_ZONE)}: processing fee`, value: money(processingFee) }]),
      ]),
      { label: `Total in ${year}`, value: money(total), isTotal: true },
    ],
    closing: [...(await taxNotesOf(statement)), 'Keep this statement for your records.'],
  });
}

/** What the statements of a job count, what others paid for its organizations, and what the ledger has; in cents. */
async function totalsOf(job: Job, numbers: readonly string[], timeZone: string) {
  const { year, campaignId } = job.input as StatementsInput;
  const holders = new Set<string>();
  let onStatements = 0;
  for await (const { people, amount } of statementPeopleOf(job._id, undefined)) {
    onStatements += amount;
    for (const id of people) holders.add(id);
  }
  const startOf = (of: number) => startOfDay(`${of}-01-01` as CalendarDate, timeZone);
  let [ledger, byOthers] = [0, 0];
  for await (const part of receivedBetween(numbers, { from: startOf(year), to: startOf(year + 1) })) {
    if (campaignId !== null && part.campaignId !== campaignId) continue;
    ledger += part.amount;
    if (part.holderId === undefined || !holders.has(part.holderId)) byOthers += part.amount;
  }
  return { onStatements, byOthers, ledger };
}

/** The job that makes statements. Its report has the number of each outcome, and the sums in cents. */
export const statementsJob = (setting: Setting): JobHandler => ({
  async count(job) {
    const counts = await Promise.all((await numbersOf(job)).map((number) => countMembers(number)));
    return counts.reduce((sum, count) => sum + count, 0);
  },

  async step(job): Promise<Step> {
    const numbers = await numbersOf(job);
    const { members, next } = await membersAfter(numbers, job.cursor as Cursor | null);
    await decideAbout(job, members, new Set(numbers), setting);
    if (next) return { cursor: next, done: members.length, isLast: false };
    const report = {
      ...Object.fromEntries(await countStatementOutcomes(job._id)),
      ...(await totalsOf(job, numbers, setting.config.TIME_ZONE)),
    };
    return { cursor: null, done: members.length, isLast: true, report };
  },

  async finish(job, report, session) {
    const { organizationNumber } = job;
    const { year } = job.input as StatementsInput;
    const label = (await findOrganization(organizationNumber))?.organizationName ?? organizationNumber;
    const changes = [
      { field: 'year', from: null, to: year },
      { field: 'mailed', from: null, to: report?.['mailed'] ?? 0 },
      { field: 'printed', from: null, to: report?.['printed'] ?? 0 },
    ];
    const subject = { type: 'organization', id: organizationNumber, label } as const;
    await recordChanges(
      [{ organizationNumber, action: 'organization.statements_made', subject, changes }],
      job.author,
      setting.now(),
      session,
    );
  },
});

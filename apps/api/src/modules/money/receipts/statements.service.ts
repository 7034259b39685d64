/** Statements of a year for everybody of an organization: starting them, who got theirs how, and those to print. */
import type * as z from 'zod/mini';
import { addressLines } from '@kinfold/domain/any-address';
import { yearOf } from '@kinfold/domain/dates';
import type {
  StatementPeople,
  StatementPeopleQuery,
  StatementsPost,
  StatementsQuery,
} from '@kinfold/domain/statements';
import type { Author } from '../../../platform/author.ts';
import type { Config } from '../../../platform/config.ts';
import { cutNewest, NEWEST_FIRST, olderThan, placeOf } from '../../../platform/cursor.ts';
import { batchesOf } from '../../../platform/in-batches.ts';
import { renderPdfs, type PdfContent } from '../../../platform/pdf.ts';
import { conflict, invalid, notFound } from '../../../platform/problem.ts';
import { findJob, jobs, startJob, type Job } from '../../../work/jobs.ts';
import { findCampaign } from '../../funds/campaigns/campaign.service.ts';
import { findMembers, fullName } from '../../people/members/member.service.ts';
import { findQuiet } from '../../people/mourning/quiet.service.ts';
import { statementContent } from './payment-pdfs.service.ts';
import { statementPeopleOf, type StatementPerson } from './statement-people.model.ts';
import { statementOf } from './statement.service.ts';

/** The job that makes statements. */
export const STATEMENTS_JOB = 'yearly-statements';
export type StatementsInput = { year: number; campaignId: string | null };

/**
 * Starts the statements of a year for everybody of an organization and all below it, or joins those that are being made.
 * Throws 422 for a year to come, and for an unknown campaign.
 */
export async function startStatements(
  organizationNumber: string,
  { year, campaignId: asked }: StatementsPost,
  author: Author,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Job> {
  if (year > yearOf(now, timeZone)) throw invalid([{ path: 'year', message: 'This year is still to come' }]);
  const campaignId = asked?.toLowerCase() ?? null;
  if (campaignId !== null && !(await findCampaign(campaignId)))
    throw invalid([{ path: 'campaignId', message: 'There is no such fund' }]);
  const input: StatementsInput = { year, campaignId };
  const key = `${organizationNumber}:${year}:${campaignId ?? 'all'}`;
  return startJob({ type: STATEMENTS_JOB, key, organizationNumber, input }, author);
}

/** A page of the statements of an organization, newest first. */
export async function listStatements(
  organizationNumber: string,
  { cursor, page_size }: z.output<typeof StatementsQuery>,
) {
  const found = jobs().find({
    scope: organizationNumber,
    ...olderThan(placeOf(cursor)),
    $and: [{ type: STATEMENTS_JOB, organizationNumber }],
  });
  const rows = await found
    .sort(NEWEST_FIRST)
    .limit(page_size + 1)
    .toArray();
  return cutNewest(rows, page_size);
}

/** The statements of an organization by the id of their job. Throws 404 for any other. */
async function requireStatements(organizationNumber: string, jobId: string): Promise<Job> {
  const job = await findJob(jobId);
  if (job?.type !== STATEMENTS_JOB || job.organizationNumber !== organizationNumber)
    throw notFound('There are no such statements.');
  return job;
}

/** A page of who got a statement, and how, by name. */
export async function listStatementPeople(
  organizationNumber: string,
  jobId: string,
  { outcome, cursor, page_size }: z.output<typeof StatementPeopleQuery>,
): Promise<z.input<typeof StatementPeople>> {
  const { _id } = await requireStatements(organizationNumber, jobId);
  const after = cursor ? Buffer.from(cursor, 'base64url').toString() : '';
  const found = await statementPeopleOf(_id, outcome || undefined, after)
    .limit(page_size + 1)
    .toArray();
  const page = found.slice(0, page_size);
  const members = new Map((await findMembers(page.map((one) => one.memberId))).map((one) => [one._id, one]));
  const last = found.length > page_size ? page.at(-1) : undefined;
  return {
    people: page.flatMap((one) => {
      const member = members.get(one.memberId);
      return member ? [{ member_id: member._id, name: fullName(member), outcome: one.outcome }] : [];
    }),
    next: last ? Buffer.from(last.order).toString('base64url') : null,
  };
}

/**
 * The statements to print as one PDF by name, in pieces, as the ledger says now. Throws 409 while they are being made, and
 * 404 when there are none to print.
 */
export async function statementsPdf(
  organizationNumber: string,
  jobId: string,
  now: Date,
  site: Pick<Config, 'TIME_ZONE' | 'CURRENCY'>,
): Promise<AsyncGenerator<Buffer>> {
  const job = await requireStatements(organizationNumber, jobId);
  if (job.state !== 'done') throw conflict('not_done', 'These statements are still being made.');
  if (!job.report?.['printed'])
    throw notFound('Nobody needs a statement on paper, so there is nothing to print.');
  const title = `Statements ${(job.input as StatementsInput).year}`;
  return renderPdfs(contentsOf(job, now, site), { title, createdDt: job.endedDt ?? now });
}

async function* contentsOf(
  { _id, input }: Job,
  now: Date,
  site: Pick<Config, 'TIME_ZONE' | 'CURRENCY'>,
): AsyncGenerator<PdfContent> {
  const { year, campaignId } = input as StatementsInput;
  for await (const people of batchesOf<StatementPerson>(statementPeopleOf(_id, 'printed'), 50)) {
    const members = new Map(
      (await findMembers(people.map(({ memberId }) => memberId))).map((one) => [one._id, one]),
    );
    const quiet = await findQuiet([...members.values()], { now, timeZone: site.TIME_ZONE });
    for (const { memberId } of people) {
      const member = members.get(memberId);
      // A death since they were made.
      if (!member || quiet.has(memberId)) continue;
      const statement = await statementOf(member, year, site.TIME_ZONE, campaignId ?? undefined);
      const address = member.address ? addressLines(member.address) : [];
      yield statementContent(member, statement, site, now, address);
    }
  }
}

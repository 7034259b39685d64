/** Exports of all data of an organization: requested, listed, and downloaded as an archive for some days. */
import { DAY_MS } from '@kinfold/domain/dates';
import { EXPORT_DAYS, type ExportsQuery } from '@kinfold/domain/export';
import type * as z from 'zod/mini';
import type { Author } from '../../../platform/author.ts';
import { cutNewest, NEWEST_FIRST, olderThan, placeOf } from '../../../platform/cursor.ts';
import { inTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { findJob, startJob } from '../../../work/jobs.ts';
import { conflict, notFound } from '../../../platform/problem.ts';
import { writeZip } from '../../../platform/zip.ts';
import { recordExport } from './export-list.service.ts';
import { exportPieces, exports, type ExportRecord } from './export.model.ts';

export type { ExportRecord };

/** The type of the job that makes an archive; its input is `{ exportId }`. */
export const EXPORT_JOB = 'organization-export';

/** An export that can still be downloaded, or is being made. */
async function findExport(exportId: string, now: Date): Promise<ExportRecord | undefined> {
  const found = await exports().findOne({ _id: exportId });
  return found && found.expireDt > now ? found : undefined;
}

/** Starts an export of an organization, or joins one that is being made. */
export async function startExport(
  organizationNumber: string,
  author: Author,
  now: Date,
): Promise<ExportRecord> {
  return inTransaction(async (session) => {
    const exportId = newId();
    const input = { exportId };
    const asked = { type: EXPORT_JOB, key: organizationNumber, organizationNumber, input };
    const job = await startJob(asked, author, { session });
    const joined = (job.input as typeof input).exportId;
    if (joined !== exportId) {
      const open = await exports().findOne({ _id: joined }, { session });
      if (open) return open;
    }
    const given: ExportRecord = {
      _id: joined,
      organizationNumber,
      jobId: job._id,
      isDone: false,
      rows: 0,
      size: 0,
      createdBy: author.email,
      createdDt: now,
      expireDt: new Date(now.getTime() + EXPORT_DAYS * DAY_MS),
    };
    await exports().insertOne(given, { session });
    return given;
  });
}

/** A page of the exports of an organization that can be downloaded or are being made, newest first. Throws 422 for a wrong cursor. */
export async function listExports(
  organizationNumber: string,
  { cursor, page_size }: z.output<typeof ExportsQuery>,
  now: Date,
) {
  const after = placeOf(cursor);
  const found = exports().find({
    organizationNumber,
    expireDt: { $gt: now },
    ...olderThan(after),
  });
  const rows = await found
    .sort(NEWEST_FIRST)
    .limit(page_size + 1)
    .toArray();
  return cutNewest(rows, page_size);
}

/** The job of an export. */
export const jobOfExport = ({ jobId }: ExportRecord) => findJob(jobId);

async function* piecesOf(exportId: string): AsyncGenerator<Uint8Array> {
  const pieces = exportPieces().find({ exportId }, { projection: { data: 1 }, batchSize: 2 });
  for await (const { data } of pieces.sort({ part: 1 })) yield data.buffer;
}

/**
 * Returns the archive of an export, in pieces as they are read, and records the download in the history. Throws 404 for
 * one that has expired, 409 for one that is not done.
 */
export async function openArchive(
  exportId: string,
  organizationNumber: string,
  author: Author,
  now: Date,
): Promise<AsyncIterable<Uint8Array>> {
  const given = await findExport(exportId, now);
  if (given?.organizationNumber !== organizationNumber) throw notFound('There is no such export.');
  if (!given.isDone) throw conflict('not_done', 'This export is still being made. Wait until it is done.');
  await recordExport([organizationNumber], 'organization.export_downloaded', {}, author, now);
  const pieces = piecesOf(exportId);
  return given.files ? writeZip(given.files, pieces, given.createdDt) : pieces;
}

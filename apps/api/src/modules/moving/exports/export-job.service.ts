/**
 * The job that makes the archive of an export: a step reads a part of a table and stores it as a piece of the archive.
 * When it is killed, the next worker continues: the first writer of a piece decides where the next one begins.
 */
import { calendarDateOf } from '@kinfold/domain/dates';
import mongoose from 'mongoose';
import { insertOnce } from '../../../platform/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler, Step } from '../../../work/job-worker.ts';
import type { Job } from '../../../work/jobs.ts';
import { packPiece, zipSize, type ZipFile } from '../../../platform/zip.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import {
  auditSubject,
  findOrganization,
  numbersWithin,
  requireOrganization,
} from '../../organizations/organizations/organization.service.ts';
import { readme } from './archive.presenter.ts';
import { archiveTables, type ArchiveTable } from './archive-tables.service.ts';
import { exportPieces, exports, type ExportCursor, type ExportRecord } from './export.model.ts';

const START: ExportCursor = {
  part: 0,
  table: 0,
  place: null,
  file: null,
  tableRows: 0,
  files: [],
  rows: [],
};

/** The approximate size of a piece, in characters before compression. */
const PIECE_CHARACTERS = 1_000_000;
const README = 'README.txt';

const exportIdOf = (job: Job) => (job.input as { exportId: string }).exportId;

async function requireExport(exportId: string): Promise<ExportRecord> {
  const given = await exports().findOne({ _id: exportId });
  if (!given) throw new Error(`there is no export ${exportId}`);
  return given;
}

type Piece = { bytes: Buffer; next: ExportCursor };

const emptyFile = (name: string): ZipFile => ({ name, crc: 0, size: 0, packed: 0 });

/** The next part of a table: begins, continues or ends its file. */
async function pieceOfTable(table: ArchiveTable, cursor: ExportCursor): Promise<Piece> {
  let [text, place, rows, isEnd] = [cursor.file ? '' : table.heading, cursor.place, 0, false];
  do {
    const read = await table.read(place);
    text += read.rows.join('');
    rows += read.rows.length;
    place = read.next;
    isEnd = place === null;
  } while (!isEnd && text.length < PIECE_CHARACTERS);
  const { bytes, file } = packPiece(cursor.file ?? emptyFile(table.name), text);
  const tableRows = cursor.tableRows + rows;
  const after = { ...cursor, part: cursor.part + 1 };
  return {
    bytes,
    next: isEnd
      ? {
          ...after,
          table: cursor.table + 1,
          place: null,
          file: null,
          tableRows: 0,
          files: [...cursor.files, file],
          rows: [...cursor.rows, tableRows],
        }
      : { ...after, place, file, tableRows },
  };
}

/** The last piece: the README. */
function lastPiece(text: string, cursor: ExportCursor): Piece {
  const { bytes, file } = packPiece(emptyFile(README), text);
  const { part, table, files } = cursor;
  return { bytes, next: { ...cursor, part: part + 1, table: table + 1, files: [...files, file] } };
}

/** Stores a piece, or reads the one that another worker stored meanwhile; returns where the next one begins. */
async function storePiece({ _id: exportId, expireDt }: ExportRecord, part: number, { bytes, next }: Piece) {
  const _id = `${exportId}:${part}`;
  const data = new mongoose.mongo.Binary(bytes);
  if (await insertOnce(exportPieces(), { _id, exportId, part, data, next, expireDt })) return next;
  const there = await exportPieces().findOne({ _id }, { projection: { next: 1 } });
  if (!there) throw new Error(`piece ${_id} is gone`);
  return there.next;
}

/** The job. Its progress is in files. */
export const organizationExportJob = ({ now, config }: Pick<Deps, 'now' | 'config'>): JobHandler => {
  const tablesOf = async ({ organizationNumber, createdDt }: ExportRecord) => {
    const { TIME_ZONE: timeZone, CURRENCY: currency } = config;
    return archiveTables({
      organizationNumber,
      organizationNumbers: ((await numbersWithin([organizationNumber])) ?? []).toSorted(),
      now: createdDt,
      today: calendarDateOf(createdDt, timeZone),
      timeZone,
      currency,
    });
  };
  return {
    async count(job) {
      return (await tablesOf(await requireExport(exportIdOf(job)))).length + 1;
    },

    async step(job): Promise<Step> {
      const given = await requireExport(exportIdOf(job));
      const cursor = (job.cursor as ExportCursor | null) ?? START;
      if ('offset' in cursor) throw new Error('an archive that version 1.1 began must be requested again');
      const tables = await tablesOf(given);
      const table = tables[cursor.table];
      if (table) {
        const piece = await pieceOfTable(table, cursor);
        const next = await storePiece(given, cursor.part, piece);
        return { cursor: next, done: next.table - cursor.table, isLast: false };
      }
      const { organizationName = '' } = (await findOrganization(given.organizationNumber)) ?? {};
      const files = tables.map((each, index) => ({ ...each, rows: cursor.rows[index] ?? 0 }));
      const text = readme({ organizationName, at: given.createdDt, timeZone: config.TIME_ZONE }, files);
      const next = await storePiece(given, cursor.part, lastPiece(text, cursor));
      const rows = cursor.rows.reduce((sum, count) => sum + count, 0);
      await exports().updateOne({ _id: given._id }, { $set: { files: next.files } });
      return { cursor: next, done: 1, isLast: true, report: { rows, size: zipSize(next.files) } };
    },

    async finish(job, report, session) {
      const _id = exportIdOf(job);
      const { rows = 0, size = 0 } = report ?? {};
      await exports().updateOne({ _id }, { $set: { isDone: true, rows, size } }, { session });
      const { organizationNumber } = job;
      const subject = auditSubject(await requireOrganization(organizationNumber, session));
      const changes = [{ field: 'rows', from: null, to: rows }];
      const exported = { organizationNumber, action: 'organization.exported', subject, changes } as const;
      await recordChanges([exported], job.author, now(), session);
    },
  };
};

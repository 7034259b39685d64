/** Exports of all data of an organization. Their ids are texts, so all access goes through the driver (docs/decisions/011). */
import { bytes, date, flag, int, list, mixed, object, optional, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';
import type { ZipFile } from '../../../platform/zip.ts';

const ExportModel = defineModel('exports', {
  _id: text(),
  organizationNumber: text(),
  jobId: text(),
  /** All of the archive is stored. */
  isDone: flag(),
  /** Lines of its files, and bytes of the archive. */
  rows: int(),
  size: int(),
  /** Its files, for their headers; missing in archives of version 1.1 and before, whose pieces have them. */
  files: optional(list(object({ name: text(), crc: int(), size: int(), packed: int() }))),
  createdBy: text(),
  createdDt: date(),
  /** The end of the download; a TTL index removes it. */
  expireDt: date(),
});
export type ExportRecord = DocumentOf<typeof ExportModel>;

/** Where the next piece begins: the table, the position in it, and the state of the files so far. */
export type ExportCursor = {
  /** The place of the piece in the archive, from 0. */
  part: number;
  table: number;
  /** Within the table; null at its start. */
  place: unknown;
  /** The file that is being written; null between two. */
  file: ZipFile | null;
  /** Rows of the table so far. */
  tableRows: number;
  files: ZipFile[];
  /** Rows of each table that is done. */
  rows: number[];
};

/** A piece of an archive: `_id` is `exportId:part`. Its first writer decides where the next one begins. */
const PieceModel = defineModel('export_pieces', {
  _id: text(),
  exportId: text(),
  part: int(),
  data: bytes(),
  next: mixed<ExportCursor>(),
  expireDt: date(),
});

export const exports = () => collectionOf(ExportModel);
export const exportPieces = () => collectionOf(PieceModel);

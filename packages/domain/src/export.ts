/** An export of an organization with everything below it (design of the staff side, "Lists"). */
import * as z from 'zod/mini';
import { WireInstant } from './dates.ts';
import { Job, JOB_PERMISSIONS } from './job.ts';
import { cursorFields } from './pagination.ts';
import { NO_FIELDS } from './problem.ts';

/** The permission for an export: it contains the whole history and all roles, which administrators read. */
export const EXPORT_PERMISSION = JOB_PERMISSIONS['organization-export'];

/** How long an archive can be downloaded after it was requested. */
export const EXPORT_DAYS = 7;

/** An export on the wire. */
export const Export = z.object({
  _id: z.string(),
  organizationNumber: z.string(),
  /** Whether the archive can be downloaded. */
  isDone: z.boolean(),
  /** Rows of all its files, and its bytes; 0 until it is done. */
  rows: z.number(),
  size: z.number(),
  createdBy: z.string(),
  createdDt: WireInstant,
  /** It can be downloaded until then. */
  expireDt: WireInstant,
  /** The job that makes it; null if it is no longer known. */
  job: z.nullable(Job),
});
export type Export = z.infer<typeof Export>;

/** Answer of `GET /v2/organizations/{n}/exports`, newest first. */
export const ExportPage = z.object({ exports: z.array(Export), next: z.nullable(z.string()) });

const EXPORTS_PAGE = 20;

/** `GET /v2/organizations/{n}/exports`. */
export const ExportsQuery = z.object(cursorFields(EXPORTS_PAGE), NO_FIELDS);

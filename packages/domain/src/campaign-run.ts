import * as z from 'zod/mini';
import { NAME_MAX, NEW_RUN_DAYS } from './constants.ts';
import { DAY_MS, dateField, parseTypedDate, WireInstant } from './dates.ts';
import { requiredText, optionalText } from './free-text.ts';
import { Job } from './job.ts';
import { WireMoney } from './money.ts';
import { NO_FIELDS } from './problem.ts';

/** The status of a campaign run; derived from the run and the clock, never stored. */
export type CampaignRunStatus = 'active' | 'paused' | 'ended';

/** The fields of a run that decide its status. */
export type RunTimes = { isActive: boolean; endDt: Date };

/**
 * A run is ended once `endDt` has passed (at that very instant too), else active or paused by `isActive`
 * (rules.md "Dates").
 */
export function campaignRunStatus(run: RunTimes, now: Date): CampaignRunStatus {
  if (run.endDt.getTime() <= now.getTime()) return 'ended';
  return run.isActive ? 'active' : 'paused';
}

/** When a run that starts at `startDt` ends unless an end was given: 30 times 24 hours later (spec section 9). */
export function newRunEnd(startDt: Date): Date {
  return new Date(startDt.getTime() + NEW_RUN_DAYS * DAY_MS);
}

/** Returns whether a run is or was active at some time. */
export function hasRunBegun(run: {
  isActive: boolean;
  earlier?: readonly { isActive: boolean }[] | undefined;
}): boolean {
  return run.isActive || run.earlier?.some(({ isActive }) => isActive) === true;
}

const maybe = <T extends z.ZodMiniType>(field: T) => z.optional(z.nullable(field));

const TypedDay = z
  .string('Incorrect date')
  .check(z.refine((text) => parseTypedDate(text) !== undefined, 'Incorrect date'));

/** The lengths of a run's name and description. */
const RUN_TEXT = { min: 3, max: NAME_MAX };

/** A campaign's description as that of its first run: cut after a word where it is longer than that of a run may be. */
export function firstRunDescription(shortDescription: string): string {
  if (shortDescription.length <= RUN_TEXT.max) return shortDescription;
  const cut = shortDescription.slice(0, RUN_TEXT.max);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > RUN_TEXT.max / 2 ? end : RUN_TEXT.max - 1).trimEnd()}…`;
}

/** The name and description of a campaign's first run, which the form of runs accepts. */
export function firstRunOf({
  campaignName,
  shortDescription,
}: {
  campaignName: string;
  shortDescription: string;
}) {
  const name = campaignName.length < RUN_TEXT.min ? `${campaignName}: first run` : campaignName;
  return { name, description: firstRunDescription(shortDescription) };
}

/** The form of a campaign run (spec section 5). */
export const CampaignRunForm = z.object(
  {
    name: requiredText('The name is required', RUN_TEXT),
    description: requiredText('The description is required', RUN_TEXT),
    startDt: TypedDay,
    endDt: TypedDay,
  },
  NO_FIELDS,
);
export type CampaignRunForm = z.infer<typeof CampaignRunForm>;

/** Why a membership gets no dues when a run is activated. */
export const LEFT_OUT = [
  'has_dues',
  'no_price',
  'not_covered',
  'bereaved',
  'has_died',
  'not_active',
  'not_confirmed',
] as const;

/** What each household pays for a claim: its dues by the fund's prices, or a part of what was approved, by households or by people. */
export const SHARINGS = ['dues', 'per_household', 'per_person'] as const;
export type Sharing = (typeof SHARINGS)[number];

/**
 * What activating a run would do, on the wire: how many dues it makes, their sum, who is left out, and example
 * households.
 */
export const RunPreview = z.object({
  count: z.number(),
  sum: WireMoney,
  leftOut: z.array(z.object({ reason: z.enum(LEFT_OUT), count: z.number() })),
  samples: z.array(z.object({ primaryMemberName: z.string(), totalPrice: WireMoney })),
  /** Of a run that collects for a claim: how many share it, what, and the least and most that one of them pays. */
  shared: z.optional(
    z.object({
      rosterDt: z.string(),
      sharing: z.enum(SHARINGS),
      households: z.number(),
      people: z.number(),
      total: WireMoney,
      least: WireMoney,
      most: WireMoney,
    }),
  ),
});
export type RunPreview = z.infer<typeof RunPreview>;

/**
 * `POST /v2/campaign-run`: with `_id` it changes a run (`isActive` activates or pauses it), without it makes one of
 * `campaignId`. Missing or null fields stay. Days are MM/DD/YYYY or YYYY-MM-DD, the last one included.
 */
export const CampaignRunPost = z.object(
  {
    _id: optionalText('_id'),
    campaignId: optionalText('campaignId'),
    name: maybe(CampaignRunForm.shape.name),
    description: maybe(CampaignRunForm.shape.description),
    startDt: maybe(dateField('Incorrect date')),
    endDt: maybe(dateField('Incorrect date')),
    isActive: maybe(z.boolean('isActive is true or false')),
    version: z.optional(z.nullable(z.int('version is a whole number'))),
    /** The figures of the preview when a run is activated: the report of the job keeps them for comparison. */
    preview: maybe(z.pick(RunPreview, { count: true, sum: true, leftOut: true })),
  },
  NO_FIELDS,
);
export type CampaignRunPost = z.infer<typeof CampaignRunPost>;

/** The fields that a new run must have. */
export const NewCampaignRunForm = z.extend(CampaignRunPost, {
  name: CampaignRunForm.shape.name,
  description: CampaignRunForm.shape.description,
});

/** A campaign run on the wire. */
export const CampaignRun = z.object({
  _id: z.string(),
  campaignId: z.string(),
  name: z.string(),
  description: z.string(),
  startDt: WireInstant,
  endDt: WireInstant,
  isActive: z.boolean(),
  /** The specification's other name for `isActive`. */
  active: z.optional(z.boolean()),
  createdBy: z.optional(z.string()),
  modifiedBy: z.optional(z.string()),
  status: z.enum(['active', 'paused', 'ended']),
  /** Whether it is or was active at some time. */
  hasBegun: z.optional(z.boolean()),
  /** What was paid in it; null for users who may read no amounts. */
  donationsAmount: z.nullable(WireMoney),
  /** Sent back by an edit. */
  version: z.number(),
  /** Of a run that holds the joining fees of a month: it is neither paused nor activated, and keeps its first day. */
  source: z.optional(z.literal('joining')),
  /** Of a run that collects for a claim: the claim, the day of the death, on which who was covered is charged, and how. */
  claimId: z.optional(z.string()),
  rosterDt: z.optional(z.string()),
  /** All claims for which it collects, after several deaths in a week; the first is `claimId`. */
  claimIds: z.optional(z.array(z.string())),
  sharing: z.optional(z.enum(SHARINGS)),
  /** The latest job that made its dues. */
  job: z.optional(Job),
});
export type CampaignRun = z.infer<typeof CampaignRun>;

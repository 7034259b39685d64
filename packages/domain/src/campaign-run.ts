import * as z from 'zod/mini';
import { NEW_RUN_DAYS } from './constants.ts';
import { DAY_MS, parseTypedDate, WireInstant } from './dates.ts';
import { freeText } from './free-text.ts';
import { WireMoney } from './money.ts';
import { NO_FIELDS } from './problem.ts';

/** Where a campaign run stands; derived from the run and the clock, never stored. */
export type CampaignRunStatus = 'active' | 'paused' | 'ended';

/** The fields of a run that decide its status. */
export type RunTimes = { isActive: boolean; endDt: Date };

/**
 * A run is ended once `endDt` has passed (at that very instant too), else active or paused by `isActive`
 * (decisions.md "Dates").
 */
export function campaignRunStatus(run: RunTimes, now: Date): CampaignRunStatus {
  if (run.endDt.getTime() <= now.getTime()) return 'ended';
  return run.isActive ? 'active' : 'paused';
}

/** When a run that starts at `startDt` ends unless an end was given: 30 times 24 hours later (spec section 9). */
export function newRunEnd(startDt: Date): Date {
  return new Date(startDt.getTime() + NEW_RUN_DAYS * DAY_MS);
}

const TypedDay = z
  .string('Incorrect date')
  .check(z.refine((text) => parseTypedDate(text) !== undefined, 'Incorrect date'));

/** The form of a campaign run (spec section 5). */
export const CampaignRunForm = z.object(
  {
    name: freeText('The name is required', { min: 3 }),
    description: freeText('The description is required', { min: 3 }),
    startDt: TypedDay,
    endDt: TypedDay,
  },
  NO_FIELDS,
);
export type CampaignRunForm = z.infer<typeof CampaignRunForm>;

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
  donationsAmount: WireMoney,
});
export type CampaignRun = z.infer<typeof CampaignRun>;

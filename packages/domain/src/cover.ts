/** Whether somebody is covered today, on the wire: beside members, memberships, households and what a search finds. */
import * as z from 'zod/mini';
import { WireInstant } from './dates.ts';

/**
 * Whether somebody is covered (null: by no fund, or not confirmed), the sentence, until when, and whether
 * nothing is sent to their household after a death (rules.md "Days of quiet").
 */
export const Cover = z.object({
  isCovered: z.nullable(z.boolean()),
  text: z.string(),
  until: z.nullable(WireInstant),
  isQuiet: z.boolean(),
});
export type Cover = z.infer<typeof Cover>;

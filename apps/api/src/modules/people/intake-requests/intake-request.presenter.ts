import type * as z from 'zod/mini';
import type { IntakeRequest } from '@kinfold/domain/intake';
import type { LikelyDuplicate } from '@kinfold/domain/member-duplicates';
import type { IntakeRequestRecord } from './intake-request.model.ts';

/** A request to become a member, on the wire. */
export function presentIntakeRequest(
  { scope: _scope, createdDt, decision, ...request }: IntakeRequestRecord,
  likelyDuplicates: LikelyDuplicate[],
): z.input<typeof IntakeRequest> {
  return {
    ...request,
    createdDt: createdDt.toISOString(),
    decision: decision && { ...decision, at: decision.at.toISOString() },
    likelyDuplicates,
  };
}

/** The line in memory of a person on the collection for their claim: only what the family agreed to (docs/decisions/053). */
import type * as z from 'zod/mini';
import type { Claim } from '@kinfold/domain/claim';
import { calendarDateOf } from '@kinfold/domain/dates';
import type { MemorialForm } from '@kinfold/domain/memorial';
import { invalid } from '../../../platform/problem.ts';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import { changeClaim, type ClaimAsked } from './claim-change.service.ts';
import { readMemorials } from './claim.model.ts';
import { presentTo } from './claim.service.ts';

/** Sets the line in memory of a claim, or takes it back, whatever its state. Throws 422 for a day to come. */
export async function setMemorial(
  asked: ClaimAsked,
  form: MemorialForm | null,
): Promise<z.input<typeof Claim>> {
  const { author, now, timeZone } = asked;
  if (form && form.agreedDt > calendarDateOf(now, timeZone))
    throw invalid([{ path: 'memorial.agreedDt', message: 'This day is to come' }]);
  const claim = await changeClaim(asked, {}, ({ memorial }) => ({
    set: { memorial: form && { ...form, enteredBy: author.name } },
    entry: {
      action: 'claim.changed',
      // The words stand nowhere but in the claim, where they can be taken back.
      changes: [{ field: 'hasMemorial', from: Boolean(memorial), to: Boolean(form) }].filter(
        ({ from, to }) => from !== to,
      ),
    },
  }));
  return presentTo(asked)(claim);
}

/** The lines in memory of the people for whom a run collects, as the families agreed to them. */
export async function memorialsOf({ roster }: Pick<CampaignRunRecord, 'roster'>): Promise<string[]> {
  if (!roster) return [];
  const words = await readMemorials(roster.claims.map(({ claimId }) => claimId));
  return roster.claims.flatMap(({ claimId }) => words.get(claimId) ?? []);
}

/** Donations that are ready to be inserted by the driver. */
import { collection } from '../../apps/api/src/platform/database.ts';
import { newId, objectId } from '../../apps/api/src/platform/documents.ts';

/** The donations of a run once more, as those of another run; not stored. */
export async function copiesOfRun(runId: string) {
  const found = await collection('donations')
    .find({ campaignRunId: objectId(runId) })
    .toArray();
  const another = objectId(newId());
  return found.map((row) => ({ ...row, _id: objectId(newId()), campaignRunId: another }));
}

/**
 * A process of its own that inserts copies of the donations of a run, as those of another run: `insert-copies.ts RUN_ID`.
 * Prints a line when it begins, and does nothing else meanwhile than a bare driver does.
 */
import { collection, connectDatabase, disconnectDatabase } from '../../apps/api/src/platform/database.ts';
import { chunksOf } from '../../apps/api/src/platform/in-batches.ts';
import { copiesOfRun } from './copies.ts';

const TOGETHER = 1_000;

const [, , runId = ''] = process.argv;
await connectDatabase(process.env['MONGODB_URI'] ?? '');
const ready = await copiesOfRun(runId);
process.stdout.write('begins\n');
for (const some of chunksOf(ready, TOGETHER)) await collection('donations').insertMany(some);
await disconnectDatabase();

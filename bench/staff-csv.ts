/** A long file: the time to its first byte, and the memory it takes. */
import { collection } from '../apps/api/src/platform/database.ts';
import { timed } from './lib/compare.ts';
import { memoryMb } from './lib/machine.ts';

/** Downloads a file slowly enough to see the memory of the process that sends it. */
export async function download(address: string, init: RequestInit, pid: number) {
  const before = memoryMb(pid);
  const startedAt = performance.now();
  const answer = await fetch(address, init);
  if (!answer.ok || !answer.body) throw new Error(`${address} answered ${answer.status}`);
  let [firstByteMs, rows, most] = [Number.NaN, -1, before];
  for await (const chunk of answer.body) {
    if (Number.isNaN(firstByteMs)) firstByteMs = performance.now() - startedAt;
    rows += Buffer.from(chunk).filter((byte) => byte === 0x0a).length;
    most = Math.max(most, memoryMb(pid));
  }
  return { firstByteMs, wholeMs: performance.now() - startedAt, rows, growthMb: most - before };
}

/**
 * Returns how long the database takes for the first rows of all members by name through the driver, in ms; several
 * times.
 */
export async function firstRowsByDriver(): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < 5; index += 1)
    times.push(
      await timed(async () => {
        const cursor = collection('members')
          .find({ nameKey: { $gte: '' } })
          .sort({ nameKey: 1, _id: 1 })
          .batchSize(500);
        await cursor.next();
        await cursor.close();
      }),
    );
  return times;
}

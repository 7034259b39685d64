import { useState } from 'react';
import { toast } from '../lib/toast.ts';
import { useCall } from '../ui/use-call.ts';

/**
 * Rows that are removed immediately and can be restored, one at a time; errors are shown as a toast (spec section 8).
 * `rows` includes those removed on this page, even if only the answer was lost, until the list has one that `isSame`.
 */
export function useRemovable<Row extends { _id: string }>(
  stored: readonly Row[],
  {
    isSame,
    remove,
    restore,
  }: {
    /** Returns whether a row is the removed one: once restored, it may have another id. */
    isSame: (one: Row, other: Row) => boolean;
    remove: (row: Row) => Promise<unknown>;
    /** Restores a row, and returns the message to show. */
    restore: (row: Row) => Promise<string>;
  },
) {
  const { isBusy, of, call } = useCall(toast.problem);
  const [said, say] = useState('');
  const [removed, setRemoved] = useState<Row[]>([]);
  // Rows removed on the server but still in the cached list: a second press must not send another request.
  const [goneIds, setGoneIds] = useState<string[]>([]);
  const others = (row: Row) => (before: Row[]) => before.filter((one) => !isSame(one, row));
  const run = (row: Row, work: () => Promise<void>) =>
    void call(async () => {
      say('');
      await work();
    }, row._id);
  const present = stored.filter(({ _id }) => !goneIds.includes(_id));
  const gone = removed.filter((one) => !present.some((row) => isSame(row, one)));
  return {
    rows: [...present, ...gone],
    isGone: (row: Row) => gone.includes(row),
    isBusy: (row: Row) => isBusy && of === row._id,
    said,
    say,
    remove: (row: Row) =>
      run(row, async () => {
        setRemoved((before) => [...others(row)(before), row]);
        await remove(row);
        setGoneIds((before) => [...before, row._id]);
      }),
    undo: (row: Row) =>
      run(row, async () => {
        const text = await restore(row);
        setRemoved(others(row));
        setGoneIds((before) => before.filter((id) => id !== row._id));
        say(text);
      }),
  };
}

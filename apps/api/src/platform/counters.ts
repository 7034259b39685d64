/** Numbers that are given out once: member numbers, membership numbers. Gaps may occur, repeats never. */
import { insertOnce, type Session } from './database.ts';
import { int, text } from './fields.ts';
import { collectionOf, defineModel } from './model.ts';

const CounterModel = defineModel('counters', { _id: text(), value: int() });

/** Takes the next `count` numbers of a sequence and gives the first of them; the very first is 1. */
export async function takeNumbers(name: string, count = 1): Promise<number> {
  const counters = collectionOf(CounterModel);
  for (;;) {
    // No upsert: when several make the document at once, not every server says what came of it.
    const counter = await counters.findOneAndUpdate(
      { _id: name },
      { $inc: { value: count } },
      { returnDocument: 'after' },
    );
    if (counter) return counter.value - count + 1;
    await insertOnce(counters, { _id: name, value: 0 });
  }
}

/**
 * Takes a number in a transaction, so that transactions that do so run one after another: of two at once, the later one
 * begins anew and reads what the earlier one wrote.
 */
export async function takeTurn(name: string, session: Session): Promise<void> {
  const turn = { $inc: { value: 1 } };
  await collectionOf(CounterModel).updateOne({ _id: name }, turn, { session, upsert: true });
}

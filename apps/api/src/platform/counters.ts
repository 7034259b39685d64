/** Numbers that are issued once: member numbers, membership numbers. Gaps may occur, repeats never. */
import type { Session } from './database.ts';
import { int, text } from './fields.ts';
import { collectionOf, defineModel } from './model.ts';
import { upsert } from './stand-in.ts';

const CounterModel = defineModel('counters', { _id: text(), value: int() });

/** Takes the next `count` numbers of a sequence and returns the first of them; the very first is 1. */
export async function takeNumbers(name: string, count = 1): Promise<number> {
  const counter = await upsert(collectionOf(CounterModel), name, { $inc: { value: count } });
  return counter.value - count + 1;
}

/**
 * Serializes the transactions that call it with the same name: of two at once, the later one starts over and reads what
 * the earlier one wrote.
 */
export async function takeTurn(name: string, session: Session): Promise<void> {
  const turn = { $inc: { value: 1 } };
  await collectionOf(CounterModel).updateOne({ _id: name }, turn, { session, upsert: true });
}

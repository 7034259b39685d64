import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { newId, objectId } from './documents.ts';
import { date, id, list, object, optional, orNull, storedValue, text } from './fields.ts';

const household = object({
  _id: id(),
  name: text(),
  primary: object({ member_id: id(), sinceDt: date() }),
  children: list(object({ member_id: id() })),
  linked: list(id()),
  formerId: orNull(id()),
  note: optional(text()),
});

describe('a value as it is stored', () => {
  it('has ObjectIds where the definition has ids, and texts where it has texts', () => {
    const [_id, first, second] = [newId(), newId(), newId()];
    const record = {
      _id,
      name: first,
      primary: { member_id: first, sinceDt: new Date(0) },
      children: [{ member_id: second }],
      linked: [first, second],
      formerId: null,
    };
    expect(storedValue(record, household)).toEqual({
      _id: objectId(_id),
      name: first,
      primary: { member_id: objectId(first), sinceDt: new Date(0) },
      children: [{ member_id: objectId(second) }],
      linked: [objectId(first), objectId(second)],
      formerId: null,
    });
  });

  it('keeps an id that is an ObjectId already', () => {
    const stored = new mongoose.Types.ObjectId();
    expect(storedValue(stored, id())).toBe(stored);
  });

  it.each([
    ['at the top', { nickname: 'The Okafors' }],
    ['in an object', { primary: { nickname: 'Ruth' } }],
    ['in a list', { children: [{ nickname: 'Sam' }] }],
  ])('has no field that its definition lacks: %s', (_where, record) => {
    expect(() => storedValue(record, household)).toThrow('its definition lacks: nickname');
  });
});

import { END_OF_TIME } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import { expect, it } from 'vitest';
import { everyTime } from './archive.presenter.ts';

const day = (of: string) => new Date(`2026-${of}T00:00:00Z`);

it('has a row for each time that a person was in a membership, with its waivers and prices', () => {
  const now = { _id: 'row', member_id: 'sam', price: cents(1), priceOverride: null, isActive: true };
  const part = { ...now, startDt: day('05-01'), endDt: END_OF_TIME };
  const time = (from: string, to: string) => ({ startDt: day(from), endDt: day(to), priceOverride: null });
  const waived = { ...time('01-01', '03-01'), isWaitingWaived: true as const };
  const earlier = [time('01-01', '02-01'), waived];
  const days = (some: ReturnType<typeof everyTime>) =>
    some.map(({ startDt, endDt, isActive }) => [startDt, endDt, isActive]);
  expect(days(everyTime(part))).toEqual([[day('05-01'), END_OF_TIME, true]]);
  expect(days(everyTime({ ...part, earlier }))).toEqual([
    [day('01-01'), day('03-01'), false],
    [day('05-01'), END_OF_TIME, true],
  ]);
  const ended = { ...part, startDt: day('01-01'), endDt: day('04-01'), isActive: false, earlier };
  expect(days(everyTime(ended))).toEqual([[day('01-01'), day('04-01'), false]]);
});

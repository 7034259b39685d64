import { Donation } from '@kinfold/domain/donation';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { donation } from '../../test/factories.ts';
import { dueParts } from './due-parts.ts';

const now = new Date('2026-11-21T09:00:00.000Z');
const due = (more: object) => z.parse(Donation, donation(more));

describe('dueParts', () => {
  it.each([
    ['nothing', [], 0, 0, []],
    ['one', [{ runEndDt: '2026-12-15T00:00:00.000Z' }], 4500, 0, ['2026-12-15 4500']],
    [
      'two of one day are one part',
      [{ runEndDt: '2026-12-15T00:00:00.000Z' }, { runEndDt: '2026-12-15T23:00:00.000Z' }],
      9000,
      0,
      ['2026-12-15 9000'],
    ],
    [
      'the earlier day first',
      [{ runEndDt: '2027-01-31T00:00:00.000Z' }, { runEndDt: '2026-12-15T00:00:00.000Z' }],
      9000,
      0,
      ['2026-12-15 4500', '2027-01-31 4500'],
    ],
    ['an ended run is late', [{ runEndDt: '2026-11-21T09:00:00.000Z', runStatus: 'ended' }], 4500, 4500, []],
    ['a paused run is not due', [{ runEndDt: '2026-12-15T00:00:00.000Z', runStatus: 'paused' }], 0, 0, []],
    ['a paid one is not due', [{ runEndDt: '2026-12-15T00:00:00.000Z', paymentsTotal: 45 }], 0, 0, []],
  ])('%s', (_, donations, total, late, dated) => {
    const parts = dueParts(donations.map(due), now);
    expect([parts.total, parts.late]).toEqual([total, late]);
    expect(parts.dated.map((part) => `${part.by.toISOString().slice(0, 10)} ${part.amount}`)).toEqual(dated);
  });
});

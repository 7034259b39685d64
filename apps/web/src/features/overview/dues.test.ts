import { MemberCampaign } from '@kinfold/domain/campaign';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { memberCampaign } from '../../test/factories.ts';
import { duesOf } from './dues.ts';

const due = (endDt: string, isLate = false) => ({ endDt, balance: 45, isLate });

describe('duesOf', () => {
  it.each([
    ['nothing', [], 0, []],
    ['one', [due('2026-12-15T00:00:00.000Z')], 0, ['2026-12-15 4500']],
    [
      'two of one day are one part',
      [due('2026-12-15T00:00:00.000Z'), due('2026-12-15T23:00:00.000Z')],
      0,
      ['2026-12-15 9000'],
    ],
    [
      'the earlier day first',
      [due('2027-01-31T00:00:00.000Z'), due('2026-12-15T00:00:00.000Z')],
      0,
      ['2026-12-15 4500', '2027-01-31 4500'],
    ],
    ['what is late has no day', [due('2026-11-21T09:00:00.000Z', true)], 4500, []],
    [
      'some of both',
      [due('2026-11-21T09:00:00.000Z', true), due('2026-12-15T00:00:00.000Z')],
      4500,
      ['2026-12-15 4500'],
    ],
  ])('%s', (_, dues, late, dated) => {
    const parts = duesOf([
      z.parse(
        MemberCampaign,
        memberCampaign({ openDues: dues, currentCampaignRunsBalance: 45 * dues.length }),
      ),
    ]);
    expect([parts.total, parts.late]).toEqual([4500 * dues.length, late]);
    expect(parts.dated.map((part) => `${part.by.toISOString().slice(0, 10)} ${part.amount}`)).toEqual(dated);
  });
});

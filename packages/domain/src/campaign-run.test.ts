import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  CampaignRunForm,
  campaignRunStatus,
  firstRunDescription,
  firstRunOf,
  newRunEnd,
} from './campaign-run.ts';

const endDt = new Date('2026-11-21T09:00:00.000Z');

it.each([
  [true, -1, 'active', 'a millisecond before its end'],
  [true, 0, 'ended', 'at the very instant of its end'],
  [true, 1, 'ended', 'a millisecond after its end'],
  [false, -1, 'paused', 'not active, before its end'],
  [false, 0, 'ended', 'not active, at its end'],
  [false, 1, 'ended', 'not active, after its end'],
] as const)('a run with isActive %s, %d ms from its end, is %s: %s', (isActive, ms, status, _why) => {
  expect(campaignRunStatus({ isActive, endDt }, new Date(endDt.getTime() + ms))).toBe(status);
});

it.each([
  ['2026-11-21T09:00:00.000Z', '2026-12-21T09:00:00.000Z'],
  ['2024-02-01T00:00:00.000Z', '2024-03-02T00:00:00.000Z'],
  ['2026-02-01T00:00:00.000Z', '2026-03-03T00:00:00.000Z'],
])('a run that starts at %s ends 30 days later, at %s', (start, end) => {
  expect(newRunEnd(new Date(start)).toISOString()).toBe(end);
});

describe('the form of a run', () => {
  const good = { name: 'Fall', description: 'Fall assessment', startDt: '11/21/2026', endDt: '12/21/2026' };

  it.each([
    good,
    { ...good, name: ' Fall ' },
    { ...good, name: 'abc' },
    { ...good, name: 'n'.repeat(100), description: 'd'.repeat(100) },
    { ...good, startDt: '01/01/1900', endDt: '12/31/2099' },
  ])('takes %j', (form) => {
    expect(CampaignRunForm.parse(form).name).toBe(form.name.trim());
  });

  it.each([
    ['name', 'ab', 'The name is required'],
    ['name', '  a ', 'The name is required'],
    ['name', '      ', 'The name is required'],
    ['name', 'n'.repeat(101), 'At most 100 characters'],
    ['description', '', 'The description is required'],
    ['description', '  ab  ', 'The description is required'],
    ['description', 'd'.repeat(101), 'At most 100 characters'],
    ['startDt', '02/30/2026', 'Incorrect date'],
    ['startDt', '2026-11-21', 'Incorrect date'],
    ['endDt', '12/31/1899', 'Incorrect date'],
    ['endDt', '01/01/2100', 'Incorrect date'],
    ['endDt', '', 'Incorrect date'],
  ])('with %s %j says %j', (field, value, message) => {
    const issues = CampaignRunForm.safeParse({ ...good, [field]: value }).error?.issues ?? [];
    expect(issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]]);
  });
});

const WORDS =
  'Stands by a family when someone dies, wherever they were born and wherever they are to be buried, at once and without forms.';
describe('the first run of a campaign', () => {
  it.each([
    ['GF', 'Helps'],
    ['G', 'x'.repeat(300)],
    ['Grace Funeral Fund', WORDS],
    ['x'.repeat(30), 'Dues'],
  ])('named %s is one that its own form accepts', (campaignName, shortDescription) => {
    const days = { startDt: '11/25/2026', endDt: '12/25/2026' };
    const form = { ...firstRunOf({ campaignName, shortDescription }), ...days };
    expect(z.safeParse(CampaignRunForm, form).error).toBeUndefined();
  });

  it('has the description of the campaign, cut after a word', () => {
    expect(firstRunOf({ campaignName: 'GF', shortDescription: WORDS })).toEqual({
      name: 'GF: first run',
      description:
        'Stands by a family when someone dies, wherever they were born and wherever they are to be buried,…',
    });
    expect(firstRunDescription('Helps')).toBe('Helps');
  });
});

/** The stored intervals of a membership: concurrent writers, a process that dies, and the names in the history. */
import { DAY_MS } from '@kinfold/domain/dates';
import { intervalsProblem, timesOf } from '@kinfold/domain/membership-times';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aCampaign,
  aHousehold,
  aMembership,
  anAccount,
  anOrganization,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { interruptedAfter } from '../../../../test/interrupted-writes.ts';
import { collection } from '../../../platform/database.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import { changeMembership } from './membership-change.service.ts';
import { requireMembership, type MembershipRecord } from './membership.service.ts';

let api: Api;
let writers: [Account, Account];
let ruth: MemberRecord;
let sam: MemberRecord;
let membership: MembershipRecord;
let part: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  const { organizationNumber } = await anOrganization();
  const manager = () => anAccount({ role: 'manager', organizationNumber });
  writers = [await manager(), await manager()];
  const home = await aHousehold({ organizationNumber, size: 2 });
  [ruth, sam] = home.members as [MemberRecord, MemberRecord];
  const campaign = await aCampaign({ organizationNumber });
  membership = await aMembership({ campaign, primary: ruth, covered: [sam] });
  part = `/api/v1/member/${sam._id}/campaign-membership/${membership._id}`;
});

const remove = (as: Account) => api.request.delete(`${part}/remove`).set(api.as(as));
const add = (as: Account) => api.request.post(`${part}/add`).set(api.as(as)).send({});
const stored = () => requireMembership(membership._id);
const partOf = ({ members }: MembershipRecord) => {
  const found = members.find(({ member_id }) => member_id === sam._id);
  if (!found) throw new Error('the part is gone');
  return found;
};
/** The history of the membership since its creation: the actions, and the members whom they name. */
const history = async () => {
  const about = { 'subject.id': membership._id, action: { $ne: 'membership.created' } };
  const found = collection<{ action: string; memberIds?: string[] }>('audit_entries').find(about);
  return (await found.sort({ _id: 1 }).toArray()).map(({ action, memberIds }) => [action, memberIds]);
};

describe('two writers of one part', () => {
  it('end it once, and begin it again once: each interval is there, and none overlaps', async () => {
    api.advance(3 * DAY_MS);
    const ended = await Promise.all(writers.map((as) => remove(as)));
    expect(ended.map(({ status }) => status)).toEqual([200, 200]);
    api.advance(3 * DAY_MS);
    const begun = await Promise.all(writers.map((as) => add(as)));
    expect(begun.map(({ status }) => status)).toEqual([200, 200]);

    const after = await stored();
    expect(partOf(after).earlier).toHaveLength(1);
    expect(timesOf(partOf(after))).toHaveLength(2);
    expect(intervalsProblem(after)).toBeUndefined();
    expect(await history()).toEqual([
      ['membership.person_ended', [sam._id]],
      ['membership.person_added', [sam._id]],
    ]);
  });

  it('one ends it while the other begins it, days apart from how it was: what was over stays as it was', async () => {
    api.advance(3 * DAY_MS);
    await remove(writers[0]).expect(200);
    api.advance(3 * DAY_MS);
    await add(writers[0]).expect(200);
    const [first] = partOf(await stored()).earlier ?? [];
    api.advance(3 * DAY_MS);
    await Promise.all([remove(writers[0]), add(writers[1]), remove(writers[1]), add(writers[0])]);

    const after = await stored();
    expect(partOf(after).earlier?.[0]).toEqual(first);
    expect(intervalsProblem(after)).toBeUndefined();
  });

  it('make different members primary at once: who paid before is kept once for each change', async () => {
    api.advance(3 * DAY_MS);
    const make = (as: Account, of: MemberRecord) =>
      api.request
        .post(`/api/v1/member/${ruth._id}/campaign-membership/${membership._id}`)
        .set(api.as(as))
        .send({ primaryMemberId: of._id });
    await Promise.all([make(writers[0], sam), make(writers[1], sam)]);
    const after = await stored();
    expect(after.primaryMemberId).toBe(sam._id);
    expect(after.payers).toEqual([{ member_id: ruth._id, endDt: after.modifiedDt }]);
    expect(await history()).toEqual([['membership.primary_changed', [ruth._id, sam._id]]]);
  });
});

it('a process that dies leaves the intervals as they were, or the whole change with its history', async () => {
  api.advance(3 * DAY_MS);
  const clock = { now: api.deps.now(), timeZone: 'UTC' };
  await remove(writers[0]).expect(200);
  const later = { ...clock, now: new Date(clock.now.getTime() + 3 * DAY_MS) };
  const steps = [
    { do: 'add', member_id: sam._id } as const,
    { do: 'make_primary', member_id: sam._id } as const,
  ];
  const before = await stored();
  for (let writes = 0; ; writes += 1) {
    const work = () => changeMembership(membership._id, { steps }, TEST_AUTHOR, later).catch(() => undefined);
    const { isInterrupted } = await interruptedAfter(writes, work);
    const after = await stored();
    const isDone = after.version > before.version;
    expect(timesOf(partOf(after))).toHaveLength(isDone ? 2 : 1);
    expect(after.payers ?? []).toHaveLength(isDone ? 1 : 0);
    expect(await history()).toHaveLength(isDone ? 3 : 1);
    if (!isInterrupted) {
      expect(isDone).toBe(true);
      break;
    }
  }
});

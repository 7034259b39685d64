/**
 * A death that is entered and taken back over HTTP leaves the database as it was: a picture of all collections before and after,
 * without the history, versions, and marks of work that is still to be done.
 */
import { randomUUID } from 'node:crypto';
import { addDays, calendarDateOf, endOfDay, type CalendarDate } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import { expect, it } from 'vitest';
import {
  aCampaign,
  aHousehold,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  linkTo,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { collectionNames } from '../../../../test/stored.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { refresh } from '../../../work/projections.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { covers } from '../../funds/coverage/kept-cover.service.ts';
import { createDuesOfRun } from '../../funds/donations/dues.service.ts';
import { findAllOfMembership } from '../../funds/donations/donation.service.ts';
import { runTotals } from '../../funds/donations/run-figures.service.ts';
import { recordOfflineReceipts } from '../../money/charges/offline-receipt.service.ts';
import type { MemberRecord } from '../members/member.service.ts';

const api = await apiOfFile();
const site = () => ({ now: api.deps.now(), timeZone: api.deps.config.TIME_ZONE });
const today = () => calendarDateOf(site().now, site().timeZone);
const daysAgo = (days: number): CalendarDate => addDays(today(), -days);
const at = (day: CalendarDate) => new Date(endOfDay(day, site().timeZone).getTime() - 3_600_000);

/** What is no state of the people and their money: history, security events, sessions, limits, work, numbers, dues held. */
const OTHERS = [
  ...[
    'audit_entries',
    'audit_chains',
    'security_events',
    'stale',
    'jobs',
    'counters',
    'rate_limits',
    'leases',
  ],
  ...['idempotent_answers', 'donation_claims', 'open_payments', 'payment_finals', 'user_tokens'],
];
/** What each write or recount changes. A missing list or flag says the same as an empty one. */
const PASSING = [
  ...['version', 'modifiedBy', 'modifiedDt', 'locks', 'coverCheckDt', 'sessionEpoch'],
  ...['totalVersion', 'countedVersion'],
];
const isNothing = (value: unknown) =>
  value === false || value === null || (Array.isArray(value) && !value.length);

/** Dues name their people in any order. */
const inOrder = (key: string, value: { member_id: string }[]) =>
  key === 'members' ? value.toSorted((one, other) => one.member_id.localeCompare(other.member_id)) : value;

async function picture(): Promise<Record<string, unknown[]>> {
  for (const one of [covers, runTotals]) await refresh(one, site());
  const taken: Record<string, unknown[]> = {};
  for (const name of await collectionNames()) {
    if (OTHERS.includes(name)) continue;
    const found = await collection(name).find().sort({ _id: 1 }).toArray();
    if (!found.length) continue;
    taken[name] = found.map((one) => {
      const kept = Object.entries(one).filter(([key, value]) => !PASSING.includes(key) && !isNothing(value));
      return JSON.parse(JSON.stringify(Object.fromEntries(kept)), inOrder);
    });
  }
  return taken;
}

/** A household of some people in a fund since 100 days, with dues made on a day. */
async function aFamily(size: number, funds = 1) {
  await api.forget();
  const { organizationNumber } = await anOrganization();
  const hired = (role: 'manager' | 'treasurer' | 'administrator') => anAccount({ role, organizationNumber });
  const staff = { manager: await hired('manager'), treasurer: await hired('treasurer') };
  const { members } = await aHousehold({ organizationNumber, size });
  const [primary, ...covered] = members as [MemberRecord, ...MemberRecord[]];
  const [friend] = (await aHousehold({ organizationNumber, size: 1 })).members as [MemberRecord];
  await linkTo(friend._id, primary._id);
  const memberships: { campaign: CampaignRecord; _id: string }[] = [];
  for (let made = 0; made < funds; made += 1) {
    const campaign = await aCampaign({ organizationNumber });
    const benefits = [{ label: 'Any', minAge: 0, maxAge: 150, amount: 500_000 }];
    await collection('campaigns').updateOne(
      { _id: objectId(campaign._id) },
      { $set: { fundRules: { benefits } } },
    );
    const { _id } = await aMembership({ campaign, primary, covered });
    const since = at(daysAgo(100));
    await collection('campaign_memberships').updateOne(
      { _id: objectId(_id) },
      { $set: { createdDt: since, activeDt: since, 'members.$[].startDt': since } },
    );
    for (const made of [2, 10]) {
      const run = await aRun({ campaign, endsInDays: 20 });
      await createDuesOfRun(run._id, TEST_AUTHOR, at(daysAgo(made)));
    }
    memberships.push({ campaign, _id });
  }
  const post = (path: string, body: object, as = staff.manager) =>
    api.request.post(path).set(api.as(as)).send(body);
  const event = (of: MemberRecord, body: object) =>
    post(`/v2/members/${of._id}/life-events`, { event: 'death', ...body });
  const payerOf = (of: MemberRecord) =>
    of === primary && covered[0] ? { payerMemberId: covered[0]._id } : {};
  const dies = async (of: MemberRecord, day = daysAgo(3)) => {
    const answer = await event(of, { deceasedDt: day, ...payerOf(of) });
    expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
    return answer.body;
  };
  const undo = async (of: MemberRecord) => {
    const answer = await event(of, { undo: true });
    expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  };
  /** Pays a part of the dues of the first membership that are the last made. */
  const pays = async (amount: number) => {
    const dues = await findAllOfMembership(memberships[0]?._id ?? '');
    const last = dues.toSorted((one, other) => other.createdDt.getTime() - one.createdDt.getTime())[0];
    await recordOfflineReceipts(
      [
        {
          receiptId: randomUUID(),
          method: 'cash' as const,
          lines: [{ donationId: last?._id ?? '', amount: cents(amount) }],
          paidDt: api.deps.now(),
          recordedBy: TEST_AUTHOR.email,
          currency: 'usd',
        },
      ],
      api.deps,
    );
  };
  return { primary, covered, memberships, staff, post, dies, undo, pays, organizationNumber };
}
type Family = Awaited<ReturnType<typeof aFamily>>;

const child = ({ covered }: Family) => covered[1] as MemberRecord;

it.each<
  [
    string,
    { size: number; funds?: number; of?: (family: Family) => MemberRecord },
    ((family: Family) => Promise<unknown>)?,
  ]
>([
  ['somebody alone, whose dues come to nothing', { size: 1 }],
  ['the payer, in two funds', { size: 3, funds: 2 }],
  ['a child, in two funds', { size: 3, funds: 2, of: child }],
  ['the payer, after a part of the dues was paid', { size: 3 }, ({ pays }) => pays(1000)],
])('%s', async (_what, { size, funds, of = ({ primary }) => primary }, first) => {
  const family = await aFamily(size, funds);
  await first?.(family);
  const before = await picture();
  const dead = of(family);
  await family.dies(dead);
  // Corrected on the way.
  await family.dies(dead, daysAgo(1));
  await family.dies(dead, daysAgo(4));
  expect(await picture()).not.toEqual(before);
  await family.undo(dead);
  expect(await picture()).toEqual(before);
});

it('two deaths, the last one first', async () => {
  const { primary, covered, dies, undo } = await aFamily(2);
  const pictures = [await picture()];
  await dies(primary);
  pictures.push(await picture());
  await dies(covered[0] as MemberRecord);
  await undo(covered[0] as MemberRecord);
  expect(await picture()).toEqual(pictures.pop());
  await undo(primary);
  expect(await picture()).toEqual(pictures.pop());
});

it('dues that were made or refreshed meanwhile charge what the membership costs again', async () => {
  const { primary, memberships, post, dies, undo } = await aFamily(3);
  const [{ campaign, _id }] = memberships as [Family['memberships'][number]];
  const priceRules = [
    { label: 'Head', minAge: 18, maxAge: 150, relationships: ['Head of Household'], price: 4000 },
  ];
  await collection('campaigns').updateOne({ _id: objectId(campaign._id) }, { $set: { priceRules } });
  const refreshed = () => post(`/v2/membership/${_id}/refresh-price`, {});
  expect((await refreshed()).body.totalPrice).toBe(90);
  await dies(primary);
  expect((await refreshed()).body.totalPrice).toBe(65);
  await createDuesOfRun((await aRun({ campaign }))._id, TEST_AUTHOR, new Date(api.deps.now().getTime() + 1));
  const amounts = async () =>
    (await findAllOfMembership(_id)).map(({ minAmountDue }) => minAmountDue).toSorted((a, b) => a - b);
  // Dues from before the day still charge who died, and the new Head of Household.
  expect(await amounts()).toEqual([6500, 6500, 10500]);
  await undo(primary);
  expect(await amounts()).toEqual([9000, 9000, 9000]);
});

it('a claim that is proposed ends with the death, and nothing else stays changed', async () => {
  const { primary, memberships, staff, post, dies, undo } = await aFamily(3);
  const before = await picture();
  await dies(primary);
  const campaignId = memberships[0]?.campaign._id;
  const claim = await post('/v2/claims', { member_id: primary._id, campaignId });
  expect(claim.status).toBe(201);
  const proposed = await post(`/v2/claims/${claim.body._id}/propose`, { amount: 500_000 });
  expect([proposed.status, proposed.body.state]).toEqual([200, 'proposed']);
  await undo(primary);
  const { claims, ...others } = await picture();
  expect(claims).toMatchObject([
    { state: 'closed', endedWithDeath: true, benefit: { proposedAmount: null } },
  ]);
  expect(others).toEqual(before);
  const read = await api.get(`/v2/claims/${claim.body._id}`, staff.treasurer);
  expect(read.body).toMatchObject({ state: 'closed', endedWithDeath: true });
});

it('the last of a household that owed one share together', async () => {
  const { primary, covered, memberships, dies, undo } = await aFamily(2);
  const [last] = covered as [MemberRecord];
  const roster = { claimId: 'c1', rosterDt: daysAgo(20), sharing: 'per_household', total: 6000 };
  const campaignId = objectId(memberships[0]?.campaign._id ?? '');
  await collection('campaign_runs').updateMany({ campaignId }, { $set: { roster } });
  await collection('donations').updateMany({ campaignId }, { $set: { share: 'set' } });
  const before = await picture();
  await dies(primary);
  const alone = await picture();
  await dies(last);
  expect(
    (await findAllOfMembership(memberships[0]?._id ?? '')).map(({ minAmountDue }) => minAmountDue),
  ).toContain(0);
  await undo(last);
  expect(await picture()).toEqual(alone);
  await undo(primary);
  expect(await picture()).toEqual(before);
  // The first death was the mistake.
  const amounts = async () =>
    (await findAllOfMembership(memberships[0]?._id ?? '')).map(({ minAmountDue }) => minAmountDue);
  const whole = await amounts();
  await dies(primary);
  await dies(last);
  await undo(primary);
  expect(await amounts()).toEqual(whole);
  await undo(last);
  expect(await amounts()).toEqual(whole);
});

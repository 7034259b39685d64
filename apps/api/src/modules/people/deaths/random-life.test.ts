/**
 * Whatever happens in some families (births, deaths, weddings, divorces, moves, leaving, corrections, deaths taken back), in whatever order: at
 * every step nobody dead or outside of the fund's ages is charged or asked, somebody pays for every active membership or the
 * office knows, and a run that is activated then asks for the sum of the people who are or will be covered.
 */
import { ageOn, addDays, calendarDateOf } from '@kinfold/domain/dates';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  aCampaign,
  aHousehold,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
} from '../../../../test/factories.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { COPIED_NAMES_JOB } from '../../../work/copied-names.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { findDues } from '../../funds/donations/donation.service.ts';
import { rosterOf } from '../../funds/claims/roster.service.ts';
import { runDuesJob } from '../../funds/donations/dues.service.ts';
import { RUN_DUES_JOB } from '../../funds/campaign-runs/run-changes.service.ts';
import { covers } from '../../funds/coverage/kept-cover.service.ts';
import { requireMembership } from '../../funds/memberships/membership.service.ts';
import { refresh } from '../../../work/projections.ts';
import { thoroughChecks } from '../../../platform/verification.ts';
import { sealHistory } from '../../operations/audit/audit.service.ts';
import { copiedNamesJob } from '../../operations/copied-names/copied-names.service.ts';
import { verify } from '../../operations/verification/verification.service.ts';
import { requireMember } from '../members/member.service.ts';

const api = await apiOfFile();
const MAX_AGE = 17;
/** More rounds: `ROUNDS=200 npx vitest run --project api random-life`. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 6);

const who = fc.nat({ max: 30 });
const STEP = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('born' as const), who }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('die' as const),
      who,
      payer: who,
      daysAgo: fc.nat({ max: 3 }),
      isUnknown: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('marry' as const),
      who,
      other: who,
      household: fc.constantFrom('together', 'new', 'apart'),
      isNew: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'leave' as const,
        'own household' as const,
        'divorce' as const,
        'move out' as const,
        'refresh' as const,
      ),
      who,
      other: who,
      cover: fc.constantFrom('follow', 'follow', 'stay'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('turn 18' as const), who }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      who,
      birthDt: fc.constantFrom('1950-01-01', '2012-01-01', '2004-01-01', null),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cover' as const), who, other: who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('activate' as const) }) },
);
type Step = typeof STEP extends fc.Arbitrary<infer One> ? One : never;

it(
  'nobody dead or too old is charged, somebody pays, and a run asks for the sum of its people',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 12 }), async (steps) => {
        const world = await aWorld();
        for (const step of steps) {
          await world.take(step);
          await world.check();
        }
        await world.checkRun();
      }),
      { numRuns: ROUNDS },
    );
    await workOnJobs({ [COPIED_NAMES_JOB]: copiedNamesJob }, api.deps.logger);
    await sealHistory();
    const checks = thoroughChecks({ doesRepair: false, now: api.deps.now() });
    expect((await verify(checks)).problems).toEqual([]);
  },
);

async function aWorld() {
  const { organizationNumber } = await anOrganization();
  const manager = await anAccount({ role: 'manager', organizationNumber });
  const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
  const fund = await aCampaign({ organizationNumber });
  const ageLimits = [{ relationships: ['Child', 'Son', 'Daughter'], maxAge: MAX_AGE }];
  await collection('campaigns').updateOne(
    { _id: objectId(fund._id) },
    { $set: { fundRules: { ageLimits } } },
  );
  const families = [
    await aHousehold({ organizationNumber, size: 3 }),
    await aHousehold({ organizationNumber, size: 2 }),
  ];
  for (const { primary, members } of families)
    await aMembership({ campaign: fund, primary, covered: members.filter(({ _id }) => _id !== primary._id) });
  const today = calendarDateOf(api.deps.now(), api.deps.config.TIME_ZONE);

  const people = () => collection('members').find({ organizationNumber }).sort({ _id: 1 }).toArray();
  const memberships = () =>
    collection('campaign_memberships')
      .find({ campaignId: objectId(fund._id) })
      .sort({ _id: 1 })
      .toArray();
  const idOf = async (index: number) => {
    const all = await people();
    return String(all[index % all.length]?._id);
  };
  /** In how many memberships of the fund somebody is. */
  const timesCovered = async () => {
    const times = new Map<string, number>();
    for (const one of await memberships())
      for (const { member_id, isActive } of (await requireMembership(String(one._id))).members)
        if (isActive && one['isActive']) times.set(member_id, (times.get(member_id) ?? 0) + 1);
    return times;
  };
  /** Somebody of the household of a member. */
  const otherOf = async ({ household_id }: { household_id: string | null }, index: number) => {
    const all = (await people()).filter((one) => String(one['household_id']) === household_id);
    return String(all[index % all.length]?._id);
  };
  /** What is refused is refused with a reason, and changes nothing. */
  const post = async (path: string, body: object = {}, by = manager) => {
    const answer = await api.request.post(path).set(api.as(by)).send(body);
    expect(answer.status, `${path} ${JSON.stringify(body)} ${JSON.stringify(answer.body)}`).toBeLessThan(500);
    return answer;
  };

  const take = async (step: Step): Promise<unknown> => {
    if (step.do === 'activate') return checkRun();
    const _id = await idOf(step.who);
    const member = await requireMember(_id);
    const event = (body: object) => post(`/v2/members/${_id}/life-events`, body);
    /** The preview says what is done, and is refused where that is. */
    const told = async (body: object) => {
      const preview = await post(`/v2/members/${_id}/life-events/preview`, body);
      const before = await timesCovered();
      const done = await event(body);
      const after = await timesCovered();
      const about = JSON.stringify({ body, preview: preview.body, done: done.body });
      expect(done.status, about).toBe(preview.status);
      for (const field of ['payer', 'payers', 'memberships', 'openDues'])
        expect(done.body[field], about).toEqual(preview.body[field]);
      // Nobody is charged twice by it, and who does not leave keeps their cover.
      for (const [id, times] of after) expect(times, about).toBeLessThanOrEqual(before.get(id) ?? 1);
      if (step.do !== 'leave')
        for (const id of before.keys()) expect(after.has(id), `${id} ${about}`).toBe(true);
      return done;
    };
    switch (step.do) {
      case 'born': {
        const child = await post('/v2/members', {
          ...{ organizationNumber, firstNm: 'Baby', lastNm: member.lastNm, birthDt: addDays(today, -30) },
          ...{ relationship: 'Child', household_id: member.household_id, phones: [], emails: [] },
        });
        return child.status === 201 ? cover(_id, child.body._id) : undefined;
      }
      case 'die': {
        const day = step.isUnknown
          ? { deceasedDt: null, isDayUnknown: true }
          : { deceasedDt: addDays(today, -step.daysAgo) };
        const alone = await event({ event: 'death', ...day });
        if (alone.status !== 422) return alone;
        return event({ event: 'death', ...day, payerMemberId: await idOf(step.payer) });
      }
      case 'undo':
        return event({ event: 'death', undo: true });
      case 'marry': {
        const household = step.household === 'apart' && step.isNew ? 'together' : step.household;
        const spouse = { firstNm: 'New', lastNm: 'Comer', birthDt: '1980-01-01' };
        const whom = step.isNew ? { spouse } : { spouse_id: await idOf(step.other) };
        return told({ event: 'marriage', ...whom, household });
      }
      case 'divorce':
        return told({
          ...{ event: 'divorce', spouse_id: await otherOf(member, step.other), member_ids: [_id] },
          cover: step.cover,
        });
      case 'leave': {
        const other = await otherOf(member, step.other);
        return told({ event: 'leaving', member_ids: [_id], primaryMemberId: other });
      }
      case 'own household':
        return told({ event: 'own_household', isLinked: true, cover: step.cover });
      case 'move out': {
        const address = {
          streetAddress: '12 Elm Street',
          cityNm: 'Laurel',
          stateCd: 'MD',
          postalCd: '20707',
        };
        const primaryMemberId = await otherOf(member, step.other);
        const apart = { address, member_ids: [_id], isApart: true };
        return told({ event: 'move', ...apart, primaryMemberId, cover: step.cover });
      }
      case 'turn 18': {
        await post('/v2/members', { _id, version: member.version, birthDt: addDays(today, -18 * 366) });
        return told({ event: 'own_household' });
      }
      case 'correct':
        return post('/v2/members', { _id, version: member.version, birthDt: step.birthDt });
      case 'cover':
        return cover(await idOf(step.other), _id);
      case 'refresh':
        for (const one of await memberships()) await post(`/v2/membership/${String(one._id)}/refresh-price`);
    }
    return undefined;
  };
  /** Adds a person to a membership that somebody of a household pays for. */
  const cover = async (payerId: string, memberId: string) => {
    const { household_id } = await requireMember(payerId);
    const homes = (await people()).filter((one) => String(one['household_id']) === household_id);
    const of = (await memberships()).find((one) =>
      homes.some(({ _id }) => String(_id) === String(one['primaryMemberId'])),
    );
    if (of) await post(`/api/v1/member/${memberId}/campaign-membership/${String(of._id)}/add`);
  };

  const check = async () => {
    await refresh(covers, { now: api.deps.now(), timeZone: api.deps.config.TIME_ZONE });
    const everybody = new Map((await people()).map((one) => [String(one._id), one]));
    const { body: attention } = await api.get('/v2/staff/attention', manager).expect(200);
    const withoutPayer = (attention.deceasedPayers?.first ?? []).map(
      (one: { membershipId: string }) => one.membershipId,
    );
    for (const { _id } of await memberships()) {
      const membership = await requireMembership(String(_id));
      const { isActive, primaryMemberId, members, totalPrice } = membership;
      const charged = members.filter((part) => part.isActive === true);
      const about = JSON.stringify({ membership, people: [...everybody.values()] });
      // Nobody dead has a part that goes on.
      for (const part of charged)
        expect(everybody.get(part.member_id)?.['deceasedDt'] ?? null, about).toBeNull();
      // The sum is that of the people.
      expect(totalPrice, about).toBe(charged.reduce((sum, { price }) => sum + price, 0));
      if (isActive !== true) continue;
      const payer = everybody.get(primaryMemberId);
      const age = ageOn((payer?.['birthDt'] as string | null) ?? null, today);
      const isFit = !payer?.['deceasedDt'] && (age === null || age >= 18);
      if (!isFit) expect(withoutPayer, about).toContain(membership._id);
    }
    // Dues of active runs that are wholly unpaid name nobody who died before they were made.
    for (const { _id } of await memberships())
      for (const due of await findDues(String(_id)))
        for (const { member_id } of due.paymentsTotal === 0 ? (due.members ?? []) : []) {
          const died = everybody.get(member_id)?.['deceasedDt'] as string | undefined;
          if (died) expect(calendarDateOf(due.createdDt, 'UTC') <= died, JSON.stringify(due)).toBe(true);
        }
  };

  /** A new run asks each active membership for the sum of its people; its preview and lists say the same. */
  const checkRun = async () => {
    for (const one of await memberships()) await post(`/v2/membership/${String(one._id)}/refresh-price`);
    const run = await aRun({ campaign: fund, isActive: false });
    const path = `/v2/campaigns/${fund._id}/runs/${run._id}`;
    const { body: preview } = await api.get(`${path}/preview`, manager).expect(200);
    await post('/v2/campaign-run', { _id: run._id, isActive: true });
    await workOnJobs(
      { [RUN_DUES_JOB]: runDuesJob({ ...api.deps, rosterOf: rosterOf(api.deps) }) },
      api.deps.logger,
    );
    const everybody = new Map((await people()).map((one) => [String(one._id), one]));
    let sum = 0;
    let count = 0;
    for (const { _id } of await memberships()) {
      const due = (await findDues(String(_id))).find(({ campaignRunId }) => campaignRunId === run._id);
      const { isActive, members, primaryMemberId } = await requireMembership(String(_id));
      const payerDied = everybody.get(primaryMemberId)?.['deceasedDt'];
      if (isActive !== true || payerDied) {
        expect(due).toBeUndefined();
        continue;
      }
      const right = members
        .filter((part) => part.isActive === true)
        .map(({ member_id, priceOverride }): number => {
          const person = everybody.get(member_id);
          const age = ageOn((person?.['birthDt'] as string | null) ?? null, today);
          const kind = String(person?.['relationship']);
          const isOut = ['Child', 'Son', 'Daughter'].includes(kind) && age !== null && age > MAX_AGE;
          if (priceOverride !== null) return priceOverride;
          if (isOut && member_id !== primaryMemberId) return 0;
          return age !== null && age <= 17 ? 1000 : 2500;
        });
      const about = JSON.stringify({ due, members, people: [...everybody.values()] });
      expect(due?.minAmountDue, about).toBe(right.reduce((total, price) => total + price, 0));
      sum += due?.minAmountDue ?? 0;
      count += 1;
    }
    expect(preview).toMatchObject({ count, sum: sum / 100 });
    const dead = [...everybody.values()].filter((one) => one['deceasedDt']);
    const csv = (await api.get(`${path}/donations.csv`, treasurer).expect(200)).text;
    const calls = JSON.stringify((await api.get(`${path}/calls`, treasurer).expect(200)).body);
    for (const { firstNm } of dead) if (firstNm !== 'Baby') expect(csv + calls).not.toContain(firstNm);
  };
  return { take, check, checkRun };
}

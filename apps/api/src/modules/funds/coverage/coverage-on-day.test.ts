import { showDateInWords } from '@kinfold/domain/dates';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aCampaign, aHousehold, anAccount, anOrganization, TEST_AUTHOR } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import { pay } from '../../../../test/paying.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { updateRun, type RunChange } from '../campaign-runs/campaign-run.service.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import { createMembership } from '../memberships/new-membership.service.ts';

const DAY_MS = 86_400_000;
let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

// Each test begins today.
let advanced = 0;
const advance = (ms: number) => {
  advanced += ms;
  api.advance(ms);
};
afterEach(() => advance(-advanced));

const today = () => api.deps.now().toISOString().slice(0, 10);
const daysAgo = (days: number) =>
  new Date(api.deps.now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
const ask = (payer: Payer, as: Account, on: string) =>
  api.get(`/v2/members/${payer.memberId}/coverage?on=${on}`, as);
const managerOf = ({ organizationNumber }: Payer) => anAccount({ role: 'manager', organizationNumber });

describe('the cover on a day', () => {
  it('does not count what was paid after that day, and counts what was paid on it', async () => {
    const payer = await aPayer();
    const manager = await managerOf(payer);
    const unpaid = today();
    advance(3 * DAY_MS);
    await pay(api, payer.account, [payer.dues[0]]);
    const paid = today();
    advance(2 * DAY_MS);

    const late = (await ask(payer, manager, unpaid)).body;
    expect(late).toMatchObject({
      isCovered: false,
      sentence: `Ruth and Sam were not covered on ${showDateInWords(unpaid)}.`,
      action: null,
      amountDue: 50,
    });
    expect(late.people[0].reasons.map(({ code }: { code: string }) => code)).toEqual([
      'dues_open',
      'dues_late',
    ]);
    expect((await ask(payer, manager, paid)).body).toMatchObject({
      isCovered: true,
      sentence: `Ruth and Sam were covered on ${showDateInWords(paid)}.`,
      amountDue: 30,
    });
    // Without a day, and with an empty one, it is today.
    expect((await ask(payer, manager, '')).body.sentence).toMatch(/^Ruth and Sam are covered until /);
  });

  it('knows a membership that was deactivated since, and one that was not there yet', async () => {
    const payer = await aPayer();
    const manager = await managerOf(payer);
    await pay(api, payer.account, [payer.dues[0]]);
    const active = today();
    advance(2 * DAY_MS);
    const set = (isActive: boolean) =>
      api.request
        .post('/v2/membership')
        .set(api.as(manager))
        .send({ _id: payer.campaignMembershipId, isActive })
        .expect(200);
    await set(false);
    const inactive = today();
    advance(2 * DAY_MS);
    expect((await ask(payer, manager, active)).body.isCovered).toBe(true);
    expect((await ask(payer, manager, inactive)).body).toMatchObject({
      isCovered: false,
      people: [{ reasons: [{ code: 'membership_inactive' }, { code: 'person_inactive' }, {}] }],
    });
    // Active again, the days before are unchanged.
    await set(true);
    advance(DAY_MS);
    expect((await ask(payer, manager, active)).body.isCovered).toBe(true);
    expect((await ask(payer, manager, inactive)).body.isCovered).toBe(false);
    expect((await ask(payer, manager, daysAgo(5000))).body).toMatchObject({ isCovered: false, people: [] });
  });

  it('knows that a person was covered who was removed since, and added again', async () => {
    const payer = await aPayer();
    const manager = await managerOf(payer);
    await pay(api, payer.account, payer.dues);
    advance(5 * DAY_MS);
    const covered = today();
    advance(5 * DAY_MS);
    const before = (await ask(payer, manager, covered)).body.sentence;
    const { members } = (await api.get(`/api/v1/membership/${payer.campaignMembershipId}`, manager)).body;
    const sam = members.find(({ firstNm }: { firstNm: string }) => firstNm === 'Sam').member_id;
    const part = `/api/v1/member/${sam}/campaign-membership/${payer.campaignMembershipId}`;
    await api.request.delete(`${part}/remove`).set(api.as(manager)).expect(200);
    const out = today();
    advance(3 * DAY_MS);
    await api.request.post(`${part}/add`).set(api.as(manager)).send({}).expect(200);
    const again = today();
    advance(DAY_MS);
    expect(before).toBe(`Ruth and Sam were covered on ${showDateInWords(covered)}.`);
    expect((await ask(payer, manager, covered)).body.sentence).toBe(before);
    expect((await ask(payer, manager, out)).body.sentence).toBe(
      `Ruth was covered on ${showDateInWords(out)}.`,
    );
    expect((await ask(payer, manager, again)).body.sentence).toBe(
      `Ruth and Sam were covered on ${showDateInWords(again)}.`,
    );
  });

  /** Days on which Ruth paid for herself and Sam, and everything was paid. */
  async function paidDays() {
    const payer = await aPayer();
    const manager = await managerOf(payer);
    await pay(api, payer.account, payer.dues);
    const { members } = (await api.get(`/api/v1/membership/${payer.campaignMembershipId}`, manager)).body;
    const sam: string = members.find(({ firstNm }: { firstNm: string }) => firstNm === 'Sam').member_id;
    const send = (path: string, body: object) =>
      api.request.post(path).set(api.as(manager)).send(body).expect(200);
    const v2 = `/v2/membership/${payer.campaignMembershipId}`;
    /** The cover of people on a day, by first name. */
    const stood = async (firstNm: string, on: string) => {
      const { people } = (await ask(payer, manager, on)).body;
      return people.find(({ name }: { name: string }) => name.startsWith(firstNm));
    };
    return { payer, manager, sam, send, v2, stood };
  }

  it('is not changed by a later waiver, nor by undoing a waiver later', async () => {
    const { payer, sam, send, v2, stood } = await paidDays();
    await send('/api/v1/campaign', { _id: payer.campaignId, fundRules: { waitingDays: 3650 } });
    advance(DAY_MS);
    const waited = today();
    advance(2 * DAY_MS);
    const why = { member_id: sam, reason: 'From another fund' };
    await send(`${v2}/waiting`, { ...why, isWaived: true });
    const waived = today();
    advance(2 * DAY_MS);
    await send(`${v2}/waiting`, { ...why, isWaived: false });
    const waitedAgain = today();
    advance(2 * DAY_MS);
    for (const [on, isCovered] of [
      [waited, false],
      [waived, true],
      [waitedAgain, false],
    ] as const)
      expect([on, (await stood('Sam', on)).isCovered]).toEqual([on, isCovered]);
  });

  it('names the payer of that day, not the present one', async () => {
    const { payer, manager, sam, send, stood } = await paidDays();
    advance(2 * DAY_MS);
    const ruthPaid = today();
    advance(2 * DAY_MS);
    await send(`/api/v1/member/${payer.memberId}/campaign-membership/${payer.campaignMembershipId}`, {
      primaryMemberId: sam,
    });
    const samPaid = today();
    advance(2 * DAY_MS);
    for (const [on, primaryMemberId] of [
      [ruthPaid, payer.memberId],
      [samPaid, sam],
    ] as const)
      for (const name of ['Ruth', 'Sam']) expect(await stood(name, on)).toMatchObject({ primaryMemberId });
    expect((await ask(payer, manager, ruthPaid)).body.sentence).toBe(
      `Ruth and Sam were covered on ${showDateInWords(ruthPaid)}.`,
    );
  });

  it('is the same after a death was entered, corrected and undone', async () => {
    const { payer, sam, send, stood } = await paidDays();
    advance(2 * DAY_MS);
    const [alive, died] = [daysAgo(1), today()];
    advance(3 * DAY_MS);
    const after = daysAgo(2);
    const event = `/v2/members/${payer.memberId}/life-events`;
    const seen = async () =>
      Promise.all(
        [alive, died, after].map(async (on) => {
          const one = await stood('Ruth', on);
          return [one?.isCovered, one?.primaryMemberId === sam];
        }),
      );
    const before = await seen();
    expect(before).toEqual(Array(3).fill([true, false]));
    await send(event, { event: 'death', deceasedDt: died, payerMemberId: sam });
    expect(await seen()).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
    await send(event, { event: 'death', deceasedDt: alive, payerMemberId: sam });
    expect(await seen()).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
    await send(event, { event: 'death', undo: true });
    expect(await seen()).toEqual(before);
  });

  it('knows since when a membership that was entered later covers people, except those who were inactive when it was entered', async () => {
    const { organizationNumber } = await anOrganization();
    const manager = await anAccount({ role: 'manager', organizationNumber });
    const campaign = await aCampaign({ organizationNumber });
    const { members } = await aHousehold({ organizationNumber, size: 2 });
    const [primary, spouse] = members as [MemberRecord, MemberRecord];
    const parts = new Map(
      [primary, spouse].map(({ _id }) => [
        _id,
        { startDt: new Date(`${daysAgo(100)}T00:00:00Z`), priceOverride: null },
      ]),
    );
    await collection('members').updateOne({ _id: objectId(spouse._id) }, { $set: { isActive: false } });
    const input = { campaignId: campaign._id, primary, covered: [spouse], parts };
    await createMembership(input, TEST_AUTHOR, api.deps.now(), 'UTC');
    advance(DAY_MS);
    const stands = async (days: number) => {
      const { body } = await api.get(`/v2/members/${primary._id}/coverage?on=${daysAgo(days)}`, manager);
      const { people } = body as { people: { member_id: string; isCovered: boolean }[] };
      return people.map(({ member_id, isCovered }) => [member_id === primary._id, isCovered]);
    };
    expect(await stands(102)).toEqual([]);
    expect(await stands(50)).toEqual([[true, true]]);
  });

  it('goes by the rules of that day', async () => {
    const payer = await aPayer();
    const manager = await managerOf(payer);
    await pay(api, payer.account, payer.dues);
    const before = today();
    advance(2 * DAY_MS);
    await api.request
      .post('/api/v1/campaign')
      .set(api.as(manager))
      .send({ _id: payer.campaignId, fundRules: { waitingDays: 3650 } })
      .expect(200);
    const after = today();
    advance(DAY_MS);
    expect((await ask(payer, manager, before)).body.isCovered).toBe(true);
    expect((await ask(payer, manager, after)).body.people[0].reasons).toMatchObject([{ code: 'waiting' }]);
  });

  it('goes by the runs of that day: one that was paused since, and one whose last day was moved', async () => {
    const payer = await aPayer();
    const manager = await managerOf(payer);
    const runs = () =>
      collection<{ endDt: Date }>('campaign_runs').find({
        campaignId: objectId(payer.campaignId),
        isActive: true,
      });
    const [ended, active] = await runs().sort({ endDt: 1 }).toArray();
    const codes = async (on: string) =>
      (await ask(payer, manager, on)).body.people[0].reasons.map(({ code }: { code: string }) => code);
    const before = today();
    advance(2 * DAY_MS);
    const change = (run: typeof ended, fields: RunChange) =>
      updateRun(run?._id.toHexString() ?? '', fields, TEST_AUTHOR, api.deps.now());
    await change(active, { isActive: false });
    await change(ended, { endDt: new Date(api.deps.now().getTime() + 30 * DAY_MS) });
    const after = today();
    advance(2 * DAY_MS);
    expect((await codes(before)).toSorted()).toEqual(['dues_late', 'dues_open']);
    expect(await codes(after)).toEqual(['dues_open']);
  });

  it('is shown only to staff, for past days', async () => {
    const payer = await aPayer();
    const manager = await managerOf(payer);
    expect((await ask(payer, payer.account, today())).status).toBe(403);
    expect((await ask(payer, await anAccount({ role: 'manager' }), today())).status).toBe(404);
    expect((await ask(payer, manager, today())).status).toBe(200);
    for (const [on, message] of [
      [daysAgo(-1), 'This day is still to come'],
      ['2026-02-30', 'on is a day, YYYY-MM-DD'],
      ['soon', 'on is a day, YYYY-MM-DD'],
    ] as const) {
      const { status, body } = await ask(payer, manager, on);
      expect([status, body.errors]).toEqual([422, [{ path: 'on', message }]]);
    }
  });
});

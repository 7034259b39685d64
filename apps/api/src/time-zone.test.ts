/** One time zone for a deployment: every day that a person reads or types is a day in it (rules.md "Dates"). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addDays,
  calendarDateOf,
  endOfDay,
  showDate,
  showDateInWords,
  startOfDay,
  typedDate,
} from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import { aCampaign, aHousehold, aMember, aMembership, anAccount, TEST_AUTHOR } from '../test/factories.ts';
import { startApi, type Account, type Api } from '../test/harness.ts';
import { aPayer } from '../test/payer.ts';
import { pay } from '../test/paying.ts';
import { pdfTextOf } from '../test/pdf-text.ts';
import { updateRun } from './modules/funds/campaign-runs/campaign-run.service.ts';
import { findDues } from './modules/funds/donations/donation.service.ts';
import { joinCampaign } from './modules/funds/memberships/new-membership.service.ts';
import { deliverMails } from './work/outbox.ts';

const MINUTE_MS = 60_000;

// Behind UTC: late in the evening it is tomorrow there. Ahead by 14 hours: in the morning it was yesterday there.
describe.each([
  ['America/New_York', 'in the last minute of a day', -1],
  ['America/New_York', 'in the first minute of a day', 1],
  ['Pacific/Kiritimati', 'in the last minute of a day', -1],
  ['Pacific/Kiritimati', 'in the first minute of a day', 1],
])('in %s, %s', (timeZone, _when, minutes) => {
  let api: Api;
  let today: string;
  beforeAll(async () => {
    api = await startApi({ environment: { TIME_ZONE: timeZone } });
  });
  afterAll(() => api.stop());

  beforeEach(() => {
    // A midnight a few days ahead, so that the clock only ever goes on.
    const midnight = startOfDay(addDays(calendarDateOf(api.deps.now(), timeZone), 2), timeZone);
    api.advance(midnight.getTime() + minutes * MINUTE_MS - api.deps.now().getTime());
    today = calendarDateOf(api.deps.now(), timeZone);
  });

  const get = async (path: string, account?: Account) => (await api.get(path, account)).body;
  /** `2026-11-21` as it is shown. */
  const shown = (day: string) => showDate(day);
  /** As sentences have it. */
  const inWords = (day: string) => showDateInWords(day);

  it('sends the zone to the web', async () => {
    expect(await get('/client-config')).toMatchObject({ timeZone });
  });

  it('says one day of one payment, on the receipt, in the mail, the list, the account and the statement', async () => {
    const payer = await aPayer({ now: api.deps.now() });
    const answer = await pay(api, payer.account, [payer.dues[0]]);
    const paymentId = answer.body.data.payment_id;
    expect((await get(`/v2/payments/${paymentId}`, payer.account)).paidOn).toBe(today);
    const { payments } = await get(`/v2/members/${payer.memberId}/payments`, payer.account);
    expect(payments[0]).toMatchObject({ payment_id: paymentId, paidOn: today });
    const path = `/v2/membership/${payer.campaignMembershipId}/latest-payment`;
    expect((await get(path, payer.account)).latestPayment).toEqual({ amount: 20, paidOn: today });
    await deliverMails(api.deps);
    expect(api.mails.find(({ to }) => to === payer.account.email)?.text).toContain(inWords(today));
    const receipt = await api.get(`/v2/payments/${paymentId}/receipt.pdf`, payer.account).buffer(true);
    expect(pdfTextOf(receipt.body)).toContain(inWords(today));
    const year = today.slice(0, 4);
    const statement = await api
      .get(`/v2/members/${payer.memberId}/statements/${year}.pdf`, payer.account)
      .buffer(true);
    expect(pdfTextOf(statement.body)).toContain(shown(today));
  });

  it('ends a run with the last day that was typed for it, which every sentence names', async () => {
    const payer = await aPayer({ now: api.deps.now() });
    await pay(api, payer.account, [payer.dues[0]]);
    const lastDay = addDays(today, 1);
    const endDt = endOfDay(lastDay, timeZone);
    const [due] = await findDues(payer.campaignMembershipId);
    await updateRun(due?.campaignRunId ?? '', { endDt }, TEST_AUTHOR, api.deps.now());
    const path = `/v2/members/${payer.memberId}/coverage`;
    const open = await get(path, payer.account);
    expect(open).toMatchObject({
      isCovered: true,
      sentence: `You and Sam are covered until ${inWords(lastDay)}.`,
      action: `Pay $30.00 by ${inWords(lastDay)} to stay covered.`,
    });
    expect(showDate(new Date(open.dueBy), timeZone)).toBe(shown(lastDay));
    const letter = await api.get(`${path}/letter.pdf`, payer.account).buffer(true);
    expect(letter.headers['content-disposition']).toContain(`-${today}.pdf`);
    const text = pdfTextOf(letter.body);
    expect(text).toContain(inWords(today));
    expect(text).toContain(inWords(lastDay));
    api.advance(endDt.getTime() - api.deps.now().getTime() - MINUTE_MS);
    expect((await get(path, payer.account)).isCovered).toBe(true);
    api.advance(MINUTE_MS + 1);
    expect((await get(path, payer.account)).isCovered).toBe(false);
  });

  it('counts ages by its own days, and the end of a cover by age', async () => {
    const turning18 = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`;
    const tomorrow = addDays(today, 1);
    const birthDt = `${Number(tomorrow.slice(0, 4)) - 18}${tomorrow.slice(4)}`;
    const child = { label: 'Child', minAge: 0, maxAge: 17, price: cents(500) };
    const { primary } = await aHousehold({ primary: { birthDt: turning18 } });
    const account = await anAccount({ memberId: primary._id });
    expect((await get(`/v2/members/${primary._id}`, account)).age).toBe(18);
    const { members } = await get(`/api/v1/member/${primary._id}/household`, account);
    expect(members[0].age).toBe(18);
    const campaign = await aCampaign({
      organizationNumber: primary.organizationNumber,
      priceRules: [child],
      defaultPrice: cents(0),
    });
    const { membership: joined } = await joinCampaign(
      { member: primary, campaignId: campaign._id },
      TEST_AUTHOR,
      api.deps.now(),
      timeZone,
    );
    expect(joined.members[0]?.price).toBe(0);

    const still17 = await aMember({ birthDt, organizationNumber: primary.organizationNumber });
    await aMembership({ campaign, primary: still17 });
    const theirs = await anAccount({ memberId: still17._id });
    const coverage = await get(`/v2/members/${still17._id}/coverage`, theirs);
    expect(coverage).toMatchObject({
      isCovered: true,
      until: startOfDay(tomorrow, timeZone).toISOString(),
      sentence: `You are covered until ${inWords(tomorrow)}.`,
    });
    expect(coverage.people[0].reasons[0].text).toBe(
      `This fund covers ages 0 to 17; you turn 18 on ${inWords(tomorrow)}.`,
    );
  });

  it('takes a birth date of today, and none of tomorrow', async () => {
    const post = (birthDt: string) =>
      api.request.post('/v2/intake-requests').send({
        firstNm: 'Ana',
        lastNm: 'Lima',
        phone: '2405550142',
        organizationName: 'Grace',
        birthDt: typedDate(birthDt),
      });
    expect((await post(today)).status).toBe(201);
    expect((await post(addDays(today, 1))).body.errors).toEqual([
      { path: 'birthDt', message: 'Invalid Birth Date' },
    ]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LETTER_YEARS } from '@kinfold/domain/constants';
import { showDateInWords } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import {
  aCampaign,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anOpenCampaign,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { collection } from '../../../platform/database.ts';
import { createCampaign } from '../campaigns/campaign.service.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { aPayer } from '../../../../test/payer.ts';
import { pay } from '../../../../test/paying.ts';
import { pdfTextOf } from '../../../../test/pdf-text.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const read = (memberId: string | null, as: Account, rest = '') =>
  api.request.get(`/v2/members/${memberId}/coverage${rest}`).set(api.as(as));

const DAY_MS = 86_400_000;

/** An address, a phone number and a contact of an organization. */
async function aLetterhead(organizationNumber: string): Promise<void> {
  const address = { streetAddress: '12 Chapel Road', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
  await collection('organizations').updateOne(
    { organizationNumber },
    { $set: { address, phones: [{ phoneNbr: '3015550177' }] } },
  );
  const member = await collection('members').findOne({ organizationNumber, firstNm: 'Sam' });
  const manager = await anAccount({ role: 'manager', organizationNumber });
  await api.request
    .post(`/v2/organizations/${organizationNumber}/contacts`)
    .set(api.as(manager))
    .send({ member_id: String(member?._id), title: 'Deacon' })
    .expect(201);
}

describe('Am I covered?', () => {
  it('follows the dues: late, then open, then paid', async () => {
    const payer = await aPayer();
    const late = (await read(payer.memberId, payer.account)).body;
    expect(late).toMatchObject({
      member_id: payer.memberId,
      name: 'Ruth Okafor',
      isCovered: false,
      until: null,
      sentence: 'You and Sam are not covered right now.',
      action: 'Pay $20.00 to be covered again.',
      amountDue: 50,
    });
    expect(
      late.people.map(({ name, isPrimary }: { name: string; isPrimary: boolean }) => [name, isPrimary]),
    ).toEqual([
      ['Ruth Okafor', true],
      ['Sam Okafor', false],
    ]);
    expect(late.people[0]).toMatchObject({
      campaignName: 'Funeral Fund',
      organizationName: 'Grace Test Church',
      sentence: 'You are not covered right now.',
      reasons: [
        { code: 'dues_open', amount: 30 },
        { code: 'dues_late', amount: 20, text: 'The dues for Autumn assessment are open: $20.00.' },
      ],
    });

    await pay(api, payer.account, [payer.dues[0]]);
    const open = (await read(payer.memberId, payer.account)).body;
    const by = showDateInWords(new Date(open.dueBy), 'UTC');
    expect(open).toMatchObject({
      isCovered: true,
      until: open.dueBy,
      sentence: `You and Sam are covered until ${by}.`,
      action: `Pay $30.00 by ${by} to stay covered.`,
      amountDue: 30,
    });

    await pay(api, payer.account, [payer.dues[1]]);
    expect((await read(payer.memberId, payer.account)).body).toMatchObject({
      isCovered: true,
      until: null,
      sentence: 'You and Sam are covered.',
      action: null,
      amountDue: 0,
      dueBy: null,
    });
  });

  it('is not hidden by a second fund that was only asked for', async () => {
    const payer = await aPayer();
    await pay(api, payer.account, [payer.dues[0]]);
    const { organizationNumber } = payer;
    const second = await aCampaign({ organizationNumber });
    await api.request
      .post(`/v2/members/${payer.memberId}/campaigns/${second._id}/join`)
      .set(api.as(payer.account));
    const { body } = await read(payer.memberId, payer.account);
    const by = showDateInWords(new Date(body.dueBy), 'UTC');
    expect(body).toMatchObject({
      isCovered: true,
      until: body.dueBy,
      sentence: `You and Sam are covered by Funeral Fund until ${by}. We cannot say yet whether you are covered by ${second.campaignName}.`,
      action: `Pay $30.00 by ${by} to stay covered.`,
    });
  });

  it('speaks of a linked account by name, and is nobody else’s business', async () => {
    const payer = await aPayer();
    const [stranger, viewer] = [await anAccount(), await anAccount({ role: 'viewer' })];
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber: payer.organizationNumber });
    expect((await read(payer.linked.memberId, payer.account)).body.sentence).toMatch(
      /^Miriam is covered until /,
    );
    expect((await read(payer.memberId, treasurer)).body.sentence).toBe(
      'Ruth and Sam are not covered right now.',
    );
    for (const rest of ['', '/letter.pdf'])
      for (const account of [stranger, viewer])
        expect((await read(payer.memberId, account, rest)).status).toBe(404);
  });

  it('leaves open campaigns out and says whom to ask when there is no fund', async () => {
    const account = await anAccount();
    await anOpenCampaign({ joinedBy: account.memberId ?? '' });
    const { body } = await read(account.memberId, account);
    expect(body).toMatchObject({ isCovered: false, sentence: 'You are not in a funeral fund.', people: [] });
    expect(body.action).toMatch(/^Please ask Organization \d+ how to join one\.$/);
  });

  it('knows memberships that are not active or not confirmed', async () => {
    for (const [isActive, sentence] of [
      [false, 'You are not covered right now.'],
      [null, 'We cannot say yet whether you are covered.'],
    ] as const) {
      const primary = await aMember();
      await aMembership({ primary, isActive });
      const account = await anAccount({ memberId: primary._id });
      const { body } = await read(primary._id, account);
      expect([body.isCovered, body.sentence]).toEqual([isActive, sentence]);
      expect(body.action).toMatch(/^Please ask Organization \d+ about it\.$/);
    }
  });

  it('goes by the ages of the price rules where there is no default price', async () => {
    const { members, primary } = await aHousehold({ size: 3 });
    const adults = { label: 'Adult', minAge: 18, maxAge: 120, price: cents(2500) };
    const campaign = await aCampaign({
      organizationNumber: primary.organizationNumber,
      priceRules: [adults],
      defaultPrice: cents(0),
    });
    await aMembership({ campaign, primary, covered: members });
    const account = await anAccount({ memberId: primary._id });
    const { body } = await read(primary._id, account);
    const child = members[2];
    expect(body.sentence).toBe(
      `You and ${members[1]?.firstNm} are covered. ${child?.firstNm} is not covered right now.`,
    );
    expect(body.people[2].reasons[0].text).toMatch(/^This fund covers ages 18 and over; /);
  });
});

describe('How this fund works', () => {
  it('is shown with the cover and in the letter, with prices for readers who may see amounts', async () => {
    const { members, primary } = await aHousehold({ size: 2 });
    const { campaign } = await createCampaign(
      {
        campaignName: 'Ruled Fund',
        shortDescription: 'For us all',
        requiresMembership: true,
        organizationNumber: primary.organizationNumber,
        priceRules: [{ label: 'Child', minAge: 0, maxAge: 17, price: cents(0) }],
        defaultPrice: cents(2500),
        fundRules: { waitingDays: 180 },
      },
      TEST_AUTHOR,
      api.deps.now(),
    );
    await aMembership({ campaign, primary, covered: members });
    const rules = [
      'Cover begins 180 days (about 6 months) after joining, and for a person who is added later 180 days after that.',
      'Dues that stay open after the last day to pay them end the cover.',
      'Cover that was lost comes back as soon as everything is paid.',
    ];
    const prices = 'Prices in each collection: under 18, child $0.00; everybody else $25.00.';
    const fund = { campaignId: campaign._id, campaignName: 'Ruled Fund' };
    const account = await anAccount({ memberId: primary._id });
    const { body } = await read(primary._id, account);
    expect(body.funds).toEqual([{ ...fund, rules: [prices, ...rules] }]);
    expect(body.people[0].reasons[0].code).toBe('waiting');
    const spouse = members[1]?._id ?? '';
    const seen = (await read(spouse, await anAccount({ memberId: spouse }))).body;
    expect(seen.funds).toEqual([{ ...fund, rules }]);
    const letter = await read(primary._id, account, '/letter.pdf').buffer(true);
    expect(pdfTextOf(letter.body).replaceAll(/\s+/g, ' ')).toContain('How this fund works.');
  });
});

describe('the number of a letter', () => {
  const letterOf = async (memberId: string, account: Account) =>
    pdfTextOf((await read(memberId, account, '/letter.pdf').buffer(true)).body);
  const numberIn = (text: string) => /C-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)?.[0] ?? '';
  const check = (number: string) => api.request.get(`/v2/coverage-letters/${number}`);

  it('shows anybody when it was issued and whether it is still valid, and nothing else', async () => {
    const payer = await aPayer();
    const before = await letterOf(payer.memberId, payer.account);
    expect(before).toContain('Not covered');
    const number = numberIn(before);
    expect(before.replaceAll(/\s+/g, ' ')).toContain('/check and enter its number');
    // The same letter again has the same number, whoever fetches it.
    expect(numberIn(await letterOf(payer.memberId, payer.account))).toBe(number);
    const issuedOn = api.deps.now().toISOString().slice(0, 10);
    expect((await check(number)).body).toEqual({ issuedOn, isTrue: true });
    expect((await check(number.toLowerCase().replaceAll('-', ' '))).body.isTrue).toBe(true);

    await pay(api, payer.account, [payer.dues[0]]);
    expect((await check(number)).body).toEqual({ issuedOn, isTrue: false });
    const covered = numberIn(await letterOf(payer.memberId, payer.account));
    expect(covered).not.toBe(number);
    expect((await check(covered)).body).toEqual({ issuedOn, isTrue: true });
    // Nobody pays what is due next: the cover ends, and the letter no longer holds.
    api.advance(25 * DAY_MS);
    expect((await check(covered)).body).toEqual({ issuedOn, isTrue: false });
    api.advance(-25 * DAY_MS);
  });

  it('is kept for as long as the letter says', async () => {
    const { memberId, account } = await aPayer();
    expect((await letterOf(memberId, account)).replaceAll(/\s+/g, ' ')).toContain(
      `For ${LETTER_YEARS} years anyone who has it can check`,
    );
    const found = await collection('coverage_letters').indexes();
    const terms = found.flatMap(({ key, expireAfterSeconds: seconds }) =>
      seconds === undefined ? [] : [[Object.keys(key)[0], seconds]],
    );
    expect(terms).toEqual([['issuedDt', LETTER_YEARS * 365 * 86_400]]);
  });

  it('of a person without a fund is valid until they join one', async () => {
    const primary = await aMember();
    const account = await anAccount({ memberId: primary._id });
    const number = numberIn(await letterOf(primary._id, account));
    expect((await check(number)).body.isTrue).toBe(true);
    await aMembership({ primary });
    expect((await check(number)).body.isTrue).toBe(false);
  });

  it('is none for others, and may not be tried for ever from one address', async () => {
    for (const wrong of ['C-0000-0000-0000', 'x', 'C-0000-0000-0000-0000'])
      expect((await check(wrong)).status).toBe(404);
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async () => (await check('C-0000-0000-0000')).status),
    );
    expect(statuses).toContain(429);
    // The hour began while the clock was ahead.
    api.advance(26 * DAY_MS);
    expect((await check('C-0000-0000-0000')).status).toBe(404);
    api.advance(-26 * DAY_MS);
  });
});

describe('the letter of coverage', () => {
  it('is dated and names everybody with the day until which they are covered', async () => {
    const payer = await aPayer();
    await pay(api, payer.account, [payer.dues[0]]);
    await aLetterhead(payer.organizationNumber);
    const answer = await read(payer.memberId, payer.account, '/letter.pdf').buffer(true);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toMatch(
      /^inline; filename="coverage-M-\d{6}-\d{4}-\d\d-\d\d\.pdf"$/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    const text = pdfTextOf(answer.body);
    const now = api.deps.now();
    const by = showDateInWords(new Date(now.getTime() + 20 * DAY_MS), 'UTC');
    for (const part of [
      'Grace Test Church',
      'Letter of cover',
      showDateInWords(now, 'UTC'),
      'Ruth Okafor',
      'Sam Okafor',
      'Covered',
      '12 Chapel Road',
      'Laurel, MD 20707',
      'Phone (301) 555-0177',
      'Your contact: Sam Okafor, Deacon',
    ])
      expect(text).toContain(part);
    expect(text).toContain(`Ruth and Sam are covered until ${by}.`);
  });

  it('says that a cover without an end lasts while dues are paid, with the people of a fund under its name', async () => {
    const { members, primary } = await aHousehold({ size: 2 });
    await aMembership({ primary, covered: members });
    const account = await anAccount({ memberId: primary._id });
    const letter = await read(primary._id, account, '/letter.pdf').buffer(true);
    expect(pdfTextOf(letter.body).match(/While dues are paid/g)).toHaveLength(2);
  });
});

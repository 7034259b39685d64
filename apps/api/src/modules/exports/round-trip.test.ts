/** Any file of members that an export writes can be imported into an empty organization, to the same data. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CalendarDate } from '@kinfold/domain/dates';
import { anAccount, anOrganization, TEST_AUTHOR } from '../../../test/factories.ts';
import { startApi, type Api } from '../../../test/harness.ts';
import { importer } from '../../../test/importing.ts';
import { collection } from '../../platform/database.ts';
import { objectId } from '../../platform/documents.ts';
import { createCampaign } from '../campaigns/campaign.service.ts';
import { createHousehold } from '../households/household-members.service.ts';
import type { NewMember } from '../members/new-member.service.ts';
import { createMembership } from '../memberships/new-membership.service.ts';
import { cents } from '@kinfold/domain/money';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** The same numbers for the same seed, from 0 to below 1. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const STRANGE = [
  'Okafor',
  "O'Brien",
  "'t Hooft",
  '=1+1',
  '+1',
  '-',
  '@home',
  "'=x",
  '"Bud"',
  'a "b" c',
  'x, y',
  'Señor Ñandú',
  '#N/A',
  '##',
  '#12',
  'two\nlines',
  '=HYPERLINK("http://x","y")',
  'Lee; Ann',
  'СМИРНОВ',
  '李',
  '="00123"',
  "''",
  'x|y',
];
const RELATIONSHIPS = ['Spouse', 'Son', 'Daughter', 'Child', 'Parent', 'Son-In-Law', 'Daughter-In-Law'];

/** Households of odd people, some of whom have died, and memberships of some of them. */
async function fill(organizationNumber: string, seed: number): Promise<void> {
  const random = randomOf(seed);
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <T>(values: readonly T[]) => values[below(values.length)] as T;
  const day = (from: number, years: number) =>
    `${from + below(years)}-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}` as CalendarDate;
  const { campaign } = await createCampaign(
    {
      campaignName: 'Grace, "the" Fund',
      shortDescription: 'Made by a test',
      requiresMembership: true,
      organizationNumber,
      priceRules: [{ label: 'Child', minAge: 0, maxAge: 17, price: cents(1000) }],
      defaultPrice: cents(2500),
    },
    TEST_AUTHOR,
    new Date(),
  );
  let number = 0;
  const person = (relationship: string): NewMember => ({
    firstNm: oneOf(STRANGE),
    // Nobody is somebody else's double.
    lastNm: `${oneOf(STRANGE)} ${(number += 1)}`,
    middleInit: random() < 0.3 ? oneOf(['A', 'Z', 'Ñ']) : null,
    birthDt: day(1925, 95),
    relationship,
    organizationNumber,
    externalRef: random() < 0.4 ? `${oneOf(STRANGE)}${below(99)}` : null,
    isActive: oneOf([true, true, true, false, null]),
    phones: Array.from({ length: below(3) }, () => ({
      phoneNbr: String(2_000_000_000 + below(999_999_999)),
    })),
    emails: Array.from({ length: below(3) }, (_, index) => ({
      email: `p${number}.${index}+x@grace.test`,
      email_type: index === 0 ? 'primary' : 'other',
    })),
    address:
      random() < 0.5
        ? {
            streetAddress: `${below(99)} "Elm", Street`,
            cityNm: 'Fort Washington',
            stateCd: 'MD',
            postalCd: '07040',
            modifiedDt: null,
          }
        : null,
  });
  for (let household = 0; household < 15; household += 1) {
    const first = random() < 0.8 ? 'Head of Household' : 'Spouse';
    const inputs = [person(first), ...Array.from({ length: below(4) }, () => person(oneOf(RELATIONSHIPS)))];
    const { members } = await createHousehold(inputs, TEST_AUTHOR, new Date());
    const [primary, ...others] = members;
    if (!primary) throw new Error('a household has members');
    const dead = random() < 0.3 ? others.at(-1) : undefined;
    if (dead)
      await collection('members').updateOne(
        { _id: objectId(dead._id) },
        { $set: { deceasedDt: '2026-01-02' } },
      );
    // Nobody who is inactive pays for a membership.
    if (random() < 0.3 || primary.isActive === false) continue;
    const covered = members.filter((one) => one !== dead && (one === primary || random() < 0.7));
    await createMembership({ campaignId: campaign._id, primary, covered }, TEST_AUTHOR, new Date(), 'UTC');
  }
}

/** What is compared: everything of people that a file has, who lives with whom, who pays, and whom a fund covers. */
async function dataOf(organizationNumber: string) {
  const members = await collection('members').find({ organizationNumber }).toArray();
  const nameOf = new Map(members.map(({ _id, firstNm, lastNm }) => [String(_id), `${lastNm}, ${firstNm}`]));
  const households = await collection('households')
    .find({ _id: { $in: members.map((one) => one['household_id']) } })
    .toArray();
  const homes = new Map(
    households.map(({ _id, primaryMemberId }) => [String(_id), nameOf.get(String(primaryMemberId))]),
  );
  const memberships = await collection('campaign_memberships').find({ organizationNumber }).toArray();
  const people = members.map((one) => ({
    name: nameOf.get(String(one._id)),
    household: homes.get(String(one['household_id'])),
    address: one['address'] && { ...one['address'], modifiedDt: undefined },
    ...Object.fromEntries(
      [
        'middleInit',
        'birthDt',
        'relationship',
        'externalRef',
        'isActive',
        'phones',
        'emails',
        'deceasedDt',
      ].map((field) => [field, one[field]]),
    ),
  }));
  const funds = memberships.map(({ campaignName, primaryMemberId, totalPrice, members: covered }) => ({
    fund: campaignName,
    primary: nameOf.get(String(primaryMemberId)),
    totalPrice,
    // Who is not active, or was taken out, is not covered.
    covered: covered
      .filter((each: { isActive: boolean | null }) => each.isActive !== false)
      .map((each: { member_id: unknown }) => nameOf.get(String(each.member_id)))
      .toSorted(),
  }));
  const sorted = <T extends object>(rows: T[]) =>
    rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  return { people: sorted(people), funds: sorted(funds) };
}

it.each([1, 2, 3, 4])(
  'a file of members, households and memberships comes back the same (%i)',
  async (seed) => {
    const from = (await anOrganization()).organizationNumber;
    const to = (await anOrganization()).organizationNumber;
    await fill(from, seed);
    const office = await anAccount({ role: 'manager', organizationNumber: from });
    const { text } = await api.get(`/v2/organizations/${from}/members.csv`, office).expect(200);
    await createCampaign(
      {
        campaignName: 'Grace, "the" Fund',
        shortDescription: 'Made by a test',
        requiresMembership: true,
        organizationNumber: to,
        priceRules: [{ label: 'Child', minAge: 0, maxAge: 17, price: cents(1000) }],
        defaultPrice: cents(2500),
      },
      TEST_AUTHOR,
      new Date(),
    );
    const imports = importer(api, await anAccount({ role: 'manager', organizationNumber: to }), to);
    const checked = await imports.check(text);
    expect(checked.problems).toEqual([]);
    expect(
      (await imports.rows(checked._id, 'state=faulty')).map(({ faults, cells }) => ({ faults, cells })),
    ).toEqual([]);
    expect(checked.questions.filter(({ isRequired }) => isRequired)).toEqual([]);
    const { outcome } = await imports.run(checked._id);
    expect(outcome).toMatchObject({ failed: 0, created: checked.counts.rows });
    expect(await dataOf(to)).toEqual(await dataOf(from));
  },
);

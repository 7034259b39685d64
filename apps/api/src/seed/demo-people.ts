/** Organizations, households and members of the demo data. */
import { DAY_MS } from '@kinfold/domain/dates';
import {
  createHousehold,
  createHouseholds,
  type HouseholdWithMembers,
} from '../modules/people/households/household-members.service.ts';
import type { MemberRecord } from '../modules/people/members/member.service.ts';
import type { NewMember } from '../modules/people/members/new-member.service.ts';
import { addContact } from '../modules/people/contacts/contact.service.ts';
import { createGroup } from '../modules/organizations/organizations/group.service.ts';
import { createOrganization } from '../modules/organizations/organizations/organization.service.ts';
import { commandAuthor } from '../platform/author.ts';
import { bornYearsAgo, someAddress, someFamily, somePhone } from './people.ts';
import { createRandom, type Random } from './random.ts';

const AUTHOR = commandAuthor('admin@demo.test');

/** A household and its primary member. */
export type Family = HouseholdWithMembers & { primary: MemberRecord };

/** The people of the demo data; the special families have accounts. */
export type Community = {
  random: Random;
  /** M-000001, a household of four. */
  member: Family;
  /** The spouse in that household, covered by the membership of its head. */
  spouse: MemberRecord;
  /** The household that is linked to M-000001. */
  linked: Family;
  paid: Family;
  stale: Family;
  newcomer: Family;
  /** Everybody else in the first tree, then in the second one. */
  others: Family[];
  secondTree: Family[];
  /** Grown up and moved out: no longer lives with `others[5]`, who once covered him. */
  departed: MemberRecord;
};

const ORGANIZATIONS = [
  ['1001', 'Grace Community Church', null, '214 Cathedral Street'],
  ['1002', 'Grace Chapel Eastside', '1001', '77 Juniper Hill'],
  ['1003', 'Iglesia Gracia y Esperanza', '1001', '1500 Magnolia Boulevard'],
  ['1004', 'Grace Young Families Fellowship of the Eastside', '1002', '79 Juniper Hill'],
  ['2001', 'St. Brendan’s Parish Community', null, '3 Harbor Road'],
  ['2002', 'St. Brendan’s Harbor Mission', '2001', '41 Old Mill Road'],
  ['3001', 'New Hope Assembly', null, '900 Quarry Lane'],
] as const;

async function makeOrganizations(random: Random, founded: Date): Promise<void> {
  for (const [organizationNumber, organizationName, parentOrganization, streetAddress] of ORGANIZATIONS) {
    const { modifiedDt: _unused, ...address } = someAddress(random, 0, founded);
    const phones = [{ phoneNbr: somePhone(random) }];
    await createOrganization(
      {
        organizationNumber,
        organizationName,
        parentOrganization,
        address: { ...address, streetAddress },
        phones,
      },
      AUTHOR,
      founded,
    );
  }
  for (const groupName of ['Deacons', 'Gospel choir'])
    await createGroup({ organizationNumber: '1001', groupName }, AUTHOR, founded);
  await createGroup({ organizationNumber: '1002', groupName: 'Young families' }, AUTHOR, founded);
  await createGroup({ organizationNumber: '2001', groupName: 'Bereavement ministry' }, AUTHOR, founded);
}

async function makeContacts(others: readonly Family[], secondTree: readonly Family[], now: Date) {
  const of = (organizationNumber: string, families: readonly Family[]) =>
    families.map(({ primary }) => primary).filter((one) => one.organizationNumber === organizationNumber);
  const [pastor, deacon, lead] = of('1001', others);
  const titles = [
    [pastor, 'Church Pastor'],
    [deacon, 'Funeral Fund Deacon'],
    [lead, 'Funeral Fund Lead'],
    [of('1002', others)[0], 'Deacon'],
    [of('1003', others)[0], 'Church Pastor'],
    [of('2001', secondTree)[0], 'Funeral Fund Lead'],
  ] as const;
  for (const [member, title] of titles)
    if (member) await addContact(member, { member_id: member._id, title }, AUTHOR, now);
}

/** Creates organizations, households and members in their present state; they joined two years ago. */
export async function makeCommunity(today: Date): Promise<Community> {
  const random = createRandom(2001);
  const cameDt = new Date(today.getTime() - 800 * DAY_MS);
  await makeOrganizations(random, cameDt);

  const family = async (people: Omit<NewMember, 'household_id'>[]): Promise<Family> => {
    const household = await createHousehold(people, AUTHOR, cameDt);
    const [primary] = household.members;
    if (!primary) throw new Error('a family has members');
    return { ...household, primary };
  };
  const people = (
    lastNm: string,
    phoneNbr: string,
    confirmedDaysAgo: number,
    list: [firstNm: string, relationship: string, age: number, organizationNumber?: string][],
  ) => {
    const address = someAddress(random, confirmedDaysAgo, today);
    return list.map(([firstNm, relationship, age, organizationNumber = '1001'], index) => ({
      firstNm,
      lastNm,
      relationship,
      organizationNumber,
      address,
      birthDt: bornYearsAgo(age, 40 + 50 * index, today),
      phones: index === 0 ? [{ phoneNbr }] : [],
    }));
  };
  const member = await family(
    people('Holloway', '5555550118', 12, [
      ['Miriam', 'Head of Household', 47],
      ['Théodore', 'Spouse', 49],
      ['Josiah', 'Son', 15],
      ['Esther', 'Daughter', 11],
    ]),
  );
  const spouse = member.members[1];
  if (!spouse) throw new Error('M-000001 is not alone');
  const linked = await family(
    people('Featherstonehaugh-Okonkwo', '5555550133', 20, [
      ['Bartholomew', 'Head of Household', 74],
      ['Wilhelmina', 'Spouse', 71],
    ]),
  );
  const paid = await family(
    people('Lindqvist', '5555550164', 8, [
      ['Ingrid', 'Head of Household', 38, '1002'],
      ['Mateo', 'Spouse', 36, '1002'],
      ['Noémie', 'Daughter', 6, '1002'],
    ]),
  );
  const stale = await family(
    people('O’Sullivan', '5555550175', 90, [
      ['Percival', 'Head of Household', 68],
      ['Ruth', 'Spouse', 66],
    ]),
  );
  const [elena] = people('Rivera', '5555550142', 25, [['Elena', 'Head of Household', 41, '1003']]);
  if (!elena) throw new Error('nobody is new');
  const newcomer = await family([{ ...elena, birthDt: '1985-03-14' }]);

  const crowd = async (organizationNumbers: readonly string[]): Promise<Family[]> => {
    const sizes = [1, 2, 2, 3, 4, 5, 6];
    const made = await createHouseholds(
      organizationNumbers.map((number) => someFamily(random, random.pick(sizes), number, today)),
      AUTHOR,
      cameDt,
    );
    return made.flatMap((household) => {
      const [primary] = household.members;
      return primary ? [{ ...household, primary }] : [];
    });
  };
  const repeat = (number: string, times: number) => Array<string>(times).fill(number);
  const others = await crowd([
    ...[...repeat('1001', 14), ...repeat('1002', 7)],
    ...[...repeat('1003', 5), ...repeat('1004', 4)],
  ]);
  const secondTree = await crowd([...repeat('2001', 6), ...repeat('2002', 3)]);
  const parent = others[5]?.primary ?? member.primary;
  const gone = await family([
    {
      firstNm: 'Zebedee',
      lastNm: parent.lastNm,
      birthDt: bornYearsAgo(27, 100, today),
      relationship: 'Son',
      organizationNumber: parent.organizationNumber,
      isActive: false,
    },
  ]);
  await makeContacts(others, secondTree, cameDt);
  return {
    random,
    member,
    spouse,
    linked,
    paid,
    stale,
    newcomer,
    others,
    secondTree,
    departed: gone.primary,
  };
}

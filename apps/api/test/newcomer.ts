/** A member without a linked sign-in, and what is needed to link one. Created through the services. */
import { randomInt, randomUUID } from 'node:crypto';
import { createHousehold } from '../src/modules/people/households/household-members.service.ts';
import { createOrganization } from '../src/modules/organizations/organizations/organization.service.ts';
import { createUser } from '../src/modules/identity/users/user.service.ts';
import { PASSWORD_HASH } from './payer.ts';
import { TEST_AUTHOR } from './factories.ts';

export type Newcomer = {
  firstNm: string;
  lastNm: string;
  /** As it is typed. */
  birthDt: string;
  phoneLast4: string;
  /** For an account to be created. */
  email: string;
};

/** A confirmed sign-in without a member. The password is `Demo1234`. */
export async function anUnlinkedUser(): Promise<{ email: string }> {
  const email = `unlinked.${randomUUID().slice(0, 8)}@example.test`;
  return createUser(
    { email, passwordHash: PASSWORD_HASH, isEmailConfirmed: true, now: new Date() },
    TEST_AUTHOR,
  );
}

/** A member without an account, whose address was confirmed `addressAgeDays` days ago. */
export async function aNewcomer({ addressAgeDays = 0 } = {}): Promise<Newcomer> {
  const now = new Date();
  const id = randomUUID().slice(0, 8);
  const organizationNumber = `T${id}`;
  await createOrganization({ organizationNumber, organizationName: 'Grace Test Church' }, TEST_AUTHOR, now);
  const phoneLast4 = String(randomInt(1000, 9999));
  // Letters only, as in names, and unique in a test run.
  const lastNm = `Tesfa${id.replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;
  await createHousehold(
    [
      {
        firstNm: 'Selam',
        lastNm,
        relationship: 'Head of Household',
        birthDt: '1951-03-07',
        organizationNumber,
        phones: [{ phoneNbr: `301555${phoneLast4}` }],
        address: {
          streetAddress: '12 Elm Street',
          cityNm: 'Laurel',
          stateCd: 'MD',
          postalCd: '20707',
          modifiedDt: new Date(now.getTime() - addressAgeDays * 86_400_000),
        },
      },
    ],
    TEST_AUTHOR,
    now,
  );
  return { firstNm: 'Selam', lastNm, birthDt: '03/07/1951', phoneLast4, email: `selam.${id}@example.test` };
}

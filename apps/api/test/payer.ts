/**
 * A member who owes: the head of a household of two with dues in an ended run ($20.00 of $30.00 open) and in an active
 * one ($30.00), and a linked account that owes $15.00. Created through the services, with parents of its own. The
 * password is always `Demo1234`.
 */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@kinfold/domain/dates';
import { cents, type Cents } from '@kinfold/domain/money';
import type { Role } from '@kinfold/domain/role';
import { createCampaign } from '../src/modules/funds/campaigns/campaign.service.ts';
import { createCampaignRun } from '../src/modules/funds/campaign-runs/campaign-run.service.ts';
import { findDues } from '../src/modules/funds/donations/donation.service.ts';
import { createDuesOfRun } from '../src/modules/funds/donations/dues.service.ts';
import { createHousehold } from '../src/modules/people/households/household-members.service.ts';
import { linkHousehold } from '../src/modules/people/households/linked-household.service.ts';
import { createMembership } from '../src/modules/funds/memberships/new-membership.service.ts';
import { createOrganization } from '../src/modules/organizations/organizations/organization.service.ts';
import { recordOfflineReceipts } from '../src/modules/money/charges/offline-receipt.service.ts';
import { createUser } from '../src/modules/identity/users/user.service.ts';
import { TEST_AUTHOR } from './factories.ts';

export type PayableLine = { donationId: string; amount: Cents };

export type Payer = {
  account: { userId: string; memberId: string; email: string };
  memberId: string;
  organizationNumber: string;
  campaignId: string;
  campaignMembershipId: string;
  /** The ended run's, then the active one's. */
  dues: [PayableLine, PayableLine];
  linked: PayableLine & { memberId: string };
};

// 'Demo1234' at bcrypt's lowest cost: tests sign in often.
export const PASSWORD_HASH = '$2b$04$DxZWhdiWwN3LdwADXz4hU.Ye4Q7Z2lyPVl0I0/aG7zAmE7jNQr85O';

/** An account of an organization's staff to sign in with; the password is that of payers. */
export async function aStaffAccount(organizationNumber: string, role: Role): Promise<{ email: string }> {
  const email = `${role}.${randomUUID().slice(0, 8)}@example.test`;
  await createUser(
    {
      email,
      passwordHash: PASSWORD_HASH,
      isEmailConfirmed: true,
      organizationNumber,
      roles: [{ organizationNumber, role }],
      now: new Date(),
    },
    TEST_AUTHOR,
  );
  return { email };
}

/** The requests of a member's overview. */
export const overviewRequests = (memberId: string): string[] => [
  '/v2/my/scope',
  '/v2/my/donations?page_size=5',
  `/v2/members/${memberId}`,
  `/v2/members/${memberId}/coverage`,
  `/v2/members/${memberId}/campaigns?active=true`,
  `/v2/members/${memberId}/linked-members`,
  `/v2/members/${memberId}/donations?payable=true&page_size=100`,
];

/** A member who owes; `now` is the clock of the API, `price` what each person costs in a collection. */
export async function aPayer({
  now = new Date(),
  price = cents(1500),
  firstNm = 'Ruth',
  lastNm = 'Okafor',
  linkedLastNm = 'Wolde-Giorgis',
  organizationName = 'Grace Test Church',
} = {}): Promise<Payer> {
  const organizationNumber = `T${randomUUID().slice(0, 8)}`;
  const before = new Date(now.getTime() - 60 * DAY_MS);
  await createOrganization({ organizationNumber, organizationName }, TEST_AUTHOR, before);
  const { campaign } = await createCampaign(
    {
      campaignName: 'Funeral Fund',
      shortDescription: 'We carry each other',
      requiresMembership: true,
      organizationNumber,
      defaultPrice: price,
    },
    TEST_AUTHOR,
    before,
  );
  const person = (firstNm: string, lastNm: string, relationship = 'Head of Household') => ({
    firstNm,
    lastNm,
    relationship,
    birthDt: '1956-04-12',
    organizationNumber,
    phones: [{ phoneNbr: '3015550100' }],
    address: {
      streetAddress: '12 Elm Street',
      cityNm: 'Laurel',
      stateCd: 'MD',
      postalCd: '20707',
      modifiedDt: now,
    },
  });
  const own = await createHousehold(
    [person(firstNm, lastNm), person('Sam', lastNm, 'Spouse')],
    TEST_AUTHOR,
    before,
  );
  const other = await createHousehold([person('Miriam', linkedLastNm)], TEST_AUTHOR, before);
  const [primary, spouse] = own.members;
  const [linked] = other.members;
  if (!primary || !spouse || !linked) throw new Error('the households were not made');
  await linkHousehold({ memberId: primary._id, householdId: other.household_id }, TEST_AUTHOR, before);
  const membership = await createMembership(
    { campaignId: campaign._id, primary, covered: [spouse] },
    TEST_AUTHOR,
    before,
    'UTC',
  );
  const run = (name: string, startDt: Date, endDt: Date) =>
    createCampaignRun(
      {
        campaignId: campaign._id,
        organizationNumber,
        name,
        description: name,
        isActive: true,
        startDt,
        endDt,
      },
      TEST_AUTHOR,
      startDt,
    );
  const ended = await run('Autumn assessment', before, new Date(now.getTime() - 20 * DAY_MS));
  await createDuesOfRun(ended._id, TEST_AUTHOR, before);
  const linkedMembership = await createMembership(
    { campaignId: campaign._id, primary: linked },
    TEST_AUTHOR,
    before,
    'UTC',
  );
  const active = await run(
    'Winter assessment',
    new Date(now.getTime() - DAY_MS),
    new Date(now.getTime() + 20 * DAY_MS),
  );
  await createDuesOfRun(active._id, TEST_AUTHOR, new Date(now.getTime() - DAY_MS));
  const [newest, oldest] = await findDues(membership._id);
  const [linkedDue] = await findDues(linkedMembership._id);
  if (!newest || !oldest || !linkedDue) throw new Error('the dues were not made');
  const receipt = {
    receiptId: randomUUID(),
    method: 'cash' as const,
    lines: [{ donationId: oldest._id, amount: cents(1000) }],
    paidDt: new Date(now.getTime() - 30 * DAY_MS),
    recordedBy: TEST_AUTHOR.email,
    currency: 'usd',
  };
  await recordOfflineReceipts([receipt], { now: () => now, checkpoint: () => undefined });
  const email = `ruth.${randomUUID().slice(0, 8)}@example.test`;
  const user = await createUser(
    {
      email,
      passwordHash: PASSWORD_HASH,
      isEmailConfirmed: true,
      memberId: primary._id,
      organizationNumber,
      now,
    },
    TEST_AUTHOR,
  );
  return {
    account: { userId: user._id, memberId: primary._id, email },
    memberId: primary._id,
    organizationNumber,
    campaignId: campaign._id,
    campaignMembershipId: membership._id,
    dues: [
      { donationId: oldest._id, amount: cents(2 * price - 1000) },
      { donationId: newest._id, amount: cents(2 * price) },
    ],
    linked: { memberId: linked._id, donationId: linkedDue._id, amount: price },
  };
}

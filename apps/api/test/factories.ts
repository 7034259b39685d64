/** Factories of test data. Each works without arguments and creates its own parents, in this database. */
import { randomInt, randomUUID } from 'node:crypto';
import { calendarDateOf, DAY_MS } from '@kinfold/domain/dates';
import { cents, type Cents } from '@kinfold/domain/money';
import type { Role } from '@kinfold/domain/role';
import {
  createCampaignRun,
  type CampaignRunRecord,
} from '../src/modules/funds/campaign-runs/campaign-run.service.ts';
import { createCampaign, type CampaignRecord } from '../src/modules/funds/campaigns/campaign.service.ts';
import { saveCard } from '../src/modules/money/cards/card.service.ts';
import { findDues, type DonationRecord } from '../src/modules/funds/donations/donation.service.ts';
import { createDuesOfRun } from '../src/modules/funds/donations/dues.service.ts';
import { createHousehold } from '../src/modules/people/households/household-members.service.ts';
import { linkHousehold } from '../src/modules/people/households/linked-household.service.ts';
import {
  insertIntakeRequest,
  type IntakeRequestRecord,
} from '../src/modules/people/intake-requests/intake-request.model.ts';
import { requireMember, type MemberRecord } from '../src/modules/people/members/member.service.ts';
import type { NewMember } from '../src/modules/people/members/new-member.service.ts';
import type { MembershipRecord } from '../src/modules/funds/memberships/membership.service.ts';
import { createMembership, joinCampaign } from '../src/modules/funds/memberships/new-membership.service.ts';
import {
  createOrganization,
  type OrganizationRecord,
} from '../src/modules/organizations/organizations/organization.service.ts';
import { collection, inTransaction } from '../src/platform/database.ts';
import { objectId } from '../src/platform/documents.ts';
import { unlinkMember } from '../src/modules/identity/users/account-link.service.ts';
import { openClaim } from '../src/modules/funds/claims/claim.service.ts';
import { reportDeath } from '../src/modules/people/mourning/death-report.service.ts';
import { insertReviewItem } from '../src/modules/money/review-items/review-item.model.ts';
import { addDepositOnce } from '../src/modules/money/ledger/deposit-record.service.ts';
import { insertBatch } from '../src/modules/money/office/batch.model.ts';
import { createUser } from '../src/modules/identity/users/user.service.ts';
import { commandAuthor } from '../src/platform/author.ts';
import { readScopes } from '../src/platform/scopes.ts';
import type { Account, Api } from './harness.ts';

/** The author of test data. */
export const TEST_AUTHOR = commandAuthor('factory@demo.test');
let made = 0;

/** A number that is unique in this test run. */
const next = () => ++made;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);

/** An organization, a root unless it is put below another. */
export async function anOrganization(
  given: { parentOrganization?: string; organizationName?: string } = {},
): Promise<OrganizationRecord> {
  const number = next();
  return createOrganization(
    {
      // Distinct from those of other processes, which share the database of the browser tests.
      organizationNumber: `T${String(number).padStart(4, '0')}${randomUUID().slice(0, 4)}`,
      organizationName: given.organizationName ?? `Organization ${number}`,
      parentOrganization: given.parentOrganization ?? null,
    },
    TEST_AUTHOR,
    new Date(),
  );
}

/** A household; its first member is primary, the others are a spouse and children. */
export async function aHousehold(
  given: { organizationNumber?: string; size?: number; primary?: Partial<NewMember> } = {},
): Promise<{ household_id: string; members: MemberRecord[]; primary: MemberRecord }> {
  const organizationNumber = given.organizationNumber ?? (await anOrganization()).organizationNumber;
  const number = next();
  const person = (index: number) => ({
    firstNm: `First${number}${'abcdefgh'[index]}`,
    lastNm: `Last${number}`,
    birthDt: index < 2 ? '1960-05-17' : '2015-05-17',
    relationship: ['Head of Household', 'Spouse'][index] ?? 'Child',
    phones: [{ phoneNbr: `555${randomInt(1_000_000, 9_999_999)}` }],
    organizationNumber,
  });
  const inputs = Array.from({ length: given.size ?? 1 }, (_, index) => person(index));
  const [first, ...others] = inputs;
  const household = await createHousehold(
    [{ ...first, ...given.primary } as NewMember, ...others],
    TEST_AUTHOR,
    new Date(),
  );
  const [primary] = household.members;
  if (!primary) throw new Error('a household has members');
  return { ...household, primary };
}

/** A member: the primary one of a household of their own. */
export async function aMember(given: Partial<NewMember> = {}): Promise<MemberRecord> {
  return (await aHousehold({ organizationNumber: given.organizationNumber, primary: given })).primary;
}

/** Links the account of a household's primary member to a member, who may then look at it and pay for it. */
export async function linkTo(memberId: string, primaryMemberId: string): Promise<void> {
  const { household_id } = await requireMember(primaryMemberId);
  await linkHousehold({ memberId, householdId: household_id ?? '' }, TEST_AUTHOR, new Date());
}

/** Undoes the link of a member's sign-in, like `npm run unlink`; returns its email. */
export const unlink = (api: Api, member: MemberRecord): Promise<string | undefined> =>
  inTransaction((session) =>
    unlinkMember(member, api.deps.config.APP_URL, TEST_AUTHOR, api.deps.now(), session),
  );

/** An account to sign in with: a member's own, or staff with a role at an organization. */
export async function anAccount(
  given: { memberId?: string | null; role?: Role; organizationNumber?: string } = {},
): Promise<Account> {
  const memberId =
    given.memberId === undefined && !given.role ? (await aMember())._id : (given.memberId ?? null);
  const organizationNumber = given.organizationNumber ?? '*';
  const user = await createUser(
    {
      email: `user${next()}@demo.test`,
      isEmailConfirmed: true,
      memberId,
      roles: given.role ? [{ organizationNumber, role: given.role }] : [],
      now: new Date(),
    },
    TEST_AUTHOR,
  );
  return { userId: user._id, memberId: user.memberId, email: user.email };
}

/** A funeral fund: 25.00 for adults, 10.00 for people under 18, unless other rules are given. */
export async function aCampaign(
  given: {
    organizationNumber?: string;
    requiresMembership?: boolean;
    priceRules?: CampaignRecord['priceRules'];
    defaultPrice?: Cents;
  } = {},
): Promise<CampaignRecord> {
  const { campaign } = await createCampaign(
    {
      campaignName: `Campaign ${next()}`,
      shortDescription: 'Made by a test',
      requiresMembership: given.requiresMembership ?? true,
      organizationNumber: given.organizationNumber ?? (await anOrganization()).organizationNumber,
      priceRules: given.priceRules ?? [{ label: 'Child', minAge: 0, maxAge: 17, price: cents(1000) }],
      defaultPrice: given.defaultPrice ?? cents(2500),
    },
    TEST_AUTHOR,
    new Date(),
  );
  return campaign;
}

/** A run of a campaign, by default active for another 30 days. Dues are made by `aDonation`. */
export async function aRun(
  given: { campaign?: CampaignRecord; isActive?: boolean; endsInDays?: number } = {},
): Promise<CampaignRunRecord> {
  const campaign = given.campaign ?? (await aCampaign());
  const endDt = daysFromNow(given.endsInDays ?? 30);
  return createCampaignRun(
    {
      campaignId: campaign._id,
      organizationNumber: campaign.organizationNumber,
      name: `Run ${next()}`,
      description: 'Made by a test',
      startDt: new Date(endDt.getTime() - 60 * DAY_MS),
      endDt,
      isActive: given.isActive ?? true,
    },
    TEST_AUTHOR,
    new Date(),
  );
}

/** A membership of a member in a campaign of their organization. */
export async function aMembership(
  given: {
    campaign?: CampaignRecord;
    primary?: MemberRecord;
    covered?: MemberRecord[];
    isActive?: boolean | null;
  } = {},
): Promise<MembershipRecord> {
  const primary =
    given.primary ?? (await aMember({ organizationNumber: given.campaign?.organizationNumber }));
  const campaign = given.campaign ?? (await aCampaign({ organizationNumber: primary.organizationNumber }));
  const { covered, isActive } = given;
  return createMembership(
    { campaignId: campaign._id, primary, covered, isActive },
    TEST_AUTHOR,
    new Date(),
    'UTC',
  );
}

/** The dues of a membership in a run of its campaign, by default made now. */
export async function aDonation(
  given: { membership?: MembershipRecord; run?: CampaignRunRecord; createdDt?: Date } = {},
): Promise<DonationRecord> {
  const campaign = given.membership || given.run ? undefined : await aCampaign();
  const run = given.run ?? (campaign ? await aRun({ campaign }) : undefined);
  const membership = given.membership ?? (await aMembership({ campaign }));
  if (!run) throw new Error('dues of a given membership need its run');
  await createDuesOfRun(run._id, TEST_AUTHOR, given.createdDt ?? new Date());
  const donation = (await findDues(membership._id)).find(({ campaignRunId }) => campaignRunId === run._id);
  if (!donation) throw new Error('no dues were made');
  return donation;
}

/** An open campaign with an active run, which a member joined. */
export async function anOpenCampaign(given: { joinedBy?: string } = {}): Promise<{ campaignId: string }> {
  const member = given.joinedBy ? await requireMember(given.joinedBy) : await aMember();
  const { organizationNumber } = member;
  const campaign = await aCampaign({ organizationNumber, requiresMembership: false, priceRules: [] });
  await joinCampaign({ member, campaignId: campaign._id }, TEST_AUTHOR, new Date(), 'UTC');
  await aRun({ campaign });
  return { campaignId: campaign._id };
}

/** A Visa card ending in 4242 that is saved for an account's member. */
export async function aSavedCard(api: Api, account?: Account): Promise<{ id: string }> {
  const { memberId, email } = account ?? (await anAccount());
  if (memberId === null) throw new Error('only a member keeps cards');
  const input = { memberId, name: 'Card Holder', email, paymentMethodId: 'pm_card_visa' };
  return saveCard(api.deps.provider, input, calendarDateOf(api.deps.now(), 'UTC'));
}

/** A report that a member has died, about which nobody has decided; gives its id. */
export async function aDeathReport(
  memberId: string,
  now = new Date(),
  toldBy = 'A neighbor',
): Promise<string> {
  const clock = { now, timeZone: 'UTC' };
  const form = { deceasedDt: null, toldBy };
  return (await reportDeath(await requireMember(memberId), form, TEST_AUTHOR, clock))._id;
}

/** An open claim of a person in no fund; gives its id. */
export async function aClaim(
  {
    organizationNumber,
    campaignId,
    lastNm,
  }: { organizationNumber: string; campaignId: string; lastNm?: string },
  now = new Date(),
): Promise<string> {
  const { _id } = await aMember({ organizationNumber, ...(lastNm && { lastNm }) });
  const deceasedDt = calendarDateOf(now, 'UTC');
  await collection('members').updateOne({ _id: objectId(_id) }, { $set: { deceasedDt } });
  const opening = { author: TEST_AUTHOR, now, timeZone: 'UTC', currency: 'usd' };
  return (await openClaim(await requireMember(_id), campaignId, opening)).claim._id;
}

/** A refund at the card provider that nobody has looked at; gives its id. */
export async function aReviewItem(given: { organizationNumber?: string } = {}): Promise<string> {
  const { organizationNumber = '*' } = given;
  const scopeOf = await readScopes([organizationNumber]);
  const _id = `re_${next()}:succeeded`;
  await insertReviewItem({
    _id,
    type: 'refund',
    providerId: `re_${next()}`,
    providerStatus: 'succeeded',
    answerBy: null,
    amount: cents(1_000),
    currency: 'usd',
    paymentId: null,
    organizationNumber,
    scope: scopeOf(organizationNumber),
    status: 'open',
    at: new Date(),
    createdDt: new Date(),
    done: null,
  });
  return _id;
}

/** A deposit of $10.00 in cash, of no batch; returns its id. */
export async function aDeposit({ organizationNumber }: { organizationNumber: string }): Promise<string> {
  const _id = randomUUID();
  const amount = cents(1_000);
  const part = { organizationNumber, dues: amount, surcharge: cents(0), fee: cents(0) };
  const item = { amount, fee: cents(0), paymentId: null, batchId: null, parts: [part] };
  await addDepositOnce(
    {
      _id,
      type: 'cash',
      account: null,
      organizationNumbers: [organizationNumber],
      arrivalDt: '2026-11-22',
      amount,
      currency: 'usd',
      items: [{ ...item, type: 'batch' }],
      recordedBy: TEST_AUTHOR.email,
      madeAt: organizationNumber,
      createdDt: new Date(),
    },
    'UTC',
  );
  return _id;
}

/** An open batch of payments, in which nothing is entered; returns its id. */
export async function aBatch({ organizationNumber }: { organizationNumber: string }): Promise<string> {
  const batch = await insertBatch({
    organizationNumber,
    name: 'Sunday',
    dt: '2026-11-22',
    controlCount: 1,
    controlTotal: cents(1_000),
    state: 'open',
    version: 0,
    createdBy: TEST_AUTHOR.email,
    createdDt: new Date(),
    closed: null,
    depositId: null,
  });
  return batch._id;
}

/** A request to become a member; returns its id. */
export async function anIntakeRequest(
  given: { organizationNumber?: string } & Partial<
    Pick<IntakeRequestRecord, 'firstNm' | 'lastNm' | 'birthDt' | 'phone' | 'email' | 'createdDt'>
  > = {},
): Promise<string> {
  const { organizationNumber = '*', ...person } = given;
  const scopeOf = await readScopes([organizationNumber]);
  const _id = randomUUID();
  await insertIntakeRequest({
    firstNm: 'Ana',
    lastNm: `Lima${next()}`,
    middleInit: null,
    birthDt: '1985-03-14',
    phone: null,
    email: null,
    createdDt: new Date(),
    ...person,
    _id,
    organizationNumber,
    organizationName: 'Grace, I think',
    scope: scopeOf(organizationNumber),
    status: 'new',
    decision: null,
  });
  return _id;
}

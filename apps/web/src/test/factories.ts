/** API responses for tests: every field has a default; amounts are in dollars, as on the wire. */
import type { AccessClaims, TokenAnswer } from '@kinfold/domain/identity';
import { permittedAt, PERMISSIONS, type Permission, type RoleAssignment } from '@kinfold/domain/permission';
import type { ClientConfig } from '@kinfold/domain/problem';
import type { Scope } from '@kinfold/domain/scope';

export const MEMBER_ID = 'a'.repeat(24);
export const MEMBERSHIP_ID = 'b'.repeat(24);
const CAMPAIGN_ID = 'c'.repeat(24);

const DAY = 86_400_000;

/** Returns an ISO date-time some days from now (noon UTC). */
export function inDays(days: number): string {
  return `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}T12:00:00.000Z`;
}

function base64url(value: unknown): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

let serial = 0;

export function tokens(claims: Partial<AccessClaims> = {}): TokenAnswer {
  serial += 1;
  const payload = { sub: 'user', mid: MEMBER_ID, oid: '1001', email: 'member@demo.test', serial, ...claims };
  return {
    access_token: `${base64url({ alg: 'none' })}.${base64url(payload)}.x`,
    user_token: `user-token-${serial}`,
    token_type: 'Bearer',
    expires_in: 900,
  };
}

export function clientConfig(more: Partial<ClientConfig> = {}): ClientConfig {
  return {
    environment: 'test',
    version: '1.1.13',
    currency: 'usd',
    timeZone: 'UTC',
    stripePublishableKey: 'pk_test_x',
    stripeScriptUrl: 'http://localhost:12111/v3/stripe.js',
    testPayments: true,
    externalRefUrl: null,
    ...more,
  };
}

/** How a member signs in, for the office. */
export const signIn = (more: object = {}) => ({
  email: 'ruth@demo.test',
  isEnded: false,
  hasRoles: false,
  change: null,
  sharedWith: [],
  ...more,
});

export function member(more: object = {}) {
  return {
    _id: MEMBER_ID,
    member_id: MEMBER_ID,
    memberId: 'M-000001',
    firstNm: 'Maria',
    lastNm: 'Rivera',
    middleInit: null,
    birthDt: '1960-05-12',
    age: 66,
    organizationNumber: '1001',
    organizationName: 'Grace Community Church',
    externalRef: null,
    household_id: 'd'.repeat(24),
    relationship: 'Head of Household',
    isActive: true,
    address: {
      streetAddress: '12 Elm Street',
      cityNm: 'Laurel',
      stateCd: 'MD',
      postalCd: '20707',
      modifiedDt: inDays(-5),
    },
    phones: [{ phoneNbr: '3015550142' }],
    emails: [{ email: 'member@demo.test', email_type: 'primary' }],
    linkedHouseholds: [],
    version: 3,
    campaignMembership: [{ campaignMembershipId: MEMBERSHIP_ID }],
    createdDt: inDays(-900),
    ...more,
  };
}

/** An open due; equal to the balance of the default fundraiser. */
export function openDue(more: object = {}) {
  return { endDt: inDays(25), balance: 45, isLate: false, ...more };
}

export function memberCampaign(more: object = {}) {
  return {
    campaignId: CAMPAIGN_ID,
    campaignName: 'Grace Funeral Fund',
    shortDescription: 'Stands by a family when someone dies',
    requiresMembership: true,
    campaignMembershipId: MEMBERSHIP_ID,
    campaign_membership_id: MEMBERSHIP_ID,
    isActive: true,
    currentCampaignRunsBalance: 45,
    openDues: [openDue()],
    hasPausedDues: false,
    takesGifts: false,
    ...more,
  };
}

export function otherCampaign(more: object = {}) {
  return {
    _id: 'roof',
    campaignName: 'A Roof for Grace',
    shortDescription: 'A new roof before the winter',
    requiresMembership: false,
    ...more,
  };
}

export function donation(more: object = {}) {
  return {
    _id: 'e'.repeat(24),
    createdDt: inDays(-5),
    modifiedDt: inDays(-5),
    externalRef: null,
    minAmountDue: 45,
    paymentsTotal: 0,
    totalBalance: 45,
    payableBalance: 45,
    lastPaymentDt: null,
    campaignId: CAMPAIGN_ID,
    campaignName: 'Grace Funeral Fund',
    campaignRunId: 'f'.repeat(24),
    campaignRunName: 'In memory of Samuel Okafor',
    runStatus: 'active',
    runEndDt: inDays(25),
    campaignMembershipId: MEMBERSHIP_ID,
    isMembershipActive: true,
    primaryMember: { _id: MEMBER_ID, firstNm: 'Maria', lastNm: 'Rivera', phoneNbr: '3015550142' },
    members: [donationMember(), donationMember({ member_id: '2'.repeat(24), firstNm: 'Jorge', price: 30 })],
    ...more,
  };
}

/** The members of a donation with their prices. */
function donationMember(more: object = {}) {
  return {
    member_id: MEMBER_ID,
    firstNm: 'Maria',
    lastNm: 'Rivera',
    price: 15,
    ...more,
  };
}

export function donationPage(donations: object[] = []) {
  return { results: donations.length, pages: donations.length ? 1 : 0, donations };
}

/** A card payment for two people. */
export function payment(more: object = {}) {
  return {
    payment_id: 'p-1',
    receipt_number: 'K-1A2B-3C4D-5E6F',
    paidDt: '2026-09-02T03:00:00.000Z',
    paidOn: '2026-09-01',
    method: 'Visa ending 4242',
    lines: [
      {
        donation_id: 'e',
        description: 'Grace Funeral Fund: Okafor',
        paidFor: 'Maria Rivera',
        organizationName: 'Grace Community Church',
        amount: 45,
      },
      {
        donation_id: 'f',
        description: 'Grace Funeral Fund: Okafor',
        paidFor: 'Elena Rivera',
        organizationName: 'Grace Community Church',
        amount: 30,
      },
    ],
    amount: 75,
    processingFee: 1.42,
    total: 76.42,
    ...more,
  };
}

export function paymentPage(payments: object[] = []) {
  return { results: payments.length, pages: payments.length ? 1 : 0, payments };
}

export function linkedAccount(more: object = {}) {
  return {
    primary_member_id: '9'.repeat(24),
    primaryMemberName: 'Rivera, Elena',
    outstandingBalance: 30,
    hasPausedDues: false,
    ...more,
  };
}

/** The coverage of Maria and her household: covered. */
export function coverage(more: object = {}) {
  return {
    member_id: MEMBER_ID,
    name: 'Maria Rivera',
    isCovered: true,
    until: null,
    sentence: 'You and 2 others are covered.',
    action: null,
    amountDue: 0,
    dueBy: null,
    people: [
      personCoverage(),
      personCoverage({
        member_id: '3'.repeat(24),
        name: 'Ana Rivera',
        isPrimary: false,
        isCovered: true,
        sentence: 'Ana is covered until May 12, 2027.',
        reasons: [
          {
            code: 'leaves_ages',
            text: 'This fund covers ages 0 to 25; Ana turns 26 on May 12, 2027.',
            amount: null,
            date: '2027-05-12T00:00:00.000Z',
          },
        ],
      }),
    ],
    ...more,
  };
}

export function personCoverage(more: object = {}) {
  return {
    member_id: MEMBER_ID,
    name: 'Maria Rivera',
    isPrimary: true,
    primaryMemberId: MEMBER_ID,
    primaryMemberName: 'Maria Rivera',
    campaignMembershipId: MEMBERSHIP_ID,
    campaignId: CAMPAIGN_ID,
    campaignName: 'Grace Funeral Fund',
    organizationName: 'Grace Community Church',
    isCovered: true,
    until: null,
    sentence: 'You are covered.',
    action: null,
    reasons: [],
    ...more,
  };
}

/** The coverage of Maria by the membership that Jorge pays for. */
export function coveredByJorge(more: object = {}) {
  return coverage({
    sentence: 'You and Jorge are covered until December 15, 2026.',
    action: 'Jorge Rivera pays for this membership: its dues are due by December 15, 2026.',
    people: [
      personCoverage({
        isPrimary: false,
        primaryMemberId: '2'.repeat(24),
        primaryMemberName: 'Jorge Rivera',
        sentence: 'You are covered until December 15, 2026.',
        reasons: [
          {
            code: 'dues_open',
            text: 'The dues for Winter are open, due by December 15, 2026.',
            amount: null,
            date: '2026-12-15T12:00:00.000Z',
          },
        ],
      }),
    ],
    ...more,
  });
}

export function savedCard(more: object = {}) {
  return {
    id: 'card_1',
    token: 'pm_1',
    cardType: 'Visa',
    last4: '4242',
    first6: null,
    expirationDate: '0431',
    isExpired: false,
    ...more,
  };
}

export function organization(more: object = {}) {
  return {
    organizationNumber: '1001',
    organizationName: 'Grace Community Church',
    parentOrganization: null,
    address: { streetAddress: '1 Church Lane', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' },
    phones: [{ phoneNbr: '3015550100' }],
    campaignsCnt: 1,
    groupsCnt: 0,
    membersCnt: 12,
    hasChildren: false,
    hasCampaigns: true,
    contacts: [
      {
        _id: 'c1',
        member_id: '5'.repeat(24),
        name: 'Esther Bekele',
        title: 'Funeral Fund Lead',
        phone: '3015550199',
        email: 'esther@grace.test',
      },
    ],
    ...more,
  };
}

/** The scope of a user with these roles; without roles by default. */
export function scope(...roles: RoleAssignment[]): Scope {
  return {
    roles: roles.map((role) => ({ ...role, organizationName: role.organizationNumber })),
    permissions: Object.keys(PERMISSIONS).filter((name) => permittedAt(roles, name as Permission).length > 0),
  };
}

/** The items that need the staff's attention; none by default. */
export function attention(more: object = {}) {
  return {
    intakeRequests: 0,
    unconfirmedMemberships: 0,
    waitingCampaigns: [],
    endingRuns: [],
    jobs: { running: 0, failed: 0 },
    losingCover: 0,
    vacantOffices: 0,
    ...more,
  };
}

/** A row of the tree of organizations. */
export function organizationRow(more: object = {}) {
  const { address: _address, phones: _phones, contacts: _contacts, ...row } = organization();
  return { ...row, ...more };
}

/** A role of a user at the organization. */
export function assignedRole(more: object = {}) {
  return {
    _id: '7'.repeat(24),
    email: 'sam@grace.test',
    name: 'Samuel Okafor',
    role: 'manager',
    organizationNumber: '1001',
    organizationName: 'Grace Community Church',
    inherited: false,
    createdBy: 'ruth@grace.test',
    createdDt: '2026-04-11T18:22:00.000Z',
    endDt: null,
    pendingUntilDt: null,
    ...more,
  };
}

/** An entry of the history. */
export function auditEntry(more: object = {}) {
  return {
    _id: '1'.repeat(24),
    seq: 12,
    at: '2026-04-11T18:22:00.000Z',
    actor: { name: 'Ruth Adeyemi', email: 'ruth@grace.test' },
    action: 'member.updated',
    subject: { type: 'member', id: '2'.repeat(24), label: 'Samuel Okafor' },
    changes: [{ field: 'phones', from: [], to: [{ phoneNbr: '3015550142' }] }],
    reason: null,
    organizationNumber: '1001',
    ...more,
  };
}

/** A running job. */
/** A family on a call list. */
export function runCall(more: object = {}) {
  const donation = runDonation();
  return {
    ...donation,
    takenBy: null,
    lastCall: null,
    noCall: null,
    phones: [{ phoneNbr: '3015550142', isWrong: false }],
    asksForCall: false,
    payableTogether: donation.totalBalance,
    ...more,
  };
}

/** A recorded call. */
export function callNote(more: object = {}) {
  return {
    _id: '8'.repeat(24),
    outcome: 'no_answer',
    note: '',
    phoneNbr: '3015550142',
    by: 'Ruth Adeyemi',
    at: '2026-11-22T18:22:00.000Z',
    isOwn: false,
    ...more,
  };
}

/** The outcome of an import: zero everywhere except for `more`. */
export const importOutcome = (more: object = {}) => ({
  created: 0,
  changed: 0,
  households: 0,
  memberships: 0,
  failed: 0,
  undone: 0,
  kept: 0,
  uncovered: 0,
  joined: 0,
  ...more,
});

/** Letters made for a run. */
export function runLetters(more: object = {}) {
  return {
    _id: 'letters-1',
    audience: 'paper',
    organizationName: null,
    createdBy: 'ruth@grace.test',
    createdDt: '2026-11-22T18:22:00.000Z',
    doneDt: '2026-11-22T18:23:00.000Z',
    mailed: null,
    counts: [
      { outcome: 'letter', count: 340 },
      { outcome: 'no_address', count: 2 },
    ],
    downloadUntil: '2026-12-21T18:23:00.000Z',
    job: null,
    ...more,
  };
}

export function job(more: object = {}) {
  return {
    _id: '3'.repeat(24),
    type: 'copied-names',
    status: 'running',
    total: null,
    done: 3,
    failed: 0,
    createdBy: 'ruth@grace.test',
    createdDt: '2026-04-11T18:22:00.000Z',
    startedDt: '2026-04-11T18:22:01.000Z',
    endedDt: null,
    report: null,
    isRetrying: false,
    ...more,
  };
}

export function campaignRun(more: object = {}) {
  return {
    _id: '7'.repeat(24),
    campaignId: CAMPAIGN_ID,
    name: 'In memory of Deacon Amos Tull',
    description: 'For the family',
    startDt: '2026-11-01T00:00:00.000Z',
    endDt: '2026-12-03T23:59:59.999Z',
    isActive: true,
    active: true,
    status: 'active',
    donationsAmount: 25,
    version: 3,
    ...more,
  };
}

export function runFigures(more: object = {}) {
  const sums = { dues: 4, open: 3, expected: 100, collected: 25, openBalance: 75 };
  const one = { dues: 2, open: 2, expected: 50, collected: 0, openBalance: 50 };
  return {
    ...sums,
    days: [
      { day: '2026-11-20', amount: 10 },
      { day: '2026-11-21', amount: 15 },
    ],
    organizations: [
      { ...one, organizationNumber: '1001', organizationName: 'Grace Community Church' },
      { ...one, organizationNumber: '1002', organizationName: 'Grace Chapel' },
    ],
    more: 0,
    isCounting: false,
    ...more,
  };
}

export function runDonation(more: object = {}) {
  return donation({
    minAmountDue: 25,
    totalBalance: 25,
    payableBalance: 25,
    primaryMember: { _id: MEMBER_ID, firstNm: 'Abebe', lastNm: 'Tesfaye', phoneNbr: '3015550142' },
    organizationNumber: '1001',
    organizationName: 'Grace Community Church',
    ...more,
  });
}

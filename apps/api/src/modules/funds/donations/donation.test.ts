import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '@kinfold/domain/money';
import {
  aCampaign,
  aDonation,
  aHousehold,
  aMembership,
  anAccount,
  anOpenCampaign,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { requireMembership } from '../memberships/membership.service.ts';
import { requireRun, updateRun } from '../campaign-runs/campaign-run.service.ts';
import { requireCampaign } from '../campaigns/campaign.service.ts';
import { linkHousehold } from '../../people/households/linked-household.service.ts';
import { requireMember } from '../../people/members/member.service.ts';
import { recordOfflineReceipts } from '../../money/charges/offline-receipt.service.ts';
import { ensureGiftDonation } from './new-donation.service.ts';
import { findDonations, findDues, findPayableDonations } from './donation.service.ts';
import { runTotals } from './run-figures.service.ts';
import { writeDonationProjections } from './donation-totals.service.ts';
import { createDuesOfRun } from './dues.service.ts';
import { refresh } from '../../../work/projections.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** Records cash on one donation. */
const payCash = (donationId: string, amount: number, paidDt = new Date()) =>
  recordOfflineReceipts(
    [
      {
        receiptId: `${donationId}:${paidDt.getTime()}`,
        method: 'cash',
        lines: [{ donationId, amount: cents(amount) }],
        paidDt,
        recordedBy: 'treasurer@demo.test',
        currency: 'usd',
      },
    ],
    api.deps,
  );

const staffOf = (payer: Payer, role: 'viewer' | 'treasurer') =>
  anAccount({ role, organizationNumber: payer.organizationNumber });

describe('who may read the money of a member', () => {
  it('lets the member, a linked account and staff with donations in, nobody else', async () => {
    const payer = await aPayer();
    const linked = await anAccount({ memberId: payer.linked.memberId });
    const paths = (memberId: string) => [
      `/v2/members/${memberId}/donations`,
      `/api/v1/member/${memberId}/${payer.campaignId}/balance`,
      `/v2/members/${memberId}/linked-members`,
      `/v2/members/${memberId}/campaigns`,
      `/api/v1/member/${memberId}/campaigns/`,
    ];
    const [treasurer, viewer, stranger] = [
      await staffOf(payer, 'treasurer'),
      await staffOf(payer, 'viewer'),
      await anAccount(),
    ];
    for (const path of paths(payer.memberId)) {
      expect((await api.get(path, payer.account)).status, path).toBe(200);
      expect((await api.get(path, treasurer)).status, path).toBe(200);
      // The link goes one way.
      expect((await api.get(path, linked)).status, path).toBe(404);
      expect((await api.get(path, viewer)).status, path).toBe(404);
      expect((await api.get(path, stranger)).status, path).toBe(404);
      expect((await api.get(path)).status, path).toBe(401);
    }
    for (const path of paths(payer.linked.memberId))
      expect((await api.get(path, payer.account)).status, path).toBe(200);
  });

  it('shows the dues of a membership to the payer, linked members, and staff', async () => {
    const payer = await aPayer();
    const path = `/api/v1/donation/${payer.campaignMembershipId}/dues`;
    const { members } = await requireMembership(payer.campaignMembershipId);
    const covered = await anAccount({ memberId: members[1]?.member_id });
    for (const account of [payer.account, await staffOf(payer, 'treasurer')])
      expect((await api.get(path, account)).status).toBe(200);
    for (const account of [covered, await staffOf(payer, 'viewer'), await anAccount()])
      expect((await api.get(path, account)).status).toBe(404);
    const [dues] = await findDonations([payer.linked.donationId]);
    expect((await api.get(`/api/v1/donation/${dues?.campaignMembershipId}/dues`, payer.account)).status).toBe(
      200,
    );
    expect((await api.get(path)).status).toBe(401);
  });

  it.each(['x', 'M-999999', '000000000000000000000000', '%24ne', 'M-000001%27'])(
    'answers the id %s with 404',
    async (id) => {
      const admin = await anAccount({ role: 'administrator' });
      for (const path of [
        `/v2/members/${id}/donations`,
        `/v2/members/${id}/linked-members`,
        `/v2/members/${id}/campaigns`,
        `/api/v1/donation/${id}/dues`,
        `/api/v1/member/${id}/${id}/balance`,
      ])
        expect((await api.get(path, admin)).status, path).toBe(404);
    },
  );
});

describe('the dues of a membership', () => {
  it('come in dollars, newest first, paid ones too', async () => {
    const payer = await aPayer();
    const [older, newer] = payer.dues;
    await payCash(older.donationId, older.amount);
    await payCash(newer.donationId, 1250);
    const { body } = await api.get(`/api/v1/donation/${payer.campaignMembershipId}/dues`, payer.account);
    expect(body).toMatchObject([
      {
        _id: newer.donationId,
        minAmountDue: newer.amount / 100,
        paymentsTotal: 12.5,
        totalBalance: (newer.amount - 1250) / 100,
        payableBalance: (newer.amount - 1250) / 100,
        runStatus: 'active',
        isMembershipActive: true,
        primaryMember: { _id: payer.memberId },
      },
      // A part of it was paid before.
      { _id: older.donationId, paymentsTotal: 30, totalBalance: 0, payableBalance: 0 },
    ]);
    expect(body[0].externalRef).toMatch(/^INV-\d{4}-\d{6}$/);
    expect(new Date(body[0].lastPaymentDt).getTime()).toBeGreaterThan(0);
  });

  it('of a paused run are not payable, of an ended one they are', async () => {
    const payer = await aPayer();
    const [older, newer] = payer.dues;
    const [, second] = await findDonations([older.donationId, newer.donationId]);
    const run = second?.campaignRunId ?? '';
    const dues = async () =>
      (await api.get(`/api/v1/donation/${payer.campaignMembershipId}/dues`, payer.account)).body.map(
        (due: { runStatus: string; payableBalance: number }) => [due.runStatus, due.payableBalance],
      );
    const ended = ['ended', older.amount / 100];
    expect(await dues()).toEqual([['active', newer.amount / 100], ended]);
    await updateRun(run, { isActive: false }, TEST_AUTHOR, new Date());
    expect(await dues()).toEqual([['paused', 0], ended]);
    await updateRun(run, { endDt: new Date(Date.now() - 86_400_000) }, TEST_AUTHOR, new Date());
    expect(await dues()).toEqual([['ended', newer.amount / 100], ended]);
  });
});

describe('the donations of a member', () => {
  it('come by page, newest first, and my own are the same', async () => {
    const payer = await aPayer();
    const own = await api.get('/v2/my/donations?page_size=5', payer.account);
    const all = await api.get(`/v2/members/${payer.memberId}/donations`, payer.account);
    expect(own.body).toEqual(all.body);
    expect(own.body).toMatchObject({ results: 2, pages: 1 });
    const ids = (body: { donations: { _id: string }[] }) => body.donations.map(({ _id }) => _id);
    expect(ids(own.body)).toEqual([payer.dues[1].donationId, payer.dues[0].donationId]);
    const second = await api.get(
      `/v2/members/${payer.memberId}/donations?page_size=1&page_number=2`,
      payer.account,
    );
    expect(second.body).toMatchObject({ results: 2, pages: 2 });
    expect(ids(second.body)).toEqual([payer.dues[0].donationId]);
  });

  it('come without what is paid, paused or closed where only what is payable is asked for', async () => {
    const payer = await aPayer();
    const [older, newer] = payer.dues;
    const payable = async (page = '') => {
      const path = `/v2/members/${payer.memberId}/donations?payable=true${page}`;
      const { body } = await api.get(path, payer.account);
      const donations = body.donations as { _id: string; payableBalance: number }[];
      expect(donations.every(({ payableBalance }) => payableBalance > 0)).toBe(true);
      return [body.results, body.pages, donations.map(({ _id }) => _id)];
    };
    expect(await payable()).toEqual([2, 1, [newer.donationId, older.donationId]]);
    expect(await payable('&page_size=1&page_number=2')).toEqual([2, 2, [older.donationId]]);
    await payCash(older.donationId, older.amount);
    expect(await payable()).toEqual([1, 1, [newer.donationId]]);
    const [donation] = await findDonations([newer.donationId]);
    await updateRun(donation?.campaignRunId ?? '', { isActive: false }, TEST_AUTHOR, new Date());
    expect(await payable()).toEqual([0, 0, []]);
    const all = await api.get(`/v2/members/${payer.memberId}/donations?payable=false`, payer.account);
    expect(all.body.results).toBe(2);
  });

  it.each(['page_size=0', 'page_size=101', 'page_number=0', 'page_number=x', 'payable=yes'])(
    'refuses %s with 422',
    async (query) => {
      expect((await api.get(`/v2/my/donations?${query}`, await anAccount())).status).toBe(422);
    },
  );

  it('are empty for a user without a member, and need a sign-in', async () => {
    const account = await anAccount({ memberId: null });
    expect((await api.get('/v2/my/donations', account)).body).toEqual({
      results: 0,
      pages: 0,
      donations: [],
    });
    expect((await api.get('/v2/my/donations')).status).toBe(401);
  });
});

describe('the balance in a campaign', () => {
  it('names the donation when exactly one is owed', async () => {
    const payer = await aPayer();
    const path = `/api/v1/member/${payer.memberId}/${payer.campaignId}/balance`;
    const [older, newer] = payer.dues;
    const sum = (older.amount + newer.amount) / 100;
    expect((await api.get(path, payer.account)).body).toEqual({ donation_id: -1, balance: sum });
    await payCash(older.donationId, older.amount);
    expect((await api.get(path, payer.account)).body).toEqual({
      donation_id: newer.donationId,
      balance: newer.amount / 100,
    });
    await payCash(newer.donationId, newer.amount);
    expect((await api.get(path, payer.account)).body).toEqual({ donation_id: -1, balance: 0 });
  });

  it('is nothing in a campaign that does not exist', async () => {
    const payer = await aPayer();
    const { status, body } = await api.get(
      `/api/v1/member/${payer.memberId}/nonsense/balance`,
      payer.account,
    );
    expect([status, body]).toEqual([200, { donation_id: -1, balance: 0 }]);
  });
});

describe('the fundraisers of a member', () => {
  it('carry what is payable now, in dollars', async () => {
    const payer = await aPayer();
    const [older, newer] = payer.dues;
    await payCash(older.donationId, 1);
    const { body } = await api.get(`/v2/members/${payer.memberId}/campaigns?active=true`, payer.account);
    expect(body).toMatchObject([
      {
        campaignId: payer.campaignId,
        campaignMembershipId: payer.campaignMembershipId,
        campaign_membership_id: payer.campaignMembershipId,
        isActive: true,
        requiresMembership: true,
        currentCampaignRunsBalance: (older.amount + newer.amount - 1) / 100,
        openDues: [
          { endDt: expect.stringMatching(/Z$/), balance: (older.amount - 1) / 100, isLate: true },
          { endDt: expect.stringMatching(/Z$/), balance: newer.amount / 100, isLate: false },
        ],
      },
    ]);
  });

  it('exclude inactive memberships, except for users who may see them', async () => {
    const { primary } = await aHousehold();
    const { organizationNumber } = primary;
    const campaigns = [1, 2, 3].map(() => aCampaign({ organizationNumber }));
    const [active, inactive, unknown] = await Promise.all(campaigns);
    await aMembership({ primary, campaign: active });
    await aMembership({ primary, campaign: inactive, isActive: false });
    await aMembership({ primary, campaign: unknown, isActive: null });
    const account = await anAccount({ memberId: primary._id });
    const admin = await anAccount({ role: 'administrator' });
    const path = `/v2/members/${primary._id}/campaigns`;
    const states = (body: { isActive: boolean | null }[]) => body.map(({ isActive }) => isActive);
    expect(states((await api.get(path, account)).body)).toEqual([true, null]);
    expect((await api.get(`${path}?active=false`, account)).status).toBe(403);
    expect(states((await api.get(`${path}?active=false`, admin)).body)).toEqual([false]);
    expect((await api.get(`${path}?active=maybe`, account)).status).toBe(422);
  });

  it('are only those that the member is billed for', async () => {
    const { members, primary } = await aHousehold({ size: 2 });
    const membership = await aMembership({ primary, covered: members });
    const spouse = await anAccount({ memberId: members[1]?._id });
    expect((await api.get(`/v2/members/${spouse.memberId}/campaigns`, spouse)).body).toEqual([]);
    expect((await api.get(`/v2/membership/${membership._id}`, spouse)).status).toBe(200);
    expect((await api.get(`/v2/members/${spouse.memberId}/campaigns/other`, spouse)).body).toEqual([]);
  });
});

describe('linked accounts', () => {
  it('say who and how much is outstanding', async () => {
    const payer = await aPayer();
    const primary = await requireMember(payer.linked.memberId);
    const owed = await findPayableDonations([primary._id], {}, new Date());
    const sum = owed.reduce((total, { minAmountDue }) => total + minAmountDue, 0) / 100;
    const { body } = await api.get(`/v2/members/${payer.memberId}/linked-members`, payer.account);
    expect(body).toEqual([
      {
        primary_member_id: primary._id,
        primaryMemberName: `${primary.lastNm}, ${primary.firstNm}`,
        outstandingBalance: sum,
        hasPausedDues: false,
        dueTo: [{ key: 'own', name: 'Grace Test Church', takesCards: true, balance: sum }],
      },
    ]);
  });

  it('hide those that another user may not open', async () => {
    const payer = await aPayer();
    const elsewhere = await aHousehold();
    const link = { memberId: payer.memberId, householdId: elsewhere.household_id };
    await linkHousehold(link, TEST_AUTHOR, new Date());
    const path = `/v2/members/${payer.memberId}/linked-members`;
    expect((await api.get(path, payer.account)).body).toHaveLength(2);
    expect((await api.get(path, await staffOf(payer, 'treasurer'))).body).toHaveLength(1);
  });
});

describe('dues of a run', () => {
  it('are made once for every active membership, however often and at once', async () => {
    const campaign = await aCampaign();
    const memberships = await Promise.all(
      [true, true, false, null].map((isActive) => aMembership({ campaign, isActive })),
    );
    const run = await aRun({ campaign });
    const made = await Promise.all([1, 2, 3].map(() => createDuesOfRun(run._id, TEST_AUTHOR, new Date())));
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await createDuesOfRun(run._id, TEST_AUTHOR, new Date())).toBe(0);
    const counts = await Promise.all(memberships.map(async ({ _id }) => (await findDues(_id)).length));
    expect(counts).toEqual([1, 1, 0, 0]);
  });
});

describe('gifts', () => {
  it('have one donation per run, hidden until something was paid', async () => {
    const { primary } = await aHousehold();
    const { campaignId } = await anOpenCampaign({ joinedBy: primary._id });
    const input = { memberId: primary._id, campaignId };
    const gifts = await Promise.all([1, 2, 3].map(() => ensureGiftDonation(input, new Date())));
    const ids = new Set(gifts.map((gift) => (typeof gift === 'string' ? gift : gift._id)));
    expect(ids.size).toBe(1);
    const account = await anAccount({ memberId: primary._id });
    expect((await api.get('/v2/my/donations', account)).body.results).toBe(0);
    const [id = ''] = ids;
    const projection = {
      paymentsTotal: cents(2000),
      lastPaymentDt: new Date(),
      payments: [],
      ledgerCount: 1,
    };
    await writeDonationProjections(new Map([[id, projection]]), new Date());
    expect((await api.get('/v2/my/donations', account)).body).toMatchObject({
      results: 1,
      donations: [{ minAmountDue: 0, paymentsTotal: 20, totalBalance: 0 }],
    });
  });

  it('need an open campaign, a membership and an active run', async () => {
    const payer = await aPayer();
    const now = new Date();
    const gift = (memberId: string, campaignId: string) => ensureGiftDonation({ memberId, campaignId }, now);
    expect(await gift(payer.memberId, payer.campaignId)).toBe('not_open');
    const { campaignId } = await anOpenCampaign();
    expect(await gift(payer.memberId, campaignId)).toBe('not_joined');
    const campaign = await aCampaign({
      organizationNumber: payer.organizationNumber,
      requiresMembership: false,
    });
    await aMembership({ campaign, primary: await requireMember(payer.memberId) });
    expect(await gift(payer.memberId, campaign._id)).toBe('no_active_run');
    await aRun({ campaign, isActive: false });
    await aRun({ campaign, endsInDays: -1 });
    expect(await gift(payer.memberId, campaign._id)).toBe('no_active_run');
  });
});

describe('what is folded from the ledger', () => {
  it('is written with the run’s counter and the last payment, and never goes back', async () => {
    const campaign = await requireCampaign((await aPayer()).campaignId);
    const run = await aRun({ campaign });
    const membership = await aMembership({ campaign });
    const donation = await aDonation({ membership, run });
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const write = (paymentsTotal: number, ledgerCount: number, day: number) =>
      writeDonationProjections(
        new Map([
          [
            donation._id,
            { paymentsTotal: cents(paymentsTotal), ledgerCount, lastPaymentDt: at(day), payments: [] },
          ],
        ]),
        new Date(),
      );
    await write(500, 1, 1);
    await write(900, 2, 2);
    await write(900, 2, 2);
    await write(500, 1, 1);
    const [stored] = await findDonations([donation._id]);
    expect([stored?.paymentsTotal, stored?.lastPaymentDt]).toEqual([900, at(2)]);
    await refresh(runTotals, { now: api.deps.now(), timeZone: 'UTC' });
    expect((await requireRun(run._id)).donationsAmount).toBe(900);
    expect((await requireMembership(membership._id)).lastPayment).toEqual({
      paymentsTotal: 900,
      modifiedDt: at(2),
      externalRef: donation.externalRef,
    });
    const owed = async () =>
      (await findPayableDonations([membership.primaryMemberId], {}, new Date())).length;
    expect(await owed()).toBe(1);
    await write(donation.minAmountDue, 3, 3);
    expect(await owed()).toBe(0);
  });

  it('is payable oldest first, over several members', async () => {
    const payer = await aPayer();
    const found = await findPayableDonations([payer.linked.memberId, payer.memberId], {}, new Date());
    const dates = found.map(({ createdDt }) => createdDt.getTime());
    expect(dates).toEqual(dates.toSorted((a, b) => a - b));
    expect(found.length).toBeGreaterThanOrEqual(3);
    const { organizationNumber } = await anOrganization();
    const campaign = await aCampaign({ organizationNumber });
    expect(await findPayableDonations([payer.memberId], { campaignId: campaign._id }, new Date())).toEqual(
      [],
    );
  });
});

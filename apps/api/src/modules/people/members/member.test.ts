import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aCampaign,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { linkHousehold } from '../households/linked-household.service.ts';
import { findUnlinkedMatches } from './member.service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** A household, another one linked to its primary member, and accounts of everybody who may ask. */
async function aNeighborhood() {
  const parent = await anOrganization();
  const { organizationNumber } = await anOrganization({ parentOrganization: parent.organizationNumber });
  const home = await aHousehold({ organizationNumber, size: 3 });
  const linked = await aHousehold({ organizationNumber, size: 2 });
  await linkHousehold(
    { memberId: home.primary._id, householdId: linked.household_id },
    TEST_AUTHOR,
    new Date(),
  );
  return {
    home,
    linked,
    self: await anAccount({ memberId: home.primary._id }),
    spouse: await anAccount({ memberId: home.members[1]?._id }),
    linkedSelf: await anAccount({ memberId: linked.primary._id }),
    viewerAbove: await anAccount({ role: 'viewer', organizationNumber: parent.organizationNumber }),
    stranger: await anAccount(),
    strangeStaff: await anAccount({
      role: 'manager',
      organizationNumber: (await anOrganization()).organizationNumber,
    }),
  };
}

describe('a member', () => {
  it('is read by themself, by linked members, and by staff above; by id and by number', async () => {
    const { home, self, viewerAbove, stranger, strangeStaff, spouse } = await aNeighborhood();
    const { _id, memberId } = home.primary;
    for (const path of [
      `/api/v1/member/${_id}`,
      `/api/v1/member/${memberId}`,
      `/api/v1/member/memberId/${memberId}`,
      `/v2/members/${_id}/`,
      `/v2/members/${_id.toUpperCase()}`,
    ]) {
      for (const account of [self, viewerAbove]) {
        const { status, body } = await api.get(path, account);
        expect([status, body._id], path).toEqual([200, _id]);
      }
      for (const account of [stranger, strangeStaff, spouse])
        expect((await api.get(path, account)).status, path).toBe(404);
      expect((await api.get(path)).status, path).toBe(401);
    }
  });

  it('who is primary in a linked household can be read, others there cannot, and not the other way', async () => {
    const { home, linked, self, linkedSelf } = await aNeighborhood();
    expect((await api.get(`/v2/members/${linked.primary._id}`, self)).status).toBe(200);
    expect((await api.get(`/v2/members/${linked.members[1]?._id}`, self)).status).toBe(404);
    expect((await api.get(`/v2/members/${home.primary._id}`, linkedSelf)).status).toBe(404);
  });

  it('carries the fields of the spec, the age of today and the memberships', async () => {
    const address = {
      streetAddress: '1 Elm Street',
      cityNm: 'Maplewood',
      stateCd: 'NJ',
      postalCd: '07040',
      modifiedDt: new Date('2026-01-02T03:04:05.000Z'),
    };
    const member = await aMember({ firstNm: 'Zoë', lastNm: 'Núñez', birthDt: '1985-03-14', address });
    const membership = await aMembership({ primary: member });
    const account = await anAccount({ memberId: member._id });
    const { body } = await api.get(`/v2/members/${member._id}`, account);
    expect(body).toMatchObject({
      _id: member._id,
      member_id: member._id,
      memberId: member.memberId,
      firstNm: 'Zoë',
      birthDt: '1985-03-14',
      organizationNumber: member.organizationNumber,
      address: { ...address, modifiedDt: '2026-01-02T03:04:05.000Z' },
      household_id: member.household_id,
      isActive: true,
      linkedHouseholds: [],
      campaignMembership: [{ campaignMembershipId: membership._id }],
    });
    expect(body.age).toBeGreaterThanOrEqual(40);
    expect(body.memberId).toMatch(/^M-\d{6}$/);
    for (const stored of ['nameKey', 'searchKeys', 'linkKeys', 'modifiedBy'])
      expect(body).not.toHaveProperty(stored);
  });

  it.each(['x', '1', 'M-1', 'M-999999', '000000000000000000000000', '%00', '__proto__', '[object%20Object]'])(
    'is not found by %s',
    async (id) => {
      const admin = await anAccount({ role: 'administrator' });
      for (const path of [`/api/v1/member/${id}`, `/v2/members/${id}`, `/api/v1/member/memberId/${id}`])
        expect((await api.get(path, admin)).status, path).toBe(404);
    },
  );
});

describe('a household', () => {
  it('is read by its members’ own accounts and staff, the primary member first', async () => {
    const { home, self, spouse, viewerAbove, stranger } = await aNeighborhood();
    const path = `/api/v1/member/${home.primary._id}/household`;
    const { body } = await api.get(path, self);
    expect(body).toMatchObject({ _id: home.household_id, primaryMemberId: home.primary._id });
    expect(body.members.map((member: { member_id: string }) => member.member_id)).toEqual(
      home.members.map(({ _id }) => _id),
    );
    expect(body.members[1]).toMatchObject({ relationship: 'Spouse', isActive: true });
    expect((await api.get(`/api/v1/member/${home.members[1]?._id}/household`, spouse)).body._id).toBe(
      home.household_id,
    );
    expect((await api.get(path, viewerAbove)).status).toBe(200);
    expect((await api.get(path, stranger)).status).toBe(404);
    expect((await api.get(path)).status).toBe(401);
  });

  it('of a linked account is private', async () => {
    const { linked, self } = await aNeighborhood();
    expect((await api.get(`/api/v1/member/${linked.primary._id}/household`, self)).status).toBe(404);
  });

  it('names the linked ones by their primary member', async () => {
    const { home, linked, self } = await aNeighborhood();
    const { body } = await api.get(`/api/v1/member/${home.primary._id}/household/linked`, self);
    const { _id, firstNm, lastNm } = linked.primary;
    expect(body).toEqual([
      { household_id: linked.household_id, member_id: _id, primaryMemberName: `${lastNm}, ${firstNm}` },
    ]);
  });
});

describe('campaigns that a member may join', () => {
  it('are those of the organization, the ones above it and where these take part, but not joined ones', async () => {
    const { home, self } = await aNeighborhood();
    const { organizationNumber } = home.primary;
    const above = (
      await api.get(`/v2/organizations/${organizationNumber}`, await anAccount({ role: 'administrator' }))
    ).body.parentOrganization as string;
    const own = await aCampaign({ organizationNumber });
    const ofParent = await aCampaign({ organizationNumber: above });
    const joined = await aCampaign({ organizationNumber });
    await aCampaign();
    await aMembership({ campaign: joined, primary: home.primary });
    const { body } = await api.get(`/v2/members/${home.primary._id}/campaigns/other`, self);
    expect(body.toSorted((a: { _id: string }, b: { _id: string }) => (a._id < b._id ? -1 : 1))).toEqual(
      [own, ofParent]
        .map(({ _id, campaignName, shortDescription, requiresMembership }) => ({
          _id,
          campaignName,
          shortDescription,
          requiresMembership,
        }))
        .toSorted((a, b) => (a._id < b._id ? -1 : 1)),
    );
  });
});

describe('matches for linking an account', () => {
  it('compare the last name without case, accents and spaces, and need birth date and phone', async () => {
    const phones = [{ phoneNbr: '(555) 555-7142' }, { phoneNbr: '5555558888' }];
    const { _id } = await aMember({ lastNm: 'de la Núñez', birthDt: '1971-02-03', phones });
    const match = { lastNm: 'DE LANUNEZ', birthDt: '1971-02-03', phoneLast4: '7142' };
    expect(await findUnlinkedMatches(match)).toEqual([_id]);
    expect(await findUnlinkedMatches({ ...match, phoneLast4: '8888' })).toEqual([_id]);
    for (const wrong of [{ lastNm: 'Nunez' }, { birthDt: '1971-02-04' }, { phoneLast4: '0000' }])
      expect(await findUnlinkedMatches({ ...match, ...wrong })).toEqual([]);
  });
});

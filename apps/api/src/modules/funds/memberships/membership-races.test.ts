/** Memberships that are created or activated while one of their people dies, or is made inactive. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aCampaign, aMember, aMembership, TEST_AUTHOR } from '../../../../test/factories.ts';
import { beforeItsWrites } from '../../../../test/interrupted-writes.ts';
import { apiWithManager } from '../../../../test/scenes.ts';
import { requireMember, type MemberRecord } from '../../people/members/member.service.ts';
import { requireMembership } from './membership.service.ts';
import { findMembershipsCovering } from './membership.model.ts';
import { createMemberships } from './new-membership.service.ts';

const { api, organizationNumber, manager } = await apiWithManager();
const campaign = await aCampaign({ organizationNumber });

const post = (path: string, body: object, as = manager) =>
  api.request.post(path).set(api.as(as)).set('Idempotency-Key', randomUUID()).send(body);
const today = () => api.deps.now().toISOString().slice(0, 10);
const dies = async ({ _id }: MemberRecord) => {
  const { version } = await requireMember(_id);
  const { status, body } = await post(`/v2/members/${_id}/life-events`, {
    event: 'death',
    deceasedDt: today(),
    version,
  });
  expect(status, JSON.stringify(body)).toBe(200);
};
const isMadeInactive = async ({ _id }: MemberRecord) => {
  const { version } = await requireMember(_id);
  expect((await post('/v2/members', { _id, isActive: false, version })).status).toBe(200);
};
/** Of two households: so either may be made inactive. */
const aCouple = async () => ({
  primary: await aMember({ organizationNumber }),
  spouse: await aMember({ organizationNumber }),
});
const partsOf = async (membershipId: string, { _id }: MemberRecord) =>
  (await requireMembership(membershipId)).members.filter(({ member_id }) => member_id === _id);

describe('a membership that is activated', () => {
  it('does not cover a person who dies during the request', async () => {
    const { primary, spouse } = await aCouple();
    const { _id } = await aMembership({ campaign, primary, covered: [spouse] });
    expect((await post('/v2/membership', { _id, isActive: false })).status).toBe(200);
    const [, activated] = await beforeItsWrites(
      () => dies(spouse),
      () => post('/v2/membership', { _id, isActive: true }),
    );
    expect(activated.status).toBe(200);
    expect(await partsOf(_id, spouse)).toMatchObject([{ isActive: false }]);
    expect(await partsOf(_id, primary)).toMatchObject([{ isActive: true }]);
  });

  it.each([
    ['dies', dies, 'deceased'],
    ['is made inactive', isMadeInactive, 'primary_inactive'],
  ] as const)('is refused when its payer %s meanwhile', async (_what, happens, code) => {
    const { primary, spouse } = await aCouple();
    const { _id } = await aMembership({ campaign, primary, covered: [spouse] });
    expect((await post('/v2/membership', { _id, isActive: false })).status).toBe(200);
    const [, refused] = await beforeItsWrites(
      () => happens(primary),
      () => post('/v2/membership', { _id, isActive: true }),
    );
    expect([refused.status, refused.body.code]).toEqual([409, code]);
    expect((await requireMembership(_id)).isActive).toBe(false);
  });
});

describe('a new membership', () => {
  it.each([
    ['its payer dies', 'primary', dies, 'deceased'],
    ['somebody it covers dies', 'spouse', dies, 'deceased'],
    ['its payer is made inactive', 'primary', isMadeInactive, 'primary_inactive'],
  ] as const)('is refused when %s meanwhile', async (_what, who, happens, code) => {
    const couple = await aCouple();
    const { primary, spouse } = couple;
    const asked = { campaignId: campaign._id, primaryMemberId: primary._id, members: [spouse._id] };
    const [, refused] = await beforeItsWrites(
      () => happens(couple[who]),
      () => post('/v2/membership', asked),
    );
    expect([refused.status, refused.body.code]).toEqual([409, code]);
    expect(await findMembershipsCovering(primary._id)).toEqual([]);
  });

  it('is not joined by a person who dies meanwhile', async () => {
    const { primary } = await aCouple();
    const [, refused] = await beforeItsWrites(
      () => dies(primary),
      () => post(`/v2/members/${primary._id}/campaigns/${campaign._id}/join`, {}),
    );
    expect([refused.status, refused.body.code]).toEqual([409, 'deceased']);
    expect(await findMembershipsCovering(primary._id)).toEqual([]);
  });

  it('is not among many that are made where one of their people has died since they were read', async () => {
    const [one, other] = [await aCouple(), await aCouple()];
    await dies(other.spouse);
    const inputs = [one, other].map(({ primary, spouse }) => ({ primary, covered: [spouse] }));
    await expect(
      createMemberships(campaign, inputs, TEST_AUTHOR, api.deps.now(), 'UTC'),
    ).rejects.toMatchObject({ code: 'deceased' });
    expect(await findMembershipsCovering(one.primary._id)).toEqual([]);
  });
});

/** The people of a membership: added, taken out, made primary, with prices by hand, and the previews. */
import { DAY_MS } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import { describe, expect, it } from 'vitest';
import {
  aCampaign,
  aDonation,
  aHousehold,
  aMember,
  aMembership,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { apiWithManager } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { createCampaign } from '../campaigns/campaign.service.ts';
import { findOpenDonations } from '../donations/donation.service.ts';

const { api, organizationNumber, manager } = await apiWithManager();

const post = (path: string, body: object = {}, as = manager) =>
  api.request.post(path).set(api.as(as)).send(body);

/** A membership of three, and its paths. */
async function aFamily() {
  const campaign = await aCampaign({ organizationNumber });
  const { members, primary } = await aHousehold({ organizationNumber, size: 3 });
  const membership = await aMembership({ campaign, primary, covered: members });
  const [, spouse, child] = members;
  if (!spouse || !child) throw new Error('a family has three');
  const of = (memberId: string) => `/api/v1/member/${memberId}/campaign-membership/${membership._id}`;
  return { campaign, membership, primary, spouse, child, of, v2: `/v2/membership/${membership._id}` };
}

type MembershipAnswer = {
  members: { member_id: string; isActive: boolean; isPrimary: boolean; price: number }[];
};
const activeOf = ({ members }: MembershipAnswer) =>
  members.filter((member) => member.isActive).map((member) => member.member_id);

describe('covered members', () => {
  it('are added and removed by both methods; repetitions change nothing', async () => {
    const { primary, spouse, child, of } = await aFamily();
    const cousin = await aMember({ organizationNumber });
    const added = await api.get(`${of(cousin._id)}/add`, manager);
    expect([added.status, added.headers['deprecation'], added.body.version]).toEqual([200, '@1767225600', 2]);
    expect(added.body).toMatchObject({ totalPrice: 85 });
    const row = added.body.members[3];
    expect(row).toMatchObject({
      member_id: cousin._id,
      isActive: true,
      price: 25,
      inPrimaryHousehold: false,
    });
    expect(row.endDt).toBe('9999-12-31T00:00:00.000Z');
    expect((await post(`${of(cousin._id)}/add`)).body.version).toBe(2);
    const out = await api.request.delete(`${of(child._id)}/remove`).set(api.as(manager));
    expect([out.status, out.body.totalPrice]).toEqual([200, 75]);
    expect(activeOf(out.body)).toEqual([primary._id, spouse._id, cousin._id]);
    const again = await api.get(`${of(child._id)}/remove`, manager);
    expect(again.body.members[2].endDt).toBe(out.body.members[2].endDt);
    expect(again.body.version).toBe(out.body.version);
    expect((await post(`${of(child._id)}/add`)).body.totalPrice).toBe(85);
  });

  it('never lose the primary member', async () => {
    const { primary, of } = await aFamily();
    const removed = await api.request.delete(`${of(primary._id)}/remove`).set(api.as(manager));
    const listed = await post(of(primary._id), { members: [{ member_id: primary._id, isActive: false }] });
    for (const { status, body } of [removed, listed])
      expect([status, body.code, body.detail]).toEqual([
        409,
        'primary_member',
        'The primary member cannot be deactivated or removed.',
      ]);
  });

  it('are replaced as a list, from which the primary member is never missing', async () => {
    const { primary, spouse, child, of } = await aFamily();
    const cousin = await aMember({ organizationNumber });
    const { status, body } = await post(of(primary._id), { members: [child._id, { member_id: cousin._id }] });
    expect([status, activeOf(body)]).toEqual([200, [primary._id, child._id, cousin._id]]);
    const objects = {
      members: [
        { member_id: child._id, isActive: false },
        { member_id: spouse._id, isActive: true },
      ],
    };
    expect(activeOf((await post(of(primary._id), objects)).body)).toEqual([primary._id, spouse._id]);
  });

  it('become primary only when they are active, and pay what is open from then on', async () => {
    const { campaign, membership, primary, spouse, child, of } = await aFamily();
    const run = await aRun({ campaign });
    await aDonation({ membership, run });
    await api.request
      .delete(`${of(child._id)}/remove`)
      .set(api.as(manager))
      .expect(200);
    const refused = await post(of(primary._id), { primaryMemberId: child._id });
    expect([refused.status, refused.body.code]).toEqual([409, 'not_active']);
    await post(of(primary._id), { members: [spouse._id, child._id] });
    const young = await post(of(primary._id), { primaryMemberId: child._id });
    expect([young.status, young.body.errors[0].path]).toEqual([422, 'primaryMemberId']);
    const { status, body } = await post(`${of(primary._id)}/`, { primaryMemberId: spouse._id });
    expect([status, body.primaryMemberId, body.members[0].member_id]).toEqual([200, spouse._id, spouse._id]);
    expect([
      (await findOpenDonations([spouse._id])).length,
      (await findOpenDonations([primary._id])).length,
    ]).toEqual([1, 0]);
    expect((await post(of(primary._id), { primaryMemberId: spouse._id })).body.version).toBe(body.version);
  });

  it('pay as primary also what came to nothing when they became it', async () => {
    const { campaign, membership, primary, spouse, of, v2 } = await aFamily();
    await aDonation({ membership, run: await aRun({ campaign }) });
    const repriced = async (defaultPrice: number) => {
      await post('/api/v1/campaign', { _id: campaign._id, defaultPrice, priceRules: [] }).expect(200);
      await post(`${v2}/refresh-price`).expect(200);
    };
    await repriced(0);
    await post(of(primary._id), { primaryMemberId: spouse._id }).expect(200);
    await repriced(10);
    const open = async (id: string) => (await findOpenDonations([id])).map((due) => due.minAmountDue);
    expect([await open(spouse._id), await open(primary._id)]).toEqual([[3000], []]);
  });

  it('are shown in their current state to users who change an old version, before any rule applies', async () => {
    const { primary, spouse, of } = await aFamily();
    await api.request
      .delete(`${of(spouse._id)}/remove`)
      .set(api.as(manager))
      .expect(200);
    const { status, body } = await post(of(primary._id), { primaryMemberId: spouse._id, version: 1 });
    expect([status, body.code, body.current.version]).toEqual([409, 'changed_meanwhile', 2]);
  });

  it('are nobody from elsewhere, and one membership is theirs in a campaign', async () => {
    const { campaign, spouse, primary, of } = await aFamily();
    const stranger = await aMember();
    expect((await post(`${of(stranger._id)}/add`)).status).toBe(404);
    expect((await post(of(primary._id), { members: [stranger._id] })).status).toBe(404);
    expect((await post(of(primary._id), { primaryMemberId: stranger._id })).status).toBe(404);
    await aMembership({ campaign, primary: spouse });
    expect((await post(of(primary._id), { primaryMemberId: spouse._id })).body.code).toBe(
      'membership_exists',
    );
  });

  it('are nobody by an id that is none', async () => {
    const { primary, of, v2 } = await aFamily();
    for (const id of ['x', '', primary.memberId, 'f'.repeat(24), '$ne']) {
      const by = { member_id: id, reason: 'Asked by the deacon' };
      expect((await post(`${v2}/price`, { ...by, price: 1 })).status).toBe(404);
      expect((await post(`${v2}/waiting`, { ...by, isWaived: true })).status).toBe(404);
      const asked = await post(`${v2}/preview`, { do: 'make_primary', member_id: id });
      expect(asked.status).toBe(id ? 404 : 422);
      if (id) expect((await post(of(primary._id), { primaryMemberId: id })).status).toBe(404);
    }
  });

  it.each([{}, { members: 'x' }, { members: [1] }, { primaryMemberId: 7 }, { members: [{ member_id: 1 }] }])(
    'are not changed by %j',
    async (body) => {
      const { primary, of } = await aFamily();
      const answer = await post(of(primary._id), body);
      expect([answer.status, answer.body.errors.length > 0]).toEqual([422, true]);
    },
  );
});

describe('a membership by hand', () => {
  it('is made for a member, once, and priced', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { members, primary } = await aHousehold({ organizationNumber, size: 3 });
    const body = {
      campaignId: campaign._id,
      primaryMemberId: primary._id,
      members: members.map(({ _id }) => _id),
    };
    const made = await post('/v2/membership/', body);
    expect([made.status, made.body.totalPrice, made.body.isActive]).toEqual([201, 60, true]);
    expect((await post('/v2/membership', body)).body.code).toBe('membership_exists');
    const { primaryMemberId: _none, ...without } = body;
    expect((await post('/v2/membership', without)).body.errors[0].path).toBe('primaryMemberId');
    const elsewhere = await aCampaign();
    const wrong = await post('/v2/membership', { ...body, campaignId: elsewhere._id });
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'campaignId']);
    expect((await post('/v2/membership', { ...body, campaignId: 5 })).status).toBe(422);
  });

  it('charges nobody twice, however often and by whichever number they are named', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { members, primary } = await aHousehold({ organizationNumber, size: 2 });
    const [, spouse] = members;
    const named = [spouse?._id, spouse?.memberId, spouse?._id, primary._id, primary.memberId];
    const made = await post('/v2/membership', {
      campaignId: campaign._id,
      primaryMemberId: primary._id,
      members: named,
    });
    expect([made.status, made.body.totalPrice, made.body.members.length]).toEqual([201, 50, 2]);
  });

  it('is not activated for an inactive member', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const primary = await aMember({ organizationNumber, isActive: false });
    const body = { campaignId: campaign._id, primaryMemberId: primary._id };
    const refused = await post('/v2/membership', body);
    expect([refused.status, refused.body.code]).toEqual([409, 'primary_inactive']);
    expect((await post('/v2/membership', { ...body, isActive: false })).status).toBe(201);
  });

  it('is previewed: prices with reasons, when the cover begins, and notes', async () => {
    const { members, primary } = await aHousehold({ organizationNumber, size: 3 });
    const [, spouse, child] = members;
    const { campaign } = await createCampaign(
      {
        campaignName: 'Strict Fund',
        shortDescription: 'For us',
        requiresMembership: true,
        organizationNumber,
        priceRules: [{ label: 'Child', minAge: 0, maxAge: 17, price: cents(1000) }],
        defaultPrice: cents(2500),
        fundRules: {
          waitingDays: 180,
          entryAge: { min: 18, max: 50 },
          ageLimits: [{ relationships: ['Child'], maxAge: 5 }],
          oneCoverPerPerson: true,
        },
      },
      TEST_AUTHOR,
      api.deps.now(),
    );
    await aMembership({ campaign, primary: spouse });
    const body = {
      campaignId: campaign._id,
      primaryMemberId: primary._id,
      members: members.slice(1).map(({ _id }) => _id),
    };
    const { status, body: preview } = await post('/v2/membership/preview', body);
    expect(status).toBe(200);
    expect(preview).toMatchObject({ totalPrice: 50 });
    expect(preview.people).toMatchObject([
      { member_id: primary._id, price: 25, priceReason: 'Default price' },
      { member_id: spouse?._id, price: 25 },
      { member_id: child?._id, price: 0, priceReason: 'Not covered over age 5: no price' },
    ]);
    expect(preview.sentences).toEqual([
      expect.stringMatching(/^This fund has a waiting time: they are covered from \w+ \d+, \d{4}\.$/),
      'The membership costs $50.00 in each run.',
    ]);
    expect(preview.warnings).toEqual([
      expect.stringMatching(/^Strict Fund takes new members from 18 to 50 years of age; .* is \d\d\.$/),
      expect.stringMatching(
        / is covered by Strict Fund already, in the membership of .* cover each person once\.$/,
      ),
      expect.stringMatching(/^This fund covers .* up to age 5; .* is \d+\.$/),
    ]);
    // The preview made nothing; the office may still make it.
    expect((await post('/v2/membership', body)).status).toBe(201);
    expect((await post('/v2/membership/preview', body)).body.code).toBe('membership_exists');
    expect((await post('/v2/membership/preview', { ...body, campaignId: 5 })).status).toBe(422);
    const stranger = await aMember();
    const wrong = { ...body, members: [stranger._id] };
    expect((await post('/v2/membership/preview', wrong)).status).toBe(404);
  });

  it('is not created for members who have died or are inactive', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const dead = await aMember({ organizationNumber });
    await collection('members').updateOne(
      { _id: objectId(dead._id) },
      { $set: { deceasedDt: '2026-01-02' } },
    );
    const inactive = await aMember({ organizationNumber, isActive: false });
    for (const [member, code] of [
      [dead, 'deceased'],
      [inactive, 'primary_inactive'],
    ] as const) {
      const body = { campaignId: campaign._id, primaryMemberId: member._id };
      const answer = await post('/v2/membership', body);
      expect([answer.status, answer.body.code]).toEqual([409, code]);
    }
  });

  it('has prices set by hand with a reason, until they are removed', async () => {
    const { spouse, v2 } = await aFamily();
    const by = { member_id: spouse._id, price: 3.5, reason: 'Hardship, asked by the deacon' };
    const set = await post(`${v2}/price`, { ...by, version: 1 });
    expect([set.status, set.body.totalPrice]).toEqual([200, 38.5]);
    expect(set.body.members[1]).toMatchObject({ price: 3.5, priceOverride: 3.5, priceReason: 'Set by hand' });
    expect((await post(`${v2}/refresh-price`)).body.totalPrice).toBe(38.5);
    expect((await post(`${v2}/price`, { ...by, version: 1 })).body.code).toBe('changed_meanwhile');
    const id = v2.split('/').at(-1);
    const { body } = await api.get(`/v2/audit?subject_type=membership&subject_id=${id}`, manager);
    expect(body.entries[0]).toMatchObject({ action: 'membership.price_set', reason: by.reason });
    const back = await post(`${v2}/price`, { ...by, price: null });
    expect(back.body.members[1]).toMatchObject({
      price: 25,
      priceOverride: null,
      priceReason: 'Default price',
    });
    for (const wrong of [{ price: -1 }, { price: '3' }, { price: 0.001 }, { reason: '' }, { member_id: 4 }])
      expect((await post(`${v2}/price`, { ...by, ...wrong })).status).toBe(422);
    expect((await post(`${v2}/price`, { ...by, member_id: '0'.repeat(24) })).status).toBe(404);
  });

  it('has the waiting time of one person waived', async () => {
    const { campaign, spouse, v2 } = await aFamily();
    const waivers = async () =>
      (await api.get(v2, manager)).body.members.map((one: object) => Reflect.get(one, 'isWaitingWaived'));
    expect(await waivers()).toEqual([undefined, undefined, undefined]);
    await post('/api/v1/campaign', { _id: campaign._id, fundRules: { waitingDays: 180 } }).expect(200);
    expect(await waivers()).toEqual([false, false, false]);
    const covered = async () => {
      const { body } = await api.get(`/v2/members/${spouse._id}/coverage`, manager);
      return body.people.find(({ member_id }: { member_id: string }) => member_id === spouse._id).isCovered;
    };
    api.advance(DAY_MS);
    expect(await covered()).toBe(false);
    const body = { member_id: spouse._id, isWaived: true, reason: 'Transfer from another fund' };
    expect((await post(`${v2}/waiting`, body)).body.members[1].isWaitingWaived).toBe(true);
    expect(await covered()).toBe(true);
    await post(`${v2}/waiting`, { ...body, isWaived: false }).expect(200);
    expect(await covered()).toBe(false);
  });
});

describe('what a change means', () => {
  it('is previewed, and the preview changes nothing', async () => {
    const { campaign, membership, primary, spouse, child, v2 } = await aFamily();
    const run = await aRun({ campaign });
    await aDonation({ membership, run });
    const asked = async (body: object) => (await post(`${v2}/preview`, body).expect(200)).body;
    const names = [primary, spouse, child].map(({ firstNm, lastNm }) => `${firstNm} ${lastNm}`);
    expect((await asked({ do: 'deactivate' })).sentences).toEqual([
      ...names.map((name) => `${name} loses this cover now.`),
      'The membership costs $0.00 instead of $60.00.',
      `The open dues stay as they are: $60.00 for ${run.name}.`,
    ]);
    expect((await asked({ do: 'remove', member_id: child._id })).sentences).toEqual([
      `${names[2]} loses this cover now.`,
      'The membership costs $50.00 instead of $60.00.',
      `The open dues stay as they are: $60.00 for ${run.name}.`,
    ]);
    expect((await asked({ do: 'make_primary', member_id: spouse._id })).sentences[0]).toBe(
      `${names[1]} becomes the primary member instead of ${names[0]}.`,
    );
    expect((await asked({ do: 'refresh' })).sentences).toEqual(['Nothing changes.']);
    expect((await post(`${v2}/preview`, { do: 'remove', member_id: primary._id })).status).toBe(409);
    expect((await post(`${v2}/preview`, { do: 'remove' })).status).toBe(422);
    for (const price of [-5, 10_000.01, 90_071_992_547_409.91]) {
      const { body } = await post(`${v2}/preview`, { do: 'set_price', member_id: child._id, price });
      expect(body.errors).toEqual([{ path: 'price', message: 'A price is from $0.00 to $10,000.00' }]);
    }
    expect((await api.get(v2, manager)).body.version).toBe(1);
  });

  it('says who is not covered by it, and why, as the coverage of each says afterwards', async () => {
    const { campaign, membership, child, v2, of } = await aFamily();
    const run = await aRun({ campaign, endsInDays: -3 });
    await aDonation({ membership, run });
    const ageLimits = [{ relationships: ['Son'], maxAge: 25 }];
    await post('/api/v1/campaign', { _id: campaign._id, fundRules: { ageLimits } }).expect(200);
    const grown = await aMember({ organizationNumber, relationship: 'Son', birthDt: '1980-05-05' });
    const late = `The dues for ${run.name} are open: $60.00.`;
    const asked = async (body: object) =>
      (await post(`${v2}/preview`, body).expect(200)).body.sentences as string[];
    const name = ({ firstNm, lastNm }: typeof grown) => `${firstNm} ${lastNm}`;
    const [added] = await asked({ do: 'add', member_id: grown._id });
    expect(added).toMatch(/ is not covered\. This fund covers .* up to age 25; .* is \d+\. The dues for /);
    expect((await asked({ do: 'remove', member_id: child._id }))[0]).toBe(
      `${name(child)} leaves this membership, and has no cover in it now.`,
    );
    await post('/v2/membership', { _id: membership._id, isActive: false }).expect(200);
    expect(await asked({ do: 'activate' })).toContain(`${name(child)} is not covered. ${late}`);
    await post('/v2/membership', { _id: membership._id, isActive: true }).expect(200);
    await post(`${of(grown._id)}/add`).expect(200);
    for (const { _id } of [child, grown]) {
      const { body } = await api.get(`/v2/members/${_id}/coverage`, manager);
      const own = body.people.find((person: { member_id: string }) => person.member_id === _id);
      expect(own.isCovered).toBe(false);
      expect(own.reasons.map(({ text }: { text: string }) => text)).toContain(late);
    }
  });

  it('warns about a person in another membership of the campaign, who would be charged twice', async () => {
    const { campaign, membership, v2 } = await aFamily();
    const cousin = await aMember({ organizationNumber });
    await aMembership({ campaign, primary: cousin });
    const twice = expect.stringMatching(
      `^${cousin.firstNm} ${cousin.lastNm} is in the membership of .* here already, and would be charged twice\\.$`,
    );
    const add = { do: 'add', member_id: cousin._id };
    expect((await post(`${v2}/preview`, add)).body.warnings).toEqual([twice]);
    const other = await aMember({ organizationNumber });
    const body = { campaignId: campaign._id, primaryMemberId: other._id, members: [cousin._id] };
    expect((await post('/v2/membership/preview', body)).body.warnings).toEqual([twice]);
    // Also before it is active again.
    await post(`/api/v1/member/${cousin._id}/campaign-membership/${membership._id}/add`).expect(200);
    await post('/v2/membership', { _id: membership._id, isActive: false }).expect(200);
    expect((await post(`${v2}/preview`, { do: 'activate' })).body.warnings).toEqual([twice]);
  });

  it('of a refresh keeps what was paid and given back, as the refresh does', async () => {
    const { campaign, membership, primary, v2 } = await aFamily();
    const { _id: donationId } = await aDonation({ membership, run: await aRun({ campaign }) });
    // The state of the ledger after a payment and its full refund.
    await collection('donations').updateOne(
      { _id: objectId(donationId) },
      { $set: { ledgerCount: 2, paymentsTotal: 0 } },
    );
    await post('/api/v1/campaign', { _id: campaign._id, defaultPrice: 30 }).expect(200);
    const { sentences } = (await post(`${v2}/preview`, { do: 'refresh' }).expect(200)).body;
    expect(sentences).toContainEqual(expect.stringMatching(/^The membership costs /));
    expect(sentences).toContainEqual(expect.stringMatching(/^The open dues stay as they are: \$60\.00/));
    expect((await post(`${v2}/refresh-price`).expect(200)).body.duesBeingPaid).toBe(0);
    const [due] = await findOpenDonations([primary._id]);
    expect(due?.minAmountDue).toBe(6000);
  });

  it('warns about a person whom another such fund covers', async () => {
    const { campaign, v2 } = await aFamily();
    const cousin = await aMember({ organizationNumber });
    const elsewhere = await aCampaign({ organizationNumber });
    await aMembership({ campaign: elsewhere, primary: cousin });
    const asked = async () =>
      (await post(`${v2}/preview`, { do: 'add', member_id: cousin._id })).body.warnings;
    expect(await asked()).toEqual([]);
    for (const { _id } of [campaign, elsewhere])
      await post('/api/v1/campaign', { _id, fundRules: { oneCoverPerPerson: true } }).expect(200);
    expect(await asked()).toEqual([
      expect.stringContaining(`is covered by ${elsewhere.campaignName} already`),
    ]);
  });
});

/** The people a donation was for, and their prices, as they were when it was made. */
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aDonation,
  aHousehold,
  aMembership,
  anAccount,
  aCampaign,
  aRun,
} from '../../../../test/factories.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { aPayer } from '../../../../test/payer.ts';
import { pay } from '../../../../test/paying.ts';
import { collection } from '../../../platform/database.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

type Document = { _id: mongoose.Types.ObjectId };
const id = (text: string) => new mongoose.Types.ObjectId(text);
const memberships = () => collection<Document>('campaign_memberships');

/** A family of two with dues of $50.00, and what their payer reads about these dues. */
async function aFamilyWithDues() {
  const { members, primary } = await aHousehold({ size: 2 });
  const campaign = await aCampaign({ organizationNumber: primary.organizationNumber });
  const membership = await aMembership({ campaign, primary, covered: members });
  const donation = await aDonation({ membership, run: await aRun({ campaign }) });
  const account = await anAccount({ memberId: primary._id });
  const readMembers = async () => {
    const { body } = await api.get(`/api/v1/donation/${membership._id}/dues`, account);
    return body[0].members;
  };
  const both = members.map(({ _id, firstNm, lastNm }) => ({ member_id: _id, firstNm, lastNm, price: 25 }));
  return { membership, donation, account, readMembers, both };
}

describe('a donation', () => {
  it('keeps whom it was for and their prices when the membership changes', async () => {
    const { membership, readMembers, both } = await aFamilyWithDues();
    expect(await readMembers()).toEqual(both);
    await memberships().updateOne(
      { _id: id(membership._id) },
      { $set: { totalPrice: 3000, 'members.0.price': 3000, 'members.1.isActive': false } },
    );
    expect(await readMembers()).toEqual(both);
  });
});

describe('the latest payment on a membership', () => {
  it('is what the newest payment paid of its dues, and not of others', async () => {
    const payer = await aPayer();
    const path = `/v2/membership/${payer.campaignMembershipId}/latest-payment`;
    const read = async () => (await api.get(path, payer.account)).body.latestPayment;
    expect(await read()).toMatchObject({ amount: 10 });
    await pay(api, payer.account, [...payer.dues, payer.linked]);
    expect(await read()).toEqual({ amount: 50, paidOn: api.deps.now().toISOString().slice(0, 10) });
  });

  it('is none before the first', async () => {
    const { membership, account } = await aFamilyWithDues();
    const { body } = await api.get(`/v2/membership/${membership._id}/latest-payment`, account);
    expect(body).toEqual({ latestPayment: null });
  });
});

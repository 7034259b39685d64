/** A member whom a membership covers without being its primary member (rules.md "What is owed, and when"). */
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coveredByOthers } from '@kinfold/domain/coverage';
import { showDateInWords } from '@kinfold/domain/dates';
import { aMember, aMembership, anAccount, linkTo } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import { pay } from '../../../../test/paying.ts';
import { pdfTextOf } from '../../../../test/pdf-text.ts';
import { collection } from '../../../platform/database.ts';
import { requireMember } from '../../people/members/member.service.ts';
import { requireMembership } from '../memberships/membership.service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** A member who owes, and their spouse, whom their membership covers. */
async function aCouple(): Promise<{ payer: Payer; spouse: Account }> {
  const payer = await aPayer();
  const { members } = await requireMembership(payer.campaignMembershipId);
  return { payer, spouse: await anAccount({ memberId: members[1]?.member_id }) };
}

/** The spouse's requests about the membership's money, and about the payer's. */
const moneyPaths = (payer: Payer) => [
  `/api/v1/donation/${payer.campaignMembershipId}/dues`,
  `/v2/membership/${payer.campaignMembershipId}/latest-payment`,
  `/v2/donations/${payer.dues[0].donationId}`,
  `/v2/members/${payer.memberId}/donations`,
  `/v2/members/${payer.memberId}/campaigns`,
];

describe('a person whom a membership covers', () => {
  it('reads their cover, its date and who pays, and no amount', async () => {
    const { payer, spouse } = await aCouple();
    const path = `/v2/members/${spouse.memberId}/coverage`;
    const late = (await api.get(path, spouse)).body;
    expect(late).toMatchObject({
      isCovered: false,
      sentence: 'You and Ruth are not covered right now.',
      action: 'Ruth Okafor pays for this membership: paying its dues brings the cover back.',
      amountDue: 0,
      dueBy: null,
    });
    await pay(api, payer.account, [payer.dues[0]]);
    const { body } = await api.get(path, spouse);
    const by = showDateInWords(new Date(body.until), 'UTC');
    expect(body).toMatchObject({
      isCovered: true,
      sentence: `You and Ruth are covered until ${by}.`,
      action: `Ruth Okafor pays for this membership: its dues are due by ${by}.`,
    });
    expect(body.people[0]).toMatchObject({
      member_id: spouse.memberId,
      isPrimary: false,
      primaryMemberId: payer.memberId,
      primaryMemberName: 'Ruth Okafor',
      sentence: `You are covered until ${by}.`,
      reasons: [{ text: `The dues for Winter assessment are open, due by ${by}.`, amount: null }],
    });
    for (const answer of [late, body]) expect(JSON.stringify(answer)).not.toMatch(/\$|"amount":\d/);
    const letter = await api.get(`${path}/letter.pdf`, spouse).buffer(true);
    expect(pdfTextOf(letter.body)).toContain('The dues for Winter assessment are open');
    expect(pdfTextOf(letter.body)).not.toContain('$');
  });

  it('reads the membership without its prices and payments, and nothing of what is paid', async () => {
    const { payer, spouse } = await aCouple();
    await pay(api, payer.account, [payer.dues[0]]);
    const { body } = await api.get(`/v2/membership/${payer.campaignMembershipId}`, spouse);
    expect(body).toMatchObject({ totalPrice: null, lastPayment: null, isActive: true });
    expect(body.members.map(({ price, endDt }: Record<string, unknown>) => [price, endDt])).toEqual([
      [null, '9999-12-31T00:00:00.000Z'],
      [null, '9999-12-31T00:00:00.000Z'],
    ]);
    for (const path of moneyPaths(payer)) expect((await api.get(path, spouse)).status, path).toBe(404);
    expect((await pay(api, spouse, [payer.dues[1]])).status).toBe(404);
  });

  it('sees and pays the amounts if the account of the payer is linked to them', async () => {
    const { payer, spouse } = await aCouple();
    await linkTo(spouse.memberId ?? '', payer.memberId);
    const { body } = await api.get(`/v2/members/${spouse.memberId}/coverage`, spouse);
    expect(body).toMatchObject({
      action: 'Ruth Okafor pays for this membership: $20.00 brings the cover back.',
      amountDue: 0,
    });
    expect(body.people[0].reasons).toMatchObject([{ amount: 30 }, { amount: 20 }]);
    for (const path of moneyPaths(payer)) expect((await api.get(path, spouse)).status, path).toBe(200);
    const membership = await api.get(`/v2/membership/${payer.campaignMembershipId}`, spouse);
    expect(membership.body.totalPrice).toBe(30);
    expect((await pay(api, spouse, [payer.dues[0]], { payeeMemberId: payer.memberId })).status).toBe(200);
    expect((await api.get(`/v2/members/${spouse.memberId}/coverage`, spouse)).body.isCovered).toBe(true);
  });

  it('is seen with the amounts by staff', async () => {
    const { payer, spouse } = await aCouple();
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber: payer.organizationNumber });
    const { body } = await api.get(`/v2/members/${spouse.memberId}/coverage`, treasurer);
    expect(body.people[0].reasons).toMatchObject([{ amount: 30 }, { amount: 20 }]);
    const stranger = await anAccount({ memberId: (await aMember())._id });
    expect((await api.get(`/v2/members/${spouse.memberId}/coverage`, stranger)).status).toBe(404);
  });
});

/** Takes a member out of a membership, as staff do after a divorce. */
async function takeOut(payer: Payer, memberId: string | null): Promise<void> {
  await collection<{ _id: mongoose.Types.ObjectId }>('campaign_memberships').updateOne(
    { _id: new mongoose.Types.ObjectId(payer.campaignMembershipId) },
    { $set: { 'members.$[one].isActive': false, 'members.$[one].endDt': api.deps.now() } },
    { arrayFilters: [{ 'one.member_id': new mongoose.Types.ObjectId(memberId ?? '') }] },
  );
}

describe('a person who was removed from a membership', () => {
  it('reads that their own cover has ended, and nothing of the others and their dues', async () => {
    const { payer, spouse } = await aCouple();
    await takeOut(payer, spouse.memberId);
    const { body } = await api.get(`/v2/members/${spouse.memberId}/coverage`, spouse);
    const ended = showDateInWords(api.deps.now(), 'UTC');
    expect(body).toMatchObject({
      isCovered: false,
      sentence: 'You are not covered right now.',
      action: 'Please ask Grace Test Church about it.',
    });
    expect(body.people).toMatchObject([
      {
        member_id: spouse.memberId,
        reasons: [{ code: 'person_inactive', text: `The cover ended on ${ended}.` }],
      },
    ]);
    expect(coveredByOthers(body)).toEqual([]);
    expect((await api.get(`/v2/membership/${payer.campaignMembershipId}`, spouse)).status).toBe(404);
  });

  it('no longer reads that once a fund of their own covers them', async () => {
    const { payer, spouse } = await aCouple();
    await takeOut(payer, spouse.memberId);
    await aMembership({ primary: await requireMember(spouse.memberId ?? '') });
    const { body } = await api.get(`/v2/members/${spouse.memberId}/coverage`, spouse);
    expect(body).toMatchObject({ isCovered: true, sentence: 'You are covered.' });
  });

  it('still reads of the others where they pay for them', async () => {
    const payer = await aPayer();
    await takeOut(payer, payer.memberId);
    const { body } = await api.get(`/v2/members/${payer.memberId}/coverage`, payer.account);
    expect(body.people.map(({ name }: { name: string }) => name)).toEqual(['Ruth Okafor', 'Sam Okafor']);
  });
});

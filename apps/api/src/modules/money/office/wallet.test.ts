/** Wallets over HTTP; what counts since when is a table in the domain. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { calendarDateOf, DAY_MS, showDateInWords } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import { anAccount, TEST_AUTHOR } from '../../../../test/factories.ts';
import { aPayer } from '../../../../test/payer.ts';
import { apiOfFile } from '../../../../test/scenes.ts';
import { updateCampaign } from '../../funds/campaigns/campaign-changes.service.ts';
import { findHouseholdMembers, requireMember } from '../../people/members/member.service.ts';

const api = await apiOfFile();

it('are not dormant for the time before their minimum was asked for', async () => {
  const { campaignId, memberId, organizationNumber } = await aPayer();
  const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
  const ask = (walletMinimum: number, at: Date) => {
    const fundRules = { walletMinimum: cents(walletMinimum), walletDormantDays: 30 };
    return updateCampaign(campaignId, { fundRules }, () => Promise.resolve(false), TEST_AUTHOR, at);
  };
  const topUp = async () => (await api.get(`/v2/members/${memberId}/credit`, treasurer)).body.topUp;
  const now = api.deps.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const since = (at: Date) => `less since ${showDateInWords(calendarDateOf(at, api.deps.config.TIME_ZONE))}`;

  expect(await topUp()).toBeUndefined();
  await ask(40_00, daysAgo(40));
  expect(await topUp()).toContain(`${since(daysAgo(40))}, for more than 30 days: it is dormant.`);
  await ask(60_00, daysAgo(5));
  expect(await topUp()).toContain(`${since(daysAgo(5))}, and is dormant from`);
});

it('hold what everybody of the household paid ahead, less what was used of it together', async () => {
  const { campaignId, memberId, organizationNumber, dues } = await aPayer();
  const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
  const fundRules = { walletMinimum: cents(40_00) };
  const noOthers = () => Promise.resolve(false);
  await updateCampaign(campaignId, { fundRules }, noOthers, TEST_AUTHOR, api.deps.now());
  const post = (of: string, path: string, body: object) =>
    api.request.post(`/v2/members/${of}/${path}`).set(api.as(treasurer)).send(body).expect(201);
  const { household_id } = await requireMember(memberId);
  for (const { _id } of await findHouseholdMembers(household_id ?? ''))
    await post(_id, 'payments', { entryId: randomUUID(), amount: 20_00, method: 'cash', lines: [] });
  await post(memberId, 'credit', { donation_id: dues[1].donationId, amount: 30_00 });
  const { body } = await api.get(`/v2/members/${memberId}/credit`, treasurer);
  expect(body).toMatchObject({ balance: 10, topUp: expect.stringContaining('$30.00 is missing') });
});

/** Every action of staff that writes: all of it is stored, with its entry in the history, or nothing. */
import { beforeEach, expect, it } from 'vitest';
import {
  aCampaign,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anIntakeRequest,
  anOrganization,
  aRun,
} from '../test/factories.ts';
import type { Account } from '../test/harness.ts';
import { fingerprint, interruptedAfter } from '../test/interrupted-writes.ts';
import { apiOfFile } from '../test/scenes.ts';
import { collection } from './platform/database.ts';

const api = await apiOfFile();
let administrator: Account;
let organizationNumber: string;
beforeEach(async () => {
  await api.forget();
  administrator = await anAccount({ role: 'administrator' });
  ({ organizationNumber } = await anOrganization());
});

type Request = { method?: 'delete' | 'post'; path: string; body?: object };

const PERSON = {
  firstNm: 'Esther',
  lastNm: 'Bekele',
  birthDt: '1985-03-14',
  relationship: 'Head of Household',
};

const PLACE = {
  organizationName: 'Grace Chapel',
  address: { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' },
};
const FUND = { campaignName: 'Grace Fund', shortDescription: 'For everybody', requiresMembership: true };

/** The name of each action in the history, and the request that does it, on data of its own. */
const actions: Readonly<Record<string, () => Promise<Request>>> = {
  'contact.added': async () => {
    const { _id } = await aMember({ organizationNumber });
    return {
      path: `/v2/organizations/${organizationNumber}/contacts`,
      body: { member_id: _id, title: 'Deacon' },
    };
  },
  'contact.deleted': async () => {
    const { path, body } = await request('contact.added');
    const contact = await send({ path, body });
    return { method: 'delete', path: `${path}/${contact.body._id}` };
  },
  'member.created': async () => ({ path: '/v2/members', body: { ...PERSON, organizationNumber } }),
  'member.updated': async () => {
    const { _id } = await aMember({ organizationNumber });
    return { path: '/v2/members', body: { _id, lastNm: 'Eze', isActive: false } };
  },
  'member.deleted': async () => {
    const { _id } = await aMember({ organizationNumber });
    return { method: 'delete', path: `/api/v1/member/${_id}` };
  },
  'member.moved': async () => {
    const [one, other] = [await aMember({ organizationNumber }), await aMember({ organizationNumber })];
    const body = { member_id: other._id, relationship: 'Parent' };
    return { path: `/api/v1/member/${one._id}/household/add`, body };
  },
  'household.primary_changed': async () => {
    const [primary, other] = (await aHousehold({ organizationNumber, size: 2 })).members;
    const body = { member_id: other?._id, isPrimary: true };
    return { path: `/api/v1/member/${primary?._id}/household/add`, body };
  },
  'household.linked': async () => {
    const [one, other] = [await aMember({ organizationNumber }), await aMember({ organizationNumber })];
    return { path: `/api/v1/member/${one._id}/household/linked`, body: { member_id: other._id } };
  },
  'member.deceased': async () => {
    const { members, primary } = await aHousehold({ organizationNumber, size: 2 });
    const body = { event: 'death', deceasedDt: '2026-01-15', primaryMemberId: members[1]?._id };
    return { path: `/v2/members/${primary._id}/life-events`, body };
  },
  'organization.created': async () => ({
    path: '/api/v1/organization',
    body: { ...PLACE, parentOrganization: organizationNumber },
  }),
  'organization.updated': async () => ({
    path: '/api/v1/organization',
    body: { organizationNumber, organizationName: 'Hope' },
  }),
  'organization.moved': async () => ({
    path: '/api/v1/organization',
    body: { organizationNumber, parentOrganization: (await anOrganization()).organizationNumber },
  }),
  'organization.removed': async () => {
    const below = await anOrganization({ parentOrganization: organizationNumber });
    return { method: 'delete', path: `/api/v1/organization/${below.organizationNumber}` };
  },
  'group.created': async () => ({
    path: `/api/v1/organization/${organizationNumber}/groups`,
    body: { groupName: 'Choir' },
  }),
  'group.joined': async () => {
    const { _id } = await aMember({ organizationNumber });
    const group = await send(await request('group.created'));
    return {
      path: `/v2/organizations/${organizationNumber}/groups/${group.body._id}/members`,
      body: { member_ids: [_id] },
    };
  },
  'role.granted': async () => ({
    path: `/v2/organizations/${organizationNumber}/roles`,
    body: { email: (await anAccount()).email, role: 'viewer' },
  }),
  'role.invited': async () => ({
    path: `/v2/organizations/${organizationNumber}/roles`,
    body: { email: 'somebody@else.test', role: 'viewer', invite: true },
  }),
  'membership.confirmed': async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { _id } = await aMembership({ campaign, isActive: null });
    return { path: '/v2/membership', body: { _id, isActive: true } };
  },
  'membership.person_added': async () => {
    const { _id } = await aMembership({ campaign: await aCampaign({ organizationNumber }) });
    const added = await aMember({ organizationNumber });
    return { path: `/api/v1/member/${added._id}/campaign-membership/${_id}/add` };
  },
  'membership.price_set': async () => {
    const membership = await aMembership({ campaign: await aCampaign({ organizationNumber }) });
    const body = { member_id: membership.primaryMemberId, price: 3.5, reason: 'Hardship' };
    return { path: `/v2/membership/${membership._id}/price`, body };
  },
  'membership.updated': async () => {
    const { _id } = await aMembership({ campaign: await aCampaign({ organizationNumber }) });
    return { path: '/v2/membership', body: { _id, isActive: false } };
  },
  'membership.deleted': async () => {
    const { _id } = await aMembership({ campaign: await aCampaign({ organizationNumber }) });
    return { method: 'delete', path: `/api/v1/membership/${_id}` };
  },
  'intake.accepted': async () => ({
    path: `/v2/intake-requests/${await anIntakeRequest({ organizationNumber })}/member`,
    body: PERSON,
  }),
  'intake.dismissed': async () => ({
    path: `/v2/intake-requests/${await anIntakeRequest({ organizationNumber })}/dismiss`,
    body: { reason: 'They are a member already' },
  }),
  'campaign.created': async () => ({ path: '/api/v1/campaign', body: { ...FUND, organizationNumber } }),
  'campaign.updated': async () => {
    const { _id } = await aCampaign({ organizationNumber });
    return { path: '/api/v1/campaign', body: { _id, campaignName: 'Grace Burial Fund' } };
  },
  'campaign_run.updated': async () => {
    const { _id } = await aRun({ isActive: false });
    return { path: '/v2/campaign-run', body: { _id, isActive: true } };
  },
};

const request = async (action: string): Promise<Request> => {
  const made = await actions[action]?.();
  if (!made) throw new Error(`there is no action ${action}`);
  return made;
};
const send = ({ method = 'post', path, body = {} }: Request) =>
  api.request[method](path).set(api.as(administrator)).send(body);

it.each(Object.keys(actions))('%s is stored as a whole or not at all, wherever it ends', async (action) => {
  const asked = await request(action);
  const entries = () => collection('audit_entries').countDocuments({ action });
  const [before, recorded] = [await fingerprint(), await entries()];
  for (let writes = 0; ; writes += 1) {
    const { result, isInterrupted } = await interruptedAfter(writes, () =>
      send(asked).then((answer) => answer),
    );
    if (!isInterrupted) {
      expect(result.status).toBeLessThan(300);
      expect(writes).toBeGreaterThan(1);
      break;
    }
    expect(result.status).toBeGreaterThanOrEqual(500);
    expect(await fingerprint()).toBe(before);
  }
  expect(await entries()).toBe(recorded + 1);
  expect(await fingerprint()).not.toBe(before);
});

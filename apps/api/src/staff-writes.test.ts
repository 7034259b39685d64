/** Every action of staff that writes: all of it is stored, with its entry in the history, or nothing is. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aMember, anAccount, anOrganization } from '../test/factories.ts';
import { startApi, type Account, type Api } from '../test/harness.ts';
import { fingerprint, interruptedAfter } from '../test/interrupted-writes.ts';
import { collection } from './platform/database.ts';

let api: Api;
let administrator: Account;
let organizationNumber: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
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

/** What each action is called in the history, and the request that does it, on data of its own. */
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
  const [before, told] = [await fingerprint(), await entries()];
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
  expect(await entries()).toBe(told + 1);
  expect(await fingerprint()).not.toBe(before);
});

import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { member, organization } from '../test/factories.ts';
import { signInAsStaff } from '../test/render.tsx';
import { problemAnswer, server } from '../test/server.ts';
import { change, PREVIEW } from './change.ts';
import { makeMemberOf } from './intake-review.ts';
import { deleteMember, memberPageQuery, postMember } from './members.ts';
import { setMembershipState } from './memberships.ts';
import { removeOrganization, saveOrganization } from './organization-changes.ts';
import { aboveQuery, organizationMembersQuery, organizationQuery } from './organizations.ts';
import { scopeQuery } from './scopes.ts';
import { searchQuery } from './search.ts';
import { attentionQuery } from './staff-home.ts';

const ID = '7'.repeat(24);
const PAGE = { page_number: 1, page_size: 15 };
const everything = () => [
  organizationMembersQuery('1001', { searchTerm: '', sort: 'name' }, PAGE).queryKey,
  organizationQuery('1001').queryKey,
  memberPageQuery({}, PAGE).queryKey,
  attentionQuery.queryKey,
  searchQuery('okafor').queryKey,
  scopeQuery.queryKey,
  aboveQuery('1001').queryKey,
  ['cover-changes', undefined, 1, 15],
];

describe.each<[string, (client: QueryClient) => Promise<unknown>]>([
  ['making a member', (client) => postMember(client, {})],
  ['deleting a member', (client) => deleteMember(client, ID)],
  ['confirming a membership', (client) => setMembershipState(client, { _id: ID, version: 1 }, true)],
  ['making a member of a request', (client) => makeMemberOf(client, ID, { firstNm: 'A' } as never)],
  ['changing an organization', (client) => saveOrganization(client, { organizationNumber: '1001' } as never)],
  ['removing an organization', (client) => removeOrganization(client, '1002')],
])('%s', (_what, make) => {
  beforeEach(() => {
    signInAsStaff();
    server.use(
      http.post('/v2/members', () => HttpResponse.json(member({ _id: ID }))),
      http.delete(`/api/v1/member/${ID}`, () => new HttpResponse(null, { status: 204 })),
      // The server may have made the change, although its answer was lost.
      http.post('/v2/membership', () => new HttpResponse(null, { status: 500 })),
      http.post(`/v2/intake-requests/${ID}/member`, () => HttpResponse.json(member())),
      http.post('/api/v1/organization', () =>
        HttpResponse.json(organization({ organizationNumber: '1002' })),
      ),
      http.delete('/api/v1/organization/1002', () => new HttpResponse(null, { status: 204 })),
    );
  });

  it('leaves no data that counts as fresh', async () => {
    const client = new QueryClient();
    for (const key of everything()) client.setQueryData(key, {});
    await make(client).catch(() => undefined);
    for (const key of everything())
      expect(client.getQueryState(key)?.isInvalidated, JSON.stringify(key)).toBe(true);
  });
});

describe('after a change', () => {
  let asked: string[];
  const watch = (client: QueryClient, name: string, more: object = {}) => {
    const answer = () => {
      asked.push(name);
      return asked.length;
    };
    return new QueryObserver(client, { queryKey: [name], queryFn: answer, ...more }).subscribe(
      () => undefined,
    );
  };
  const setUp = async () => {
    asked = [];
    const client = new QueryClient();
    client.setQueryData(['left'], 0);
    const stops = [
      watch(client, 'shown', { staleTime: 15_000 }),
      watch(client, 'preview', { meta: PREVIEW }),
      watch(client, 'script', { staleTime: 'static' }),
    ];
    await new Promise((resolve) => setTimeout(resolve));
    asked.length = 0;
    return { client, stop: () => stops.forEach((end) => end()) };
  };

  it('visible data is loaded once, and the old data stays until then', async () => {
    const { client, stop } = await setUp();
    const before = client.getQueryData(['shown']);
    const changed = change(client, () => Promise.resolve());
    expect(client.getQueryData(['shown'])).toBe(before);
    await changed;
    expect(asked).toEqual(['shown']);
    stop();
  });

  it('data from its answer is kept, and not loaded', async () => {
    const { client, stop } = await setUp();
    await change(client, () => Promise.resolve('new'), {
      keep: (answer) => client.setQueryData(['shown'], answer),
    });
    expect(asked).toEqual([]);
    expect(client.getQueryData(['shown'])).toBe('new');
    stop();
  });

  it('nothing is loaded on a page that is left', async () => {
    const { client, stop } = await setUp();
    await change(client, () => Promise.resolve(), { isLeft: true });
    expect(asked).toEqual([]);
    expect(client.getQueryState(['shown'])?.isInvalidated).toBe(true);
    stop();
  });

  it('its preview is loaded again after a failure, and nothing after an invalid request', async () => {
    const { client, stop } = await setUp();
    const fail = (status: number) =>
      change(client, () => Promise.reject(Object.assign(new Error(), { status }))).catch(() => undefined);
    await fail(500);
    expect(asked).toEqual(['shown', 'preview']);
    stop();
    signInAsStaff();
    server.use(http.post('/v2/members', () => problemAnswer(422, 'No name.')));
    await postMember(client, {}).catch(() => undefined);
    expect(asked).toHaveLength(2);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganization } from '../../../../test/factories.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { collection } from '../../../platform/database.ts';
import type { IntakeRequestRecord } from './intake-request.model.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const form = {
  firstNm: 'Ana',
  lastNm: 'Lima',
  middleInit: '',
  birthDt: '03/14/1985',
  phone: '(240) 555-0142',
  email: '',
  organizationNumber: '',
  organizationName: 'Grace, I think',
};
const post = (body: object, key?: string) => {
  const request = api.request.post('/v2/intake-requests');
  return (key ? request.set('Idempotency-Key', key) : request).send(body);
};
const stored = (lastNm: string) =>
  collection<IntakeRequestRecord>('intake_requests').find({ lastNm }).toArray();

describe('asking to become a member', () => {
  it('stores what the form has and nothing else, without anybody signed in', async () => {
    const answer = await post({ ...form, status: 'accepted', isAdmin: true });
    expect([answer.status, answer.body]).toEqual([201, { status: 'received' }]);
    const [request, ...others] = await stored('Lima');
    expect(others).toEqual([]);
    expect(request).toEqual({
      _id: request?._id,
      createdDt: request?.createdDt,
      firstNm: 'Ana',
      lastNm: 'Lima',
      middleInit: null,
      birthDt: '1985-03-14',
      phone: '2405550142',
      email: null,
      // The root's staff finds out which one it is.
      organizationNumber: '*',
      organizationName: 'Grace, I think',
      status: 'new',
      scope: ['*'],
      decision: null,
    });
  });

  it('goes to the organization whose link was followed, and says its name', async () => {
    const { organizationNumber } = await anOrganization({ organizationName: 'Grace Chapel' });
    const path = `/v2/intake-requests/organization/${organizationNumber}`;
    expect((await api.get(path)).body).toEqual({ organizationNumber, organizationName: 'Grace Chapel' });
    const body = { ...form, lastNm: 'Linked', organizationNumber, phone: '', email: 'Ana@Lima.test' };
    expect((await post(body)).status).toBe(201);
    expect(await stored('Linked')).toMatchObject([
      { organizationNumber, organizationName: 'Grace Chapel', phone: null, email: 'ana@lima.test' },
    ]);
  });

  it('knows no organization of another number', async () => {
    expect((await api.get('/v2/intake-requests/organization/nobody')).status).toBe(404);
    const answer = await post({ ...form, organizationNumber: 'nobody' });
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ path: 'organizationNumber', message: 'Invalid Church or Organization' }],
    ]);
  });

  it('does not reveal names of organizations to a client that tries all numbers', async () => {
    let answer = await api.get('/v2/intake-requests/organization/1');
    for (let tries = 0; tries < 300 && answer.status === 404; tries += 1)
      answer = await api.get('/v2/intake-requests/organization/1');
    expect(answer.status).toBe(429);
  });

  it('stores a double click once', async () => {
    const key = randomUUID();
    const body = { ...form, lastNm: 'Once' };
    await Promise.all([post(body, key), post(body, key), post(body, key)]);
    expect(await stored('Once')).toHaveLength(1);
  });

  it('says what is wrong in the words of the form', async () => {
    const answer = await post({ firstNm: 'A', lastNm: '', middleInit: 'XY', birthDt: '02/30/1985' });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([
      { path: 'firstNm', message: 'Invalid First Name' },
      { path: 'lastNm', message: 'Invalid Last Name' },
      { path: 'middleInit', message: 'Invalid Middle Initial' },
      { path: 'birthDt', message: 'Invalid Birth Date' },
      { path: 'phone', message: 'Give a phone number or an email address' },
      { path: 'organizationName', message: 'Invalid Church or Organization' },
    ]);
    const future = await post({ ...form, birthDt: '01/01/2099' });
    expect(future.body.errors).toEqual([{ path: 'birthDt', message: 'Invalid Birth Date' }]);
  });

  it('is not taken without end from one address', async () => {
    let answer = await post(form);
    for (let tries = 0; tries < 10 && answer.status === 201; tries += 1) answer = await post(form);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000);
    api.advance(3_601_000);
    expect((await post(form)).status).toBe(201);
  });
});

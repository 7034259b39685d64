import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attention, organization, scope } from '../../../test/factories.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const EDIT = '/organizations/1001?edit=true';
const CONNECT = '/v2/organizations/1001/connect';
const RETURN = '/v2/connect/return';
const account = (more: object = {}) => ({
  accountId: 'acct_1',
  accountName: 'Grace Church Inc.',
  state: 'active',
  connectedDt: '2026-11-01T10:00:00.000Z',
  ...more,
});
const answerAccount = (more?: object) =>
  answerGet(CONNECT, { account: more ? account(more) : null, mayConnect: true });
const card = async () =>
  within(
    (await screen.findByRole('heading', { name: 'Card payments' })).closest('section, .card') as HTMLElement,
  );

beforeEach(() => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '*', role: 'administrator' }));
  answerGet('/v2/organizations/1001', organization({ version: 3 }));
  answerGet('/v2/organizations/1001/above', []);
  answerGet('/api/v1/organization/1001/campaigns', []);
  signInAs();
});
afterEach(() => vi.unstubAllGlobals());

describe('the payment account in the form of an organization', () => {
  it('is connected on the page of the card provider', async () => {
    answerAccount();
    const url = 'http://provider.test/oauth/authorize?state=s';
    server.use(http.post(CONNECT, () => HttpResponse.json({ url })));
    const assign = vi.fn<(url: string) => void>();
    vi.stubGlobal('location', { ...location, origin: location.origin, href: location.href, assign });
    const { user } = openApp(EDIT);
    await user.click(await (await card()).findByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith(url));
  });

  it('says why it cannot be connected', async () => {
    answerAccount();
    server.use(
      http.post(CONNECT, () => problemAnswer(409, 'An account is connected already. Disconnect it first.')),
    );
    const { user } = openApp(EDIT);
    await user.click(await screen.findByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('An account is connected already. Disconnect it first.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Connect' })).toBeEnabled();
  });

  it('has no button if the provider is not set up', async () => {
    answerGet(CONNECT, { account: null, mayConnect: false });
    openApp(EDIT);
    expect(await screen.findByText(/Accounts cannot be connected here yet/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
  });

  it.each([
    ['active', 'Takes payments', false],
    ['restricted', 'Restricted', false],
    ['deauthorized', 'Access withdrawn', true],
  ])('shows the name and the state %s', async (state, text, mayConnectAgain) => {
    answerAccount({ state });
    openApp(EDIT);
    expect(await screen.findByText('Grace Church Inc.', { exact: false })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(Boolean(screen.queryByRole('button', { name: 'Connect again' }))).toBe(mayConnectAgain);
  });

  it('explains disconnecting, and does it', async () => {
    answerAccount({});
    server.use(
      http.delete(CONNECT, () => {
        answerAccount();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = openApp(EDIT);
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/are paid to the account of this portal/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByRole('button', { name: 'Connect' })).toBeVisible();
    const said = await screen.findByText('The account Grace Church Inc. is disconnected.');
    await waitFor(() => expect(said).toHaveFocus());
  });

  it('stays when it cannot be disconnected', async () => {
    answerAccount({});
    server.use(
      http.delete(CONNECT, () => problemAnswer(502, 'The card provider cannot be reached right now.')),
    );
    const { user } = openApp(EDIT);
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Disconnect' }));
    expect(await dialog.findByText(/The card provider cannot be reached right now/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Disconnect' })).toBeEnabled();
  });

  it('offers a retry when it cannot be loaded', async () => {
    server.use(http.get(CONNECT, () => problemAnswer(500, 'Something went wrong on our side.')));
    const { user } = openApp(EDIT);
    expect(await screen.findByText('We cannot show the payment account at the moment.')).toBeVisible();
    answerAccount({});
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Takes payments')).toBeVisible();
  });

  it('is for administrators; the office sees a note when it takes no payments', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
    answerAccount({ state: 'restricted' });
    openApp('/organizations/1001');
    expect(await screen.findByText('No card payments at the moment')).toBeVisible();
  });
});

describe('the return from the card provider', () => {
  it('redirects to the form and says what was connected', async () => {
    answerAccount({});
    let asked = '';
    server.use(
      http.get(RETURN, ({ request }) => {
        asked = new URL(request.url).search;
        return HttpResponse.json({
          organizationNumber: '1001',
          organizationName: 'Grace',
          account: account(),
        });
      }),
    );
    const { router } = openApp('/connect/return?state=s1&code=ac_1');
    expect(await screen.findByText('The account Grace Church Inc. is connected.')).toBeVisible();
    expect(asked).toBe('?state=s1&code=ac_1');
    expect(router.state.location.pathname + router.state.location.search).toBe(EDIT);
  });

  it('says that its owner refused', async () => {
    answerAccount();
    answerGet(RETURN, { organizationNumber: '1001', organizationName: 'Grace', account: null });
    openApp('/connect/return?state=s1&error=access_denied&error_description=no');
    const refusal = await screen.findByText(/The account was not connected: the request was refused/);
    expect(refusal).toBeVisible();
    expect(refusal).toHaveClass('text-danger');
  });

  it.each([
    [404, 'This took too long, or was used already.', /This took too long/],
    [409, 'An account is connected already.', /An account is connected already/],
    [422, 'state is required', /This address is incomplete/],
    [403, 'You are not authorized to view this page', /You are not authorized to view this page/],
    [502, 'The card provider cannot be reached', /We do not know whether the account was connected/],
  ])('explains a %i', async (status, detail, text) => {
    server.use(http.get(RETURN, () => problemAnswer(status, detail)));
    openApp('/connect/return?state=s1&code=ac_1');
    expect(await screen.findByText(text)).toBeVisible();
  });
});

describe('the staff home', () => {
  it('lists organizations that cannot take card payments', async () => {
    answerGet(
      '/v2/staff/attention',
      attention({ blockedAccounts: { count: 1, organizationNumber: '1001' } }),
    );
    answerGet('/v2/staff/organizations', { organizations: [], more: 0 });
    openApp('/staff');
    expect(await screen.findByText(/organization cannot take card payments/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Check the account' })).toHaveAttribute(
      'href',
      '/organizations/1001',
    );
  });
});

/** Text typed by one person is not shown to the next one at the same computer, and a draft is marked as one. */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { draftKey } from '../../../lib/form-draft.ts';
import { session } from '../../../lib/session.ts';
import { storePayload } from '../../../parts/payment/payment-payload.ts';
import { logout, logoutEverywhere } from '../../../queries/identity.ts';
import { resetQueryClient } from '../../../queries/query-client.ts';
import { member, MEMBER_ID, organizationRow, scope, tokens } from '../../../test/factories.ts';
import { openApp, signInAs, stopTime } from '../../../test/render.tsx';
import { answerGet, server } from '../../../test/server.ts';
import { cents } from '@kinfold/domain/money';

const FORM = '/member/create?organization_number=1001';
const signInStaff = (email: string, more: object = {}) =>
  session.signIn(tokens({ mid: null, email, ...more }));
const stored = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);
const payment = () =>
  storePayload(MEMBER_ID, {
    payee_member_id: MEMBER_ID,
    campaign_id: null,
    membershipId: null,
    campaignName: 'Secretname',
    totalAmount: cents(100),
    processingFee: cents(0),
    cardData: { card_id: 'c', processor_id: '1' } as never,
    donation_id: -1,
    donations: [],
  });

beforeEach(() => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  answerGet('/v2/organizations', [organizationRow()]);
  answerGet('/v2/organizations/1001/members/duplicates', []);
});

async function typeMember(email = 'first@grace.test', more: object = {}) {
  signInStaff(email, more);
  const opened = openApp(FORM);
  await opened.user.type(await screen.findByLabelText('First Name'), 'Secretname');
  payment();
  expect(stored()).toContain('Secretname');
  return opened;
}

/** Simulates another tab that changes storage: this tab gets `storage` events. */
function otherTab(...changes: [key: string, value: string | null][]): void {
  act(() => {
    for (const [key, newValue] of changes) {
      if (newValue === null) localStorage.removeItem(key);
      else localStorage.setItem(key, newValue);
    }
    for (const [key, newValue] of changes)
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  });
}
const SIGNED_OUT = (['accessToken', 'userToken', 'memberData', 'email'] as const).map(
  (key): [string, null] => [key, null],
);

describe('typed text', () => {
  it.each([
    ['Logout', () => logout()],
    ['signing out everywhere', () => void logoutEverywhere()],
    ['Logout in another tab', () => otherTab(...SIGNED_OUT)],
    [
      'coming back to a page that was kept while another tab logged out',
      () => {
        for (const [key] of SIGNED_OUT) localStorage.removeItem(key);
        window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
      },
    ],
  ])('is gone after %s, for the next person and for the same', async (_how, leave) => {
    const { router } = await typeMember();
    act(leave);
    await waitFor(() => expect(session.current()).toBeNull());
    expect(stored()).not.toContain('Secretname');
    for (const email of ['second@grace.test', 'first@grace.test']) {
      act(() => signInStaff(email));
      await act(() => router.navigate(FORM));
      expect(await screen.findByLabelText('First Name')).toHaveValue('');
    }
  });

  it('is gone when the server refuses a session that would still be valid: it was ended on another device', async () => {
    await typeMember('first@grace.test', { exp: Math.floor(Date.now() / 1000) + 600 });
    act(() => session.refused());
    expect(await screen.findByText(/^Your session has ended on another device/)).toBeVisible();
    expect(stored()).not.toContain('Secretname');
  });

  it.each([
    ['after nothing happened', () => logout('away')],
    ['because its time was over', () => session.refused()],
    ['in another tab', () => otherTab(['endedByItself', 'true'], ...SIGNED_OUT, ['endedByItself', null])],
  ])('is kept for the same user when the session ends %s', async (_how, end) => {
    const { router } = await typeMember();
    act(end);
    await waitFor(() => expect(session.current()).toBeNull());
    expect(localStorage.getItem('endedByItself')).toBeNull();
    act(() => signInStaff('first@grace.test', { mid: MEMBER_ID }));
    await act(() => router.navigate(FORM));
    expect(await screen.findByLabelText('First Name')).toHaveValue('Secretname');
    expect(localStorage.getItem(`kinfold.payment.${MEMBER_ID}`)).not.toBeNull();
  });

  it('is removed when another user signs in after an expired session', async () => {
    const { router } = await typeMember();
    act(() => logout('away'));
    act(() => signInStaff('second@grace.test'));
    expect(stored()).not.toContain('Secretname');
    await act(() => router.navigate(FORM));
    expect(await screen.findByLabelText('First Name')).toHaveValue('');
  });

  it('in the intake form is removed at a sign-in, and after 16 minutes', async () => {
    const { user } = openApp('/intake-form');
    await user.type(await screen.findByLabelText('First Name'), 'Secretname');
    cleanup();
    openApp('/intake-form');
    expect(await screen.findByLabelText('First Name')).toHaveValue('Secretname');
    cleanup();
    stopTime();
    const key = draftKey('intake');
    const draft = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, string>;
    sessionStorage.setItem(key, JSON.stringify({ ...draft, 'draft at': String(Date.now() - 961_000) }));
    openApp('/intake-form');
    expect(await screen.findByLabelText('First Name')).toHaveValue('');
    sessionStorage.setItem(key, JSON.stringify(draft));
    act(() => signInAs());
    expect(stored()).not.toContain('Secretname');
  });
});

describe('a restored draft', () => {
  const open = () => {
    cleanup();
    resetQueryClient();
    return openApp(FORM).user;
  };

  it('shows its time, and can be continued', async () => {
    await typeMember();
    const user = open();
    const note = (await screen.findByText(/^Your draft of/)).textContent;
    expect(note).toMatch(/^Your draft of \d{1,2}:\d\d [AP]M: go on, or start over$/);
    await user.click(screen.getByRole('button', { name: 'go on' }));
    expect(screen.queryByText(/^Your draft of/)).toBeNull();
    expect(screen.getByLabelText('First Name')).toHaveFocus();
    expect(screen.getByLabelText('First Name')).toHaveValue('Secretname');
  });

  it('starts over', async () => {
    await typeMember();
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'start over' }));
    expect(screen.getByLabelText('First Name')).toHaveValue('');
    expect(screen.getByLabelText('First Name')).toHaveFocus();
    expect(sessionStorage.getItem(draftKey('member-create.1001.'))).toBeNull();
    open();
    expect(await screen.findByLabelText('First Name')).toHaveValue('');
    expect(screen.queryByText(/^Your draft of/)).toBeNull();
  });

  it('shows its day if that is not today, in the zone of the deployment', async () => {
    await typeMember();
    const key = draftKey('member-create.1001.');
    const draft = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, string>;
    const at = String(Date.parse('2026-01-05T16:28:00Z'));
    sessionStorage.setItem(key, JSON.stringify({ ...draft, 'draft at': at }));
    open();
    expect(await screen.findByText(/^Your draft of January 5, 2026, 4:28 PM:/)).toBeVisible();
  });

  it('in a dialog is noted in the dialog', async () => {
    answerGet(`/v2/members/${MEMBER_ID}`, member());
    answerGet(`/api/v1/member/${MEMBER_ID}/cards`, []);
    signInAs();
    const { user } = openApp('/my/profile');
    await user.click(await screen.findByRole('button', { name: 'Edit address' }));
    const city = await screen.findByLabelText('City');
    await user.clear(city);
    await user.type(city, 'Bowie');
    cleanup();
    resetQueryClient();
    openApp('/my/profile');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^Your draft of/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'start over' }));
    expect(dialog.getByLabelText('City')).not.toHaveValue('Bowie');
  });

  it.each(['{', '[]', '{"firstNm":1}', 'null', '"x"'])(
    'is ignored if it is not a valid draft: %s',
    async (text) => {
      signInStaff('first@grace.test');
      sessionStorage.setItem(draftKey('member-create.1001.'), text);
      openApp(FORM);
      expect(await screen.findByLabelText('First Name')).toHaveValue('');
      expect(screen.queryByText(/^Your draft of/)).toBeNull();
    },
  );

  it('of a campaign with broken rules is dropped', async () => {
    signInStaff('first@grace.test');
    const name = 'campaign.new.1001';
    sessionStorage.setItem(draftKey(name), JSON.stringify({ campaignName: 'Broken', priceRules: '[{}]' }));
    server.use(http.get('/v2/organizations/1001', () => HttpResponse.json(organizationRow())));
    openApp('/campaign/create?organization_number=1001');
    expect(await screen.findByLabelText(/^Name/)).toHaveValue('');
    expect(sessionStorage.getItem(draftKey(name))).toBeNull();
  });
});

import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { session } from '../../../lib/session.ts';
import { inDays, member, MEMBER_ID, tokens } from '../../../test/factories.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const lastName = () => screen.findByLabelText('Last name');
const birthDate = () => screen.getByLabelText('Date of birth');
const phone = () => screen.getByLabelText('Last 4 digits of your phone number');
const link = () => screen.getByRole('button', { name: 'Link Account' });

async function fillIn(typed = { lastNm: 'Rivera', birthDt: '05121960', phone: '0142' }) {
  signInAs(null);
  const app = openApp('/link-account?returnTo=%2Fwip');
  await app.user.type(await lastName(), typed.lastNm);
  await app.user.type(birthDate(), typed.birthDt);
  await app.user.type(phone(), typed.phone);
  return app;
}

describe('link-account page', () => {
  it('does not continue to another site', async () => {
    signInAs(null);
    openApp('/link-account?returnTo=%2F.%2F%2Fevil.test');
    const goOn = await screen.findByRole('link', { name: 'Go on without linking' });
    expect(goOn).toHaveAttribute('href', '/my/overview');
  });

  it('inserts the slashes of the date, links, and continues as after signing in', async () => {
    answerGet(`/v2/members/${MEMBER_ID}`, member());
    let sent: unknown;
    server.use(
      http.post('/v2/identity/account-link', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(tokens());
      }),
    );
    const { router, user } = await fillIn();
    expect(birthDate()).toHaveValue('05/12/1960');
    await user.click(link());
    await waitFor(() => expect(router.state.location.pathname).toBe('/wip'));
    expect(sent).toEqual({ lastNm: 'Rivera', birthDt: '1960-05-12', phone: '0142' });
    expect(session.current()).toMatchObject({ memberId: MEMBER_ID, firstNm: 'Maria' });
  });

  it('asks for the address next when it is old', async () => {
    answerGet(
      `/v2/members/${MEMBER_ID}`,
      member({ address: { ...member().address, modifiedDt: inDays(-61) } }),
    );
    server.use(http.post('/v2/identity/account-link', () => HttpResponse.json(tokens())));
    const { router, user } = await fillIn();
    await user.click(link());
    await waitFor(() => expect(router.state.location.pathname).toBe('/address-confirm'));
    expect(router.state.location.search).toBe('?returnTo=%2Fwip');
  });

  it('says what is missing beside each field', async () => {
    session.signIn(tokens({ mid: null, email: 'new@grace.test' }));
    const { user } = openApp('/link-account');
    await user.click(await screen.findByRole('button', { name: 'Link Account' }));
    for (const message of ['Invalid Last Name', 'Invalid Date of Birth', 'Invalid Phone Number'])
      expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use it' })).toBeNull();
  });

  it('takes the last four digits of a whole number', async () => {
    await fillIn({ lastNm: 'Rivera', birthDt: '05/12/1960', phone: '(301) 555-0142' });
    expect(phone()).toHaveValue('0142');
  });

  it.each([
    [{ lastNm: 'Li-', birthDt: '05121960', phone: '0142' }, 'Invalid Last Name'],
    [{ lastNm: 'Rivera', birthDt: '02301960', phone: '0142' }, 'Invalid Date of Birth'],
    [{ lastNm: 'Rivera', birthDt: '05121860', phone: '0142' }, 'Invalid Date of Birth'],
    [{ lastNm: 'Rivera', birthDt: '05121960', phone: '014' }, 'Invalid Phone Number'],
  ])('refuses %o with its message', async (typed, message) => {
    const { user } = await fillIn(typed);
    await user.click(link());
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('accepts a last name of two letters once it is confirmed as the whole name', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/v2/identity/account-link', async ({ request }) => {
        sent.push(await request.json());
        return problemAnswer(404, 'x', { code: 'link_failed' });
      }),
    );
    const { user } = await fillIn({ lastNm: 'Xu', birthDt: '05121960', phone: '0142' });
    await user.click(link());
    expect(await screen.findByText('Invalid Last Name')).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use it' }));
    await waitFor(() => expect(sent).toEqual([{ lastNm: 'Xu', birthDt: '1960-05-12', phone: '0142' }]));
  });

  it('asks for the first name if two members match, and only then', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/v2/identity/account-link', async ({ request }) => {
        sent.push(await request.json());
        return problemAnswer(409, 'Please add your first name.', { code: 'first_name_needed' });
      }),
    );
    const { user } = await fillIn({ lastNm: 'Rivera', birthDt: '05121960', phone: '0142' });
    expect(screen.queryByLabelText('First name')).toBeNull();
    await user.click(link());
    await user.type(await screen.findByLabelText('First name'), 'Elena');
    await user.click(link());
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ lastNm: 'Rivera', firstNm: 'Elena' }));
  });

  it('says that nobody was found, and what to do', async () => {
    server.use(
      http.post('/v2/identity/account-link', () => problemAnswer(404, 'x', { code: 'link_failed' })),
    );
    const { user } = await fillIn();
    await user.click(link());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(
      'Cannot link your account. Please verify your information and try again.',
    );
    expect(alert).toHaveTextContent('ask its office');
    expect(await lastName()).toHaveValue('Rivera');
  });

  it('says when to try again after too many attempts', async () => {
    server.use(
      http.post('/v2/identity/account-link', () => problemAnswer(429, 'Slow', {}, { 'Retry-After': '900' })),
    );
    const { user } = await fillIn();
    await user.click(link());
    expect(await screen.findByRole('alert')).toHaveTextContent('please wait 15 minutes');
  });

  it('can be skipped', async () => {
    signInAs(null);
    const { router, user } = openApp('/link-account');
    await user.click(await screen.findByRole('link', { name: 'Go on without linking' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/my/overview'));
  });
});

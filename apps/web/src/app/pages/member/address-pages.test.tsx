import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { session } from '../../../lib/session.ts';
import { inDays, member, MEMBER_ID } from '../../../test/factories.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const FAILED = 'Cannot update your address. Please verify your information and try again.';
const ADDRESS = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
const old = () => member({ address: { ...ADDRESS, modifiedDt: inDays(-70) } });

/** Responds to `POST /api/v1/member` and records the bodies. */
function answerUpdate(answer?: () => Response) {
  const sent: unknown[] = [];
  server.use(
    http.post('/api/v1/member', async ({ request }) => {
      const body = (await request.json()) as { address: object };
      sent.push(body);
      return answer?.() ?? HttpResponse.json(member({ address: { ...body.address, modifiedDt: inDays(0) } }));
    }),
  );
  return sent;
}

function open(address: string, whose: object = old()) {
  signInAs();
  answerGet(`/v2/members/${MEMBER_ID}`, member(whose));
  return openApp(address);
}

describe('address-confirm page', () => {
  const box = () => screen.findByRole('checkbox', { name: 'This is my address' });
  const next = () => screen.getByRole('button', { name: 'Continue' });
  const update = () => screen.getByRole('button', { name: 'Update My Address' });

  it('continues once the address is ticked, and sends it unchanged', async () => {
    const sent = answerUpdate();
    const { router, user } = open('/address-confirm?returnTo=%2Fwip');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Please Verify Your Address' }),
    ).toBeVisible();
    await box();
    expect(next()).toBeDisabled();
    expect(update()).toBeEnabled();
    expect(screen.getByText(/^To continue, tick the box/)).toBeVisible();
    await user.click(await box());
    expect(next()).toBeEnabled();
    expect(update()).toBeDisabled();
    expect(screen.getByText(/untick the box/)).toBeVisible();
    await user.click(next());
    await waitFor(() => expect(router.state.location.pathname).toBe('/wip'));
    expect(sent).toEqual([{ _id: MEMBER_ID, version: 3, address: ADDRESS }]);
    expect(session.current()?.addressDt).toBe(inDays(0));
  });

  it('does not continue to another site, nor after changing the address', async () => {
    answerUpdate();
    const { router, user } = open('/address-confirm?returnTo=%2F.%2F%2Fevil.test');
    await box();
    await user.click(update());
    await waitFor(() => expect(router.state.location.pathname).toBe('/address-update'));
    expect(router.state.location.search).toBe('');
    await router.navigate('/address-update?returnTo=%2F.%2F%2Fevil.test');
    const leave = await screen.findByRole('link', { name: 'Leave it as it is' });
    expect(leave).toHaveAttribute('href', '/my/overview');
  });

  it('links to changing the address', async () => {
    const { router, user } = open('/address-confirm');
    await box();
    await user.click(update());
    await waitFor(() => expect(router.state.location.pathname).toBe('/address-update'));
  });

  it('says that it could not be saved, and what to do', async () => {
    answerUpdate(() => problemAnswer(422, 'Not so.'));
    const { user } = open('/address-confirm');
    await user.click(await box());
    await user.click(next());
    expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
    expect(next()).toBeEnabled();
  });

  it('says when to try again after too many attempts', async () => {
    answerUpdate(() => problemAnswer(429, 'Slow', {}, { 'Retry-After': '40' }));
    const { user } = open('/address-confirm');
    await user.click(await box());
    await user.click(next());
    expect(await screen.findByRole('alert')).toHaveTextContent('please wait 40 seconds');
  });

  it('asks for a missing address', async () => {
    open('/address-confirm', { address: null });
    expect(await screen.findByText('We have no address for you yet.')).toBeVisible();
    expect(screen.queryByText(/still right/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Update My Address' })).toHaveAttribute(
      'href',
      '/address-update',
    );
  });

  it('can be passed when the address cannot be shown', async () => {
    signInAs();
    server.use(http.get(`/v2/members/${MEMBER_ID}`, () => problemAnswer(503, 'Later.')));
    openApp('/address-confirm');
    expect(await screen.findByText('We cannot show your address at the moment.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go on without' })).toBeVisible();
  });
});

describe('address-update page', () => {
  const street = () => screen.findByLabelText('Street name and number');
  const save = () => screen.getByRole('button', { name: 'Save my address' });

  it('saves, says thank you, and Continue leads to the overview', async () => {
    const sent = answerUpdate();
    const { user } = open('/address-update');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Update Contact Information' }),
    ).toBeVisible();
    await user.clear(await street());
    await user.type(await street(), '7 Oak Lane');
    await user.clear(screen.getByLabelText('State'));
    await user.type(screen.getByLabelText('State'), 'va');
    await user.click(save());
    expect(await screen.findByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/my/overview');
    expect(sent).toEqual([
      { _id: MEMBER_ID, version: 3, address: { ...ADDRESS, streetAddress: '7 Oak Lane', stateCd: 'VA' } },
    ]);
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    ['Street name and number', '7', 'Street Name and Number is required'],
    ['City', 'La', 'City name is required'],
    ['State', 'M', 'State is required'],
    ['Zip code', '207', 'Zip Code is required'],
  ])('refuses %s %o with its message', async (label, typed, message) => {
    const { user } = open('/address-update');
    await street();
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), typed);
    await user.click(save());
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('says that it could not be saved, marks what the server names, and keeps what was typed', async () => {
    answerUpdate(() =>
      problemAnswer(422, 'Not so.', {
        errors: [{ path: 'address.cityNm', message: 'There is no such city.' }],
      }),
    );
    const { user } = open('/address-update');
    await user.clear(await street());
    await user.type(await street(), '7 Oak Lane');
    await user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
    expect(screen.getByText('There is no such city.')).toBeVisible();
    expect(await street()).toHaveValue('7 Oak Lane');
  });

  it('keeps what was typed over a reload', async () => {
    const { user } = open('/address-update');
    await user.clear(await street());
    await user.type(await street(), '7 Oak Lane');
    openApp('/address-update');
    await waitFor(() => expect(screen.getAllByDisplayValue('7 Oak Lane')).toHaveLength(2));
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPayload } from '../../../parts/payment/payment-payload.ts';
import {
  coverage,
  donation,
  donationPage,
  inDays,
  linkedAccount,
  member,
  MEMBER_ID,
  payment,
} from '../../../test/factories.ts';
import { installFakeStripe, removeFakeStripe } from '../../../test/fake-stripe.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, server } from '../../../test/server.ts';

const GRACE = { key: 'own', name: 'Grace Church', takesCards: true };
const BETHEL = { key: 'bethel', name: 'Bethel Church', takesCards: true };
const due = (id: string, recipient: object, amount: number, more: object = {}) =>
  donation({
    _id: id.repeat(24),
    recipient,
    createdDt: inDays(-Number(id)),
    minAmountDue: amount,
    totalBalance: amount,
    payableBalance: amount,
    ...more,
  });
const ofGrace = due('2', GRACE, 45);
const ofBethel = due('1', BETHEL, 25, { campaignName: 'Bethel Fund', campaignRunName: 'Winter' });
const ELENA = linkedAccount({ dueTo: [{ ...BETHEL, balance: 30 }] });
const card = { id: 'pm_1', token: 'pm_1', cardType: 'Visa', last4: '4242', first6: null };

function answer(dues: object[] = [ofGrace, ofBethel], linked: object[] = []) {
  answerGet(`/v2/members/${MEMBER_ID}/donations`, donationPage(dues));
  answerGet(`/v2/members/${MEMBER_ID}/linked-members`, linked);
  answerGet(`/v2/members/${MEMBER_ID}/coverage`, coverage());
  answerGet(`/v2/members/${MEMBER_ID}`, member());
  answerGet(`/api/v1/member/${MEMBER_ID}/cards`, [{ ...card, expirationDate: '0431', isExpired: false }]);
}
const total = () => screen.getByRole('button', { name: /Continue|Adding/ }).closest('.foot');
const separately = async () => within(await screen.findByRole('region', { name: 'Paid separately' }));

beforeEach(() => {
  installFakeStripe();
  signInAs();
});
afterEach(removeFakeStripe);

describe('Donate, where dues go to several recipients', () => {
  it('pays the first, shows the other separately, and pays that when chosen', async () => {
    answer();
    const { user, router } = openApp('/donate');
    expect(await screen.findByText('Everything that is due, to Grace Church')).toBeVisible();
    expect(total()).toHaveTextContent('Total $46.04');
    expect((await separately()).getByText(/is due to Bethel Church/)).toHaveTextContent('$25.00');
    await user.click(screen.getByRole('link', { name: /Pay this instead/ }));
    expect(await screen.findByText('Everything that is due, to Bethel Church')).toBeVisible();
    await waitFor(() => expect(total()).toHaveTextContent('$25.79'));
    expect(router.state.location.search).toBe('?to=bethel');
    await user.click(await screen.findByRole('radio', { name: /Visa \.\.\. 4242/ }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/donate/review'));
    expect(await screen.findByText('Paid to')).toBeVisible();
    expect(screen.getByText('Bethel Church')).toBeVisible();
    expect(readPayload(MEMBER_ID)).toMatchObject({
      recipient: { key: 'bethel' },
      donations: [{ donation_id: ofBethel._id, amount: 2500 }],
    });
    expect(screen.getByRole('link', { name: 'Change amount or card' })).toHaveAttribute(
      'href',
      `/donate?payee=${MEMBER_ID}&to=bethel`,
    );
  });

  it('shows a linked account whose dues go elsewhere as such', async () => {
    answer([ofGrace], [ELENA]);
    openApp('/donate');
    const box = await screen.findByRole('checkbox', { name: /Rivera, Elena/ });
    expect(box).toBeDisabled();
    expect(screen.getByText('Due to Bethel Church: paid separately')).toBeVisible();
    expect((await separately()).getByRole('link', { name: /Pay this instead/ })).toHaveAttribute(
      'href',
      `/donate?payee=${ELENA.primary_member_id}&to=bethel`,
    );
  });

  it('looks as usual with one recipient', async () => {
    answer([ofGrace]);
    openApp('/donate');
    expect(await screen.findByText('Everything that is due')).toBeVisible();
    expect(screen.queryByText('Paid separately')).toBeNull();
  });

  it('says that a recipient takes no cards, and offers the other', async () => {
    answer([due('2', { ...GRACE, takesCards: false }, 45)]);
    openApp('/donate');
    expect(
      await screen.findByText(
        'Grace Church cannot take card payments at the moment. Please ask its office how to pay.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  it('pays a recipient who takes cards first', async () => {
    answer([due('2', { ...GRACE, takesCards: false }, 45), ofBethel]);
    openApp('/donate');
    expect(await screen.findByText('Everything that is due, to Bethel Church')).toBeVisible();
    expect((await separately()).getByText('It takes no card payments at the moment.')).toBeVisible();
  });
});

describe('the thank-you page', () => {
  it('offers dues to another recipient', async () => {
    answer([ofBethel]);
    answerGet('/v2/payments/p-1', {
      ...payment(),
      organizationName: 'Grace',
      cardType: 'Visa',
      last4: '4242',
    });
    openApp('/donate/thank-you?payment=p-1&to=own');
    expect(await screen.findByText('$25.00 is still due to Bethel Church')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Pay it now' })).toHaveAttribute('href', '/donate?to=bethel');
  });

  it('does not offer dues to the same recipient', async () => {
    answer([ofGrace]);
    answerGet('/v2/payments/p-1', {
      ...payment(),
      organizationName: 'Grace',
      cardType: 'Visa',
      last4: '4242',
    });
    openApp('/donate/thank-you?payment=p-1&to=own');
    expect(await screen.findByText('Receipt number')).toBeVisible();
    expect(screen.queryByText(/is still due/)).toBeNull();
  });
});

describe('Payment Information', () => {
  it('pays one recipient, and links to the other', async () => {
    answer();
    const sent: unknown[] = [];
    server.use(
      http.post('/api/v1/donation/pay/', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({
          result: 'DECLINED',
          message: 'No',
          amount_paid: 0,
          payment_id: null,
          receipt_number: null,
        });
      }),
    );
    const { user } = openApp('/account-process-payment');
    expect(await screen.findByRole('button', { name: 'Pay $46.04' })).toBeVisible();
    const link = (await separately()).getByRole('link', { name: /Pay this instead/ });
    expect(link).toHaveAttribute('href', '/account-process-payment?to=bethel');
    await user.click(link);
    expect(await screen.findByRole('button', { name: 'Pay $25.79' })).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('says that the recipient takes no cards', async () => {
    answer([due('2', { ...GRACE, takesCards: false }, 45)]);
    openApp('/account-process-payment');
    expect(await screen.findByText(/Grace Church cannot take card payments at the moment/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });
});

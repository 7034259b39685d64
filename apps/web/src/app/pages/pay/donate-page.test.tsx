import { CARD_NUMBER } from '@kinfold/domain/card-number';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unchooseCard } from '../../../parts/payment/donate-draft.ts';
import { readPayload, storeFailedPayment } from '../../../parts/payment/payment-payload.ts';
import { resetQueryClient } from '../../../queries/query-client.ts';
import {
  coverage,
  coveredByJorge,
  donation,
  donationPage,
  inDays,
  linkedAccount,
  member,
  MEMBER_ID,
  memberCampaign,
  MEMBERSHIP_ID,
  tokens,
} from '../../../test/factories.ts';
import { fakeStripe, installFakeStripe, removeFakeStripe } from '../../../test/fake-stripe.ts';
import { openApp, settled, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const ADDRESS = `/member/${MEMBER_ID}/membership/${MEMBERSHIP_ID}/donate`;
const ELENA = linkedAccount();

const savedCard = (more: object = {}) => ({
  id: 'pm_saved',
  token: 'pm_saved',
  cardType: 'Visa',
  last4: '4242',
  first6: null,
  expirationDate: '0431',
  isExpired: false,
  ...more,
});
const expired = savedCard({ id: 'pm_old', last4: '0341', expirationDate: '0123', isExpired: true });

const elenasDues = donation({
  _id: '7'.repeat(24),
  campaignName: 'Harvest Fund',
  minAmountDue: 30,
  totalBalance: 30,
  payableBalance: 30,
  primaryMember: { _id: ELENA.primary_member_id, firstNm: 'Elena', lastNm: 'Rivera', phoneNbr: null },
});

/** Simulates losing the connection, or its return. */
function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  if (isOnline) act(() => void window.dispatchEvent(new Event('online')));
}

function answer({
  dues = [donation()],
  linked = [ELENA],
  cards = [savedCard(), expired],
  campaign = memberCampaign(),
}: { dues?: object[]; linked?: object[]; cards?: object[]; campaign?: object } = {}) {
  answerGet(`/api/v1/donation/${MEMBERSHIP_ID}/dues`, dues);
  answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [campaign]);
  answerGet(`/v2/members/${MEMBER_ID}/coverage`, coverage());
  answerGet(`/v2/members/${MEMBER_ID}/linked-members`, linked);
  answerGet(`/v2/members/${MEMBER_ID}/donations`, donationPage(dues));
  answerGet(`/v2/members/${ELENA.primary_member_id}/donations`, donationPage([elenasDues]));
  answerGet(`/api/v1/member/${MEMBER_ID}/cards`, cards);
  answerGet(`/v2/members/${MEMBER_ID}`, member());
}

const total = () => screen.getByRole('button', { name: /Continue|Adding/ }).closest('.foot');
const continueButton = () => screen.findByRole('button', { name: 'Continue' });
const visa = () => screen.findByRole('radio', { name: /Visa \.\.\. 4242/ });

/** Replaces the text of a field. */
async function retype(user: ReturnType<typeof openApp>['user'], label: RegExp, text: string) {
  const field = await screen.findByLabelText(label);
  await waitFor(() => expect(field).not.toHaveValue(''));
  await user.clear(field);
  await user.type(field, text);
}

beforeEach(() => {
  installFakeStripe();
  signInAs();
});
afterEach(removeFakeStripe);
afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  ['one membership', ADDRESS, `/v2/members/${MEMBER_ID}/campaigns`],
  ['everything', '/donate', `/v2/members/${MEMBER_ID}/donations`],
])('keeps its error while %s is reloaded, and says what failed', async (_of, address, failing) => {
  signInAs();
  answer();
  const shown = new Set<string | null | undefined>();
  server.use(http.get(failing, () => problemAnswer(500, 'The books are closed.')));
  openApp(address);
  const watcher = new MutationObserver(() => shown.add(document.querySelector('main')?.textContent));
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
  expect(await screen.findByText(/The books are closed/)).toBeVisible();
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await settled();
  watcher.disconnect();
  expect(screen.getByText(/The books are closed/)).toBeVisible();
  expect([...shown].filter((text) => text?.includes('Something went wrong on this page'))).toEqual([]);
});

describe('Donate', () => {
  it('shows what is due, with the fee to the cent, and the campaign', async () => {
    answer();
    openApp(ADDRESS);
    expect(await screen.findByText('Grace Funeral Fund', { selector: '.lead' })).toBeVisible();
    expect(await screen.findByText('In memory of Samuel Okafor')).toBeVisible();
    expect(total()).toHaveTextContent('Total $46.04');
    expect(screen.getByText('Includes $1.04 processing fee')).toBeVisible();
  });

  it('adds what a ticked linked account owes, and announces the new total', async () => {
    answer();
    const { user } = openApp(ADDRESS);
    await user.click(await screen.findByRole('checkbox', { name: /Rivera, Elena/ }));
    await waitFor(() => expect(total()).toHaveTextContent('$76.42'));
    expect(screen.getByText('Includes $1.42 processing fee')).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent('Total $76.42. Includes $1.42 processing fee'),
    );
    await user.click(screen.getByRole('checkbox', { name: /Pay your own dues/ }));
    expect(total()).toHaveTextContent('$30.86');
  });

  it('lists saved cards and a new one in one group; the valid one used last is chosen', async () => {
    answer({ cards: [expired, savedCard(), savedCard({ id: 'pm_other', last4: '1881' })] });
    openApp(ADDRESS);
    const group = await screen.findByRole('group', { name: 'Payment method' });
    const existing = within(group).getByRole('group', {
      name: 'Existing Credit Card: Select Payment Card',
    });
    expect(within(existing).getAllByRole('radio')).toHaveLength(3);
    expect(within(group).getAllByRole('radio').at(-1)).toHaveAccessibleName('Use New Credit Card');
    expect(screen.getByRole('radio', { name: /0341.*Expired 01\/23/ })).toBeDisabled();
    expect(await visa()).toBeChecked();
    expect(await continueButton()).toBeEnabled();
  });

  it('chooses a new card if all saved ones have expired', async () => {
    answer({ cards: [expired] });
    openApp(ADDRESS);
    expect(await screen.findByRole('radio', { name: 'Use New Credit Card' })).toBeChecked();
  });

  it('leads to the card part first, without errors, and says so in the steps', async () => {
    answer({ cards: [] });
    fakeStripe.createPaymentMethod.mockResolvedValue({
      error: { code: 'incomplete_number', message: 'Your card number is incomplete.' },
    });
    const { user } = openApp(ADDRESS);
    const step = () => document.querySelector('[aria-current="step"]');
    await screen.findByLabelText('cardNumber');
    expect(step()).toHaveTextContent('1Amount');
    await user.click(await continueButton());
    await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'Card' })).toHaveFocus());
    expect(step()).toHaveTextContent('2Card');
    expect(screen.queryByText(/incomplete|is required/)).toBeNull();
    await user.click(await continueButton());
    expect(await screen.findByText('Your card number is incomplete.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Pay a different amount' }));
    expect(step()).toHaveTextContent('1Amount');
  });

  describe('a card that cannot be checked', () => {
    const unreachable = { error: { type: 'api_connection_error', message: 'Connection issues.' } };
    async function tryCard(user: ReturnType<typeof openApp>['user']) {
      await user.type(await screen.findByLabelText('cardNumber'), '1');
      await user.type(screen.getByLabelText('cardExpiry'), '1');
      await user.type(screen.getByLabelText('cardCvc'), '1');
      await waitFor(() => expect(screen.getByLabelText(/Cardholder name/)).toHaveValue('Maria Rivera'));
      await user.click(await continueButton());
      const alert = await screen.findByRole('alert');
      expect(alert.closest('.sticky-action')).not.toBeNull();
      return alert;
    }

    it('is said beside the button, which keeps the focus and tries again', async () => {
      answer({ cards: [] });
      fakeStripe.createPaymentMethod.mockResolvedValueOnce(unreachable);
      const { user, router } = openApp(ADDRESS);
      expect(await tryCard(user)).toHaveTextContent(
        'The card company cannot be reached at the moment. Nothing was charged.',
      );
      const again = screen.getByRole('button', { name: 'Try again' });
      await waitFor(() => expect(again).toHaveFocus());
      await user.click(again);
      await waitFor(() => expect(router.state.location.pathname).toBe('/donate/review'));
    });

    it('is retried automatically, once, when the device is online again', async () => {
      answer({ cards: [] });
      setOnline(false);
      const { user, router } = openApp(ADDRESS);
      expect(await tryCard(user)).toHaveTextContent('You are offline. Nothing was charged.');
      expect(fakeStripe.createPaymentMethod).not.toHaveBeenCalled();
      setOnline(true);
      await waitFor(() => expect(router.state.location.pathname).toBe('/donate/review'));
      expect(fakeStripe.createPaymentMethod).toHaveBeenCalledOnce();
    });

    it('is retried automatically if the connection is not quite back when the device reports it', async () => {
      answer({ cards: [] });
      fakeStripe.createPaymentMethod.mockResolvedValueOnce(unreachable);
      setOnline(false);
      const { user, router } = openApp(ADDRESS);
      await tryCard(user);
      setOnline(true);
      await waitFor(() => expect(router.state.location.pathname).toBe('/donate/review'));
      expect(fakeStripe.createPaymentMethod).toHaveBeenCalledTimes(2);
    });

    it('is not retried automatically while the user does something else', async () => {
      answer({ cards: [] });
      setOnline(false);
      const { user, router } = openApp(ADDRESS);
      await tryCard(user);
      await user.click(screen.getByLabelText(/Cardholder name/));
      setOnline(true);
      expect(await continueButton()).toBeEnabled();
      expect(fakeStripe.createPaymentMethod).not.toHaveBeenCalled();
      expect(router.state.location.pathname).toBe(ADDRESS);
    });
  });

  describe('after a declined card', () => {
    const failed = {
      reason: 'Expired Card',
      card: { cardType: 'Visa', last4: '0002' },
      href: `${ADDRESS}#card`,
    };

    it('opens at the card part, which says what was declined', async () => {
      answer();
      storeFailedPayment(MEMBER_ID, failed);
      openApp(`${ADDRESS}#card`);
      const note = (await screen.findByText('Visa ending 0002 was declined. Nothing was charged.')).closest(
        '.alert',
      );
      expect(note).toHaveTextContent('Expired Card');
      await waitFor(() => expect(note).toHaveFocus());
      expect(note?.closest('section')).toHaveAccessibleName('Card');
      expect(document.querySelector('[aria-current="step"]')).toHaveTextContent('2Card');
    });

    it('says until when no new card is accepted, and which card can be used', async () => {
      answer();
      const reason = 'Too many cards were declined. Please try again in 12 minutes. Nothing was charged.';
      storeFailedPayment(MEMBER_ID, { reason, href: failed.href });
      openApp(failed.href);
      const note = (await screen.findByText(reason)).closest('.alert');
      expect(note).toHaveTextContent('A card that you have paid with before can be used at any time.');
      await waitFor(() => expect(note).toHaveFocus());
    });

    it('does not automatically choose a declined saved card again', async () => {
      answer();
      const { user, router } = openApp(ADDRESS);
      await user.click(await continueButton());
      await waitFor(() => expect(router.state.location.pathname).toBe('/donate/review'));
      cleanup();
      unchooseCard(MEMBER_ID, 'pm_saved');
      openApp(ADDRESS);
      expect(await visa()).not.toBeChecked();
      expect(await continueButton()).toBeDisabled();
      expect(screen.getByText('Choose a card to continue.')).toBeVisible();
    });
  });

  it('fills name and postal code of a new card from the member, and keeps what is typed instead', async () => {
    answer({ cards: [] });
    const { user } = openApp(ADDRESS);
    const fields = () => within(screen.getByRole('region', { name: 'Payment Card Information' }));
    await waitFor(() => expect(screen.getByLabelText(/Cardholder name/)).toHaveValue('Maria Rivera'));
    const postalCode = screen.getByLabelText(/Billing postal code/);
    expect(postalCode).toHaveValue('20707');
    expect(postalCode).toHaveAttribute('inputmode', 'numeric');
    expect(
      fields()
        .getAllByRole('textbox')
        .map((field) => field.getAttribute('name') ?? field.getAttribute('aria-label')),
    ).toEqual(['cardNumber', 'cardExpiry', 'cardCvc', 'ccname', 'postal']);
    await user.clear(postalCode);
    expect(postalCode).toHaveValue('');
    expect(postalCode).toHaveAttribute('inputmode', 'text');
  });

  it('stores the payment for Review, in cents', async () => {
    answer();
    const { user, router } = openApp(ADDRESS);
    await user.click(await screen.findByRole('checkbox', { name: /Rivera, Elena/ }));
    await waitFor(() => expect(total()).toHaveTextContent('$76.42'));
    await user.click(await visa());
    await user.click(await continueButton());
    await waitFor(() => expect(router.state.location.pathname).toBe('/donate/review'));
    expect(readPayload(MEMBER_ID)).toMatchObject({
      payee_member_id: MEMBER_ID,
      membershipId: MEMBERSHIP_ID,
      campaignName: 'Grace Funeral Fund',
      totalAmount: 7642,
      processingFee: 142,
      cardData: { id: 'pm_saved', cardType: 'Visa', last4: '4242', expirationDate: '0431' },
      donation_id: -1,
      donations: [
        { donation_id: 'e'.repeat(24), amount: 4500, isPrimary: true },
        { donation_id: '7'.repeat(24), amount: 3000, isPrimary: false },
      ],
    });
  });

  it('pays a smaller amount, oldest dues first', async () => {
    const old = donation({
      _id: '5'.repeat(24),
      createdDt: inDays(-90),
      runStatus: 'ended',
      payableBalance: 20,
      campaignRunName: 'In memory of Ruth Bell',
    });
    answer({ dues: [donation(), old] });
    const { user } = openApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Pay a different amount' }));
    const amount = screen.getByLabelText('Amount to pay');
    expect(amount).toHaveValue('65.00');
    await user.clear(amount);
    await user.type(amount, '25.50');
    const [first, second] = screen.getAllByText(/In memory of/).map((name) => name.closest('li'));
    expect(first).toHaveTextContent('Ruth Bell');
    expect(first).toHaveTextContent('$20.00');
    expect(second).toHaveTextContent('$39.50 stays open');
    expect(total()).toHaveTextContent('$26.30');

    await user.clear(amount);
    await user.type(amount, '65.01');
    await user.click(await visa());
    await user.click(await continueButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter $65.00 or less');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  });

  it('keeps choices when the user comes back', async () => {
    answer();
    const first = openApp(ADDRESS);
    await first.user.click(await screen.findByRole('checkbox', { name: /Rivera, Elena/ }));
    await first.user.click(await visa());
    await first.router.navigate('/terms');
    await screen.findByRole('heading', { level: 1, name: /Terms/ });
    await first.router.navigate(ADDRESS);
    expect(await screen.findByRole('checkbox', { name: /Rivera, Elena/ })).toBeChecked();
    expect(await visa()).toBeChecked();
  });

  /** Enters a different amount, a linked account, and the billing details of a new card. */
  async function choose(user: ReturnType<typeof openApp>['user']) {
    await user.click(await screen.findByRole('button', { name: 'Pay a different amount' }));
    await user.clear(screen.getByLabelText('Amount to pay'));
    await user.type(screen.getByLabelText('Amount to pay'), '12.50');
    await user.click(await screen.findByRole('radio', { name: 'Use New Credit Card' }));
    await retype(user, /Cardholder name/, 'M. Rivera-Okafor');
    await retype(user, /Billing postal code/, '20710');
    await user.type(screen.getByLabelText('cardNumber'), '4242');
    await user.click(screen.getByRole('checkbox', { name: /Rivera, Elena/ }));
  }
  async function expectChosen() {
    expect(await screen.findByRole('checkbox', { name: /Rivera, Elena/ })).toBeChecked();
    expect(screen.getByLabelText('Amount to pay')).toHaveValue('12.50');
    expect(await screen.findByRole('radio', { name: 'Use New Credit Card' })).toBeChecked();
    expect(await screen.findByLabelText(/Cardholder name/)).toHaveValue('M. Rivera-Okafor');
    expect(screen.getByLabelText(/Billing postal code/)).toHaveValue('20710');
    expect(screen.getByLabelText('cardNumber')).toHaveValue('');
    // $12.50 + $30.00 + 1.25 % + $0.48.
    await waitFor(() => expect(total()).toHaveTextContent('$43.51'));
  }

  it('keeps amount, ticks, name and postal code over a reload, but nothing of the card', async () => {
    answer();
    await choose(openApp(ADDRESS).user);
    const kept = JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);
    expect(kept.replace(/\D/g, '')).not.toContain('42424242');
    cleanup();
    resetQueryClient();
    openApp(ADDRESS);
    await expectChosen();
  });

  it('keeps them when the session has ended meanwhile and the user signs in again', async () => {
    answer();
    answerGet(`/v2/members/${MEMBER_ID}`, member());
    server.use(
      http.get(
        `/v2/members/${ELENA.primary_member_id}/donations`,
        () => problemAnswer(401, 'Sign in again.'),
        { once: true },
      ),
      http.post('/token/refresh', () => problemAnswer(401, 'This sign-in has ended.')),
      http.post('/v2/token', () => HttpResponse.json(tokens())),
    );
    const { user } = openApp(ADDRESS);
    await choose(user);
    expect(await screen.findByLabelText('Email')).toHaveValue('member@demo.test');
    await user.type(screen.getByLabelText('Password'), 'Demo1234');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await expectChosen();
  });

  it('keeps the amount of a gift over a reload', async () => {
    answer({ dues: [], campaign: memberCampaign({ requiresMembership: false, takesGifts: true }) });
    const { user } = openApp(ADDRESS);
    await user.type(await screen.findByLabelText('How much would you like to give?'), '12.50');
    cleanup();
    resetQueryClient();
    openApp(ADDRESS);
    expect(await screen.findByLabelText('How much would you like to give?')).toHaveValue('12.50');
  });

  it('opens on the new card when none is saved', async () => {
    answer({ cards: [] });
    openApp(ADDRESS);
    const existing = await screen.findByRole('radio', { name: /Existing Credit Card.*No Cards on File/ });
    expect(existing).toBeDisabled();
    expect(screen.getByRole('radio', { name: 'Use New Credit Card' })).toBeChecked();
    expect(await screen.findByRole('heading', { name: 'Payment Card Information' })).toBeVisible();
    const save = screen.getByRole('checkbox', { name: 'Save Card for Future Payments' });
    expect(save).toBeDisabled();
    expect(save).toHaveAccessibleDescription(/Profile > Payment Cards/);
  });

  it('tokenises a new card, with the name and the postal code', async () => {
    answer({ cards: [] });
    const { user, router } = openApp(ADDRESS);
    await retype(user, /Cardholder name/, 'Maria Rivera');
    for (const field of ['cardNumber', 'cardExpiry', 'cardCvc'])
      await user.type(screen.getByLabelText(field), '1');
    await retype(user, /Billing postal code/, '20707');
    await user.click(await continueButton());
    await waitFor(() => expect(router.state.location.pathname).toBe('/donate/review'));
    expect(fakeStripe.createPaymentMethod).toHaveBeenCalledWith(
      expect.objectContaining({
        type: 'card',
        billing_details: { name: 'Maria Rivera', address: { postal_code: '20707' } },
      }),
    );
    expect(readPayload(MEMBER_ID)?.cardData).toEqual({
      token: 'pm_new',
      cardType: 'Visa',
      last4: '4242',
      expirationDate: '0431',
    });
  });

  it('says beside each field what is missing or wrong, and goes to the first', async () => {
    answer({ cards: [] });
    answerGet(`/v2/members/${MEMBER_ID}`, member({ address: null }));
    const { user } = openApp(ADDRESS);
    await user.type(await screen.findByLabelText('cardNumber'), 'bad');
    await user.clear(screen.getByLabelText(/Cardholder name/));
    await user.click(await continueButton());
    expect(screen.getByText('Your card number is invalid.')).toBeVisible();
    expect(screen.getByText('Cardholder name is required')).toBeVisible();
    expect(screen.getByText("Your card's expiration date is incomplete.")).toBeVisible();
    expect(screen.getByText("Your card's security code is incomplete.")).toBeVisible();
    expect(screen.getByText('Your postal code is incomplete.')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('cardNumber')).toHaveFocus());
    expect(fakeStripe.createPaymentMethod).not.toHaveBeenCalled();
  });

  it('never sends a card number that was typed as the name', async () => {
    answer({ cards: [] });
    const { user } = openApp(ADDRESS);
    await retype(user, /Cardholder name/, '4242 4242 4242 4242');
    for (const field of ['cardNumber', 'cardExpiry', 'cardCvc'])
      await user.type(screen.getByLabelText(field), '1');
    await retype(user, /Billing postal code/, '20707');
    await user.click(await continueButton());
    expect(await screen.findByText(CARD_NUMBER)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText(/Cardholder name/)).toHaveFocus());
    expect(fakeStripe.createPaymentMethod).not.toHaveBeenCalled();
  });

  it('accepts a card whose fields have not reported yet that they are complete', async () => {
    answer({ cards: [] });
    const { user, router } = openApp(ADDRESS);
    await retype(user, /Cardholder name/, 'Maria Rivera');
    await retype(user, /Billing postal code/, '20707');
    await user.click(await continueButton());
    await waitFor(() => expect(router.state.location.pathname).toBe('/donate/review'));
  });

  it('marks every incomplete hosted field once the provider has refused', async () => {
    answer({ cards: [] });
    fakeStripe.createPaymentMethod.mockResolvedValue({
      error: { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." },
    });
    const { user } = openApp(ADDRESS);
    await retype(user, /Cardholder name/, 'Maria Rivera');
    await user.type(screen.getByLabelText('cardNumber'), '1');
    await retype(user, /Billing postal code/, '20707');
    await user.click(await continueButton());
    expect(await screen.findByText("Your card's expiration date is incomplete.")).toBeVisible();
    expect(screen.getByText("Your card's security code is incomplete.")).toBeVisible();
    expect(screen.queryByText('Your card number is incomplete.')).toBeNull();
    await waitFor(() => expect(screen.getByLabelText('cardExpiry')).toHaveFocus());
  });

  it("shows the provider's refusal beside its field", async () => {
    answer({ cards: [] });
    fakeStripe.createPaymentMethod.mockResolvedValue({
      error: { code: 'invalid_expiry_year_past', message: "Your card's expiration year is in the past." },
    });
    const { user } = openApp(ADDRESS);
    await retype(user, /Cardholder name/, 'Maria Rivera');
    for (const field of ['cardNumber', 'cardExpiry', 'cardCvc'])
      await user.type(screen.getByLabelText(field), '1');
    await retype(user, /Billing postal code/, '20707');
    await user.click(await continueButton());
    expect(await screen.findByText("Your card's expiration year is in the past.")).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('cardExpiry')).toHaveFocus());
    expect(readPayload(MEMBER_ID)).toBeUndefined();
  });

  it('keeps a typed card while the saved ones are shown', async () => {
    answer();
    const { user } = openApp(ADDRESS);
    await user.click(await screen.findByRole('radio', { name: 'Use New Credit Card' }));
    await user.type(await screen.findByLabelText('cardNumber'), '42');
    await user.click(await visa());
    await user.click(screen.getByRole('radio', { name: 'Use New Credit Card' }));
    expect(screen.getByLabelText('cardNumber')).toHaveValue('42');
  });

  it('offers Retry when the card form cannot be loaded, and a saved card works meanwhile', async () => {
    removeFakeStripe();
    answer();
    const { user } = openApp(ADDRESS);
    await user.click(await screen.findByRole('radio', { name: 'Use New Credit Card' }));
    // jsdom loads no scripts: every attempt fails.
    const fail = setInterval(() => {
      for (const script of document.querySelectorAll('script')) script.dispatchEvent(new Event('error'));
    }, 50);
    const alert = await screen.findByText('The card form cannot be shown at the moment.');
    clearInterval(fail);
    expect(alert.closest('[role="alert"]')).toHaveTextContent('You can also pay with a saved card.');
    await user.click(await visa());
    expect(await continueButton()).toBeEnabled();
    await user.click(screen.getByRole('radio', { name: 'Use New Credit Card' }));
    installFakeStripe();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Payment Card Information' })).toBeVisible();
  });

  it('says that nothing is due, and still allows paying for a linked account', async () => {
    answer({ dues: [donation({ payableBalance: 0 })] });
    const { user } = openApp(ADDRESS);
    expect(await screen.findByText('You have nothing to pay here')).toBeVisible();
    await user.click(await visa());
    await user.click(await continueButton());
    expect(await screen.findByText('There is nothing to pay yet')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: /Rivera, Elena/ }));
    await waitFor(() => expect(total()).toHaveTextContent('$30.86'));
  });

  it('has only a link back when nobody owes anything', async () => {
    answer({ dues: [], linked: [linkedAccount({ outstandingBalance: 0 })] });
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [
      memberCampaign({ currentCampaignRunsBalance: 0, openDues: [] }),
    ]);
    openApp(ADDRESS);
    expect(await screen.findByText('You have nothing to pay')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to overview' })).toHaveAttribute('href', '/my/overview');
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    expect(await screen.findByText('All dues are paid. Thank you for keeping up.')).toBeVisible();
  });

  it('does not show paused dues as paid', async () => {
    const paused = donation({ runStatus: 'paused', payableBalance: 0 });
    answer({ dues: [paused], linked: [] });
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [
      memberCampaign({ currentCampaignRunsBalance: 0, openDues: [], hasPausedDues: true }),
    ]);
    openApp(ADDRESS);
    expect(
      await screen.findByText(
        'Grace Funeral Fund has paused a collection. It need not be paid until it resumes.',
      ),
    ).toBeVisible();
    expect(screen.queryByText(/All dues are paid/)).toBeNull();
  });

  it('tells a person who is only covered who pays', async () => {
    answer({ dues: [], linked: [] });
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coveredByJorge());
    openApp('/donate');
    expect(
      await screen.findByText('Jorge Rivera pays for the membership in Grace Funeral Fund.'),
    ).toBeVisible();
    expect(screen.queryByText(/All dues are paid/)).toBeNull();
  });

  it('accepts any amount for an open campaign', async () => {
    const campaign = memberCampaign({
      requiresMembership: false,
      campaignName: 'New Roof',
      takesGifts: true,
    });
    answer({ dues: [], campaign });
    const { user } = openApp(ADDRESS);
    await user.type(await screen.findByLabelText('How much would you like to give?'), '100');
    expect(total()).toHaveTextContent('$101.73');
    await user.click(await visa());
    await user.click(await continueButton());
    await waitFor(() =>
      expect(readPayload(MEMBER_ID)).toMatchObject({
        campaignName: 'New Roof',
        totalAmount: 10_173,
        donations: [],
      }),
    );
  });

  it('says who receives a gift', async () => {
    const recipient = { key: 'acct', name: 'Hope Chapel', takesCards: true };
    const open = { requiresMembership: false, campaignName: 'New Roof', takesGifts: true };
    answer({ dues: [], campaign: memberCampaign({ ...open, recipient }) });
    openApp(ADDRESS);
    expect(await screen.findByText('New Roof, to Hope Chapel')).toBeVisible();
    expect(await screen.findByLabelText('How much would you like to give?')).toBeVisible();
  });

  it('has no form for a gift whose recipient cannot be paid by card now', async () => {
    const recipient = { key: 'acct', name: 'Hope Chapel', takesCards: false };
    const open = { requiresMembership: false, campaignName: 'New Roof', takesGifts: true };
    answer({ dues: [], campaign: memberCampaign({ ...open, recipient }) });
    openApp(ADDRESS);
    expect(await screen.findByText(/Hope Chapel/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to overview' })).toBeVisible();
    expect(screen.queryByLabelText('How much would you like to give?')).toBeNull();
  });

  it('has no form for a campaign that takes no gifts now, and says so', async () => {
    const closed = { currentCampaignRunsBalance: 0, openDues: [], requiresMembership: false };
    answer({ dues: [], linked: [], campaign: memberCampaign({ ...closed, campaignName: 'New Roof' }) });
    openApp(ADDRESS);
    expect(await screen.findByText('New Roof takes no gifts now.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to overview' })).toBeVisible();
    expect(screen.queryByLabelText('How much would you like to give?')).toBeNull();
  });

  it('says that it cannot show who pays when the cover cannot be loaded', async () => {
    answer({ dues: [], linked: [] });
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
    server.use(http.get(`/v2/members/${MEMBER_ID}/coverage`, () => problemAnswer(503, 'Not now.')));
    const { user } = openApp('/donate');
    expect(
      await screen.findByText('We cannot show at the moment which funds somebody else pays for.'),
    ).toBeVisible();
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coveredByJorge());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(
      await screen.findByText('Jorge Rivera pays for the membership in Grace Funeral Fund.'),
    ).toBeVisible();
  });

  it('does not say that nothing is open for a linked account with paused dues', async () => {
    const paused = linkedAccount({ outstandingBalance: 0, hasPausedDues: true });
    answer({ linked: [paused] });
    openApp(ADDRESS);
    const account = await screen.findByRole('checkbox', { name: /Rivera, Elena/ });
    expect(account.closest('label')).toHaveTextContent('Rivera, ElenaPaused, nothing to pay now');
    expect(account).toBeDisabled();
  });

  it('pays everything that is due at /donate', async () => {
    answer({ dues: [donation(), donation({ _id: '6'.repeat(24), campaignName: 'Harvest Fund' })] });
    const { user } = openApp('/donate');
    expect(await screen.findByText('Everything that is due')).toBeVisible();
    await waitFor(() => expect(total()).toHaveTextContent('$91.61'));
    await user.click(await visa());
    await user.click(await continueButton());
    await waitFor(() =>
      expect(readPayload(MEMBER_ID)).toMatchObject({
        campaignName: 'Grace Funeral Fund, Harvest Fund',
        membershipId: null,
      }),
    );
  });

  it('pays everything of a linked account, and nothing else, at /donate?payee=', async () => {
    answer();
    const { user } = openApp(`/donate?payee=${ELENA.primary_member_id}`);
    expect(await screen.findByText('Everything that is due, for Elena Rivera')).toBeVisible();
    await waitFor(() => expect(total()).toHaveTextContent('$30.86'));
    expect(screen.queryByRole('checkbox')).toBeNull();
    await user.click(await visa());
    await user.click(await continueButton());
    await waitFor(() =>
      expect(readPayload(MEMBER_ID)).toMatchObject({
        payee_member_id: ELENA.primary_member_id,
        membershipId: null,
        donations: [{ donation_id: elenasDues._id, amount: 3000 }],
      }),
    );
  });

  it('still accepts the member’s own dues when linked accounts cannot be loaded, and retries', async () => {
    answer();
    let asked = 0;
    server.use(
      http.get(`/v2/members/${MEMBER_ID}/linked-members`, () => {
        asked += 1;
        return problemAnswer(400, 'Not today.');
      }),
    );
    const { user } = openApp(ADDRESS);
    expect(await screen.findByText('We cannot show your linked accounts at the moment.')).toBeVisible();
    await user.click(await visa());
    await waitFor(() => expect(total()).toHaveTextContent('Total $46.04'));
    expect(screen.getByText('We cannot show your linked accounts at the moment.')).toBeVisible();
    expect(asked).toBeLessThan(5);
    answerGet(`/v2/members/${MEMBER_ID}/linked-members`, [ELENA]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('checkbox', { name: /Rivera, Elena/ })).toBeVisible();
  });

  it('says that there is nothing at a link that belongs to another member', async () => {
    answer();
    server.use(
      http.get(`/api/v1/donation/${MEMBERSHIP_ID}/dues`, () => problemAnswer(404, 'There is nothing here.')),
    );
    openApp(ADDRESS);
    expect(await screen.findByText('There is nothing here.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to overview' })).toBeVisible();
  });

  it('says what cannot be loaded and tries again', async () => {
    answer();
    server.use(
      http.get(`/api/v1/donation/${MEMBERSHIP_ID}/dues`, () => problemAnswer(422, 'Not now.')),
      http.get(`/api/v1/member/${MEMBER_ID}/cards`, () => HttpResponse.error(), { once: true }),
    );
    const { user } = openApp(ADDRESS);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('We cannot show what is due at the moment.');
    answer();
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('In memory of Samuel Okafor')).toBeVisible();
  });
});

/** Typed values survive a lost response, a server error, a reload and an expired session. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resetQueryClient } from '../../../queries/query-client.ts';
import { donation, donationPage, member, MEMBER_ID, tokens } from '../../../test/factories.ts';
import { installFakeStripe, removeFakeStripe } from '../../../test/fake-stripe.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const NO_ANSWER = 'No response was received from the server.';
const CARDS = `/api/v1/member/${MEMBER_ID}/cards`;

type Typed = { label: string; text: string; shown?: string; isSecret?: boolean };
type Form = {
  name: string;
  address: string;
  /** Undefined for pages that require no sign-in. */
  signedInAs?: string | null;
  /** The button that opens the form. */
  open?: string;
  fields: Typed[];
  tick?: RegExp;
  send: string | RegExp;
  /** The request that fails. */
  post: string;
};

const email = { label: 'Email', text: 'maria@demo.test' };
const password = (label: string) => ({ label, text: 'Demo1234', isSecret: true });
const address = [
  { label: 'Street name and number', text: '7 Oak Lane' },
  { label: 'City', text: 'Bowie' },
  { label: 'State', text: 'VA' },
  { label: 'Zip code', text: '20715' },
];
const holder = { label: 'Cardholder name', text: 'Maria Rivera' };
const secret = (label: string, text: string, shown = text) => ({ label, text, shown, isSecret: true });

const publicForms: Form[] = [
  {
    name: 'signing in',
    address: '/sign-in',
    fields: [email, password('Password')],
    send: 'Sign In',
    post: '/v2/token',
  },
  {
    name: 'signing up',
    address: '/sign-up',
    fields: [email, password('Password'), password('Confirm password')],
    tick: /accept the Terms/,
    send: 'Sign Up',
    post: '/register',
  },
  {
    name: 'confirming an address',
    address: '/confirm-email',
    fields: [email, { label: 'Confirmation code', text: 'EVABCD1234' }],
    send: 'Confirm',
    post: '/confirm-email',
  },
  {
    name: 'a forgotten password',
    address: '/forgot-password',
    fields: [email],
    send: 'Send the link',
    post: '/forgot-password',
  },
  {
    name: 'a new password',
    address: '/reset-password?code=x',
    fields: [password('New password'), password('Confirm password')],
    send: 'Change Password',
    post: '/change-password',
  },
  {
    name: 'the intake form',
    address: '/intake-form',
    fields: [
      { label: 'First Name', text: 'Hanna' },
      { label: 'Last Name', text: 'Tesfaye' },
      { label: 'Middle Initial', text: 'B' },
      { label: 'Birth Date', text: '03151962', shown: '03/15/1962' },
      { label: 'Phone Number', text: '2405550142', shown: '(240) 555-0142' },
      { label: 'Email', text: 'hanna@tesfaye.test' },
      { label: 'Church or Organization', text: 'Grace Chapel' },
    ],
    send: 'Submit Request',
    post: '/v2/intake-requests',
  },
];

const memberForms: Form[] = [
  {
    name: 'linking an account',
    address: '/link-account',
    signedInAs: null,
    fields: [
      { label: 'Last name', text: 'Rivera' },
      { label: 'Date of birth', text: '05121960', shown: '05/12/1960' },
      { label: 'Last 4 digits', text: '0142' },
    ],
    send: 'Link Account',
    post: '/v2/identity/account-link',
  },
  {
    name: 'updating the address',
    address: '/address-update',
    signedInAs: MEMBER_ID,
    fields: address,
    send: 'Save my address',
    post: '/api/v1/member',
  },
  {
    name: 'the address of the profile',
    address: '/my/profile',
    signedInAs: MEMBER_ID,
    open: 'Edit address',
    fields: address,
    send: 'Save',
    post: '/api/v1/member',
  },
  {
    name: 'the phone of the profile',
    address: '/my/profile',
    signedInAs: MEMBER_ID,
    open: 'Edit phone',
    fields: [{ label: 'Phone number', text: '2025550177', shown: '(202) 555-0177' }],
    send: 'Save',
    post: '/api/v1/member',
  },
  {
    name: 'a card to keep',
    address: '/my/profile',
    signedInAs: MEMBER_ID,
    open: 'Add a card',
    fields: [
      ...['cardNumber', 'cardExpiry', 'cardCvc'].map((label) => secret(label, 'x')),
      { label: 'Cardholder name', text: 'M. Rivera-Okafor' },
      { label: 'Billing postal code', text: '20710' },
    ],
    send: 'Save card',
    post: `${CARDS}/setup`,
  },
  {
    name: 'the older payment',
    address: '/account-process-payment',
    signedInAs: MEMBER_ID,
    fields: [
      holder,
      secret('Card number', '4242424242424242', '4242 4242 4242 4242'),
      secret('Month', '04'),
      secret('Year', String(new Date().getUTCFullYear() + 1)),
      secret('CVV', '123'),
    ],
    send: /^Pay/,
    post: '/api/v1/donation/pay/',
  },
];
const forms = [...publicForms, ...memberForms];

type User = ReturnType<typeof openApp>['user'];
const field = (label: string) => screen.findByLabelText((text) => text.startsWith(label));

async function open(form: Form): Promise<User> {
  if (form.signedInAs !== undefined) signInAs(form.signedInAs);
  const { user } = openApp(form.address);
  // After a reload the form with a draft opens by itself.
  if (form.open) await user.click(await screen.findByRole('button', { name: form.open }));
  return user;
}

async function fill(form: Form): Promise<User> {
  const user = await open(form);
  for (const { label, text } of form.fields) {
    const input = await field(label);
    if (input instanceof HTMLSelectElement) await user.selectOptions(input, text);
    else {
      await user.clear(input);
      await user.click(input);
      await user.paste(text);
    }
  }
  if (form.tick) await user.click(screen.getByRole('checkbox', { name: form.tick }));
  return user;
}

const send = (user: User, form: Form) => user.click(screen.getByRole('button', { name: form.send }));

async function expectTyped(fields: Typed[]): Promise<void> {
  for (const { label, text, shown = text } of fields) expect(await field(label)).toHaveValue(shown);
}
const keptOf = (form: Form) => form.fields.filter(({ isSecret }) => !isSecret);
const secretsOf = (form: Form) => form.fields.filter(({ isSecret }) => isSecret);

beforeEach(() => {
  installFakeStripe();
  answerGet(`/v2/members/${MEMBER_ID}`, member());
  answerGet(`/v2/members/${MEMBER_ID}/donations`, donationPage([donation()]));
  answerGet(CARDS, []);
});
afterEach(removeFakeStripe);

describe.each(forms)('$name', (form) => {
  it.each([
    ['no answer comes', () => HttpResponse.error(), NO_ANSWER],
    [
      'the server fails',
      () => problemAnswer(503, 'The database does not answer.'),
      'The database does not answer.',
    ],
  ])('keeps what was typed when %s, says so, and can be sent again', async (_why, answer, text) => {
    server.use(http.post(form.post, answer));
    const user = await fill(form);
    await send(user, form);
    expect(await screen.findByText((said) => said.startsWith(text))).toBeVisible();
    await expectTyped(form.fields);
    expect(screen.getByRole('button', { name: form.send })).toBeEnabled();
  });

  it('focuses its first invalid field when it is sent empty', async () => {
    const user = await open(form);
    for (const { label } of form.fields) {
      const input = await field(label);
      if (input instanceof HTMLSelectElement) await user.selectOptions(input, '');
      else await user.clear(input);
    }
    if (form.tick) await user.click(screen.getByRole('checkbox', { name: form.tick }));
    await send(user, form);
    // The fields of the card provider are in our frames.
    const faulty = '[aria-invalid=true], .hosted-field.is-invalid input';
    await waitFor(() => expect(document.querySelector(faulty)).toHaveFocus());
  });

  it('keeps what was typed over a reload, but no password and nothing of a card', async () => {
    await fill(form);
    const stored = JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);
    for (const { text, shown = text } of secretsOf(form)) {
      expect(stored).not.toContain(`"${text}"`);
      expect(stored).not.toContain(`"${shown}"`);
    }
    cleanup();
    resetQueryClient();
    openApp(form.address);
    await expectTyped(keptOf(form));
    for (const { label } of secretsOf(form)) expect(await field(label)).toHaveValue('');
  });
});

describe.each(memberForms)('$name', (form) => {
  it('reopens with what was typed after the session has ended and the user has signed in again', async () => {
    server.use(
      http.post(form.post, () => problemAnswer(401, 'Sign in again.')),
      http.post('/token/refresh', () => problemAnswer(401, 'This sign-in has ended.')),
      http.post('/v2/token', () =>
        HttpResponse.json(tokens(form.signedInAs ? {} : { mid: null, oid: null })),
      ),
    );
    const user = await fill(form);
    await send(user, form);
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    expect(screen.getByText(/^Your session has ended\./)).toBeVisible();
    expect(await field('Email')).toHaveValue('member@demo.test');
    await user.type(await field('Password'), 'Demo1234');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: 'Sign In' })).toBeNull());
    await expectTyped(keptOf(form));
  });
});

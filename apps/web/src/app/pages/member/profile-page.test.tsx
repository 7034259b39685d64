import { CARD_NUMBER } from '@kinfold/domain/card-number';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { session } from '../../../lib/session.ts';
import { resetQueryClient } from '../../../queries/query-client.ts';
import { member, MEMBER_ID, savedCard, tokens } from '../../../test/factories.ts';
import { fakeStripe, installFakeStripe, removeFakeStripe } from '../../../test/fake-stripe.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const CARDS = `/api/v1/member/${MEMBER_ID}/cards`;

let sent: unknown[] = [];

/** Responds to the update of a member and records the bodies. */
function answerUpdate(answer: () => Response = () => HttpResponse.json(member())) {
  server.use(
    http.post('/api/v1/member', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
}

beforeEach(() => {
  sent = [];
  installFakeStripe();
  signInAs();
  answerGet(`/v2/members/${MEMBER_ID}`, member());
  answerGet(`/v2/members/${MEMBER_ID}/autopay`, { autopays: [], funds: [] });
  answerGet(CARDS, [
    savedCard(),
    savedCard({
      id: 'card_2',
      last4: '0005',
      cardType: 'American Express',
      expirationDate: '0224',
      isExpired: true,
    }),
  ]);
});
afterEach(removeFakeStripe);

describe('User Profile', () => {
  it('shows name, email, address and phone', async () => {
    openApp('/my/profile');
    expect(await screen.findByRole('heading', { name: 'User Profile' })).toBeVisible();
    expect(await screen.findByText('Maria Rivera')).toBeVisible();
    expect(screen.getByText('member@demo.test')).toBeVisible();
    expect(screen.getByText(/12 Elm Street/)).toHaveTextContent('Laurel, MD 20707');
    expect(screen.getByRole('link', { name: '(301) 555-0142' })).toHaveAttribute('href', 'tel:+13015550142');
  });

  it('marks a phone number without ten digits', async () => {
    answerGet(`/v2/members/${MEMBER_ID}`, member({ phones: [{ phoneNbr: '555-01' }], address: null }));
    openApp('/my/profile');
    expect(await screen.findByText(/not a valid number/)).toBeVisible();
    expect(screen.getByText('No address on file')).toBeVisible();
  });

  it('says what could not be loaded, and loads it on request', async () => {
    server.use(
      http.get(`/v2/members/${MEMBER_ID}`, () => problemAnswer(500, 'The database does not answer.')),
    );
    const { user } = openApp('/my/profile');
    expect(await screen.findByText('We cannot show your profile at the moment.')).toBeVisible();
    answerGet(`/v2/members/${MEMBER_ID}`, member());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Maria Rivera')).toBeVisible();
  });

  it('is empty except for the email when no member is linked', async () => {
    signInAs(null);
    openApp('/my/profile');
    expect(await screen.findByText(/not connected with a member yet/)).toBeVisible();
  });
});

describe('How a member is notified of dues', () => {
  it('is chosen in a dialog, and does not affect receipts', async () => {
    answerUpdate(() => HttpResponse.json(member({ preferredWay: 'letter' })));
    const { user } = openApp('/my/profile');
    await user.click(await screen.findByRole('button', { name: 'Edit how we tell you what is due' }));
    expect(screen.getByText(/Receipts for your payments always go there/)).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Reminders and letters'), 'By letter');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your choice is saved.')).toBeVisible();
    expect(screen.getByText('By letter')).toBeVisible();
    expect(sent).toEqual([{ _id: MEMBER_ID, version: 3, preferredWay: 'letter' }]);
  });

  it('resumes reminders that were stopped', async () => {
    const unsubscribedDt = '2026-11-01T12:00:00.000Z';
    answerGet(`/v2/members/${MEMBER_ID}`, member({ unsubscribedDt }));
    answerUpdate();
    const { user } = openApp('/my/profile');
    await user.click(await screen.findByRole('button', { name: 'Send them again reminders by email' }));
    expect(await screen.findByText('You get reminders again.')).toBeVisible();
    expect(screen.getByText('You get them when dues are open.')).toBeVisible();
    expect(sent).toEqual([{ _id: MEMBER_ID, version: 3, getsReminders: true }]);
  });
});

describe('Sign out on every device', () => {
  const open = async () => {
    const app = openApp('/my/profile');
    await app.user.click(await screen.findByRole('button', { name: 'Sign out on every device' }));
    return app;
  };
  const everywhere = () => screen.getByRole('button', { name: 'Sign out everywhere' });

  it('asks first, notifies the server without a user token, and says so on the sign-in page', async () => {
    let told: string | null = 'nothing';
    server.use(
      http.post('/logout', ({ request }) => {
        told = request.headers.get('authorization-token');
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user, router } = await open();
    expect(screen.getByRole('alertdialog')).toHaveTextContent('on every other phone, tablet and computer');
    await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
    expect(told).toBe('nothing');
    await user.click(screen.getByRole('button', { name: 'Sign out on every device' }));
    await user.click(everywhere());
    expect(await screen.findByText(/You are signed out on every device/)).toBeVisible();
    expect(told).toBeNull();
    expect(router.state.location.pathname).toBe('/sign-in');
    expect(session.current()).toBeNull();
  });

  it('stays signed in when the request did not reach the server', async () => {
    server.use(http.post('/logout', () => HttpResponse.error()));
    const { user } = await open();
    await user.click(everywhere());
    expect(await screen.findByRole('alert')).toHaveTextContent('may still be signed in on other devices');
    expect(session.current()).not.toBeNull();
  });
});

describe('Change password', () => {
  const button = (name: string) => screen.findByRole('button', { name });
  async function fill(oldPassword: string) {
    const app = openApp('/my/profile');
    await app.user.click(await button('Change password'));
    await app.user.type(screen.getByLabelText('Old password'), oldPassword);
    await app.user.type(screen.getByLabelText('New password'), 'Better5678');
    await app.user.type(screen.getByLabelText('Confirm password'), 'Better5678');
    await app.user.click(await button('Change my password'));
    return app;
  }

  it('sends the old and the new one, stores the new tokens, and confirms the change', async () => {
    let sent: unknown;
    server.use(
      http.post('/v2/identity/password', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ ...tokens(), user_token: 'the-next-one' });
      }),
    );
    await fill('Demo1234');
    expect(
      await screen.findByText('Your password is changed. Your other devices are signed out.'),
    ).toBeVisible();
    expect(sent).toEqual({ oldPassword: 'Demo1234', password: 'Better5678' });
    expect(session.userToken()).toBe('the-next-one');
    expect(session.current()).not.toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says beside the old one that it is wrong, and keeps what was typed', async () => {
    const message = 'This is not your old password';
    server.use(
      http.post('/v2/identity/password', () =>
        problemAnswer(422, message, { errors: [{ path: 'oldPassword', message }] }),
      ),
    );
    await fill('Wrong1234');
    expect(await screen.findByRole('alert')).toHaveTextContent('Your password is not changed');
    expect(screen.getByLabelText('Old password')).toHaveAccessibleDescription(message);
    expect(screen.getByLabelText('Old password')).toHaveValue('Wrong1234');
    expect(screen.getByLabelText('New password')).toHaveValue('Better5678');
  });

  it('asks for the old one when it is sent empty', async () => {
    const { user } = openApp('/my/profile');
    await user.click(await button('Change password'));
    await user.click(await button('Change my password'));
    expect(await screen.findByText('Enter your old password')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Old password')).toHaveFocus());
  });
});

describe('Update Address', () => {
  const open = async () => {
    const app = openApp('/my/profile');
    await app.user.click(await screen.findByRole('button', { name: 'Edit address' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Update Address' })) };
  };

  it('saves what was typed', async () => {
    answerUpdate(() =>
      HttpResponse.json(
        member({
          address: {
            streetAddress: '7 Oak Road',
            cityNm: 'Bowie',
            stateCd: 'MD',
            postalCd: '20715',
            modifiedDt: '2026-11-21T00:00:00.000Z',
          },
        }),
      ),
    );
    const { user, dialog } = await open();
    await user.clear(dialog.getByLabelText('Street name and number'));
    await user.type(dialog.getByLabelText('Street name and number'), '7 Oak Road');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your address is saved.')).toBeVisible();
    expect(screen.getByText(/7 Oak Road/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent).toEqual([
      {
        _id: MEMBER_ID,
        version: 3,
        address: { streetAddress: '7 Oak Road', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' },
      },
    ]);
  });

  it('says what is missing of each field', async () => {
    const { user, dialog } = await open();
    for (const label of ['Street name and number', 'City', 'State', 'Zip code'])
      await user.clear(dialog.getByLabelText(label));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    for (const text of [
      'Street Name and Number is required',
      'City name is required',
      'State is required',
      'Zip Code is required',
    ])
      expect(await dialog.findByText(text)).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('refuses a card number beside its field', async () => {
    const { user, dialog } = await open();
    await user.clear(dialog.getByLabelText('Street name and number'));
    await user.type(dialog.getByLabelText('Street name and number'), '7 Oak Road 4242-4242-4242-4242');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(CARD_NUMBER)).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('says that it was not saved, and keeps what was typed, also over a reload', async () => {
    answerUpdate(() => problemAnswer(422, 'Not so.'));
    const { user, dialog } = await open();
    await user.type(dialog.getByLabelText('City'), ' Park');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(
      await dialog.findByText('Cannot update your address. Please verify your information and try again.'),
    ).toBeVisible();
    expect(dialog.getByLabelText('City')).toHaveValue('Laurel Park');
    expect(JSON.stringify({ ...sessionStorage })).toContain('Laurel Park');
  });

  it('says when to try again after too many attempts', async () => {
    answerUpdate(() => problemAnswer(429, 'Slow', {}, { 'Retry-After': '40' }));
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('please wait 40 seconds');
  });

  it('shows a server error beside its field', async () => {
    answerUpdate(() =>
      problemAnswer(422, 'Some fields are not right.', {
        errors: [{ path: 'address.postalCd', message: 'Zip Code is required' }],
      }),
    );
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Zip Code is required')).toBeVisible();
  });

  it('discards what was typed when cancelled', async () => {
    const { user, dialog } = await open();
    await user.type(dialog.getByLabelText('City'), ' Park');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Edit address' }));
    expect(await screen.findByLabelText('City')).toHaveValue('Laurel');
  });
});

describe('Update Phone', () => {
  const open = async () => {
    const app = openApp('/my/profile');
    await app.user.click(await screen.findByRole('button', { name: 'Edit phone' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Update Phone' })) };
  };

  it('formats while typing and saves the digits, further numbers kept', async () => {
    answerGet(
      `/v2/members/${MEMBER_ID}`,
      member({ phones: [{ phoneNbr: '3015550142' }, { phoneNbr: '2405550111' }] }),
    );
    answerUpdate();
    const { user, dialog } = await open();
    await user.clear(dialog.getByLabelText('Phone number'));
    await user.type(dialog.getByLabelText('Phone number'), '202x555y0177');
    expect(dialog.getByLabelText('Phone number')).toHaveValue('(202) 555-0177');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your phone number is saved.')).toBeVisible();
    expect(sent).toEqual([
      { _id: MEMBER_ID, version: 3, phones: [{ phoneNbr: '2025550177' }, { phoneNbr: '2405550111' }] },
    ]);
  });

  it('takes a number that is pasted with its country code', async () => {
    const { user, dialog } = await open();
    await user.clear(dialog.getByLabelText('Phone number'));
    await user.click(dialog.getByLabelText('Phone number'));
    await user.paste('+1 (301) 555-0142');
    expect(dialog.getByLabelText('Phone number')).toHaveValue('(301) 555-0142');
  });

  it('says that a number is not valid', async () => {
    const { user, dialog } = await open();
    await user.clear(dialog.getByLabelText('Phone number'));
    await user.type(dialog.getByLabelText('Phone number'), '202');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Invalid Phone Number')).toBeVisible();
    expect(dialog.getByText('Type ten digits, for example (301) 555-0142.')).toBeVisible();
  });

  it.each([
    [() => problemAnswer(403, 'Not yours.'), 'Your phone number is not saved'],
    [() => HttpResponse.error(), 'No response was received from the server.'],
  ])('says that it was not saved', async (answer, said) => {
    answerUpdate(answer);
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(said)).toBeVisible();
    expect(dialog.getByText(/What you typed is still here/)).toBeVisible();
  });
});

describe('Payment Cards', () => {
  const section = () => screen.findByRole('region', { name: 'Payment Cards' });

  it('lists the cards and marks an expired one', async () => {
    openApp('/my/profile');
    expect(await screen.findByText('Expired 02/24')).toBeVisible();
    expect(await section()).toHaveTextContent('expires 04/31');
  });

  it('says that there are none, until one is being added', async () => {
    answerGet(CARDS, []);
    const { user } = openApp('/my/profile');
    expect(await screen.findByText('No Cards on File')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add a card' }));
    expect(screen.queryByText('No Cards on File')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('No Cards on File')).toBeVisible();
  });

  it('says that the cards cannot be shown', async () => {
    server.use(http.get(CARDS, () => problemAnswer(503, 'The card company does not answer.')));
    openApp('/my/profile');
    expect(await screen.findByText('We cannot show your saved cards at the moment.')).toBeVisible();
  });

  it('asks by name before removing, and removes', async () => {
    let removed = '';
    server.use(
      http.delete(`${CARDS}/:cardId`, ({ params }) => {
        removed = String(params['cardId']);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = openApp('/my/profile');
    await user.click(await screen.findByRole('button', { name: 'Remove Visa ending 4242' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Visa ending 4242?' }));
    await user.click(dialog.getByRole('button', { name: 'Keep card' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove Visa ending 4242' }));
    await user.click(await screen.findByRole('button', { name: 'Remove card' }));
    await waitFor(() => expect(screen.getByText('Visa ending 4242 was removed.')).toHaveFocus());
    expect(removed).toBe('card_1');
    expect(screen.queryByRole('button', { name: 'Remove Visa ending 4242' })).toBeNull();
  });

  it('says that a card is still saved when removing failed', async () => {
    server.use(
      http.delete(`${CARDS}/:cardId`, () => problemAnswer(503, 'The card company does not answer.')),
    );
    const { user } = openApp('/my/profile');
    await user.click(await screen.findByRole('button', { name: 'Remove Visa ending 4242' }));
    await user.click(await screen.findByRole('button', { name: 'Remove card' }));
    expect(await screen.findByText('Visa ending 4242 is still kept')).toBeVisible();
  });

  const fillCard = async (user: ReturnType<typeof openApp>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Add a card' }));
    for (const field of ['cardNumber', 'cardExpiry', 'cardCvc'])
      await user.type(await screen.findByLabelText(field), 'x');
    await waitFor(() => expect(screen.getByLabelText(/Cardholder name/)).toHaveValue('Maria Rivera'));
    expect(screen.getByLabelText(/Billing postal code/)).toHaveValue('20707');
    await user.click(screen.getByRole('button', { name: 'Save card' }));
  };
  const answerSetup = () =>
    server.use(http.post(`${CARDS}/setup`, () => HttpResponse.json({ client_secret: 'seti_1_secret_x' })));

  it('adds one through the hosted fields', async () => {
    answerSetup();
    server.use(
      http.post(CARDS, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(savedCard({ id: 'card_3', last4: '4444', cardType: 'Mastercard' }));
      }),
    );
    const { user } = openApp('/my/profile');
    await fillCard(user);
    expect(await screen.findByText('Mastercard ending 4444 is saved.')).toBeVisible();
    expect(fakeStripe.confirmCardSetup).toHaveBeenCalledWith('seti_1_secret_x', { payment_method: 'pm_new' });
    expect(sent).toEqual([{ setup_token: 'seti_1' }]);
  });

  it('says why the bank refused it, and that nothing was charged', async () => {
    answerSetup();
    fakeStripe.confirmCardSetup.mockResolvedValue({ error: { message: 'Your card was declined.' } });
    const { user } = openApp('/my/profile');
    await fillCard(user);
    expect(await screen.findByText('The card was not saved')).toBeVisible();
    expect(screen.getByText(/Your card was declined\. Nothing was charged/)).toBeVisible();
    expect(screen.getByLabelText(/Cardholder name/)).toHaveValue('Maria Rivera');
  });

  it('continues with the same setup when our answer was lost', async () => {
    answerSetup();
    let tries = 0;
    server.use(
      http.post(CARDS, () => {
        tries += 1;
        return tries === 1 ? HttpResponse.error() : HttpResponse.json(savedCard());
      }),
    );
    const { user } = openApp('/my/profile');
    await fillCard(user);
    expect(await screen.findByText('The card was not saved')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    expect(await screen.findByText('Visa ending 4242 is saved.')).toBeVisible();
    expect(fakeStripe.confirmCardSetup).toHaveBeenCalledTimes(1);
  });

  it('says when to try again after too many declined cards, and keeps what was typed', async () => {
    const detail = 'Too many cards were declined. Please try again in 12 minutes. Nothing was charged.';
    server.use(http.post(`${CARDS}/setup`, () => problemAnswer(429, detail, { code: 'too_many_declines' })));
    const { user } = openApp('/my/profile');
    await fillCard(user);
    expect(await screen.findByText(`${detail} What you typed is still here.`)).toBeVisible();
    expect(screen.getByLabelText(/Cardholder name/)).toHaveValue('Maria Rivera');
  });

  it('starts over when the bank refused the card at the last step', async () => {
    answerSetup();
    let tries = 0;
    server.use(
      http.post(CARDS, () => {
        tries += 1;
        return tries === 1
          ? problemAnswer(402, 'Your card was declined.', { code: 'card_declined' })
          : HttpResponse.json(savedCard());
      }),
    );
    const { user } = openApp('/my/profile');
    await fillCard(user);
    expect(await screen.findByText(/Your card was declined\. Nothing was charged/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    expect(await screen.findByText('Visa ending 4242 is saved.')).toBeVisible();
    expect(fakeStripe.confirmCardSetup).toHaveBeenCalledTimes(2);
  });
});

describe('an update of a member who was changed meanwhile', () => {
  const meanwhile = (more: object) =>
    HttpResponse.json(
      {
        status: 409,
        title: 'Conflict',
        code: 'changed_meanwhile',
        detail: 'This was changed meanwhile.',
        current: member({ version: 4, ...more }),
        changed: { by: 'Ruth Adeyemi', at: '2026-04-11T18:22:00.000Z', fields: ['phones'] },
      },
      { status: 409, headers: { 'Content-Type': 'application/problem+json' } },
    );
  const theirs = { phones: [{ phoneNbr: '2405550199' }] };
  const answers = (...list: Response[]) => answerUpdate(() => list.shift() ?? HttpResponse.json(member()));
  const typePhone = async () => {
    const { user } = openApp('/my/profile');
    await user.click(await screen.findByRole('button', { name: 'Edit phone' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Update Phone' }));
    await user.clear(dialog.getByLabelText('Phone number'));
    await user.type(dialog.getByLabelText('Phone number'), '3015550177');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    return { user, dialog };
  };

  it('shows both values, who changed it and when, and keeps what was typed on request', async () => {
    answers(meanwhile(theirs), HttpResponse.json(member({ phones: [{ phoneNbr: '3015550177' }] })));
    const { user, dialog } = await typePhone();
    const note = await dialog.findByRole('alert');
    await waitFor(() => expect(note).toHaveFocus());
    expect(note).toHaveTextContent(
      /Ruth Adeyemi changed the same fields on April 11, 2026.*Stored now: \(240\) 555-0199/,
    );
    expect(dialog.getByLabelText('Phone number')).toHaveValue('(301) 555-0177');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your phone number is saved.')).toBeVisible();
    expect(sent).toMatchObject([{ version: 3 }, { version: 4, phones: [{ phoneNbr: '3015550177' }] }]);
  });

  it('keeps what is stored on request', async () => {
    answers(meanwhile(theirs));
    const { user, dialog } = await typePhone();
    await user.click(await dialog.findByRole('button', { name: 'Take what is stored as Phone number' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await screen.findByRole('link', { name: '(240) 555-0199' })).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('555-0177');
  });

  it('is also noticed by an older draft', async () => {
    answers(meanwhile(theirs));
    const { user } = openApp('/my/profile');
    await user.click(await screen.findByRole('button', { name: 'Edit phone' }));
    await user.type(screen.getByLabelText('Phone number'), '{Backspace}7');
    cleanup();
    resetQueryClient();
    answerGet(`/v2/members/${MEMBER_ID}`, member({ version: 4, ...theirs }));
    openApp('/my/profile');
    const dialog = within(await screen.findByRole('dialog', { name: 'Update Phone' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Stored now: (240) 555-0199')).toBeVisible();
    expect(sent).toMatchObject([{ version: 3 }]);
  });

  it('succeeds automatically if another part of the member was changed', async () => {
    answers(meanwhile({ address: { ...member().address, cityNm: 'Bowie' } }));
    await typePhone();
    expect(await screen.findByText('Your phone number is saved.')).toBeVisible();
    expect(sent).toMatchObject([{ version: 3 }, { version: 4 }]);
  });
});

describe('Delete your sign-in', () => {
  const openDialog = async () => {
    const app = openApp('/my/profile');
    await app.user.click(await screen.findByRole('button', { name: 'Delete my sign-in' }));
    return { ...app, dialog: within(await screen.findByRole('dialog')) };
  };

  it('asks for the password, and says beside it that it is wrong', async () => {
    const message = 'This is not your password';
    server.use(
      http.post('/v2/identity/account/delete', () =>
        problemAnswer(422, message, { errors: [{ path: 'password', message }] }),
      ),
    );
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Delete my sign-in' }));
    expect(await dialog.findByText('Enter your password')).toBeVisible();
    await user.type(dialog.getByLabelText('Your password'), 'Wrong1234');
    await user.click(dialog.getByRole('button', { name: 'Delete my sign-in' }));
    expect(await dialog.findByLabelText('Your password')).toBeInvalid();
    expect(session.current()).not.toBeNull();
  });

  it('signs out, and says that it is deleted', async () => {
    server.use(http.post('/v2/identity/account/delete', () => new HttpResponse(null, { status: 204 })));
    const { user, dialog, router } = await openDialog();
    await user.type(dialog.getByLabelText('Your password'), 'Demo1234');
    await user.click(dialog.getByRole('button', { name: 'Delete my sign-in' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/sign-in'));
    expect(await screen.findByText('Your sign-in is deleted.')).toBeVisible();
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('@');
  });
});

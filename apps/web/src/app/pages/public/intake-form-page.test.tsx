import { cleanup, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const PATH = '/v2/intake-requests';

async function fill(user: ReturnType<typeof openApp>['user']) {
  await user.type(await screen.findByLabelText('First Name'), 'Hanna');
  await user.type(screen.getByLabelText('Last Name'), 'Tesfaye');
  await user.type(screen.getByLabelText('Birth Date'), '03151962');
  await user.type(screen.getByLabelText('Phone Number'), '2405550142');
  const organization = screen.queryByLabelText('Church or Organization');
  if (organization) await user.type(organization, 'Grace Chapel, Laurel');
}
const submit = (user: ReturnType<typeof openApp>['user']) =>
  user.click(screen.getByRole('button', { name: 'Submit Request' }));

describe('intake form', () => {
  it('inserts the slashes, sends a valid request and says thank you', async () => {
    let body: unknown;
    server.use(
      http.post(PATH, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({ status: 'received' }, { status: 201 });
      }),
    );
    const { user } = openApp('/intake-form');
    await fill(user);
    expect(screen.getByLabelText('Birth Date')).toHaveValue('03/15/1962');
    await submit(user);
    expect(await screen.findByRole('heading', { name: 'Thank you for your request' })).toBeVisible();
    expect(body).toEqual({
      firstNm: 'Hanna',
      lastNm: 'Tesfaye',
      middleInit: '',
      birthDt: '03/15/1962',
      phone: '(240) 555-0142',
      email: '',
      organizationNumber: '',
      organizationName: 'Grace Chapel, Laurel',
    });
    expect(
      screen.getByText(/is with our office, which passes it on to Grace Chapel, Laurel\.$/),
    ).toBeVisible();
    expect(screen.getByText(/^You will get the answer by phone at \(240\) 555-0142\./)).toBeVisible();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is for the organization whose link or QR code was followed, by name', async () => {
    let body: unknown;
    answerGet('/v2/intake-requests/organization/1001', {
      organizationNumber: '1001',
      organizationName: 'Grace Community Church',
    });
    server.use(
      http.post(PATH, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({ status: 'received' }, { status: 201 });
      }),
    );
    const { user } = openApp('/intake-form?organization=1001');
    expect(await screen.findByText(/^Ask to become a member of Grace Community Church\./)).toBeVisible();
    expect(screen.queryByLabelText('Church or Organization')).toBeNull();
    await fill(user);
    await user.clear(screen.getByLabelText('Phone Number'));
    await user.type(screen.getByLabelText('Email'), 'hanna@tesfaye.test');
    await submit(user);
    expect(
      await screen.findByText('The request for Hanna is with the office of Grace Community Church.'),
    ).toBeVisible();
    expect(screen.getByText(/^You will get the answer by email at hanna@tesfaye\.test\./)).toBeVisible();
    expect(body).toMatchObject({ organizationNumber: '1001', phone: '', email: 'hanna@tesfaye.test' });
  });

  it('asks for the organization if the address names no known one, and keeps what was typed', async () => {
    answerGet('/v2/intake-requests/organization/1001', {
      organizationNumber: '1001',
      organizationName: 'Grace Community Church',
    });
    server.use(http.get('/v2/intake-requests/organization/old', () => problemAnswer(404, 'There is none.')));
    const { user } = openApp('/intake-form?organization=1001');
    await user.type(await screen.findByLabelText('First Name'), 'Hanna');
    await user.click(screen.getByRole('link', { name: 'Another church or organization' }));
    expect(await screen.findByLabelText('Church or Organization')).toBeVisible();
    expect(screen.getByLabelText('First Name')).toHaveValue('Hanna');
    cleanup();
    openApp('/intake-form?organization=old');
    expect(await screen.findByLabelText('Church or Organization')).toBeVisible();
    expect(screen.getByLabelText('First Name')).toHaveValue('Hanna');
  });

  it.each<[string, () => Response]>([
    ['too many have looked', () => problemAnswer(429, 'Too many.', {}, { 'Retry-After': '1500' })],
    ['the server cannot answer', () => problemAnswer(503, 'Not now.')],
    ['the line is lost', () => HttpResponse.error()],
  ])('keeps the organization of the link when %s', async (_why, answer) => {
    let body: unknown;
    server.use(
      http.get('/v2/intake-requests/organization/1001', answer),
      http.post(PATH, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({ status: 'received' }, { status: 201 });
      }),
    );
    const { user } = openApp('/intake-form?organization=1001');
    expect(await screen.findByText(/^Ask to become a member\./)).toBeVisible();
    expect(screen.queryByLabelText('Church or Organization')).toBeNull();
    expect(screen.getByText(/^For the church or organization whose link you followed\./)).toBeVisible();
    await fill(user);
    await submit(user);
    expect(
      await screen.findByText(
        'The request for Hanna is with the office of the church or organization whose link you followed.',
      ),
    ).toBeVisible();
    expect(body).toMatchObject({ organizationNumber: '1001', organizationName: '' });
  });

  it('shows the server error for the number of a link, and how to continue', async () => {
    server.use(
      http.get('/v2/intake-requests/organization/old', () => HttpResponse.error()),
      http.post(PATH, () =>
        problemAnswer(422, 'Not right.', {
          errors: [{ path: 'organizationNumber', message: 'Invalid Church or Organization' }],
        }),
      ),
    );
    const { user } = openApp('/intake-form?organization=old');
    await fill(user);
    await submit(user);
    expect(await screen.findByText('Invalid Church or Organization')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Another church or organization' }));
    expect(await screen.findByLabelText('Church or Organization')).toBeVisible();
    expect(screen.getByLabelText('First Name')).toHaveValue('Hanna');
  });

  it('does not send an organization typed before, and keeps it', async () => {
    answerGet('/v2/intake-requests/organization/1001', {
      organizationNumber: '1001',
      organizationName: 'Grace Community Church',
    });
    let body: unknown;
    server.use(
      http.post(PATH, async ({ request }) => {
        body = await request.json();
        return problemAnswer(503, 'Not now.');
      }),
    );
    const { user } = openApp('/intake-form');
    await user.type(await screen.findByLabelText('Church or Organization'), 'G');
    cleanup();
    const again = openApp('/intake-form?organization=1001');
    await screen.findByText(/^Ask to become a member of Grace Community Church\./);
    await fill(again.user);
    await submit(again.user);
    expect(await screen.findByText('Not now.')).toBeVisible();
    expect(body).toMatchObject({ organizationNumber: '1001', organizationName: '' });
    await again.user.click(screen.getByRole('link', { name: 'Another church or organization' }));
    expect(await screen.findByLabelText('Church or Organization')).toHaveValue('G');
  });

  it('requires one way to reach the person', async () => {
    const { user } = openApp('/intake-form');
    await fill(user);
    await user.clear(screen.getByLabelText('Phone Number'));
    await submit(user);
    expect(await screen.findByText('Give a phone number or an email address')).toBeVisible();
    expect(screen.getByLabelText('Phone Number')).toHaveAccessibleDescription(/^Give a phone number/);
  });

  it('says what is not valid', async () => {
    const { user } = openApp('/intake-form');
    await user.type(await screen.findByLabelText('First Name'), 'H');
    await user.type(screen.getByLabelText('Middle Initial'), '1');
    await user.type(screen.getByLabelText('Birth Date'), '02301962');
    await submit(user);
    for (const message of [
      'Invalid First Name',
      'Invalid Last Name',
      'Invalid Middle Initial',
      'Invalid Birth Date',
      'Invalid Church or Organization',
    ])
      expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Middle Initial')).toHaveAccessibleDescription(
      /One letter, or leave it empty/,
    );
  });

  it('keeps what was typed over a failure and a reload', async () => {
    server.use(http.post(PATH, () => HttpResponse.error()));
    const { user } = openApp('/intake-form');
    await fill(user);
    await submit(user);
    expect(await screen.findByText('No response was received from the server.')).toBeVisible();
    expect(screen.getByLabelText('First Name')).toHaveValue('Hanna');
    expect(JSON.stringify({ ...sessionStorage })).toContain('Hanna');
  });

  it('repeats with the same key when the answer was lost, and uses a new one the next time', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post(PATH, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return keys.length < 3
          ? HttpResponse.error()
          : HttpResponse.json({ status: 'received' }, { status: 201 });
      }),
    );
    const { user } = openApp('/intake-form');
    await fill(user);
    await submit(user);
    expect(await screen.findByText(/it counts only once/)).toBeVisible();
    await submit(user);
    await waitFor(() => expect(keys).toHaveLength(2));
    cleanup();
    const again = openApp('/intake-form');
    expect(await screen.findByLabelText('First Name')).toHaveValue('Hanna');
    await submit(again.user);
    expect(await screen.findByRole('heading', { name: 'Thank you for your request' })).toBeVisible();
    cleanup();
    const next = openApp('/intake-form');
    await fill(next.user);
    await submit(next.user);
    await waitFor(() => expect(keys).toHaveLength(4));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('removes the note of the last attempt when something is invalid now', async () => {
    server.use(http.post(PATH, () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })));
    const { user } = openApp('/intake-form');
    await fill(user);
    await submit(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^The server cannot answer at the moment\.Please send your request again; it counts only once\. What you typed is still here\.$/,
    );
    await user.clear(screen.getByLabelText('Last Name'));
    await submit(user);
    expect(await screen.findByText('Invalid Last Name')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says when to try again after too many requests', async () => {
    server.use(http.post(PATH, () => problemAnswer(429, 'Too many.', {}, { 'Retry-After': '1500' })));
    const { user } = openApp('/intake-form');
    await fill(user);
    await submit(user);
    expect(await screen.findByText('There were too many requests')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Please wait 25 minutes and send it again');
  });

  it('shows server errors beside their fields', async () => {
    server.use(
      http.post(PATH, () =>
        problemAnswer(422, 'Not right.', { errors: [{ path: 'birthDt', message: 'Invalid Birth Date' }] }),
      ),
    );
    const { user } = openApp('/intake-form');
    await fill(user);
    await submit(user);
    expect(await screen.findByText('Invalid Birth Date')).toBeVisible();
  });
});

describe('pages for everybody', () => {
  it.each([
    ['/public', 'About Kinfold'],
    ['/terms', 'Terms'],
    ['/privacy-notice', 'Privacy Notice'],
    ['/wip', 'test WIP'],
  ])('%s is there', async (address, heading) => {
    openApp(address);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
  });

  it('says what is kept of requests to join, cards and browsers, and what mails warn about', async () => {
    openApp('/privacy-notice');
    expect(await screen.findByText(/a phone number or an email address for the answer/)).toBeVisible();
    expect(screen.getByText(/the network address that it came from, scrambled/)).toBeVisible();
    expect(screen.getByText(/which browsers have signed in to it/)).toBeVisible();
    expect(screen.getByText(/too many cards were declined under your account/)).toBeVisible();
  });

  it('says the minimum age, the law, and what is not kept', async () => {
    openApp('/terms');
    expect(await screen.findByText(/18 or older/)).toBeVisible();
    expect(screen.getByText(/State of Maryland/)).toBeVisible();
  });
});

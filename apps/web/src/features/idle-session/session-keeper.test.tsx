import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LAST_ACTIVE_KEY, session } from '../../lib/session.ts';
import { readSignedOut } from '../../lib/signed-out.ts';
import { tokens } from '../../test/factories.ts';
import { openApp, pass, signInAs, stopTime } from '../../test/render.tsx';
import { problemAnswer, server } from '../../test/server.ts';

const dialog = () => screen.queryByRole('dialog', { name: 'Are you still here?' });
const moveMouse = () => act(() => void window.dispatchEvent(new Event('pointermove')));

/** Responds to refreshes with fresh tokens and counts them. */
function answerRefresh(answer?: () => Response) {
  const sent: unknown[] = [];
  server.use(
    http.post('/token/refresh', async ({ request }) => {
      sent.push(await request.json());
      const { user_token, access_token, expires_in } = tokens();
      return answer?.() ?? HttpResponse.json({ token: user_token, access_token, expires_in });
    }),
  );
  return sent;
}

async function open(path = '/wip') {
  signInAs();
  const app = openApp(path);
  await screen.findByRole('heading', { name: 'test WIP' });
  await waitFor(() => expect(localStorage.getItem(LAST_ACTIVE_KEY)).not.toBeNull());
  moveMouse();
  return app;
}

beforeEach(stopTime);

describe('an idle user', () => {
  beforeEach(() => void answerRefresh());

  it('is asked after 900 s and can stay signed in', async () => {
    const { user } = await open();
    await pass(895);
    expect(dialog()).toBeNull();
    await pass(7);
    expect(dialog()).toHaveTextContent(/signed out in 5\d seconds/);
    await pass(20);
    expect(dialog()).toHaveTextContent(/signed out in 3\d seconds/);
    moveMouse();
    await pass(1);
    expect(dialog()).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Keep me Signed In' }));
    expect(dialog()).toBeNull();
    await pass(60);
    expect(dialog()).toBeNull();
    expect(session.current()).not.toBeNull();
  });

  it('is signed out after another 60 s: the server is notified, nothing of the sign-in is kept, and the reason is shown', async () => {
    let isTold = false;
    server.use(
      http.post('/logout', () => {
        isTold = true;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { router } = await open();
    await pass(962);
    await waitFor(() => expect(session.current()).toBeNull());
    await waitFor(() => expect(isTold).toBe(true));
    expect(localStorage).toHaveLength(0);
    await act(() => router.navigate('/sign-in'));
    expect(await screen.findByText(/signed out because nothing happened for 15 minutes/)).toBeVisible();
  });

  it('is not idle during activity, here or in another tab', async () => {
    await open();
    await pass(890);
    moveMouse();
    await pass(890);
    localStorage.setItem(LAST_ACTIVE_KEY, String(Date.now()));
    await pass(890);
    expect(dialog()).toBeNull();
  });

  it('is no longer asked when the user chose to stay in another tab', async () => {
    await open();
    await pass(910);
    expect(dialog()).not.toBeNull();
    localStorage.setItem(LAST_ACTIVE_KEY, String(Date.now()));
    await pass(2);
    expect(dialog()).toBeNull();
  });

  it('is signed out at once after the computer slept for longer', async () => {
    await open();
    vi.setSystemTime(Date.now() + 3_600_000);
    moveMouse();
    await pass(2);
    await waitFor(() => expect(session.current()).toBeNull());
  });

  it('is signed out by opening a page long after all of them were closed, and sees why', async () => {
    localStorage.setItem(LAST_ACTIVE_KEY, String(Date.now() - 36_000_000));
    signInAs();
    openApp('/wip');
    await waitFor(() => expect(session.current()).toBeNull());
    expect(readSignedOut()).toEqual({ why: 'away', email: 'member@demo.test' });
  });

  it('is asked when a page is opened after 900 s', async () => {
    localStorage.setItem(LAST_ACTIVE_KEY, String(Date.now() - 910_000));
    await open();
    await waitFor(() => expect(dialog()).not.toBeNull());
    expect(session.current()).not.toBeNull();
  });

  it('can log out from the dialog', async () => {
    const { user } = await open();
    await pass(905);
    // The hidden account menu has a Logout too.
    const question = within(screen.getByRole('dialog'));
    await user.click(question.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(session.current()).toBeNull());
  });
});

describe('the tokens', () => {
  it('are refreshed every 600 s, each time with the newest', async () => {
    const sent = answerRefresh();
    await open();
    const first = session.userToken();
    await pass(590);
    expect(sent).toHaveLength(0);
    await pass(15);
    await waitFor(() => expect(sent).toEqual([{ userToken: first }]));
    await waitFor(() => expect(session.userToken()).not.toBe(first));
    const second = session.userToken();
    moveMouse();
    await pass(605);
    await waitFor(() => expect(sent).toEqual([{ userToken: first }, { userToken: second }]));
    expect(session.current()?.firstNm).toBe('Maria');
  });

  it('are not refreshed when another tab has just done so', async () => {
    const sent = answerRefresh();
    await open();
    await pass(590);
    const { access_token, user_token } = tokens();
    localStorage.setItem('userToken', user_token);
    localStorage.setItem('accessToken', access_token);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' })));
    moveMouse();
    await pass(300);
    expect(sent).toHaveLength(0);
  });

  it('end the session when they were used by another person', async () => {
    answerRefresh(() => problemAnswer(401, 'Your session has ended. Please sign in again.'));
    await open();
    await pass(605);
    await waitFor(() => expect(session.current()).toBeNull());
  });

  it('do not sign in a user again who logged out meanwhile', async () => {
    server.use(
      http.post('/token/refresh', () => {
        session.signOut();
        const { user_token, access_token, expires_in } = tokens();
        return HttpResponse.json({ token: user_token, access_token, expires_in });
      }),
    );
    await open();
    await pass(605);
    await waitFor(() => expect(session.current()).toBeNull());
    await pass(5);
    expect(localStorage).toHaveLength(0);
  });

  it('are refreshed only for the next sign-in, although the last answer for the previous one came after its end', async () => {
    const sent = answerRefresh(() => {
      session.signOut();
      return HttpResponse.error();
    });
    await open();
    await pass(601);
    await waitFor(() => expect(session.current()).toBeNull());
    await pass(300);
    act(() => signInAs());
    moveMouse();
    await pass(310);
    expect(sent).toHaveLength(1);
  });

  it('are refreshed again soon when the answer was lost', async () => {
    let answers = 0;
    const sent = answerRefresh(() => {
      answers += 1;
      return answers === 1
        ? HttpResponse.error()
        : HttpResponse.json({ token: 'next', access_token: tokens().access_token, expires_in: 900 });
    });
    await open();
    await pass(601);
    await waitFor(() => expect(sent).toHaveLength(1));
    await pass(4);
    await waitFor(() => expect(session.userToken()).toBe('next'));
    expect(sent).toHaveLength(2);
  });

  it('are kept while the server is unavailable, and refreshed every minute until it is back', async () => {
    let isBack = false;
    const sent = answerRefresh(() =>
      isBack
        ? HttpResponse.json({ token: 'next', access_token: tokens().access_token, expires_in: 900 })
        : HttpResponse.error(),
    );
    await open();
    await pass(605);
    expect(session.current()).not.toBeNull();
    await pass(30);
    await waitFor(() => expect(sent).toHaveLength(4));
    isBack = true;
    moveMouse();
    await pass(61);
    await waitFor(() => expect(session.userToken()).toBe('next'));
  });
});

import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const TOKEN = 'abcdefghijklmnopqrstuvwxyz';
const STOP = `/v2/autopay-links/${TOKEN}`;
const link = (isStopped = false) => ({ campaignName: 'Grace Fund', isStopped });

describe('the link to stop autopay', () => {
  it('stops by a press and not when it is opened, once for two presses, and says what failed', async () => {
    answerGet(STOP, link());
    let stops = 0;
    server.use(
      http.post(`${STOP}/stop`, () => {
        stops += 1;
        return stops === 1
          ? problemAnswer(500, 'Something went wrong')
          : new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = openApp(`/stop-autopay/${TOKEN}`);
    const button = await screen.findByRole('button', { name: 'Stop it' });
    expect(stops).toBe(0);
    await user.click(button);
    expect(await screen.findByText(/^Please try again in a minute\./)).toBeVisible();
    await user.dblClick(button);
    expect(await screen.findByText('It has stopped')).toBeVisible();
    expect(stops).toBe(2);
  });

  it('says that it has stopped already', async () => {
    answerGet(STOP, link(true));
    openApp(`/stop-autopay/${TOKEN}`);
    expect(await screen.findByText('It has stopped')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Stop it' })).not.toBeInTheDocument();
  });
});

describe.each([
  ['stop-autopay', STOP, 'We cannot stop it at the moment.'],
  ['change-card', `${STOP}/card`, 'We cannot change the card at the moment.'],
])('the link /%s', (page, path, title) => {
  it('that is over says what to do instead', async () => {
    server.use(http.get(path, () => problemAnswer(404, 'There is nothing here.')));
    openApp(`/${page}/${TOKEN}`);
    expect(await screen.findByText('This link no longer works')).toBeVisible();
    expect(screen.getByRole('link', { name: 'once you are signed in' })).toHaveAttribute(
      'href',
      '/my/autopay',
    );
  });

  it('that cannot be read is tried again', async () => {
    let fails = true;
    server.use(
      http.get(path, () => (fails ? problemAnswer(500, 'Something went wrong') : HttpResponse.json(link()))),
    );
    const { user } = openApp(`/${page}/${TOKEN}`);
    expect(await screen.findByText(title)).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: /Try again/i }));
    expect(await screen.findByText(/Grace Fund/)).toBeVisible();
  });
});

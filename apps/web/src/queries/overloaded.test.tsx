import { OVERLOADED } from '@kinfold/domain/problem';
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { job } from '../test/factories.ts';
import { openApp, pass, signInAs, stopTime } from '../test/render.tsx';
import { server } from '../test/server.ts';

const refused = () =>
  HttpResponse.json(
    { status: 503, code: OVERLOADED, title: 'Unavailable', detail: 'Very many people are here.' },
    { status: 503, headers: { 'Retry-After': '3', 'Content-Type': 'application/problem+json' } },
  );

/** Refuses some reads of a job, then answers. */
function refuseFirst(times: number): { count: number } {
  const asked = { count: 0 };
  server.use(
    http.get(`/v2/jobs/${job()._id}`, () => {
      asked.count += 1;
      return asked.count <= times ? refused() : HttpResponse.json(job({ status: 'done', done: 4 }));
    }),
  );
  return asked;
}

it('a read refused by an overloaded server is retried after the given time, and not sooner', async () => {
  signInAs();
  stopTime();
  const asked = refuseFirst(2);
  openApp(`/jobs/${job()._id}`);
  await vi.waitFor(() => expect(asked.count).toBe(1));
  await pass(2);
  expect(asked.count).toBe(1);
  expect(screen.queryByRole('alert')).toBeNull();
  await pass(5);
  await pass(5);
  expect(await screen.findByText('4 done')).toBeVisible();
  expect(asked.count).toBe(3);
});

it('after three more attempts the screen says so, and offers another', async () => {
  signInAs();
  stopTime();
  const asked = refuseFirst(9);
  openApp(`/jobs/${job()._id}`);
  for (let times = 0; times < 5; times += 1) await pass(5);
  expect(await screen.findByRole('alert')).toHaveTextContent('Very many people are here.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  expect(asked.count).toBe(4);
});

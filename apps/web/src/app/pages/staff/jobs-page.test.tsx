import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { job, organizationRow, scope } from '../../../test/factories.ts';
import { openApp, pass, signInAs, stopTime } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const JOB = job();
const PATH = `/v2/jobs/${JOB._id}`;
const PAGE = `/jobs/${JOB._id}`;

beforeEach(() => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  answerGet('/v2/organizations', [
    organizationRow(),
    organizationRow({
      organizationNumber: '1002',
      organizationName: 'Grace Chapel',
      parentOrganization: '1001',
    }),
  ]);
  signInAs();
});

/** Answers calls of a path with some bodies in order, repeating the last; counts the calls. */
function answerInTurn(path: string, ...bodies: Record<string, unknown>[]): { count: number } {
  const asked = { count: 0 };
  server.use(
    http.get(path, () => {
      asked.count += 1;
      return HttpResponse.json(bodies[asked.count - 1] ?? bodies.at(-1));
    }),
  );
  return asked;
}
const page = (...jobs: object[]) => ({ jobs, next: null });

describe('the jobs', () => {
  it('show what each does, its progress, who started it and when, and link to it', async () => {
    answerGet('/v2/jobs', page(job({ total: 412, done: 120, failed: 3, status: 'failed' })));
    openApp('/jobs');
    const link = await screen.findByRole('link', { name: 'Copy a changed name' });
    expect(link).toHaveAttribute('href', PAGE);
    const row = screen.getByText(/120 of 412 done, 3 failed/).closest('li');
    expect(row).toHaveTextContent('ruth@grace.test, 04.11.2026 6:22 PM');
    expect(row).toHaveTextContent('Failed');
  });

  it('poll running jobs, and stop when none is running', async () => {
    stopTime();
    const asked = answerInTurn(
      '/v2/jobs',
      page(JOB),
      page(job({ done: 5 })),
      page(job({ done: 7, status: 'done' })),
    );
    openApp('/jobs');
    expect(await screen.findByText(/^3 done/)).toBeVisible();
    await pass(2.1);
    expect(await screen.findByText(/^5 done/)).toBeVisible();
    await pass(2.1);
    expect(await screen.findByText(/^7 done/)).toBeVisible();
    await pass(10);
    expect(asked.count).toBe(3);
  });

  it('load more by cursor, for the chosen organization', async () => {
    const asked: (string | null)[][] = [];
    server.use(
      http.get('/v2/jobs', ({ request }) => {
        const query = new URL(request.url).searchParams;
        const cursor = query.get('cursor') ?? '';
        asked.push([query.get('organization_number'), cursor]);
        const done = job({ status: 'done', ...(cursor && { _id: '4'.repeat(24) }) });
        return HttpResponse.json({ jobs: [done], next: cursor ? null : 'more' });
      }),
    );
    const { user } = openApp('/jobs');
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() =>
      expect(screen.getAllByRole('link', { name: 'Copy a changed name' })[1]).toHaveFocus(),
    );
    await user.selectOptions(screen.getByLabelText('Organization'), 'Grace Chapel');
    await waitFor(() => expect(asked.at(-1)).toEqual(['1002', '']));
    expect(asked.slice(0, 2)).toEqual([
      ['1001', ''],
      ['1001', 'more'],
    ]);
  });

  it('say that there are none, that they cannot be shown, and that the permission is missing', async () => {
    answerGet('/v2/jobs', page());
    const { router, user } = openApp('/jobs');
    expect(await screen.findByText('No jobs')).toBeVisible();
    server.use(http.get('/v2/jobs', () => problemAnswer(503, 'The database does not answer.')));
    await user.selectOptions(screen.getByLabelText('Organization'), 'Grace Chapel');
    expect(await screen.findByRole('alert')).toHaveTextContent('The database does not answer.');
    answerGet('/v2/jobs', page());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No jobs')).toBeVisible();
    server.use(http.get('/v2/jobs', () => problemAnswer(403, 'You are not authorized to view this page')));
    await act(() => router.navigate('/jobs?organization_number=2001'));
    expect(await screen.findByRole('alert')).toHaveTextContent('You are not authorized to view this page');
  });
});

describe('a job', () => {
  it('is followed while it runs, and shows at its end its outcome and duration', async () => {
    stopTime();
    const asked = answerInTurn(
      PATH,
      job({ status: 'waiting', startedDt: null, done: 0 }),
      job({ total: 10, done: 4 }),
      job({ total: 10, done: 10, status: 'done', endedDt: '2026-04-11T18:22:41.000Z' }),
    );
    openApp(PAGE);
    expect(await screen.findByText('Nothing is done yet')).toBeVisible();
    expect(screen.queryByText(/not started/i)).toBeNull();
    expect(screen.getByRole('status')).toHaveTextContent('Waiting');
    expect(screen.queryByRole('progressbar')).toBeNull();
    await pass(2.1);
    expect(await screen.findByText('4 of 10 done')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: '4 of 10 done' })).toHaveAttribute('value', '4');
    expect(screen.getByText('Takes so far')).toBeVisible();
    await pass(2.1);
    expect(await screen.findByText('10 places show the new name or phone number.')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Done');
    expect(screen.getByText('40 seconds')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    await pass(10);
    expect(asked.count).toBe(3);
  });

  it('says that a failed step is retried automatically', async () => {
    answerGet(PATH, job({ status: 'waiting', total: 412, done: 120, isRetrying: true }));
    openApp(PAGE);
    const status = await screen.findByText(
      'It did not work just now, and will be tried again automatically.',
    );
    expect(status.closest('[role=status]')).toHaveTextContent('Waiting');
    expect(screen.getByText('120 of 412 done')).toBeVisible();
  });

  it('that failed is retried, and followed from there', async () => {
    stopTime();
    answerInTurn(PATH, job({ status: 'failed' }), job({ status: 'done', done: 0 }));
    let keys: (string | null)[] = [];
    server.use(
      http.post(`${PATH}/retry`, ({ request }) => {
        keys = [...keys, request.headers.get('idempotency-key')];
        return HttpResponse.json(job({ status: 'waiting', done: 0 }));
      }),
    );
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.getByRole('status')).toHaveFocus());
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    await pass(2.1);
    expect(
      await screen.findByText('Every place showed the right name and phone number already.'),
    ).toBeVisible();
  });

  it('that failed links to a newer one that does the same', async () => {
    const other = job({ _id: '4'.repeat(24), status: 'done', done: 9 });
    answerGet(PATH, job({ status: 'failed' }));
    answerGet(`/v2/jobs/${other._id}`, other);
    server.use(http.post(`${PATH}/retry`, () => HttpResponse.json(other)));
    const { router, user } = openApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/jobs/${other._id}`));
    expect(await screen.findByText('9 done')).toBeVisible();
  });

  it('says why it was not retried', async () => {
    answerGet(PATH, job({ status: 'failed' }));
    server.use(
      http.post(`${PATH}/retry`, () => problemAnswer(409, 'This job is done.', { code: 'job_done' })),
    );
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This was not tried again: This job is done.');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled();
  });

  it('can be cancelled after a confirmation, and says that it ends soon', async () => {
    stopTime();
    answerInTurn(
      PATH,
      job({ total: 10, done: 4 }),
      job({
        total: 10,
        done: 5,
        status: 'failed',
        failure: { code: 'cancelled', detail: 'It was cancelled. What was done stays done.' },
      }),
    );
    let asked = 0;
    server.use(
      http.post(`${PATH}/cancel`, () => {
        asked += 1;
        return HttpResponse.json(job({ total: 10, done: 4, isCancelling: true }));
      }),
    );
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Cancel this job' }));
    const dialog = () => within(screen.getByRole('alertdialog'));
    await user.click(dialog().getByRole('button', { name: 'Let it go on' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(asked).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Cancel this job' }));
    await user.click(dialog().getByRole('button', { name: 'Cancel this job' }));
    expect(await screen.findByText(/^It is being cancelled/)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('status')).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Cancel this job' })).toBeNull();
    await pass(2.1);
    expect(await screen.findByText('It was cancelled. What was done stays done.')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Cancelled');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled();
  });

  it('that has ended before it could be cancelled says so, and shows its outcome', async () => {
    stopTime();
    answerInTurn(PATH, job({ total: 10, done: 4 }), job({ total: 10, done: 10, status: 'done' }));
    server.use(
      http.post(`${PATH}/cancel`, () => problemAnswer(409, 'This job has ended.', { code: 'job_ended' })),
    );
    const { user } = openApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Cancel this job' }));
    const dialog = within(screen.getByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Cancel this job' }));
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Done'));
    expect(screen.queryByRole('button', { name: 'Cancel this job' })).toBeNull();
  });

  it.each([
    ['that was given up', undefined, /^It failed ten times in a row/],
    ['that ended its worker', { code: 'worker_lost', detail: 'The program ended.' }, 'The program ended.'],
  ])('%s says why', async (_how, failure, text) => {
    answerGet(PATH, job({ status: 'failed', failure }));
    openApp(PAGE);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Failed');
  });

  it('that does not exist is reported as gone; one that cannot be loaded can be retried', async () => {
    server.use(http.get(PATH, () => problemAnswer(404, 'There is no such job.')));
    openApp(PAGE);
    expect(await screen.findByText('There is no such job.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All jobs' })).toHaveAttribute('href', '/jobs');
  });

  it('stays visible when it cannot be followed for a moment', async () => {
    stopTime();
    answerGet(PATH, JOB);
    openApp(PAGE);
    expect(await screen.findByText('3 done')).toBeVisible();
    server.use(http.get(PATH, () => problemAnswer(503, 'The database does not answer.')));
    await pass(3);
    expect(await screen.findByRole('alert')).toHaveTextContent('We cannot show its progress at the moment.');
    expect(screen.getByText('3 done')).toBeVisible();
    answerGet(PATH, job({ status: 'done' }));
    await pass(3);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByRole('status')).toHaveTextContent('Done');
  });
});

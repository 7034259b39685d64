import { waitFor, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { job, organization, scope } from '../../../test/factories.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const NUMBER = '1001';
const PAGE = `/organizations/${NUMBER}/exports`;
const PATH = `/v2/organizations/${NUMBER}/exports`;
const JOB = job({
  _id: 'j'.repeat(24),
  type: 'organization-export',
  total: 14,
  createdBy: 'admin@demo.test',
  createdDt: '2026-11-22T18:22:00.000Z',
  startedDt: '2026-11-22T18:22:00.000Z',
});
const EXPORT = {
  _id: 'e'.repeat(24),
  organizationNumber: NUMBER,
  isDone: false,
  rows: 0,
  size: 0,
  createdBy: 'admin@demo.test',
  createdDt: '2026-11-22T18:22:00.000Z',
  expireDt: '2026-11-29T18:22:00.000Z',
  job: JOB,
};
const DONE = {
  ...EXPORT,
  isDone: true,
  rows: 4210,
  size: 345_000,
  job: { ...JOB, status: 'done', done: 14 },
};

const answer = (...exports: (typeof DONE | typeof EXPORT)[]) => answerGet(PATH, { exports, next: null });
beforeEach(() => {
  signInAs(null);
  answerGet('/v2/my/scope', scope({ role: 'administrator', organizationNumber: NUMBER }));
  answerGet(`/v2/organizations/${NUMBER}`, organization({ organizationNumber: NUMBER }));
});

describe('the page of the archives of an organization', () => {
  it('says that there are none, and starts one', async () => {
    answer();
    const { user } = openApp(PAGE);
    expect(await screen.findByText('No archives')).toBeVisible();
    server.use(
      http.post(PATH, () => {
        answer(EXPORT);
        return HttpResponse.json(EXPORT, { status: 202 });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Make an archive' }));
    expect(await screen.findByText('3 of 14 files are made')).toBeVisible();
  });

  it('offers a finished one, under the server’s file name', async () => {
    answer(DONE);
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    server.use(
      http.get(`${PATH}/${DONE._id}/archive.zip`, () =>
        HttpResponse.arrayBuffer(new ArrayBuffer(8), {
          headers: {
            'Content-Type': 'application/zip',
            'Content-Disposition': 'attachment; filename="export-1001-2026-11-22.zip"',
          },
        }),
      ),
    );
    const { user } = openApp(PAGE);
    expect(await screen.findByText(/^4,?210 rows, 345 KB; until/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(names).toEqual(['export-1001-2026-11-22.zip']));
  });

  it('links a failed one to its job', async () => {
    answer({ ...EXPORT, job: { ...JOB, status: 'failed' } });
    openApp(PAGE);
    expect(await screen.findByRole('link', { name: 'See the job, and try again' })).toHaveAttribute(
      'href',
      `/jobs/${JOB._id}`,
    );
  });

  it('says what went wrong, with a retry', async () => {
    server.use(http.get(PATH, () => problemAnswer(503, 'The database does not answer.')));
    const { user } = openApp(PAGE);
    expect(await screen.findByText('We cannot show the archives at the moment.')).toBeVisible();
    answer(DONE);
    await user.click(screen.getByRole('button', { name: /again|retry/i }));
    expect(await screen.findByRole('button', { name: 'Download' })).toBeVisible();
    server.use(http.post(PATH, () => problemAnswer(503, 'The database does not answer.')));
    await user.click(screen.getByRole('button', { name: 'Make an archive' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The archive was not started: The database does not answer.',
    );
  });

  it('is for users who may export', async () => {
    answerGet('/v2/my/scope', scope({ role: 'manager', organizationNumber: NUMBER }));
    openApp(PAGE);
    expect(await screen.findByText(/ask the office of your church/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Make an archive' })).toBeNull();
  });
});

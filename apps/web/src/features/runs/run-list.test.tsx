import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { campaignRun } from '../../test/factories.ts';
import { signInAs } from '../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../test/server.ts';
import { atTestEnd } from '../../test/test-end.ts';
import { CampaignRuns } from './run-list.tsx';

const RUN = campaignRun();
const PATH = `/v2/campaigns/${RUN.campaignId}/runs`;
const page = (...campaignRuns: object[]) => ({ results: campaignRuns.length, pages: 1, campaignRuns });

function open(mayChange = true) {
  const element = <CampaignRuns campaignId={RUN.campaignId} mayChange={mayChange} />;
  const router = createMemoryRouter([
    { path: '/', element },
    { path: '/campaign/:campaignId/run/:campaignRunId', element: <p>The run</p> },
  ]);
  atTestEnd(() => router.dispose());
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, user: userEvent.setup() };
}

beforeEach(() => signInAs());

describe('the runs of a campaign', () => {
  it('have a count, and each a status and its button', async () => {
    answerGet(
      PATH,
      page(
        campaignRun(),
        campaignRun({ _id: '2'.repeat(24), name: 'Next', status: 'paused', isActive: false }),
        campaignRun({ _id: '3'.repeat(24), name: 'Last', status: 'ended' }),
      ),
    );
    open();
    expect(await screen.findByRole('heading', { name: 'Runs 3' })).toBeVisible();
    const rows = screen.getAllByRole('listitem');
    expect(rows.map((row) => within(row).queryByRole('button')?.textContent)).toEqual([
      `Pause ${RUN.name}`,
      'Activate Next',
      undefined,
    ]);
    for (const [index, word] of ['Active', 'Paused', 'Ended'].entries())
      expect(rows[index]).toHaveTextContent(word);
    expect(screen.getByRole('link', { name: RUN.name })).toHaveAttribute(
      'href',
      `/campaign/${RUN.campaignId}/run/${RUN._id}`,
    );
  });

  it('cannot be changed by users who may only view them', async () => {
    answerGet(PATH, page(campaignRun()));
    open(false);
    expect(await screen.findByText('Active')).toBeVisible();
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent.trim());
    expect(names).toEqual(['More', 'Export CSV', 'Excel']);
  });

  it('say that there are none, or that they cannot be shown', async () => {
    server.use(http.get(PATH, () => problemAnswer(503, 'The database does not answer.')));
    const { user } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent('We cannot show the runs at the moment.');
    answerGet(PATH, page());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No runs yet')).toBeVisible();
  });

  it('are activated after their preview, and then shown', async () => {
    answerGet(PATH, page(campaignRun({ status: 'paused', isActive: false })));
    answerGet(`${PATH}/${RUN._id}/preview`, { count: 1, sum: 25, leftOut: [], samples: [] });
    server.use(http.post('/v2/campaign-run', () => HttpResponse.json(campaignRun())));
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: `Activate ${RUN.name}` }));
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText('1 household')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/\/run\//));
  });
});

describe('New Campaign Run', () => {
  beforeEach(() => answerGet(PATH, page()));
  const openForm = async () => {
    const opened = open();
    await opened.user.click(await screen.findByRole('button', { name: 'New Campaign Run' }));
    return { ...opened, form: within(screen.getByRole('dialog', { name: 'New Campaign Run' })) };
  };

  it('shows errors in the words of the specification', async () => {
    const { user, form } = await openForm();
    await user.type(form.getByLabelText('Name'), '  a ');
    await user.type(form.getByLabelText('Description'), '    ');
    await user.clear(form.getByLabelText('First day'));
    await user.type(form.getByLabelText('First day'), '01/01/1899');
    await user.click(form.getByRole('button', { name: 'Make run' }));
    for (const message of ['The name is required', 'The description is required', 'Incorrect date'])
      expect(await form.findByText(message)).toBeVisible();
  });

  it('creates an inactive run, and opens it; typed values survive a refusal', async () => {
    const sent: Record<string, unknown>[] = [];
    server.use(
      http.post('/v2/campaign-run', async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        const errors = [{ path: 'endDt', message: 'The last day is not before the first day' }];
        return sent.length === 1
          ? problemAnswer(422, 'Please correct the marked fields.', { errors })
          : HttpResponse.json(campaignRun({ isActive: false, status: 'paused' }), { status: 201 });
      }),
    );
    const { user, form, router } = await openForm();
    await user.type(form.getByLabelText('Name'), 'In memory of Amos');
    await user.type(form.getByLabelText('Description'), 'For the family');
    await user.click(form.getByRole('button', { name: 'Make run' }));
    expect(await form.findByText('The last day is not before the first day')).toBeVisible();
    expect(form.getByLabelText('Name')).toHaveValue('In memory of Amos');
    await user.click(form.getByRole('button', { name: 'Make run' }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/\/run\//));
    expect(sent[1]).toEqual({
      campaignId: RUN.campaignId,
      name: 'In memory of Amos',
      description: 'For the family',
      startDt: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
      endDt: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    });
  });
});

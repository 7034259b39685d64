import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import type { Role } from '@kinfold/domain/role';
import { organizationRow, scope } from '../../../test/factories.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const LIST = '/v2/organizations/1001/review-items';
const refund = (more: object = {}) => ({
  _id: 're_1:succeeded',
  type: 'refund',
  status: 'open',
  at: '2026-11-20T15:00:00.000Z',
  amount: 15,
  paymentId: '1a2b3c4d-5e6f-4000-8000-000000000000',
  receiptNumber: 'K-1A2B-3C4D-5E6F',
  member: { member_id: '4'.repeat(24), name: 'Hans Wolf' },
  organizationNumber: '1001',
  providerId: 're_1',
  detail: 'The card provider paid this back to the card. Here it still counts as paid.',
  done: null,
  ...more,
});

function open(role: Role = 'treasurer', below: object[] = []) {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role }));
  answerGet('/v2/organizations', [organizationRow(), ...below]);
  signInAs();
  return openApp('/review-items');
}

it('shows a notice with its amount, day and payment, and records what was done', async () => {
  let items: object[] = [refund()];
  const sent: unknown[] = [];
  server.use(
    http.get(LIST, () => HttpResponse.json(items)),
    http.post('/v2/review-items/:id/done', async ({ request, params }) => {
      sent.push([params['id'], await request.json()]);
      items = [];
      return HttpResponse.json(refund({ status: 'done' }));
    }),
  );
  const { user } = open();
  const row = (await screen.findByText('Refund of', { exact: false })).closest('li') as HTMLElement;
  expect(row).toHaveTextContent('Refund of $15.00, 11.20.2026');
  expect(row).toHaveTextContent('Here it still counts as paid.');
  expect(row).toHaveTextContent('Receipt K-1A2B-3C4D-5E6F');
  expect(within(row).getByRole('link', { name: 'Hans Wolf' })).toBeVisible();
  await user.click(within(row).getByRole('button', { name: 'Done with the refund re_1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Done with the refund' });
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect(await within(dialog).findByText('Say what was done, in 3 to 300 characters')).toBeVisible();
  await user.type(within(dialog).getByLabelText(/What was done/), 'Agreed with the family');
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Nothing to check')).toBeVisible();
  expect(sent).toEqual([['re_1:succeeded', { reason: 'Agreed with the family' }]]);
});

it('keeps what was typed when another user was faster', async () => {
  answerGet(LIST, [refund()]);
  server.use(
    http.post('/v2/review-items/:id/done', () =>
      problemAnswer(409, 'Ruth Adeyemi marked this as done before: paid back', { code: 'review_done' }),
    ),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /^Done with/ }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(/What was done/), 'Agreed');
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect(await within(dialog).findByText(/Ruth Adeyemi marked this as done before/)).toBeVisible();
  expect(within(dialog).getByLabelText(/What was done/)).toHaveValue('Agreed');
});

it('lists checked notices, with who did what', async () => {
  const asked: string[] = [];
  server.use(
    http.get(LIST, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('status') ?? '');
      return HttpResponse.json([
        refund({ done: { by: 'Ruth Adeyemi', at: '2026-11-21T15:00:00.000Z', reason: 'paid back' } }),
      ]);
    }),
  );
  const { user } = open();
  await user.selectOptions(await screen.findByLabelText('Notices'), 'Checked');
  await waitFor(() => expect(asked).toEqual(['open', 'done']));
  expect(await screen.findByText(/Ruth Adeyemi, 11\.21\.2026: paid back/)).toBeVisible();
});

it('applies both of two simultaneous choices', async () => {
  answerGet('/v2/organizations/:organizationNumber/review-items', []);
  const { router } = open('treasurer', [
    organizationRow({
      organizationNumber: '1002',
      organizationName: 'Grace Chapel',
      parentOrganization: '1001',
    }),
  ]);
  fireEvent.change(await screen.findByLabelText('Notices'), { target: { value: 'done' } });
  fireEvent.change(screen.getByLabelText('Organization'), { target: { value: '1002' } });
  await waitFor(() => expect(router.state.location.search).toBe('?status=done&organization_number=1002'));
});

it('says that it cannot show them, and retries', async () => {
  server.use(http.get(LIST, () => problemAnswer(500, 'Something failed')));
  const { user } = open();
  expect(await screen.findByText('We cannot show these notices at the moment.')).toBeVisible();
  answerGet(LIST, []);
  await user.click(screen.getByRole('button', { name: /Try again|Retry/ }));
  expect(await screen.findByText('Nothing to check')).toBeVisible();
});

it('is not for users who may not refund', async () => {
  open('manager');
  expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
});

import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { job, organization, scope } from '../../../test/factories.ts';
import { openApp, signInAsStaff } from '../../../test/render.tsx';
import { answerGet, server } from '../../../test/server.ts';

const PATH = '/v2/organizations/1001/statements';
const PAGE = '/organizations/1001/statements';
const ID = 'd'.repeat(24);
const made = (more: object) => ({
  _id: ID,
  year: 2025,
  campaignId: null,
  job: job({ _id: ID, type: 'yearly-statements', ...more }),
});

it('statements of a year are made after a question, and tell who got theirs how', async () => {
  signInAsStaff();
  vi.setSystemTime('2026-02-03T12:00:00Z');
  answerGet('/v2/my/scope', scope({ role: 'treasurer', organizationNumber: '1001' }));
  answerGet('/v2/organizations/1001', organization({ organizationNumber: '1001' }));
  answerGet('/api/v1/organization/1001/campaigns', []);
  answerGet(PATH, { statements: [], next: null });
  let sent: unknown;
  server.use(
    http.post(PATH, async ({ request }) => {
      sent = await request.json();
      const report = {
        ...{ mailed: 2, printed: 1, quiet: 1 },
        ...{ onStatements: 5400, byOthers: 900, ledger: 6300 },
      };
      const done = made({ status: 'done', total: 4, done: 4, report });
      answerGet(PATH, { statements: [done], next: null });
      return HttpResponse.json(done.job, { status: 202 });
    }),
  );
  answerGet(`${PATH}/${ID}/people`, {
    people: [{ member_id: 'a'.repeat(24), name: 'Ruth Okafor', outcome: 'printed' }],
    next: null,
  });
  const { user } = openApp(PAGE);
  expect(await screen.findByText('No statements yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Make the statements of 2025' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Make and mail them' }));
  expect(
    await screen.findByText(
      '2 statements were mailed; 1 is to be printed; 1 is left to you. The statements have $54.00; $9.00 came from others; the books have $63.00.',
    ),
  ).toBeVisible();
  expect(sent).toEqual({ year: 2025, campaignId: null });
  expect(screen.getByRole('button', { name: /^Print/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Who got theirs how in 2025' }));
  const people = within(await screen.findByRole('list', { name: 'Who got a statement' }));
  expect(people.getByText('To print')).toBeVisible();
});

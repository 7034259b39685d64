import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { openApp } from '../../../test/render.tsx';
import { problemAnswer, server } from '../../../test/server.ts';

const NUMBER = 'C-7K3M-9QX2-4DTR';
const PATH = `/v2/coverage-letters/${NUMBER}/death-reports`;
const SEND = { name: 'Tell the office' };

it('sends what somebody knows, keeps it after an error, and says only that they are called', async () => {
  const sent: { body: unknown; key: string | null }[] = [];
  let answers = 0;
  server.use(
    http.post(PATH, async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') });
      answers += 1;
      return answers === 1
        ? problemAnswer(503, 'It is not available at the moment.')
        : HttpResponse.json({ status: 'received' }, { status: 201 });
    }),
  );
  const { user } = openApp(`/report-death?letter=${NUMBER}`);
  expect(await screen.findByLabelText('Letter number')).toHaveValue(NUMBER);
  await user.click(screen.getByRole('button', SEND));
  expect(await screen.findByText('Write the name of the person who has died')).toBeVisible();
  expect(screen.getByText('Invalid date of death')).toBeVisible();
  expect(screen.getByText('Invalid Phone Number')).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText('Who has died'), 'Hans Wolf');
  await user.click(screen.getByLabelText('The day is not known'));
  await user.type(screen.getByLabelText('Your name'), 'Anna Wolf');
  await user.type(screen.getByLabelText('Your phone'), '3015550142');
  await user.click(screen.getByRole('button', SEND));
  expect(within(await screen.findByRole('alert')).getByText(/it counts only once/)).toBeVisible();
  await user.click(screen.getByRole('button', SEND));
  expect(await screen.findByText('We will call you at (301) 555-0142.')).toBeVisible();
  const told = { whoDied: 'Hans Wolf', toldBy: 'Anna Wolf', deceasedDt: null, note: '' };
  expect(sent.map(({ body }) => body)).toEqual([
    { ...told, phone: '(301) 555-0142' },
    { ...told, phone: '(301) 555-0142' },
  ]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

it('says when there is no such letter, and whom to call after too many reports', async () => {
  let status = 404;
  server.use(http.post(PATH, () => problemAnswer(status, 'No.', {}, { 'Retry-After': '60' })));
  const { user } = openApp(`/report-death?letter=${NUMBER}`);
  await user.type(await screen.findByLabelText('Who has died'), 'Hans Wolf');
  await user.type(screen.getByLabelText('Date of death'), '01/02/2020');
  await user.type(screen.getByLabelText('Your name'), 'Anna Wolf');
  await user.type(screen.getByLabelText('Your phone'), '3015550142');
  await user.click(screen.getByRole('button', SEND));
  expect(await screen.findByText('There is no letter with this number')).toBeVisible();
  status = 429;
  await user.click(screen.getByRole('button', SEND));
  expect(await screen.findByText('There were too many reports')).toBeVisible();
});

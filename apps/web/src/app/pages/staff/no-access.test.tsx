import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { scope } from '../../../test/factories.ts';
import { openApp, settled, signInAsStaff } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';
import { staffRoutes } from '../../staff-routes.ts';

const ID = 'a'.repeat(24);
/** The addresses of staff pages: those that do not consist of parameters only. */
const addresses = staffRoutes
  .flatMap(({ path }) => path ?? [])
  .filter((path) => !path.includes('connect'))
  .map((path) => path.replace(':month', '2026-10').replaceAll(/:\w+/g, ID));

describe('a page of the staff side, for a user without a role', () => {
  it.each(addresses)('%s shows this and has no tools', async (address) => {
    answerGet('/v2/my/scope', { roles: [], permissions: [] });
    const refuse = () => problemAnswer(403, 'You are not authorized to view this page');
    server.use(
      ...['/v2/organizations', '/v2/organizations/*', '/v2/campaigns', '/v2/campaigns/*', '/v2/members'].map(
        (path) => http.get(path, refuse),
      ),
      ...['/v2/staff/*', '/v2/jobs', '/v2/jobs/*', '/v2/audit', '/v2/intake-requests/*'].map((path) =>
        http.get(path, refuse),
      ),
      ...[
        '/v2/members/*',
        '/v2/membership/*',
        '/v2/cover-changes',
        '/api/v1/*',
        '/v2/double-covers',
        '/v2/deposits/*',
        '/v2/claims/*',
      ].map((path) => http.get(path, refuse)),
    );
    signInAsStaff();
    openApp(address);
    const main = within(await screen.findByRole('main'));
    expect((await main.findAllByText(/You are not authorized to view this page/)).length).toBe(1);
    await settled();
    for (const role of ['button', 'textbox', 'combobox', 'searchbox', 'link', 'tab'])
      expect(
        main.queryAllByRole(role).map(({ textContent }) => textContent),
        role,
      ).toEqual([]);
  });
});

it('a page that does not exist offers no retry', async () => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  for (const path of ['/v2/campaigns/*', '/api/v1/campaign/*'])
    server.use(http.get(path, () => problemAnswer(404, 'There is no such campaign run.')));
  signInAsStaff();
  openApp(`/campaign/${ID}/run/${ID}`);
  expect(await screen.findByText('There is no such campaign run.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Try again/i })).not.toBeInTheDocument();
});

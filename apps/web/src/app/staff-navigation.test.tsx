import { render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { Role } from '@kinfold/domain/role';
import { StaffNavigation } from '../features/staff-navigation/staff-navigation.tsx';
import { attention, MEMBER_ID, organizationRow, scope } from '../test/factories.ts';
import { openApp, signInAs, signInAsStaff } from '../test/render.tsx';
import { answerGet } from '../test/server.ts';

/** Gives the signed-in user a role; all staff lists are empty. */
function hold(role: Role, organizationNumber = '1001'): void {
  answerGet('/v2/my/scope', scope({ organizationNumber, role }));
  answerGet('/v2/organizations', [organizationRow({ hasChildren: false })]);
  answerGet('/v2/audit', { entries: [], next: null });
  answerGet('/v2/jobs', { jobs: [], next: null });
  answerGet('/v2/staff/attention', attention());
  answerGet('/v2/staff/organizations', { organizations: [], more: 0 });
  answerGet('/v2/members', { results: 0, pages: 0, members: [] });
}
const sides = () => screen.findByRole('navigation', { name: 'My account and Staff' });
const places = () => screen.findByRole('navigation', { name: 'Staff' });
const namesIn = (nav: HTMLElement) =>
  within(nav)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('the navbar of a user with a role', () => {
  it('has My account and Staff, which opens its first entry', async () => {
    hold('administrator');
    signInAs();
    const { router, user } = openApp('/wip');
    const links = within(await sides());
    expect(links.getByRole('link', { name: 'My account' })).toHaveAttribute('href', '/my/overview');
    expect(links.getByRole('link', { name: 'My account' })).toHaveAttribute('aria-current', 'true');
    expect(screen.queryByRole('navigation', { name: 'Staff' })).toBeNull();
    await user.click(links.getByRole('link', { name: 'Staff' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/staff'));
    expect(await screen.findByRole('heading', { level: 1, name: 'What needs you' })).toBeVisible();
    expect(within(await sides()).getByRole('link', { name: 'Staff' })).toHaveAttribute(
      'aria-current',
      'true',
    );
    expect(namesIn(await places())).toEqual([
      'Home',
      'Organizations',
      'Members',
      'Campaigns',
      'Payments',
      'Intake',
      'History',
      'Jobs',
    ]);
  });

  it('has only the entries of the role', async () => {
    hold('manager');
    signInAsStaff();
    openApp('/jobs');
    expect(namesIn(await places())).toEqual([
      'Home',
      'Organizations',
      'Members',
      'Campaigns',
      'Payments',
      'Intake',
      'Jobs',
    ]);
    expect(within(await sides()).getByRole('link', { name: 'My account' })).toHaveAttribute(
      'href',
      '/my/organization',
    );
  });

  it.each<[Role, string[]]>([
    ['viewer', []],
    // Letters to people who owe are a job for the treasurer.
    ['treasurer', ['Payments', 'Jobs']],
  ])('has the home and the readable entries for a %s', async (role, others) => {
    hold(role);
    signInAs();
    openApp('/staff');
    expect(namesIn(await places())).toEqual(['Home', 'Organizations', 'Members', 'Campaigns', ...others]);
  });

  it.each([
    [`/member/${'7'.repeat(24)}`, true],
    [`/member/edit/${'7'.repeat(24)}`, true],
    ['/member/create', true],
    [`/member/${MEMBER_ID}`, false],
  ])('is at the members on %s: %s', (address, isThere) => {
    signInAs();
    const { permissions } = scope({ organizationNumber: '1001', role: 'viewer' });
    render(
      <MemoryRouter initialEntries={[address]}>
        <StaffNavigation permissions={permissions} accountPath="/my/overview" />
      </MemoryRouter>,
    );
    expect(screen.queryByRole('navigation', { name: 'Staff' }) !== null).toBe(isThere);
  });

  it('has its entries in a menu that opens, navigates, and closes by Escape', async () => {
    hold('administrator');
    signInAs();
    const { router, user } = openApp('/history');
    const nav = within(await places());
    const opener = nav.getByRole('button', { name: 'Menu of the staff side' });
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    await user.click(opener);
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    expect(opener).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(nav.getByRole('link', { name: 'History' })).toHaveAttribute('aria-current', 'page');
    await user.click(nav.getByRole('link', { name: 'Jobs' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Jobs' })).toHaveFocus());
    expect(router.state.location.pathname).toBe('/jobs');
    expect(screen.getByRole('button', { name: 'Menu of the staff side' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
  });
});

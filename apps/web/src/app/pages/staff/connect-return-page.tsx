import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Problem } from '../../../lib/problem.ts';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { finishConnect } from '../../../queries/connected-accounts.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel, NoPermission } from '../../../ui/states.tsx';
import { useCall } from '../../../ui/use-call.ts';

/**
 * `/connect/return?code&state`: the return from the card provider's page; redirects to the form of the organization.
 */
export function ConnectReturnPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { failure, call } = useCall();
  const problem = failure?.problem;
  // The provider's code works once: React's second effect in development must not use it again.
  const wasSent = useRef(false);

  const finish = useEffectEvent(() =>
    call(async () => {
      const given = (name: string) => query.get(name) ?? '';
      const sent = { state: given('state'), code: given('code'), error: given('error') };
      const { organizationNumber, account } = await finishConnect(client, sent);
      const state = account
        ? { message: `The account ${account.accountName} is connected.` }
        : {
            refusal:
              'The account was not connected: the request was refused on the page of the card provider.',
          };
      const to = { pathname: paths.organization.href(organizationNumber), search: '?edit=true' };
      await navigate(to, { replace: true, state });
    }),
  );
  useEffect(() => {
    if (wasSent.current) return;
    wasSent.current = true;
    void finish();
  }, []);

  return (
    <StaffPage title="Connect an account">
      {!problem && <SkeletonRows rows={2} label="Connecting the account" />}
      {problem?.status === 403 && <NoPermission />}
      {problem && problem.status !== 403 && <NotConnected problem={problem} />}
    </StaffPage>
  );
}

function NotConnected({ problem }: { problem: Problem }) {
  // A wrong address, or a code that was used; any other error may be temporary.
  const isOver = problem.status >= 400 && problem.status < 500;
  return isOver ? (
    <EmptyState
      title="The account was not connected"
      action={<ButtonLink to={paths.organizations.href()}>Go to the organizations</ButtonLink>}
    >
      {problem.status === 422
        ? 'This address is incomplete. Please press Connect again in the form of the organization.'
        : problem.detail}
    </EmptyState>
  ) : (
    <ErrorPanel
      problem={problem}
      title="We do not know whether the account was connected."
      kept="The form of the organization shows it. If it is not there, please press Connect again."
    />
  );
}

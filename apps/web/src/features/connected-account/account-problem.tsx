import { useQuery } from '@tanstack/react-query';
import { organizationAccountQuery } from '../../queries/connected-accounts.ts';
import { Callout } from '../../ui/callout.tsx';
import { AccountState, STATE_TEXTS } from './account-state.tsx';

/**
 * A note for the office that the account of an organization takes no payments; empty if it does, or none is connected.
 */
export function AccountProblem({ organization }: { organization: { organizationNumber: string } }) {
  const account = useQuery(organizationAccountQuery(organization.organizationNumber)).data?.account;
  if (!account || account.state === 'active') return null;
  return (
    <Callout tone={STATE_TEXTS[account.state].tone} title="No card payments at the moment">
      <p>
        {account.accountName}: <AccountState state={account.state} />
      </p>
      <p>{STATE_TEXTS[account.state].meaning}</p>
    </Callout>
  );
}

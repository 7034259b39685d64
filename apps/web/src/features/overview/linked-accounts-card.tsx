import type { LinkedAccount } from '@kinfold/domain/member';
import { PAUSED } from '@kinfold/domain/nothing-due';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { linkedAccountsQuery } from '../../queries/members.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';

/** The linked accounts of a member, with what each owes. */
export function LinkedAccountsCard({ memberId }: { memberId: string }) {
  const query = useQuery(linkedAccountsQuery(memberId));
  return (
    <Card title="Linked Accounts">
      <Loaded query={query} what="your linked accounts" rows={1}>
        {(data) => <LinkedRows accounts={data} />}
      </Loaded>
    </Card>
  );
}

function LinkedRows({ accounts }: { accounts: LinkedAccount[] }) {
  if (accounts.length === 0)
    return (
      <EmptyState title="You don't have any linked accounts">
        If you look after someone else's dues, your organization's office can link their account to yours.
      </EmptyState>
    );
  const [owing, ...others] = accounts.filter((account) => account.outstandingBalance > 0);
  return (
    <>
      <ul className="rows">
        {accounts.map((account) => (
          <li className="row-item" key={account.primary_member_id}>
            <p className="row-name">
              <Link className="row-link" to={paths.member.href(account.primary_member_id)}>
                {account.primaryMemberName}
              </Link>
            </p>
            <div className="row-status">
              {account.outstandingBalance > 0 ? (
                <StatusDot tone="due">
                  <span>
                    <Money amount={account.outstandingBalance} /> outstanding
                  </span>
                </StatusDot>
              ) : account.hasPausedDues ? (
                <StatusDot tone="warn">{PAUSED}</StatusDot>
              ) : (
                <StatusDot tone="ok">Nothing outstanding</StatusDot>
              )}
            </div>
          </li>
        ))}
      </ul>
      {owing && (
        <div className="button-row">
          <ButtonLink
            variant="outline-primary"
            to={paths.donate.href({ payee: others.length === 0 ? owing.primary_member_id : undefined })}
          >
            Pay for a linked account
          </ButtonLink>
        </div>
      )}
    </>
  );
}

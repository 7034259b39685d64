import type { ConnectedAccount } from '@kinfold/domain/connected-account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { organizationAccountQuery, startConnect } from '../../queries/connected-accounts.ts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { AccountState, STATE_TEXTS } from './account-state.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';

type Organization = { organizationNumber: string; organizationName: string };

/** The account to which the dues of an organization's campaigns are paid: its state, Connect and Disconnect. */
export function PaymentAccount({
  organization,
  onDisconnected,
}: {
  organization: Organization;
  onDisconnected: (message: string) => void;
}) {
  const query = useQuery(organizationAccountQuery(organization.organizationNumber));
  return (
    <Card title="Card payments">
      <Loaded query={query} what="the payment account" rows={2}>
        {({ account, mayConnect }) =>
          account ? (
            <Connected organization={organization} account={account} onDisconnected={onDisconnected} />
          ) : (
            <Unconnected organization={organization} mayConnect={mayConnect} />
          )
        }
      </Loaded>
    </Card>
  );
}

function Connected({
  organization,
  account,
  onDisconnected,
}: {
  organization: Organization;
  account: ConnectedAccount;
  onDisconnected: (message: string) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const isGone = account.state === 'deauthorized';
  return (
    <>
      <dl className="fact-grid">
        <div>
          <dt>Account</dt>
          <dd>
            {account.accountName} <span className="tabular muted">{account.accountId}</span>
          </dd>
        </div>
        <div>
          <dt>State</dt>
          <dd>
            <AccountState state={account.state} />
          </dd>
        </div>
        <div>
          <dt>Connected</dt>
          <dd>
            <DateText value={account.connectedDt} />
          </dd>
        </div>
      </dl>
      <p>{STATE_TEXTS[account.state].meaning}</p>
      <div className="button-row">
        {isGone && <ConnectButton organization={organization}>Connect again</ConnectButton>}
        <Button variant="outline-primary" onClick={() => setAsking(true)}>
          Disconnect
        </Button>
      </div>
      {isAsking && (
        <DisconnectDialog
          organization={organization}
          onClose={() => setAsking(false)}
          onDone={() => onDisconnected(`The account ${account.accountName} is disconnected.`)}
        />
      )}
    </>
  );
}

function Unconnected({ organization, mayConnect }: { organization: Organization; mayConnect: boolean }) {
  return (
    <>
      <p>
        Dues of the campaigns of {organization.organizationName} are paid to the account of this portal.
        Connect an account of your own, and they go there.
      </p>
      {mayConnect ? (
        <ConnectButton organization={organization}>Connect</ConnectButton>
      ) : (
        <p className="muted">
          Accounts cannot be connected here yet: the operator of this portal must set this up first.
        </p>
      )}
    </>
  );
}

function ConnectButton({ organization, children }: { organization: Organization; children: string }) {
  const { isBusy, failure, call } = useCall();
  const connect = async () => {
    // Opens the provider's page, which leads back to /connect/return.
    location.assign(await startConnect(organization.organizationNumber));
    // Stays busy until the browser leaves this page.
    await new Promise(() => undefined);
  };
  return (
    <>
      {failure && (
        <ProblemNote {...failure}>
          <p>Nothing was connected. Please try again.</p>
        </ProblemNote>
      )}
      <SubmitButton type="button" busy={isBusy} busyText="Opening" onClick={() => void call(connect)}>
        {children}
      </SubmitButton>
    </>
  );
}

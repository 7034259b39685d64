import type { Member } from '@kinfold/domain/member';
import type { MemberSignIn, SignInChange, SignInChangeType } from '@kinfold/domain/sign-in-change';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { date } from '../../lib/format.ts';
import { Outcome, useUndoable, type Done } from '../../parts/undoable.tsx';
import { paths } from '../../paths.ts';
import { signInQuery, withdrawSignInChange } from '../../queries/sign-ins.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ConfirmSignInChangeDialog, SignInChangeDialog } from './sign-in-dialogs.tsx';

/** The sign-in of a member, which two people of the office can change if the mailbox was lost. */
export function SignInCard({ member }: { member: Member }) {
  const client = useQueryClient();
  const query = useQuery(signInQuery(member._id));
  const [asked, setAsked] = useState<SignInChangeType | 'confirm'>();
  const { run, say, outcome } = useUndoable();
  const close = () => setAsked(undefined);
  const said = (done: Done) => {
    close();
    say(done);
  };
  const withdraw = () =>
    void run(() => withdrawSignInChange(client, member._id), { text: 'The change is withdrawn.' });
  return (
    <Card title="Sign-in">
      <Outcome {...outcome} />
      <Loaded query={query} what="the sign-in" rows={1}>
        {(signIn) => (
          <>
            <HowTheySignIn member={member} signIn={signIn} />
            {signIn.change ? (
              <Waiting change={signIn.change} onConfirm={() => setAsked('confirm')} onWithdraw={withdraw} />
            ) : (
              signIn.email !== null && (
                <div className="button-row">
                  {!signIn.hasRoles && !signIn.isEnded && (
                    <Button variant="outline-primary" onClick={() => setAsked('address')}>
                      Change the sign-in address
                    </Button>
                  )}
                  <Button variant="outline-primary" onClick={() => setAsked('unlink')}>
                    Unlink the sign-in
                  </Button>
                </div>
              )
            )}
            {asked === 'confirm' && signIn.change && (
              <ConfirmSignInChangeDialog
                member={member}
                change={signIn.change}
                onClose={close}
                onDone={said}
              />
            )}
            {asked && asked !== 'confirm' && (
              <SignInChangeDialog member={member} type={asked} onClose={close} onDone={said} />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function HowTheySignIn({ member: { firstNm }, signIn }: { member: Member; signIn: MemberSignIn }) {
  const { email, isEnded, hasRoles, sharedWith } = signIn;
  if (email === null)
    return (
      <>
        <p>Nobody signs in as {firstNm}.</p>
        {sharedWith.map((other) => (
          <p key={other.member_id} className="break-anywhere">
            {other.name} signs in with {other.email}, which is in this record too. Two people with one mailbox
            share one sign-in:{' '}
            <Link to={paths.member.href(other.member_id, 'linkedAccounts')}>
              link {firstNm}’s household to {other.name}
            </Link>
            .
          </p>
        ))}
      </>
    );
  return (
    <>
      <p className="break-anywhere">
        {firstNm} signs in with <strong>{email}</strong>.
      </p>
      {isEnded && (
        <p>
          Nobody can sign in with it since {firstNm} died. Unlink it when somebody else uses that mailbox.
        </p>
      )}
      {hasRoles && !isEnded && (
        <p className="muted">
          It has roles. Its address can be changed when they are removed; give them again afterwards.
        </p>
      )}
    </>
  );
}

/** The change waiting for a second person; its author cannot confirm it. */
function Waiting({
  change: { type, email, reason, requestedBy, requestedDt, isOwn },
  onConfirm,
  onWithdraw,
}: {
  change: SignInChange;
  onConfirm: () => void;
  onWithdraw: () => void;
}) {
  return (
    <Callout tone="warn" title="A change waits for a second person">
      <p className="break-anywhere">
        {isOwn ? 'You' : requestedBy} asked on {date(requestedDt)}{' '}
        {type === 'address' ? (
          <>
            to change the address to <strong>{email}</strong>
          </>
        ) : (
          'to unlink the sign-in'
        )}
        : {reason}
      </p>
      {isOwn && <p>Somebody else of the office confirms it on this page.</p>}
      <div className="button-row">
        {!isOwn && <Button onClick={onConfirm}>Confirm</Button>}
        <Button variant="outline-primary" onClick={onWithdraw}>
          Withdraw
        </Button>
      </div>
    </Callout>
  );
}

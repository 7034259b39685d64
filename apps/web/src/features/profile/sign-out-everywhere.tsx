import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { logoutEverywhere } from '../../queries/identity.ts';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useCall } from '../../ui/use-call.ts';

/** Ends all sessions of the user, for example after a phone was lost. The sign-in page confirms it. */
export function SignOutEverywhere() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title="Your devices">
      <p>Lost a phone, or signed in on a computer that others use? You can end every sign-in at once.</p>
      <div className="button-row">
        <Button variant="outline-primary" onClick={() => setAsking(true)}>
          Sign out on every device
        </Button>
      </div>
      {isAsking && <SignOutDialog onClose={() => setAsking(false)} />}
    </Card>
  );
}

function SignOutDialog({ onClose }: { onClose: () => void }) {
  const { isBusy, failure, call } = useCall();
  return (
    <Dialog title="Sign out on every device?" role="alertdialog" onClose={onClose}>
      {failure && (
        <FormProblem title={failure.problem.detail} attempt={failure.attempt}>
          <p>You may still be signed in on other devices. Please try again.</p>
        </FormProblem>
      )}
      <p>
        This signs you out here and on every other phone, tablet and computer. Your password stays as it is.
      </p>
      <div className="button-row">
        <Button variant="outline-primary" onClick={onClose}>
          Stay signed in
        </Button>
        {/* This ends the session, which leaves the page. */}
        <Button disabled={isBusy} aria-busy={isBusy || undefined} onClick={() => void call(logoutEverywhere)}>
          Sign out everywhere
        </Button>
      </div>
    </Dialog>
  );
}

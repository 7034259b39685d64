import { TOAST_MS } from '@kinfold/domain/constants';
import type { Member } from '@kinfold/domain/member';
import { isSameName } from '@kinfold/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { asProblem } from '../../lib/problem.ts';
import { paths } from '../../paths.ts';
import { deleteMember } from '../../queries/members.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Deletes a member whose name was typed; the server's answer stands in a red alert for 5 s (spec section 8). */
export function DeleteMember({ member }: { member: Member }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const name = `${member.firstNm} ${member.lastNm}`;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ text: string }>();
  useEffect(() => {
    if (!refusal) return undefined;
    const timer = setTimeout(() => setRefusal(undefined), TOAST_MS);
    return () => clearTimeout(timer);
  }, [refusal]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isTyped = isSameName(typed, name);
    setError(isTyped ? undefined : `Type ${name}`);
    if (!isTyped) return;
    setBusy(true);
    try {
      await deleteMember(client, member._id);
      await navigate(paths.members.href(), { replace: true, state: { deleted: name } });
    } catch (thrown) {
      setRefusal({ text: asProblem(thrown).detail });
      setBusy(false);
    }
  };
  return (
    <Card title="Delete">
      <p>
        For somebody who was entered twice or by mistake. It cannot be undone, and it is only possible while
        nothing hangs on them: no membership, no payment, no dues, no sign-in. Who leaves is deactivated.
      </p>
      {refusal && (
        <Callout tone="danger" title={refusal.text} role="alert">
          <p>{member.firstNm} is not deleted.</p>
        </Callout>
      )}
      <form className="stack delete-member" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={`To delete them, type ${name}`}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={error}
        />
        <SubmitButton variant="danger" busy={isBusy} busyText="Deleting">
          Delete {name}
        </SubmitButton>
      </form>
    </Card>
  );
}

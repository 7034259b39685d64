import { TOAST_MS } from '@kinfold/domain/constants';
import type { CampaignMembership } from '@kinfold/domain/campaign-membership';
import { isSameName } from '@kinfold/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { asProblem } from '../../lib/problem.ts';
import { paths } from '../../paths.ts';
import { deleteMembership } from '../../queries/memberships.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Removes a membership, whose primary member's name was typed; the server's answer stands in a red alert for 5 s (spec section 8). */
export function RemoveMembership({ membership }: { membership: CampaignMembership }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { firstNm, lastNm } = membership.primaryMember;
  const name = `${firstNm} ${lastNm}`;
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
      await deleteMembership(client, membership);
      const state = { removed: name };
      await navigate(paths.campaignMemberships.href(membership.campaignId), { replace: true, state });
    } catch (thrown) {
      setRefusal({ text: asProblem(thrown).detail });
      setBusy(false);
    }
  };
  return (
    <Card title="Remove Membership">
      <p>
        For a membership that was made by mistake. It cannot be undone, and it is only possible while nothing
        was ever paid for it; dues that are not paid go with it. Who leaves is deactivated.
      </p>
      {refusal && (
        <Callout tone="danger" title={refusal.text} role="alert">
          <p>The membership is not removed.</p>
        </Callout>
      )}
      <form className="stack delete-member" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={`To remove it, type ${name}`}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={error}
        />
        <SubmitButton variant="danger" busy={isBusy} busyText="Removing">
          Remove Membership
        </SubmitButton>
      </form>
    </Card>
  );
}

import type { LetterAudience } from '@kinfold/domain/letter';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import type { RunIds } from '../../queries/campaign-runs.ts';
import { makeLetters } from '../../queries/outreach.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useCall } from '../../ui/use-call.ts';

/** The recipients of letters, as texts. */
export const AUDIENCES: Readonly<Record<LetterAudience, string>> = {
  paper: 'Those without email reminders, and who wish for letters',
  everybody: 'Everybody who owes',
};

/** The form that starts letters for the chosen recipients; `asked` is the organization whose members get them. */
export function MakeLetters({ ids, asked }: { ids: RunIds; asked: string }) {
  const client = useQueryClient();
  const [audience, setAudience] = useState<LetterAudience>('paper');
  const { isBusy, failure, call } = useCall();
  const press = () =>
    call(() => makeLetters(client, ids, { audience, ...(asked && { organization_number: asked }) }));
  const problem = failure?.problem;
  return (
    <div className="field-and-button">
      <SelectField
        label="Who gets a letter"
        value={audience}
        onChange={({ target }) => setAudience(target.value as LetterAudience)}
      >
        {Object.entries(AUDIENCES).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <Button variant="outline-primary" aria-busy={isBusy || undefined} onClick={() => void press()}>
        Make letters
      </Button>
      {problem && <ErrorLine>No letters are made: {problem.errors[0]?.message ?? problem.detail}</ErrorLine>}
    </div>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { StaffMemberForm, type MemberFormValues } from '@kinfold/domain/member-form';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { forgetDraft, readDraft } from '../../lib/form-draft.ts';
import { likelyDuplicatesQuery } from '../../queries/members.ts';
import '../../theme/staff.scss';
import { ButtonLink } from '../../ui/button-link.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import type { Failure } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { useKeepDraft } from '../../ui/use-keep-draft.tsx';
import { LikelyDuplicates, personOf, useLikelyDuplicates } from './likely-duplicates.tsx';
import { MemberFields } from './member-fields.tsx';

export type SentMember = z.output<typeof StaffMemberForm>;

/**
 * The form of a member. What is typed is kept in a draft. Before it is saved, members who are likely to be the same person
 * and were not shown yet are shown, and it is saved when the button is pressed once more.
 */
export function MemberForm({
  draft,
  initial,
  organizationNumber,
  except,
  saveLabel,
  cancelTo,
  onSave,
  onStartAnew,
  problem,
}: {
  draft: string;
  initial: MemberFormValues;
  organizationNumber: string;
  /** The member who is edited. */
  except?: string;
  saveLabel: string;
  cancelTo: string;
  /** Saves what was typed; `setValues` writes fields of the form. */
  onSave: (
    sent: SentMember,
    typed: MemberFormValues,
    setValues: (changed: Partial<MemberFormValues>) => void,
  ) => Promise<void>;
  /** The draft is dropped: the form shows `initial` again. */
  onStartAnew?: () => void;
  /** The error of the last save. */
  problem: (failure: Failure, setValues: (changed: Partial<MemberFormValues>) => void) => ReactNode;
}) {
  const client = useQueryClient();
  const form = useForm<MemberFormValues, unknown, SentMember>({
    resolver: zodResolver(StaffMemberForm as z.ZodMiniType<SentMember, MemberFormValues>),
    defaultValues: readDraft(draft, initial),
  });
  const startAnew = (first: MemberFormValues) => {
    onStartAnew?.();
    form.reset(first);
  };
  const draftNote = useKeepDraft(draft, { subscribe: form.subscribe, reset: startAnew }, initial);
  const values = useWatch({ control: form.control }) as MemberFormValues;
  const found = useLikelyDuplicates(organizationNumber, values, except);
  // Those whom the user has seen and saved all the same.
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [asks, setAsks] = useState(0);
  const setValues = (changed: Partial<MemberFormValues>) => {
    for (const [name, value] of Object.entries(changed))
      form.setValue(name as keyof MemberFormValues, value, {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      });
  };
  const forget = () => forgetDraft(draft);
  const { formProps, field, failure, isSubmitting } = useFormCall(form, async (sent) => {
    const typed = form.getValues();
    const person = except === undefined ? personOf(typed) : undefined;
    const alike = person ? await client.fetchQuery(likelyDuplicatesQuery(organizationNumber, person)) : [];
    if (alike.some(({ _id }) => !seen.includes(_id))) {
      setSeen(alike.map(({ _id }) => _id));
      setAsks((before) => before + 1);
      return;
    }
    setAsks(0);
    await onSave(sent, typed, setValues);
    forget();
  });
  const isAsking = asks > 0 && found.length > 0 && !failure;
  const duplicates = <LikelyDuplicates found={found} onUse={forget} />;
  return (
    <form {...formProps} className="stack member-form">
      {draftNote}
      {failure && problem(failure, setValues)}
      {isAsking && (
        <FormProblem title="Is this the same person?" attempt={asks} tone="warn">
          <p>
            Nothing is saved yet. Look at who is here already: use one of them, or save a new person all the
            same.
          </p>
          {duplicates}
        </FormProblem>
      )}
      <MemberFields
        field={(name) => field(name)}
        values={values}
        onChange={setValues}
        duplicates={!isAsking && duplicates}
      />
      <div className="button-row">
        <SubmitButton busy={isSubmitting} busyText="Saving">
          {isAsking ? 'Save as a new person' : saveLabel}
        </SubmitButton>
        <ButtonLink variant="link" to={cancelTo} onClick={forget}>
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

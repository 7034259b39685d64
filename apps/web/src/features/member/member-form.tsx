import { Member } from '@kinfold/domain/member';
import {
  MEMBER_LABELS,
  memberFieldText,
  memberFormOf,
  StaffMemberForm,
  type MemberFormValues,
  type SentMember,
} from '@kinfold/domain/member-form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { forgetDraft } from '../../lib/form-draft.ts';
import { likelyDuplicatesQuery } from '../../queries/members.ts';
import '../../theme/staff.scss';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { LikelyDuplicates, personOf, useLikelyDuplicates } from './likely-duplicates.tsx';
import { MemberFields } from './member-fields.tsx';

/**
 * The form of a member. Typed values are kept as a draft. Before a new member is saved, members who are probably the
 * same person and were not shown yet are shown; the button must then be pressed again.
 */
export function MemberForm({
  draft,
  initial,
  organizationNumber,
  member,
  saveLabel,
  notSaved,
  cancelTo,
  send,
  onSaved,
}: {
  draft: string;
  initial: MemberFormValues;
  organizationNumber: string;
  /** The member to edit. */
  member?: Member;
  saveLabel: string;
  /** Shown after an error. */
  notSaved: string;
  cancelTo: string;
  /** `version` and `changed` are those of the edited member. */
  send: (
    sent: SentMember,
    from: { version?: number | undefined; changed: (keyof MemberFormValues)[] },
  ) => Promise<Member>;
  onSaved: (saved: Member) => void;
}) {
  const client = useQueryClient();
  // Duplicates that the user has seen.
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [asks, setAsks] = useState(0);
  const forget = () => forgetDraft(draft);
  const edit = useEditForm({
    schema: StaffMemberForm,
    initial,
    draft,
    keepsDraft: true,
    edited: member && {
      document: member,
      schema: Member,
      fieldsOf: memberFormOf,
      labels: MEMBER_LABELS,
      show: memberFieldText,
    },
    send: async (sent, from) => {
      const asked = member ? undefined : personOf(person);
      const alike = asked ? await client.fetchQuery(likelyDuplicatesQuery(organizationNumber, asked)) : [];
      if (alike.every(({ _id }) => seen.includes(_id))) return send(sent, from);
      setSeen(alike.map(({ _id }) => _id));
      setAsks((before) => before + 1);
      return undefined;
    },
    onSent: (saved) => {
      if (!saved) return;
      forget();
      onSaved(saved);
    },
  });
  const [firstNm, lastNm, birthDt, phone] = useWatch({
    control: edit.form.control,
    name: ['firstNm', 'lastNm', 'birthDt', 'phones.0.phoneNbr'],
  });
  const person = { firstNm, lastNm, birthDt, phone };
  const found = useLikelyDuplicates(organizationNumber, person, member?._id);
  const isAsking = asks > 0 && found.length > 0 && !edit.failure;
  const duplicates = <LikelyDuplicates found={found} onUse={forget} />;
  return (
    <EditForm
      edit={edit}
      className="stack member-form"
      problem={(last) => (
        <ProblemNote {...last} title={notSaved}>
          <p>{last.problem.detail} What you typed is still here.</p>
        </ProblemNote>
      )}
    >
      {isAsking && (
        <FormProblem title="Is this the same person?" attempt={asks} tone="warn">
          <p>
            Nothing is saved yet. Check these members first: use one of them, or save a new person anyway.
          </p>
          {duplicates}
        </FormProblem>
      )}
      <MemberFields
        field={edit.field}
        isDeceased={Boolean(member?.deceasedDt)}
        duplicates={!isAsking && duplicates}
      />
      <div className="button-row member-form-foot">
        <SubmitButton busy={edit.isSubmitting} busyText="Saving">
          {isAsking ? 'Save as a new person' : saveLabel}
        </SubmitButton>
        <ButtonLink variant="link" to={cancelTo} onClick={forget}>
          Cancel
        </ButtonLink>
      </div>
    </EditForm>
  );
}

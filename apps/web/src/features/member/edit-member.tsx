import type { Member } from '@kinfold/domain/member';
import { memberFormOf, memberPostOf } from '@kinfold/domain/member-form';
import { useQueryClient } from '@tanstack/react-query';
import { postMember } from '../../queries/members.ts';
import { MemberForm } from './member-form.tsx';

/** The form of an existing member. It sends only changed fields. */
export function EditMember({
  member,
  cancelTo,
  onSaved,
}: {
  member: Member;
  cancelTo: string;
  onSaved: () => void;
}) {
  const client = useQueryClient();
  const { _id, organizationNumber } = member;
  return (
    <MemberForm
      draft={`member-edit.${_id}`}
      initial={memberFormOf(member)}
      organizationNumber={organizationNumber}
      member={member}
      saveLabel="Save"
      notSaved="Nothing is saved"
      cancelTo={cancelTo}
      send={(sent, { version, changed }) =>
        postMember(client, { _id, version, ...memberPostOf(sent, changed) })
      }
      onSaved={onSaved}
    />
  );
}

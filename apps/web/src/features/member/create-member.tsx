import type { Member } from '@kinfold/domain/member';
import { memberFormOf, memberPostOf } from '@kinfold/domain/member-form';
import { useQueryClient } from '@tanstack/react-query';
import { postMember } from '../../queries/members.ts';
import { MemberForm } from './member-form.tsx';

/** The place of a new member: an organization, and an existing household or one of their own. */
export type NewMemberPlace = { organizationNumber: string; household_id?: string; relationship?: string };

/** The form of a new member. */
export function CreateMember({
  place: { organizationNumber, household_id, relationship },
  cancelTo,
  onMade,
}: {
  place: NewMemberPlace;
  cancelTo: string;
  onMade: (member: Member) => void;
}) {
  const client = useQueryClient();
  const empty = memberFormOf();
  return (
    <MemberForm
      draft={`member-create.${organizationNumber}.${household_id ?? ''}`}
      initial={{ ...empty, relationship: relationship ?? (household_id ? 'Spouse' : empty.relationship) }}
      organizationNumber={organizationNumber}
      saveLabel="Add member"
      notSaved="The member is not added"
      cancelTo={cancelTo}
      send={(sent) => postMember(client, { ...memberPostOf(sent), organizationNumber, household_id })}
      onSaved={onMade}
    />
  );
}

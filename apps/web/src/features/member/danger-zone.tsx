import type { Member } from '@kinfold/domain/member';
import { DeactivateMember } from './deactivate-member.tsx';
import { DeleteMember } from './delete-member.tsx';

/** What cannot be done by mistake: making a member inactive, and deleting one. */
export function DangerZone({ member, mayDelete }: { member: Member; mayDelete: boolean }) {
  return (
    <>
      <DeactivateMember member={member} />
      {mayDelete && <DeleteMember member={member} />}
    </>
  );
}

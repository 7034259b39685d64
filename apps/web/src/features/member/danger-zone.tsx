import type { Member } from '@kinfold/domain/member';
import { DeactivateMember } from './deactivate-member.tsx';
import { DeleteMember } from './delete-member.tsx';
import { EraseMember, HandOutMember } from './erase-member.tsx';

/**
 * Actions that must not happen by mistake: deactivating a member, handing out their data, deleting and erasing them.
 */
export function DangerZone({ member, mayDelete }: { member: Member; mayDelete: boolean }) {
  return (
    <>
      {!member.deceasedDt && <DeactivateMember member={member} />}
      {mayDelete && (
        <>
          <HandOutMember member={member} />
          <DeleteMember member={member} />
          <EraseMember member={member} />
        </>
      )}
    </>
  );
}

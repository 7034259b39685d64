import type { Member } from '@kinfold/domain/member';
import { fullName } from '@kinfold/domain/person-name';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { deleteMember } from '../../queries/members.ts';
import { RemoveByName } from '../../ui/remove-by-name.tsx';

/** Deletes a member once their name has been typed. */
export function DeleteMember({ member }: { member: Member }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const name = fullName(member);
  const remove = async () => {
    await deleteMember(client, member._id);
    await navigate(paths.members.href(), { replace: true, state: { deleted: name } });
  };
  return (
    <RemoveByName
      title="Delete"
      name={name}
      label={`To delete them, type ${name}`}
      button={`Delete ${name}`}
      busyText="Deleting"
      notRemoved={`${member.firstNm} is not deleted.`}
      remove={remove}
    >
      <p>
        For people who were entered twice or by mistake. It cannot be undone, and it is only possible while no
        other records refer to them: no membership, no payment, no dues, no sign-in. Deactivate people who
        leave instead.
      </p>
    </RemoveByName>
  );
}

import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { Members } from '../../../features/member/member-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { Said } from '../../../ui/said.tsx';

/** Navigation state after a member was deleted, with their name, or erased, without it. */
const State = z.union([z.object({ deleted: z.string() }), z.object({ erased: z.literal(true) })]);

const textOf = (state: z.infer<typeof State>) =>
  'deleted' in state ? `${state.deleted} is deleted.` : 'The person is erased.';

/** `/members`: all members of the user's organizations, filtered by the address. */
export function MembersPage() {
  const state = z.safeParse(State, useLocation().state);
  return (
    <StaffPage isList title="Members">
      {state.success && <Said>{textOf(state.data)}</Said>}
      {state.success && 'erased' in state.data && (
        <p>Other records that name them are changed within minutes: the list of jobs shows the progress.</p>
      )}
      <InOrganization permissions={['organization.members.get']}>
        {({ choices }) => <Members choices={choices} />}
      </InOrganization>
    </StaffPage>
  );
}

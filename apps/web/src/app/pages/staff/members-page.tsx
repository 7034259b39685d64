import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { Members } from '../../../features/member/member-list.tsx';
import { InOrganization } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { Said } from '../../../ui/said.tsx';

/** After a member was deleted: their name. Of who was erased there is none. */
const State = z.union([z.object({ deleted: z.string() }), z.object({ erased: z.literal(true) })]);

const textOf = (state: z.infer<typeof State>) =>
  'deleted' in state ? `${state.deleted} is deleted.` : 'The person is erased.';

/** `/members`: everybody in one's organizations, by filters of the address. */
export function MembersPage() {
  const state = z.safeParse(State, useLocation().state);
  return (
    <StaffPage title="Members">
      {state.success && <Said>{textOf(state.data)}</Said>}
      {state.success && 'erased' in state.data && (
        <p>What other records say of them goes within minutes: the list of jobs shows how far that is.</p>
      )}
      <InOrganization permissions={['organization.members.get']}>
        {({ choices }) => <Members choices={choices} />}
      </InOrganization>
    </StaffPage>
  );
}

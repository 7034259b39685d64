import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { CreateMember } from '../../../features/member/create-member.tsx';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { InOne, InOrganization, type Chosen } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { filled } from '../../../ui/filled.tsx';

/** Navigation state of the page (spec section 2). */
const State = z.object({
  organizationNumber: z.string(),
  household_id: z.optional(z.nullable(z.string())),
  relationship: z.optional(z.nullable(z.string())),
});

/** `/member/create`: a new member of an organization, in a household or in one of their own. */
export function MemberCreatePage() {
  const { state } = useLocation();
  const given = z.safeParse(State, state);
  if (given.success) {
    // Moved to the address, it survives a reload and a sign-in.
    const { organizationNumber, household_id, relationship } = given.data;
    const to = paths.memberCreate.href({
      organization_number: organizationNumber,
      household_id: household_id ?? undefined,
      relationship: relationship ?? undefined,
    });
    return <Navigate to={to} replace />;
  }
  return (
    <StaffPage
      title="New member"
      breadcrumb={<Breadcrumb steps={[{ name: 'Members', to: paths.members.href() }]} current="New member" />}
    >
      <InOrganization permissions={['members.create']}>{(chosen) => <InChosen {...chosen} />}</InOrganization>
    </StaffPage>
  );
}

function InChosen({ choices, nameOf }: Chosen) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [made] = useState(() => new Set<string>());
  const household_id = query.get('household_id') ?? undefined;
  const relationship = query.get('relationship') ?? undefined;
  return (
    <InOne choices={choices} question="Which organization is the new member of?">
      {(organizationNumber) => (
        <>
          <p className="muted">
            {filled(
              household_id
                ? 'A member of {organization}, in the household that you came from.'
                : 'A member of {organization}, in a household of their own.',
              { organization: <strong>{nameOf(organizationNumber)}</strong> },
            )}
          </p>
          <CreateMember
            key={organizationNumber}
            place={{
              organizationNumber,
              ...(household_id && { household_id }),
              ...(relationship && { relationship }),
            }}
            cancelTo={paths.members.href()}
            onMade={({ _id }) => {
              if (made.has(_id)) return;
              made.add(_id);
              void navigate(paths.member.href(_id, household_id ? 'household' : undefined), {
                replace: true,
              });
            }}
          />
        </>
      )}
    </InOne>
  );
}

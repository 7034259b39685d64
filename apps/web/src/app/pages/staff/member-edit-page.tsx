import { fullName } from '@kinfold/domain/person-name';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { EditMember } from '../../../features/member/edit-member.tsx';
import { MemberBreadcrumb } from '../../../features/member/member-breadcrumb.tsx';
import { asProblem } from '../../../lib/problem.ts';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { May } from '../../../parts/access/may.tsx';
import { paths } from '../../../paths.ts';
import { memberQuery } from '../../../queries/members.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

/** `/member/edit/:memberId`: all fields of a member, for staff who may change them. */
export function MemberEditPage() {
  const { memberId = '' } = useParams();
  return <EditPage key={memberId} memberId={memberId} />;
}

function EditPage({ memberId }: { memberId: string }) {
  const navigate = useNavigate();
  // Always loaded: cached data of a list or tab may be stale.
  const query = useQuery({
    ...memberQuery(memberId),
    refetchOnMount: 'always',
  });
  const { data, error } = query;
  const problem = error && !data ? asProblem(error) : undefined;
  // Spec section 8; errors that may be temporary are shown in place.
  if (problem?.status === 404)
    return (
      <Navigate
        to={paths.badRequest.href()}
        state={{ code: problem.status, message: problem.detail }}
        replace
      />
    );
  const name = data ? fullName(data) : 'Member';
  return (
    <StaffPage
      title={`Edit ${name}`}
      breadcrumb={data && <MemberBreadcrumb member={data} current="Edit" />}
      lead={data && <span className="tabular">{data.memberId}</span>}
    >
      <Loaded query={query} what="the member" title="We cannot show this member at the moment." rows={5}>
        {(member) =>
          query.isFetchedAfterMount ? (
            <May at={member.organizationNumber} permission="members.update" isPage>
              <EditMember
                member={member}
                cancelTo={paths.member.href(memberId)}
                onSaved={() => void navigate(paths.member.href(memberId), { replace: true })}
              />
            </May>
          ) : (
            <SkeletonRows rows={5} label="Loading the member" />
          )
        }
      </Loaded>
    </StaffPage>
  );
}

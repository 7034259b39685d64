import type { Member } from '@kinfold/domain/member';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { asProblem } from '../../lib/problem.ts';
import { ActiveStatus } from '../../parts/active-status.tsx';
import { paths } from '../../paths.ts';
import { householdQuery } from '../../queries/households.ts';
import { Card } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../ui/states.tsx';

/** Who lives with a member, the primary member first. */
export function HouseholdTab({ member }: { member: Member }) {
  const { data, error, refetch } = useQuery(householdQuery(member._id));
  const problem = error && !data ? asProblem(error) : undefined;
  return (
    <Card title="Household">
      {data ? (
        <List rows={data.members} emptyTitle="Nobody lives here" emptyHint="Who is added stands here.">
          {(one) => (
            <li className="row-item" key={one.member_id}>
              <div className="row-text">
                <p className="row-name">
                  <Link className="row-link" to={paths.member.href(one.member_id, 'household')}>
                    {one.lastNm}, {one.firstNm}
                  </Link>
                </p>
                <p className="row-note">
                  {one.relationship}, {one.age}
                  {one.member_id === data.primaryMemberId && ' · Primary'}
                </p>
              </div>
              <p className="row-status">
                <ActiveStatus isActive={one.isActive} />
              </p>
            </li>
          )}
        </List>
      ) : problem?.status === 404 ? (
        <EmptyState title={problem.detail}>The office can put them into one.</EmptyState>
      ) : problem ? (
        <ErrorPanel
          problem={problem}
          title="We cannot show the household at the moment."
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={3} label="Loading the household" />
      )}
    </Card>
  );
}

import type { Member } from '@kinfold/domain/member';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { asProblem } from '../../lib/problem.ts';
import { paths } from '../../paths.ts';
import { linkedHouseholdsQuery } from '../../queries/households.ts';
import { Card } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';

/** The households that a member may look at and pay for. */
export function LinkedAccountsTab({ member }: { member: Member }) {
  const { data, error, refetch } = useQuery(linkedHouseholdsQuery(member._id));
  return (
    <Card title="Linked accounts">
      {data ? (
        <List
          rows={data}
          emptyTitle="No linked accounts"
          emptyHint={`The households that ${member.firstNm} may look at and pay for stand here.`}
        >
          {(one) => (
            <li className="row-item" key={one.household_id}>
              <div className="row-text">
                <p className="row-name">
                  <Link className="row-link" to={paths.member.href(one.member_id)}>
                    {one.primaryMemberName}
                  </Link>
                </p>
              </div>
            </li>
          )}
        </List>
      ) : error ? (
        <ErrorPanel
          problem={asProblem(error)}
          title="We cannot show the linked accounts at the moment."
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={2} label="Loading the linked accounts" />
      )}
    </Card>
  );
}

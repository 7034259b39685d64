import type { Member } from '@kinfold/domain/member';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { isActiveNow } from '../../parts/member/is-active-now.ts';
import { coverageQuery } from '../../queries/coverage.ts';
import { postMember } from '../../queries/members.ts';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useCall } from '../../ui/use-call.ts';

/** Deactivates a member, after showing the effects on their cover, or activates them again. */
export function DeactivateMember({ member }: { member: Member }) {
  const client = useQueryClient();
  const { isBusy, failure, call } = useCall();
  const [isDone, setDone] = useState(false);
  const isActive = member.isActive !== false;
  const change = async () => {
    const { _id, version } = member;
    const isChanged = await call(() => postMember(client, { _id, version, isActive: !isActive }));
    setDone(isChanged);
  };
  return (
    <Card title={isActive ? 'Deactivate' : 'Activate'}>
      {failure && (
        <FormProblem title={failure.problem.detail} attempt={failure.attempt}>
          <p>Nothing is changed. Check how {member.firstNm} is stored now, and try again.</p>
        </FormProblem>
      )}
      <p role="status" className="said">
        {isDone && !isBusy && isActiveNow(member.firstNm, isActive)}
      </p>
      {isActive ? (
        <WhatItMeans member={member} />
      ) : (
        <p>{member.firstNm} is inactive, and stays in the memberships that cover them.</p>
      )}
      <div className="button-row">
        <Button
          variant="outline-primary"
          disabled={isBusy}
          aria-busy={isBusy || undefined}
          onClick={() => void change()}
        >
          {isActive ? 'Deactivate' : 'Activate'} {member.firstNm}
        </Button>
      </div>
    </Card>
  );
}

/** The effects on their cover, which is part of memberships; these stay unchanged. */
function WhatItMeans({ member: { _id, firstNm } }: { member: Member }) {
  const query = useQuery(coverageQuery(_id));
  return (
    <Loaded
      query={query}
      what="what it means"
      title="We cannot show at the moment what covers them."
      rows={1}
    >
      {(data) => {
        const covers = data.people.filter((one) => one.member_id === _id && one.isCovered);
        return (
          <>
            {covers.length === 0 && <p>No fund covers {firstNm} at the moment.</p>}
            {covers.map((one) => (
              <p key={one.campaignMembershipId}>
                <strong>
                  {one.campaignName} goes on covering {firstNm}.
                </strong>{' '}
                {one.isPrimary
                  ? `${firstNm} pays for this membership, and its dues go on.`
                  : `${one.primaryMemberName} goes on paying for this membership.`}{' '}
                To end the cover, change the membership.
              </p>
            ))}
            <p className="muted">
              Dues that are open stay owed, prices stay as they are, and you can make {firstNm} active again
              at any time.
            </p>
          </>
        );
      }}
    </Loaded>
  );
}

import type { Household } from '@kinfold/domain/household';
import type { Member } from '@kinfold/domain/member';
import { fullName } from '@kinfold/domain/person-name';
import { pluralOf } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ClaimsOfDeath } from '../../../features/claims/claims-of-death.tsx';
import { DeathEntered, diedSentence } from '../../../features/deaths/death-entered.tsx';
import { DeathForm } from '../../../features/deaths/death-form.tsx';
import { DeathReportRows } from '../../../features/deaths/death-reports.tsx';
import { ReportDeath } from '../../../features/deaths/report-death.tsx';
import { WhoDied } from '../../../features/deaths/who-died.tsx';
import { asProblem } from '../../../lib/problem.ts';
import { ForStaff } from '../../../parts/access/for-staff.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { usePermissions } from '../../../parts/access/use-permissions.ts';
import { paths } from '../../../paths.ts';
import { deathReportsQuery } from '../../../queries/deaths.ts';
import { householdQuery } from '../../../queries/households.ts';
import { memberQuery } from '../../../queries/members.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Said } from '../../../ui/said.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { EmptyState, NoPermission } from '../../../ui/states.tsx';

/** `/staff/death?member_id=`: the office enters a death in the family; other users with a role report it. */
export function DeathPage() {
  const [query] = useSearchParams();
  const memberId = query.get('member_id');
  return (
    <StaffPage key={memberId} title="A death in the family">
      <ForStaff permission="claims.report">
        {() => (memberId ? <DeathOf memberId={memberId} /> : <WhoDied />)}
      </ForStaff>
    </StaffPage>
  );
}

function DeathOf({ memberId }: { memberId: string }) {
  const member = useQuery(memberQuery(memberId));
  const household = useQuery(householdQuery(memberId));
  // A member may have no household.
  const isAlone = household.error !== null && asProblem(household.error).status === 404;
  return (
    <Loaded
      query={isAlone ? [member] : [member, household]}
      what="the member"
      rows={5}
      on={{
        404: ({ detail }) => (
          <EmptyState title={detail}>
            <Link to={paths.death.href()}>Look for somebody</Link>
          </EmptyState>
        ),
      }}
    >
      {() => member.data && <Death member={member.data} household={isAlone ? undefined : household.data} />}
    </Loaded>
  );
}

function Death({ member, household }: { member: Member; household: Household | undefined }) {
  const may = usePermissions(member.organizationNumber);
  const [said, setSaid] = useState('');
  const [isCorrecting, setCorrecting] = useState(false);
  if (!may) return <SkeletonRows rows={5} label="Loading" />;
  if (!may('claims.report')) return <NoPermission />;
  const name = fullName(member);
  const say = (text: string) => () => {
    setCorrecting(false);
    setSaid(text);
  };
  return (
    <>
      <Said>{said}</Said>
      <Whom member={member} household={household} />
      {!may('households.update') &&
        (member.deceasedDt ? (
          <>
            <p className="break-anywhere">{diedSentence(member)} The office knows.</p>
            <ClaimsOfDeath member={member} deceasedDt={member.deceasedDt} />
          </>
        ) : (
          <ReportDeath member={member} />
        ))}
      {may('households.update') && (
        <>
          {member.deceasedDt && !isCorrecting ? (
            <DeathEntered
              member={member}
              onCorrect={() => setCorrecting(true)}
              onUndone={say(`The death of ${name} is taken back.`)}
            >
              <ClaimsOfDeath member={member} deceasedDt={member.deceasedDt} />
            </DeathEntered>
          ) : (
            <OfOffice
              member={member}
              household={household}
              onSaved={say(isCorrecting ? 'The day is corrected.' : `The death of ${name} is entered.`)}
              {...(isCorrecting && { onCancel: () => setCorrecting(false) })}
            />
          )}
        </>
      )}
    </>
  );
}

/** The member who has died, with links to the others of the household. */
function Whom({ member, household }: { member: Member; household: Household | undefined }) {
  const others = household?.members.filter(({ member_id }) => member_id !== member._id) ?? [];
  return (
    <div>
      <p className="facts targets">
        <Link to={paths.member.href(member._id)}>
          <span>
            <strong>{fullName(member)}</strong>, <span className="tabular">{member.memberId}</span>
          </span>
        </Link>
      </p>
      <p className="facts targets muted">
        Not {member.firstNm}?
        {others.map(({ member_id, ...name }) => (
          <Link key={member_id} to={paths.death.href(member_id)}>
            {fullName(name)}
          </Link>
        ))}
        <Link to={paths.death.href()}>Somebody else</Link>
      </p>
    </div>
  );
}

/** The form of the office, with open reports: the one named by `report_id` or else the oldest fills it in. */
function OfOffice({ member, ...form }: Omit<Parameters<typeof DeathForm>[0], 'report' | 'draft'>) {
  const [query] = useSearchParams();
  const reports = useQuery(deathReportsQuery(member.organizationNumber, member._id));
  return (
    <Loaded query={reports} what="the reports" rows={5}>
      {(waiting) => {
        const named = waiting.find(({ _id }) => _id === query.get('report_id'));
        const report = member.deceasedDt ? undefined : (named ?? waiting[0]);
        return (
          <>
            {waiting.length > 0 && (
              <Card title="Reported">
                <DeathReportRows reports={waiting} />
                <p>
                  {pluralOf(
                    waiting.length,
                    'Entering the death confirms it.',
                    'Entering the death confirms them.',
                  )}
                </p>
              </Card>
            )}
            <DeathForm
              key={report?._id}
              member={member}
              report={report}
              // What was typed without this report must not replace it.
              draft={report && report === named ? `death.${member._id}.${named._id}` : undefined}
              {...form}
            />
          </>
        );
      }}
    </Loaded>
  );
}

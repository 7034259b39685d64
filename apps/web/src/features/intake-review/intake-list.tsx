import { ROOT } from '@kinfold/domain/permission';
import { showPhone } from '@kinfold/domain/phone';
import type { IntakeRequest } from '@kinfold/domain/intake';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { date } from '../../lib/format.ts';
import { oneOf, useFilters } from '../../lib/use-filters.ts';
import { ExportCsv } from '../../parts/export-csv.tsx';
import type { Chosen } from '../../parts/access/in-organization.tsx';
import { OrganizationAndState } from '../../parts/organization/organization-and-state.tsx';
import { paths } from '../../paths.ts';
import { intakeRequestsQuery, type IntakeStatus } from '../../queries/intake-review.ts';
import { listFiles } from '../../queries/list-files.ts';
import '../../theme/staff.scss';
import { GrowingList } from '../../ui/growing-list.tsx';
import { ListHead } from '../../ui/list-head.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';

const STATUSES: Record<IntakeStatus, string> = {
  new: 'To be answered',
  member: 'Became members',
  dismissed: 'Dismissed',
};

const IntakeFilter = z.object({ status: oneOf('new', 'member', 'dismissed') });

/** Requests to become a member, newest first, filtered by the organization and state of the address. */
export function IntakeList({ organizationNumber, choices, nameOf }: Chosen) {
  const { status = 'new' } = useFilters(IntakeFilter).filters;
  return (
    <>
      <OrganizationAndState
        organizationNumber={organizationNumber}
        choices={choices}
        label="Requests"
        states={STATUSES}
        state={status}
        tools={<ListHead main={<ExportCsv path={listFiles.intakeRequests(organizationNumber, status)} />} />}
      />
      <Requests organizationNumber={organizationNumber} status={status} nameOf={nameOf} />
    </>
  );
}

function Requests({
  organizationNumber,
  status,
  nameOf,
}: Pick<Chosen, 'organizationNumber' | 'nameOf'> & { status: IntakeStatus }) {
  const query = useInfiniteQuery({
    ...intakeRequestsQuery(organizationNumber, status),
    placeholderData: keepPreviousData,
  });
  return (
    <GrowingList
      query={query}
      rowsOf={({ intakeRequests }) => intakeRequests}
      many="requests"
      skeletonRows={5}
      empty={
        <EmptyState title={status === 'new' ? 'Nobody waits for an answer' : 'None'}>
          Requests to become a member are listed here. Give people the link of the form, or hang up its QR
          code.
        </EmptyState>
      }
      end="These are all of them."
    >
      {(requests) => (
        <ul className="entries">
          {requests.map((request) => (
            <Row key={request._id} request={request} nameOf={nameOf} />
          ))}
        </ul>
      )}
    </GrowingList>
  );
}

/** Returns the organization that a person wants to belong to: its name, or what they called it. */
export function wantedPlace(
  { organizationNumber, organizationName }: IntakeRequest,
  nameOf: Chosen['nameOf'],
): string {
  if (organizationNumber === ROOT) return `“${organizationName ?? ''}”`;
  return organizationName ?? nameOf(organizationNumber);
}

function Row({ request, nameOf }: { request: IntakeRequest; nameOf: Chosen['nameOf'] }) {
  const { _id, firstNm, lastNm, birthDt, phone, email, createdDt, likelyDuplicates, decision } = request;
  const way = phone ? showPhone(phone) : email;
  return (
    <li className="line intake-line" data-row>
      <Link className="row-link" to={paths.intakeRequest.href(_id)}>
        {lastNm}, {firstNm}
      </Link>
      <p className="row-note break-anywhere">
        Born {date(birthDt)}
        {way && (
          <>
            {' '}
            · <span className={phone ? 'tabular' : undefined}>{way}</span>
          </>
        )}{' '}
        · {wantedPlace(request, nameOf)} · asked {date(createdDt)}
        {decision && (
          <>
            {' '}
            · {decision.by}, {date(decision.at)}
          </>
        )}
      </p>
      {likelyDuplicates.length > 0 && (
        <p className="line-wide">
          <StatusDot tone="warn">Probably a member already</StatusDot>
        </p>
      )}
    </li>
  );
}

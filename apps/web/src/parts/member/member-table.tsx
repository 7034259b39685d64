import type { Cover } from '@kinfold/domain/cover';
import type { DeathDay } from '@kinfold/domain/death-day';
import { fullName, listName } from '@kinfold/domain/person-name';
import { CHOSEN_MEMBERS_MAX, MEMBER_ORDERS, type MemberOrder } from '@kinfold/domain/member-list';
import { useRef, type ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { useSelection } from '../../lib/use-selection.ts';
import { oneOf, useFilters } from '../../lib/use-filters.ts';
import { paths } from '../../paths.ts';
import { membersCsvPath } from '../../queries/members.ts';
import '../../theme/member-table.scss';
import '../../theme/checkbox.scss';
import '../../theme/staff.scss';
import { SelectField } from '../../ui/select-field.tsx';
import { ExportCsv } from '../export-csv.tsx';
import { CoverLine } from '../cover/cover-line.tsx';
import { ActiveStatus } from './active-status.tsx';

type Row = {
  _id: string;
  memberId: string;
  firstNm: string;
  lastNm: string;
  suffix?: string | null | undefined;
  formerly?: string | undefined;
  isActive: boolean | null;
  deceasedDt?: string | null | undefined;
  deathDay?: DeathDay | undefined;
  cover?: Cover | undefined;
};

const ORDER_TEXTS: Record<MemberOrder, string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  number: 'Number, lowest first',
  '-number': 'Number, highest first',
};

const OrderFilter = z.object({ sort: oneOf(...MEMBER_ORDERS) });

/** The order of a list of members, kept in the address; a change returns to the first page. */
export function useMemberOrder() {
  const { filters, show } = useFilters(OrderFilter);
  const order: MemberOrder = filters.sort ?? 'name';
  const onOrder = (next: MemberOrder) => show({ sort: next === 'name' ? undefined : next });
  return { order, onOrder };
}

/** The choice of the order on a phone, where the list has no column headings. */
export function MemberOrderSelect({ order, onOrder }: ReturnType<typeof useMemberOrder>) {
  return (
    <div className="member-order d-md-none">
      <SelectField
        label="Sort by"
        value={order}
        onChange={({ target }) => onOrder(MEMBER_ORDERS.find((one) => one === target.value) ?? 'name')}
      >
        {MEMBER_ORDERS.map((one) => (
          <option key={one} value={one}>
            {ORDER_TEXTS[one]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/**
 * A page of members. Its headings sort; members can be selected with mouse or keyboard, with Shift as a range, across
 * pages, and exported. On a phone a row has three lines and no selection.
 */
export function MemberTable<R extends Row>({
  members,
  order,
  onOrder,
  notes,
  note,
  reach,
}: ReturnType<typeof useMemberOrder> & {
  members: readonly R[];
  /** The heading of `note`. */
  notes: string;
  note: (member: R) => ReactNode;
  /** How to reach a member. */
  reach: (member: R) => ReactNode;
}) {
  const selection = useSelection(members.map(({ _id }) => _id));
  return (
    <>
      <ChosenMembers selection={selection} order={order} />
      <table className="member-table">
        <thead className="muted">
          <tr className="member-row">
            <th className="member-choice">
              <label className="target row-choice">
                <input
                  type="checkbox"
                  className="form-check-input"
                  aria-label="All on this page"
                  checked={selection.isPageChosen}
                  onChange={selection.togglePage}
                />
              </label>
            </th>
            <SortHeading by="name" order={order} onOrder={onOrder}>
              Name
            </SortHeading>
            <SortHeading by="number" order={order} onOrder={onOrder}>
              Number
            </SortHeading>
            <th scope="col">{notes}</th>
            <th scope="col">Cover</th>
            <th scope="col">Phone or email</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member._id} className="member-row" data-row>
              <Choice
                name={fullName(member)}
                isChosen={selection.chosen.has(member._id)}
                onChoose={(isRange) => selection.toggle(member._id, isRange)}
              />
              <th scope="row" className="member-name">
                <Link className="row-link" to={paths.member.href(member._id)}>
                  {listName(member)}
                </Link>
                {member.formerly && <span className="muted"> formerly {member.formerly}</span>}
              </th>
              <td className="member-number row-note tabular">{member.memberId}</td>
              <td className="member-note row-note">{note(member)}</td>
              <td className="member-cover">
                <CoverLine cover={member.cover} />
              </td>
              <td className="member-reach">{reach(member)}</td>
              <td className="member-state">
                <ActiveStatus
                  isActive={member.isActive}
                  deceasedDt={member.deceasedDt}
                  deathDay={member.deathDay}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function SortHeading({
  by,
  order,
  onOrder,
  children,
}: ReturnType<typeof useMemberOrder> & { by: 'name' | 'number'; children: ReactNode }) {
  const direction = order === by ? 'ascending' : order === `-${by}` ? 'descending' : 'none';
  return (
    <th scope="col" aria-sort={direction}>
      <button
        type="button"
        className="target sort-button"
        onClick={() => onOrder(order === by ? `-${by}` : by)}
      >
        {children} <span aria-hidden="true">{{ ascending: '▲', descending: '▼', none: '' }[direction]}</span>
      </button>
    </th>
  );
}

function Choice({
  name,
  isChosen,
  onChoose,
}: {
  name: string;
  isChosen: boolean;
  onChoose: (isRange: boolean) => void;
}) {
  const withShift = useRef(false);
  return (
    <td className="member-choice">
      <label className="target row-choice">
        <input
          type="checkbox"
          className="form-check-input"
          aria-label={`Choose ${name}`}
          checked={isChosen}
          onClick={(event) => {
            withShift.current = event.shiftKey;
          }}
          onChange={() => onChoose(withShift.current)}
        />
      </label>
    </td>
  );
}

/** The actions for the selected members. */
function ChosenMembers({
  selection: { chosen, clear },
  order,
}: {
  selection: ReturnType<typeof useSelection>;
  order: MemberOrder;
}) {
  if (!chosen.size) return null;
  return (
    <div className="bulk-bar d-none d-md-flex" role="group" aria-label="Chosen members">
      <span className="tabular" role="status">
        {chosen.size} chosen
      </span>
      {chosen.size > CHOSEN_MEMBERS_MAX ? (
        <span>At most {CHOSEN_MEMBERS_MAX} can be exported at once.</span>
      ) : (
        <ExportCsv
          path={membersCsvPath({ ids: [...chosen].join(','), sort: order })}
          fileName="members-chosen.csv"
        >
          Export chosen
        </ExportCsv>
      )}
      <Button variant="link" onClick={clear}>
        Clear
      </Button>
    </div>
  );
}

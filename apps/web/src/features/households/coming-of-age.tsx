import type { CalendarDate } from '@kinfold/domain/dates';
import type { Household } from '@kinfold/domain/household';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { dateInWords } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';

const turns18 = (name: string, age: number | null, day: string) =>
  (age ?? 0) < 18 ? `${name} turns 18 on ${day}.` : `${name} turned 18 on ${day}.`;

/**
 * Members of a household who turn 18 soon or did so recently; users who may change it can give them a household of
 * their own.
 */
export function ComingOfAge({
  household,
  memberId,
  onChoose,
}: {
  household: Household;
  /** The member whose page this is: only there can the life event be entered. */
  memberId: string;
  onChoose: () => void;
}) {
  return household.members
    .filter((one) => one.turnsAdultDt && one.member_id !== household.primaryMemberId)
    .map(({ member_id, firstNm, age, turnsAdultDt = '' }) => (
      <Callout key={member_id} title={turns18(firstNm, age, dateInWords(turnsAdultDt as CalendarDate))}>
        <p>Now {firstNm} may have a household of their own. What that changes is shown first.</p>
        {member_id === memberId ? (
          <Button variant="outline-primary" onClick={onChoose}>
            A household of their own
          </Button>
        ) : (
          <Link className="row-link" to={paths.member.href(member_id, 'household')}>
            Go to {firstNm}
          </Link>
        )}
      </Callout>
    ));
}

import type { CalendarDate } from '@kinfold/domain/dates';
import type { Household } from '@kinfold/domain/household';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { dateInWords } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';

/** Who of a household turns 18 these days or lately: with the way to a household of their own, for who may change it. */
export function ComingOfAge({
  household,
  memberId,
  onChoose,
}: {
  household: Household;
  /** Whose page this is: only there the life event is entered. */
  memberId: string;
  onChoose: () => void;
}) {
  return household.members
    .filter((one) => one.turnsAdultDt && one.member_id !== household.primaryMemberId)
    .map(({ member_id, firstNm, age, turnsAdultDt = '' }) => (
      <Callout
        key={member_id}
        title={`${firstNm} ${(age ?? 0) < 18 ? 'turns' : 'turned'} 18 on ${dateInWords(turnsAdultDt as CalendarDate)}.`}
      >
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

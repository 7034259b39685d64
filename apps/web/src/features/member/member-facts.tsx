import { formerlyOf } from '@kinfold/domain/person-name';
import type { Member } from '@kinfold/domain/member';
import { CoverLine } from '../../parts/cover/cover-line.tsx';
import { ActiveStatus } from '../../parts/member/active-status.tsx';
import { Phone } from '../../parts/member/phone.tsx';
import { DateText } from '../../ui/date-text.tsx';

/**
 * Whether a member is covered today, followed by number, state, age, birth date and phone, in one line where there is
 * room.
 */
export function MemberFacts({ member }: { member: Member }) {
  const [phone] = member.phones;
  const formerly = formerlyOf(member, member.formerNames);
  return (
    <>
      {member.cover && (
        <span className="d-block">
          <CoverLine cover={member.cover} />
        </span>
      )}
      <span className="facts targets">
        <span className="tabular">{member.memberId}</span>
        {formerly && <span>formerly {formerly}</span>}
        <ActiveStatus isActive={member.isActive} deceasedDt={member.deceasedDt} deathDay={member.deathDay} />
        <span>
          {member.age ?? 'Age not known'}, born <DateText value={member.birthDt} />
        </span>
        {phone && <Phone value={phone.phoneNbr} />}
      </span>
    </>
  );
}

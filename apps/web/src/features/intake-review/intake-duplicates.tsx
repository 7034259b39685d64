import { fullName } from '@kinfold/domain/person-name';
import type { IntakeRequest } from '@kinfold/domain/intake';
import type { LikelyDuplicate } from '@kinfold/domain/member-duplicates';
import { showPhone } from '@kinfold/domain/phone';
import { Link } from 'react-router-dom';
import { date } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { Table } from '../../ui/table.tsx';

/** The person of a request beside each member who is probably the same person. */
export function LikelyDuplicates({ request }: { request: IntakeRequest }) {
  const { likelyDuplicates } = request;
  if (likelyDuplicates.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="likely-duplicates">
      <h2 id="likely-duplicates">Probably a member already</h2>
      <p>
        <StatusDot tone="warn">Same birth date and a similar name, or the same phone</StatusDot>
      </p>
      {likelyDuplicates.map((member) => (
        <SideBySide key={member._id} request={request} member={member} />
      ))}
      <p className="muted">Is it the same person? Then dismiss the request: they are a member.</p>
    </section>
  );
}

function SideBySide({ request, member }: { request: IntakeRequest; member: LikelyDuplicate }) {
  const name = fullName(member);
  const { formerly } = member;
  const phone = (value: string | null) => (value ? showPhone(value) : '–');
  const rows: [label: string, asked: string, stored: string][] = [
    ['Name', `${request.firstNm} ${request.lastNm}`, formerly ? `${name}, formerly ${formerly}` : name],
    ['Born', date(request.birthDt), date(member.birthDt)],
    ['Phone', phone(request.phone), phone(member.phoneNbr)],
    ['Organization', request.organizationName ?? '–', member.organizationName],
  ];
  return (
    <Table className="break-anywhere" aria-label={`Beside ${name}`}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">What</span>
          </th>
          <th scope="col">Who asked</th>
          <th scope="col">
            <Link className="row-link" to={paths.member.href(member._id)}>
              {member.memberId}
            </Link>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, asked, stored]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{asked}</td>
            <td>{stored}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

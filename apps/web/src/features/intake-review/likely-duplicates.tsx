import type { IntakeRequest } from '@kinfold/domain/intake';
import { showPhone } from '@kinfold/domain/phone';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { date } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { StatusDot } from '../../ui/status-dot.tsx';

/** The person who asked beside each member who is likely to be the same one. */
export function LikelyDuplicates({ request }: { request: IntakeRequest }) {
  const { likelyDuplicates } = request;
  if (likelyDuplicates.length === 0) return null;
  const rows: [
    label: string,
    asked: ReactNode,
    of: (member: (typeof likelyDuplicates)[number]) => ReactNode,
  ][] = [
    ['Name', `${request.firstNm} ${request.lastNm}`, ({ firstNm, lastNm }) => `${firstNm} ${lastNm}`],
    ['Born', date(request.birthDt), ({ birthDt }) => date(birthDt)],
    [
      'Phone',
      request.phone ? showPhone(request.phone) : '–',
      ({ phoneNbr }) => (phoneNbr ? showPhone(phoneNbr) : '–'),
    ],
    ['Organization', request.organizationName ?? '–', ({ organizationName }) => organizationName],
    ['Number', '–', ({ memberId }) => memberId],
  ];
  return (
    <section className="stack" aria-labelledby="likely-duplicates">
      <h2 id="likely-duplicates">Likely here already</h2>
      <p>
        <StatusDot tone="warn">Same birth date and a similar name, or the same phone</StatusDot>
      </p>
      <div className="duplicates" tabIndex={0} role="region" aria-label="Side by side">
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">Who asked</th>
              {likelyDuplicates.map(({ _id, firstNm, lastNm }) => (
                <th scope="col" key={_id}>
                  <Link className="row-link" to={paths.member.href(_id)}>
                    Member {firstNm} {lastNm}
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, asked, of]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{asked}</td>
                {likelyDuplicates.map((member) => (
                  <td key={member._id}>{of(member)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="muted">Is it the same person? Then dismiss the request: they are a member.</p>
    </section>
  );
}

import type { Permission } from '@kinfold/domain/permission';
import type { Scope } from '@kinfold/domain/scope';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { staffOrganizationsQuery } from '../../queries/staff-home.ts';

/** The first steps, for users with the permissions, until one of their organizations has members and a fund. */
export function FirstSteps({ permissions }: Pick<Scope, 'permissions'>) {
  const { data } = useQuery(staffOrganizationsQuery);
  if (!data || data.more > 0) return null;
  const isBegun = data.organizations.some(({ members, campaigns }) => members > 0 && campaigns !== 0);
  if (isBegun) return null;
  const steps = stepsOf(data.organizations[0]).filter(({ needs }) => permissions.includes(needs));
  if (steps.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="first-steps">
      <h2 id="first-steps">What to do first</h2>
      <ol className="entries needs">
        {steps.map(({ text, note, link, to, isDone }, index) => (
          <li key={text} className="need">
            <span className="need-count" aria-hidden="true">
              {index + 1}.
            </span>
            <span>
              {text}
              {isDone && <strong> (done)</strong>}
              <span className="d-block muted">{note}</span>
            </span>
            <span className="need-link">
              <Link to={to}>{link}</Link>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Step = { needs: Permission; text: string; note: string; link: string; to: string; isDone?: boolean };
type First = { organizationNumber: string; organizationName: string; members: number; campaigns?: number };

function stepsOf(first: First | undefined): Step[] {
  if (!first)
    return [
      {
        needs: 'organizations.create',
        text: 'Add your organization',
        note: 'Its name, address and phone.',
        link: 'Add an organization',
        to: paths.organizationCreate.href(),
      },
    ];
  const { organizationNumber: number, organizationName, members, campaigns = 0 } = first;
  return [
    {
      needs: 'organization.details.update',
      text: `Say how ${organizationName} can be reached`,
      note: 'Its address and phone, for its members.',
      link: 'Open the organization',
      to: paths.organization.href(number),
    },
    {
      needs: 'campaigns.create',
      text: 'Make your fund',
      note: 'Who pays what, and the rules that members will read.',
      link: 'Make a fund',
      to: paths.campaignCreate.href({ organization_number: number }),
      isDone: campaigns > 0,
    },
    {
      needs: 'members.import',
      text: 'Bring in your members',
      note: 'From a spreadsheet as it is: nothing is changed before you have seen what would be.',
      link: 'Import members',
      to: paths.imports.href(number),
      isDone: members > 0,
    },
    {
      needs: 'roles.assign',
      text: 'Let others help',
      note: 'A treasurer sees who paid and who owes, a manager looks after members and funds.',
      link: 'Give a role',
      to: paths.roles.href(number),
    },
  ];
}

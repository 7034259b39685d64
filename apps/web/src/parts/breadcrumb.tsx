import type { Permission } from '@kinfold/domain/permission';
import BootstrapBreadcrumb from 'react-bootstrap/Breadcrumb';
import { Link } from 'react-router-dom';
import '../theme/breadcrumb.scss';
import { useMayAnywhere } from './access/use-may-anywhere.ts';
import { usePermissions } from './access/use-permissions.ts';
import { paths } from '../paths.ts';

/** A step of a breadcrumb: a link for users who hold its permission, at an organization or at any, and text for others. */
type Step = { name: string; to: string; permission?: Permission; at?: string | undefined };

/** The steps of a breadcrumb to the page of an organization; its name is given once it is loaded. */
export const organizationSteps = (organizationNumber: string, name = 'Organization'): Step[] => [
  { name: 'Organizations', to: paths.organizations.href() },
  { name, to: paths.organization.href(organizationNumber), at: organizationNumber },
];

/** The breadcrumb of a staff page: links from the outermost page to the current one, which is text. */
export function Breadcrumb({ steps, current }: { steps: readonly Step[]; current: string }) {
  return (
    <BootstrapBreadcrumb className="break-anywhere" label="Breadcrumb">
      {steps.map((step) => (
        <StepItem key={step.to} {...step} />
      ))}
      {/* The heading below has the same text. */}
      <BootstrapBreadcrumb.Item active className="d-none d-md-inline-flex">
        {current}
      </BootstrapBreadcrumb.Item>
    </BootstrapBreadcrumb>
  );
}

function StepItem({ name, to, permission = 'organization.details.get', at }: Step) {
  const anywhere = useMayAnywhere(permission);
  const here = usePermissions(at);
  if (at === undefined ? !anywhere : !here?.(permission)) return <li className="breadcrumb-item">{name}</li>;
  return (
    <BootstrapBreadcrumb.Item linkAs={Link} linkProps={{ to, className: 'target' }}>
      {name}
    </BootstrapBreadcrumb.Item>
  );
}

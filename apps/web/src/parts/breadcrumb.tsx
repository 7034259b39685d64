import BootstrapBreadcrumb from 'react-bootstrap/Breadcrumb';
import { Link } from 'react-router-dom';
import '../theme/breadcrumb.scss';

/** The way to a page of the staff side: links from the outermost to the page itself, which is text. */
export function Breadcrumb({
  steps,
  current,
}: {
  steps: readonly { name: string; to: string }[];
  current: string;
}) {
  return (
    <BootstrapBreadcrumb label="Breadcrumb">
      {steps.map(({ name, to }) => (
        <BootstrapBreadcrumb.Item key={to} linkAs={Link} linkProps={{ to, className: 'target' }}>
          {name}
        </BootstrapBreadcrumb.Item>
      ))}
      <BootstrapBreadcrumb.Item active>{current}</BootstrapBreadcrumb.Item>
    </BootstrapBreadcrumb>
  );
}

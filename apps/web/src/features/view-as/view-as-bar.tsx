import Button from 'react-bootstrap/Button';
import { useNavigate } from 'react-router-dom';
import { viewAs, type ViewAs } from '../../lib/view-as.ts';
import { aRole } from '../../parts/access/a-role.ts';
import { paths } from '../../paths.ts';
import './view-as.scss';

/** Shown on every page while the user views it as a role: the role, and Stop. */
export function ViewAsBar({ role, organizationNumber, organizationName }: ViewAs) {
  const navigate = useNavigate();
  const stop = async () => {
    viewAs.stop();
    await navigate(paths.roles.href(organizationNumber));
  };
  return (
    <aside className="view-as small fw-semibold" aria-label="View as">
      <div className="bar flex-nowrap py-2">
        <p role="status" className="break-anywhere">
          You see what {aRole(role)} of {organizationName} sees. Nothing can be changed.
        </p>
        <Button variant="outline-primary" onClick={() => void stop()}>
          Stop
        </Button>
      </div>
    </aside>
  );
}

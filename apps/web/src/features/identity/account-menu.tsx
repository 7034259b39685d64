import Dropdown from 'react-bootstrap/Dropdown';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import type { Session } from '../../lib/session.ts';
import '../../theme/menu.scss';
import { Icon } from '../../ui/icon.tsx';
import { logout } from './identity-queries.ts';

/** The menu of the signed-in person. */
export function AccountMenu({ session }: { session: Session }) {
  const navigate = useNavigate();
  return (
    <Dropdown align="end">
      <Dropdown.Toggle variant="link" className="account-menu">
        <Icon name="person" />
        <span className="account-name">{session.firstNm ?? 'Account'}</span>{' '}
        <span className="visually-hidden">menu</span>
        <Icon name="chevron-down" size={18} />
      </Dropdown.Toggle>
      <Dropdown.Menu>
        <div className="dropdown-identity">Signed in as {session.email}</div>
        <Dropdown.Item as={Link} to={paths.profile.href()}>
          <Icon name="person" /> My Profile
        </Dropdown.Item>
        <Dropdown.Item
          as="button"
          onClick={() => {
            // First away from the guarded page: its guard would ask to sign in again.
            void Promise.resolve(navigate(paths.home.href())).then(logout);
          }}
        >
          <Icon name="sign-out" /> Logout
        </Dropdown.Item>
      </Dropdown.Menu>
    </Dropdown>
  );
}

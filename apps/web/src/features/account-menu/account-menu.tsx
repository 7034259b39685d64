import Dropdown from 'react-bootstrap/Dropdown';
import { Link, useNavigate } from 'react-router-dom';
import type { Session } from '../../lib/session.ts';
import { AccountMenuLabel } from '../../parts/member/account-menu-label.tsx';
import { paths } from '../../paths.ts';
import { logout } from '../../queries/identity.ts';
import '../../theme/menu.scss';
import { Icon } from '../../ui/icon.tsx';

/** The account menu; rendered before it is opened, so that it opens without delay on a slow phone. */
export function AccountMenu({ session }: { session: Session }) {
  const navigate = useNavigate();
  return (
    <Dropdown align="end">
      <Dropdown.Toggle variant="link" className="account-menu">
        <AccountMenuLabel firstNm={session.firstNm} />
      </Dropdown.Toggle>
      <Dropdown.Menu renderOnMount>
        <div className="dropdown-identity">Signed in as {session.email}</div>
        <Dropdown.Item as={Link} to={paths.profile.href()}>
          <Icon name="person" /> My Profile
        </Dropdown.Item>
        <Dropdown.Item
          as="button"
          onClick={() => {
            // Navigates first: `MemberArea` would redirect to /sign-in.
            void navigate(paths.home.href(), { flushSync: true });
            logout();
          }}
        >
          <Icon name="sign-out" /> Logout
        </Dropdown.Item>
      </Dropdown.Menu>
    </Dropdown>
  );
}

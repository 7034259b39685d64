import { APP_VERSION } from '@kinfold/domain/constants';
import { lazy, Suspense, useRef } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { useClientConfig } from '../lib/client-config.ts';
import { dayOf } from '../lib/format.ts';
import { portal } from '../lib/portal.ts';
import { useSession, type Session } from '../lib/session.ts';
import { useToast } from '../lib/toast.ts';
import { useIsAfterFirstPaint } from '../lib/use-is-after-first-paint.ts';
import { useNow } from '../lib/use-now.ts';
import { useViewAs } from '../lib/view-as.ts';
import { AccountMenuLabel } from '../parts/member/account-menu-label.tsx';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Logo } from '../ui/logo.tsx';

const SignedInNav = lazy(() =>
  import('./signed-in-nav.tsx').then((module) => ({ default: module.SignedInNav })),
);
const SessionKeeper = lazy(() =>
  import('../features/idle-session/session-keeper.tsx').then((module) => ({ default: module.SessionKeeper })),
);
const ViewAsBar = lazy(() =>
  import('../features/view-as/view-as-bar.tsx').then((module) => ({ default: module.ViewAsBar })),
);
const Toast = lazy(() => import('../ui/toasts.tsx').then((module) => ({ default: module.Toast })));

/** The layout of every page: environment banner, navbar, footer, error toast. */
export function Shell() {
  const isNavigating = useNavigation().state === 'loading';
  const main = useRef<HTMLElement>(null);
  return (
    <div className="shell">
      <a
        className="skip-link"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      {isNavigating && <div className="route-progress" />}
      <EnvironmentBanner />
      <ViewedRole />
      <Navbar />
      <main id="content" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <ErrorToast />
      <KeptSession />
      <ScrollRestoration />
    </div>
  );
}

/** The role that the user views the portal as, if any. */
function ViewedRole() {
  const role = useViewAs();
  return role === null ? null : (
    <Suspense fallback={null}>
      <ViewAsBar {...role} />
    </Suspense>
  );
}

function EnvironmentBanner() {
  const { data } = useClientConfig();
  if (!data || (data.environment === 'production' && !data.testPayments)) return null;
  return (
    <aside className="env-banner" aria-label="About this deployment">
      <div className="bar">
        {data.environment !== 'production' && <span>This is not a production version</span>}
        {data.testPayments && <strong className="fw-semibold">Test payments</strong>}
      </div>
    </aside>
  );
}

function Navbar() {
  const session = useSession();
  const { pathname } = useLocation();
  // Loads the menu after the first paint of the page.
  const isPagePainted = useIsAfterFirstPaint();
  return (
    <header className="top">
      <div className="bar">
        <Link
          className="top-brand"
          to={session ? paths.overview.href() : paths.home.href()}
          aria-label={`${portal().name}, home`}
        >
          <Logo />
        </Link>
        {session ? (
          <Suspense fallback={<MenuPlaceholder session={session} />}>
            {isPagePainted ? <SignedInNav session={session} /> : <MenuPlaceholder session={session} />}
          </Suspense>
        ) : (
          pathname !== paths.signIn.path && (
            <ButtonLink variant="outline-primary" to={paths.signIn.href()}>
              Sign In
            </ButtonLink>
          )
        )}
      </div>
    </header>
  );
}

/** Has the size of the menu, to avoid layout shift when it is loaded. */
function MenuPlaceholder({ session }: { session: Session }) {
  return (
    <span className="btn btn-link account-menu" aria-hidden="true">
      <AccountMenuLabel firstNm={session.firstNm} />
    </span>
  );
}

function Footer() {
  const { version = APP_VERSION, environment = 'production' } = useClientConfig().data ?? {};
  const year = dayOf(useNow()).slice(0, 4);
  return (
    <footer className="bottom">
      <div className="bar">
        <nav className="facts targets" aria-label="Legal">
          <Link to={paths.terms.href()}>Terms</Link>
          <Link to={paths.privacyNotice.href()}>Privacy Notice</Link>
        </nav>
        <p>
          © {year} {portal().name} · Version {version}
          {environment !== 'production' && ` · ${environment}`}
        </p>
      </div>
    </footer>
  );
}

function KeptSession() {
  const isSignedIn = useSession() !== null;
  const isPagePainted = useIsAfterFirstPaint();
  return isSignedIn && isPagePainted ? (
    <Suspense fallback={null}>
      <SessionKeeper />
    </Suspense>
  ) : null;
}

function ErrorToast() {
  const message = useToast();
  return message === null ? null : (
    <Suspense fallback={null}>
      <Toast message={message} />
    </Suspense>
  );
}

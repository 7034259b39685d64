import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { useSession } from '../../../lib/session.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Page } from '../../../ui/page.tsx';

const ErrorState = z.object({ code: z.union([z.string(), z.number()]), message: z.string() });

/** `/bad-request` and `/error`: shows the code and message of the navigation state (spec section 2). */
export function ErrorPage() {
  const session = useSession();
  const location = useLocation();
  const state = z.safeParse(ErrorState, location.state);
  const fallbackCode = location.pathname === paths.badRequest.path ? '400' : '500';
  return (
    <Page
      title={`Error ${state.success ? state.data.code : fallbackCode}`}
      lead={state.success ? state.data.message : 'Something about that page did not work.'}
    >
      <p className="muted">
        The link may be an old one, or meant for somebody else. If you think you should see this, ask the
        office of your church or organization.
      </p>
      <div className="button-row">
        <ButtonLink to={session ? paths.overview.href() : paths.home.href()}>
          {session ? 'Go to your overview' : 'Go to the start page'}
        </ButtonLink>
      </div>
    </Page>
  );
}

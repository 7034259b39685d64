import { useSession } from '../../../lib/session.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Page } from '../../../ui/page.tsx';

/** The page for unknown addresses. */
export function NotFoundPage() {
  const session = useSession();
  return (
    <Page
      title="There is no page at this address"
      lead="The link may be old, or the address may be mistyped."
    >
      <div className="button-row">
        <ButtonLink to={session ? paths.overview.href() : paths.home.href()}>
          {session ? 'Go to your overview' : 'Go to the start page'}
        </ButtonLink>
      </div>
    </Page>
  );
}

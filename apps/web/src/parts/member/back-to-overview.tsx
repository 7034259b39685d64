import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';

/** The link at the end of a member's own pages. */
export function BackToOverview() {
  return (
    <div className="button-row">
      <ButtonLink variant="link" to={paths.overview.href()}>
        Back to your overview
      </ButtonLink>
    </div>
  );
}

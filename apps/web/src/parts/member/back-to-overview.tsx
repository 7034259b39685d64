import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';

/** The end of a page of one's own. */
export function BackToOverview() {
  return (
    <div className="button-row">
      <ButtonLink variant="link" to={paths.overview.href()}>
        Back to your overview
      </ButtonLink>
    </div>
  );
}

import { portal } from '../../../lib/portal.ts';
import { useSession } from '../../../lib/session.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Page } from '../../../ui/page.tsx';

/** `/public`: about Kinfold, and how to become a member. */
export function PublicPage() {
  const session = useSession();
  const { name, landing } = portal();
  return (
    <Page
      title={`About ${name}`}
      lead={`Churches, small organizations and communities use ${name} for their funeral funds and private fundraisers. ${landing ?? ''}`}
    >
      <div className="prose">
        <h2>What a funeral fund is</h2>
        <p>
          The people of a community promise to support one another. When somebody dies, each household gives
          its share, and the family does not face the costs alone. Who is covered, and what a share comes to,
          is decided by the community that runs the fund.
        </p>
        <h2>How to belong</h2>
        <p>
          Ask to become a member, here or at the office of your church or organization. Once you are a member
          and have signed up, you see here what you are covered for and what is due.
        </p>
      </div>
      <div className="button-row">
        <ButtonLink to={paths.intakeForm.href()}>Ask to become a member</ButtonLink>
        {session ? (
          <ButtonLink variant="outline-primary" to={paths.overview.href()}>
            Go to your overview
          </ButtonLink>
        ) : (
          <ButtonLink variant="outline-primary" to={paths.signIn.href()}>
            Sign In
          </ButtonLink>
        )}
      </div>
    </Page>
  );
}

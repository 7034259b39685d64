import { ButtonLink } from '../../ui/button-link.tsx';
import { Page } from '../../ui/page.tsx';
import { paths } from '../paths.ts';

/** `/sign-up`: how one gets a sign-in. */
export function SignUpPage() {
  return (
    <Page
      title="Create your account"
      lead="On this site the office of your church or organization sets up your sign-in. Give them a call or ask after the service; all they need is your name and your email address."
    >
      <div className="button-row">
        <ButtonLink to={paths.signIn.href()}>I have a sign-in</ButtonLink>
        <ButtonLink variant="outline-primary" to={paths.home.href()}>
          Back to the start page
        </ButtonLink>
      </div>
    </Page>
  );
}

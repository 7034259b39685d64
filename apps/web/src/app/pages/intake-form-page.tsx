import { useState } from 'react';
import { IntakeForm } from '../../features/intake/intake-form.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Page } from '../../ui/page.tsx';
import { paths } from '../paths.ts';

/** `/intake-form`: asks the office to take somebody up as a member. */
export function IntakeFormPage() {
  const [sentFor, setSentFor] = useState<string>();
  if (sentFor !== undefined)
    return (
      <Page
        key="sent"
        title="Thank you for your request"
        lead={`The request for ${sentFor} is with the office. They look through it and get in touch through your church or organization; until then there is nothing more to do.`}
      >
        <div className="button-row">
          <ButtonLink to={paths.home.href()}>Go to the start page</ButtonLink>
        </div>
      </Page>
    );
  return (
    <div className="page-narrow">
      <Page
        key="form"
        title="Intake form"
        lead="Ask to become a member. The office reads every request; nothing is charged."
      >
        <IntakeForm onSent={setSentFor} />
      </Page>
    </div>
  );
}

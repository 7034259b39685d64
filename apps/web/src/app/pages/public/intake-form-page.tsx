import { showPhone } from '@kinfold/domain/phone';
import { listOf } from '@kinfold/domain/text';
import { useState } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import {
  IntakeForm,
  OF_THE_LINK,
  type AskedOrganization,
  type SentIntake,
} from '../../../features/intake/intake-form.tsx';
import { asProblem } from '../../../lib/problem.ts';
import { paths } from '../../../paths.ts';
import { fetchIntakeOrganization } from '../../../queries/intake-requests.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Page } from '../../../ui/page.tsx';

/**
 * Loads the organization named by the address; null if it names none or one that does not exist: the person then types
 * its name. If its name cannot be loaded, its number still identifies the form.
 */
export async function loadIntakeOrganization({
  request,
}: LoaderFunctionArgs): Promise<AskedOrganization | null> {
  const number = new URL(request.url).searchParams.get('organization');
  if (!number) return null;
  try {
    return await fetchIntakeOrganization(number);
  } catch (error) {
    return asProblem(error).status === 404 ? null : { organizationNumber: number, organizationName: null };
  }
}

/** `/intake-form?organization=`: a request to the office to become a member. */
export function IntakeFormPage() {
  const organization = useLoaderData<AskedOrganization | null>();
  const [sent, setSent] = useState<SentIntake>();
  if (sent) return <Thanks sent={sent} organization={organization} />;
  return (
    <div className="page-narrow">
      <Page
        key="form"
        title="Intake form"
        lead={
          organization?.organizationName
            ? `Ask to become a member of ${organization.organizationName}. The office reads every request; nothing is charged.`
            : 'Ask to become a member. The office reads every request; nothing is charged.'
        }
      >
        <IntakeForm
          key={organization?.organizationNumber ?? ''}
          organization={organization}
          onSent={setSent}
        />
      </Page>
    </div>
  );
}

function Thanks({ sent, organization }: { sent: SentIntake; organization: AskedOrganization | null }) {
  const { firstNm, phone, email, organizationName } = sent;
  const ways = listOf(
    [phone ? `by phone at ${showPhone(phone)}` : '', email ? `by email at ${email}` : ''].filter(Boolean),
    'disjunction',
  );
  return (
    <Page
      key="sent"
      title="Thank you for your request"
      lead={
        organization
          ? `The request for ${firstNm} is with the office of ${organization.organizationName ?? OF_THE_LINK}.`
          : `The request for ${firstNm} is with our office, which passes it on to ${organizationName}.`
      }
    >
      <p>You will get the answer {ways}. Until then there is nothing more to do.</p>
      <div className="button-row">
        <ButtonLink to={paths.home.href()}>Go to the start page</ButtonLink>
      </div>
    </Page>
  );
}

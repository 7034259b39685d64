import type { IntakeRequest } from '@kinfold/domain/intake';
import { ROOT } from '@kinfold/domain/permission';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link, useParams } from 'react-router-dom';
import { DismissDialog } from '../../../features/intake-review/dismiss-dialog.tsx';
import { IntakeAnswer } from '../../../features/intake-review/intake-answer.tsx';
import { wantedPlace } from '../../../features/intake-review/intake-list.tsx';
import { LikelyDuplicates } from '../../../features/intake-review/intake-duplicates.tsx';
import { MakeMemberForm } from '../../../features/intake-review/make-member-form.tsx';
import { InOrganization, type Chosen, withoutRoot } from '../../../parts/access/in-organization.tsx';
import { Phone } from '../../../parts/member/phone.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { intakeRequestQuery } from '../../../queries/intake-review.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** `/intake/:requestId`: a request to become a member, and its answer. */
export function IntakeRequestPage() {
  const { requestId = '' } = useParams();
  const query = useQuery(intakeRequestQuery(requestId));
  const { data } = query;
  return (
    <StaffPage title="Request" lead={data && `${data.firstNm} ${data.lastNm}`} permission="intake.review">
      <div className="button-row">
        <ButtonLink variant="link" to={paths.intake.href()}>
          <Icon name="back" /> All requests
        </ButtonLink>
      </div>
      <Loaded
        query={query}
        what="the request"
        title="We cannot show this request at the moment."
        rows={4}
        on={{
          404: ({ detail }) => (
            <EmptyState title={detail}>It may belong to an organization that is not yours.</EmptyState>
          ),
        }}
      >
        {(request) => (
          <InOrganization permissions={['intake.review']}>
            {(chosen) => <Opened request={request} {...chosen} />}
          </InOrganization>
        )}
      </Loaded>
    </StaffPage>
  );
}

function Opened({
  request,
  choices,
  nameOf,
}: { request: IntakeRequest } & Pick<Chosen, 'choices' | 'nameOf'>) {
  const [isDismissing, setDismissing] = useState(false);
  const { birthDt, phone, email, createdDt, status } = request;
  return (
    <>
      <dl className="fact-grid">
        <div>
          <dt>Born</dt>
          <dd>
            <DateText value={birthDt} />
          </dd>
        </div>
        {phone && (
          <div>
            <dt>Phone</dt>
            <dd>
              <Phone value={phone} />
            </dd>
          </div>
        )}
        {email && (
          <div>
            <dt>Email</dt>
            <dd>
              <a className="target" href={`mailto:${email}`}>
                {email}
              </a>
            </dd>
          </div>
        )}
        <div>
          <dt>Wants to belong to</dt>
          <dd>{wantedPlace(request, nameOf)}</dd>
        </div>
        <div>
          <dt>Asked</dt>
          <dd>
            <DateText value={createdDt} />
          </dd>
        </div>
      </dl>
      <IntakeAnswer request={request} />
      {status === 'new' && (
        <>
          <LikelyDuplicates request={request} />
          <section className="stack" aria-labelledby="make-member">
            <h2 id="make-member">Make a member</h2>
            <p>
              Is it for a whole family?{' '}
              <Link
                className="row-link"
                to={paths.familyCreate.href({
                  intake: request._id,
                  organization_number:
                    request.organizationNumber === ROOT ? undefined : request.organizationNumber,
                })}
              >
                New family with {request.firstNm} {request.lastNm}
              </Link>
            </p>
            <MakeMemberForm request={request} choices={withoutRoot(choices)} />
          </section>
          <section className="stack" aria-labelledby="dismiss">
            <h2 id="dismiss">Or dismiss the request</h2>
            <div className="button-row">
              <Button variant="outline-primary" onClick={() => setDismissing(true)}>
                Dismiss
              </Button>
            </div>
          </section>
        </>
      )}
      {isDismissing && status === 'new' && (
        <DismissDialog request={request} onClose={() => setDismissing(false)} />
      )}
    </>
  );
}

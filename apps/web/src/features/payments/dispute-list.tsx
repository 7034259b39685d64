import type { Dispute } from '@kinfold/domain/refund';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { date } from '../../lib/format.ts';
import { OrganizationSelect, type Chosen } from '../../parts/access/in-organization.tsx';
import { paths } from '../../paths.ts';
import { disputesQuery, evidencePath } from '../../queries/organization-payments.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** The disputes of the organization of the address, the open ones first. */
export function DisputeList({ organizationNumber, choices }: Omit<Chosen, 'nameOf'>) {
  const query = useQuery(disputesQuery(organizationNumber));
  return (
    <>
      <OrganizationSelect organizationNumber={organizationNumber} choices={choices} />
      <Loaded query={query} what="the disputes">
        {(disputes) =>
          disputes.length === 0 ? (
            <EmptyState title="No disputes">
              Payments that a cardholder disputes with their bank are listed here, with the last day to
              answer.
            </EmptyState>
          ) : (
            <ul className="entries" aria-label="Disputes">
              {disputes.map((dispute) => (
                <DisputeRow key={dispute._id} dispute={dispute} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function DisputeRow({ dispute }: { dispute: Dispute }) {
  const { _id, amount, at, paymentId, receiptNumber, member, detail, isOpen, answerBy } = dispute;
  return (
    <li className="line" data-row>
      <p className="line-wide">
        <strong>
          <Money amount={amount} />
        </strong>
        , {date(at)}, {isOpen ? 'open' : 'over'}
      </p>
      <div className="line-wide">
        <p>{detail}</p>
        <p className="row-note break-anywhere">
          {member && (
            <>
              <Link to={paths.member.href(member.member_id, 'donations')}>{member.name}</Link> ·{' '}
            </>
          )}
          <Link to={paths.payment.href(paymentId)}>Payment {receiptNumber}</Link>
        </p>
        {isOpen && (
          <>
            <p>
              This file has what was paid, for which dues, membership and cover. Send it to the card provider
              {answerBy && ` by ${date(answerBy)}`}.
            </p>
            <DownloadButton path={evidencePath(_id)} fileName={`dispute-${receiptNumber}.pdf`}>
              The answer as a PDF
            </DownloadButton>
          </>
        )}
      </div>
    </li>
  );
}

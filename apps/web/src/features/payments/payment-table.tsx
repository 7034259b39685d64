import { METHOD_NAMES, type OrganizationPayment } from '@kinfold/domain/organization-payment';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { memberReceiptPath } from '../../queries/payments.ts';
import { AmountTable } from '../../ui/amount-table.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Money } from '../../ui/money.tsx';

export const STATES = {
  paid: 'Paid',
  refunded: 'Refunded',
  disputed: 'Disputed',
  reversed: 'Taken back',
} as const;

/** Payments that an organization received: who, when, how, with the receipt, and what went back. */
export function PaymentTable({ payments }: { payments: readonly OrganizationPayment[] }) {
  return (
    <AmountTable
      label="Payments"
      isDense
      columns={[
        { head: 'Member' },
        { head: 'Date' },
        { head: 'Paid by' },
        { head: 'Receipt' },
        { head: 'Amount', isAmount: true },
      ]}
    >
      {payments.map((payment) => (
        <PaymentRow key={payment._id} payment={payment} />
      ))}
    </AmountTable>
  );
}

function PaymentRow({ payment }: { payment: OrganizationPayment }) {
  const {
    payment_id: paymentId,
    receipt_number: receipt,
    member,
    method,
    status,
    amount,
    refunded,
  } = payment;
  return (
    <tbody>
      <tr data-row>
        <th scope="row" className="amount-name">
          {member ? (
            <Link className="target" to={paths.member.href(member.member_id, 'donations')}>
              {member.name}
            </Link>
          ) : (
            'Unknown payer'
          )}
        </th>
        <td className="amount-note">
          <DateText value={payment.paidOn} />
        </td>
        <td className="amount-note">{METHOD_NAMES[method]}</td>
        <td className="amount-status">
          <span className="d-inline-flex flex-wrap align-items-center column-gap-2">
            {paymentId && receipt ? (
              <Link className="target" to={paths.payment.href(paymentId)}>
                {receipt}
              </Link>
            ) : (
              receipt
            )}
            {member && payment.receipt_id && (
              <DownloadButton
                variant="link"
                path={memberReceiptPath(member.member_id, payment.receipt_id)}
                fileName={`receipt-${receipt}.pdf`}
              >
                PDF <span className="visually-hidden">of receipt {receipt}</span>
              </DownloadButton>
            )}
          </span>
          {status === 'reversed' && <span className="row-note">{STATES.reversed}</span>}
          {(status === 'refunded' || status === 'disputed') && (
            <span className="row-note">
              {STATES[status]}, <Money amount={refunded} /> went back
            </span>
          )}
        </td>
        <td className="amount-figure is-main">
          <Money amount={amount} />
        </td>
      </tr>
    </tbody>
  );
}

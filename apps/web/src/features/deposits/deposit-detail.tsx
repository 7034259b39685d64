import type { CalendarDate } from '@kinfold/domain/dates';
import type { Deposit, DepositItem } from '@kinfold/domain/deposit';
import { cents } from '@kinfold/domain/money';
import { receiptNumber } from '@kinfold/domain/payment';
import { listOf } from '@kinfold/domain/text';
import { Link } from 'react-router-dom';
import { dateInWords } from '../../lib/format.ts';
import { DepositLines } from '../../parts/payment/deposit-lines.tsx';
import { paths } from '../../paths.ts';
import { depositSlipPath } from '../../queries/deposits.ts';
import { AmountTable } from '../../ui/amount-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Money } from '../../ui/money.tsx';

const WHAT: Record<DepositItem['type'], string> = {
  payment: 'Card payment',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee of the card provider',
  batch: 'Batch',
  cash_payment: 'Payment without a batch',
  other: 'Not about a payment here',
  organizations: 'Of other organizations',
};

/** Why a deposit is what it is, and each thing that it consists of. */
export function DepositDetail({ deposit }: { deposit: Deposit }) {
  const { _id, type, arrivalDt, amount, items, organizations, recordedBy } = deposit;
  const day = dateInWords(arrivalDt as CalendarDate);
  return (
    <>
      <p>
        <strong>
          <Money amount={amount} />
        </strong>
        {'. '}
        {type === 'cash' && amount < 0
          ? `This was in a deposit, and ${recordedBy ?? 'somebody'} took it back on ${day}.`
          : type === 'cash'
            ? `Cash and checks that ${recordedBy ?? 'somebody'} took to the bank on ${day}.`
            : amount < 0
              ? `The bank sent this payout back on ${day}.`
              : `The card provider paid this out. It reached the bank on ${day}.`}
        {organizations.length > 0 &&
          ` It holds money of ${listOf(organizations.map(({ organizationName }) => organizationName))}.`}
      </p>
      <section className="stack" aria-labelledby="why">
        <h2 id="why">Why it is this amount</h2>
        <DepositLines items={items} label="Why it is this amount" />
      </section>
      {type === 'cash' && amount > 0 && (
        <div className="button-row">
          <DownloadButton path={depositSlipPath(_id)} fileName={`deposit-${arrivalDt}.pdf`}>
            Deposit slip
          </DownloadButton>
        </div>
      )}
      <section className="stack" aria-labelledby="holds">
        <h2 id="holds">What it holds</h2>
        <AmountTable
          label="What it holds"
          columns={[
            { head: 'What' },
            { head: 'Came in', isAmount: true },
            { head: 'Fee', isAmount: true },
            { head: 'Added to it', isAmount: true },
          ]}
        >
          {items.map((item, index) => (
            <ItemRow key={`${item.paymentId ?? item.batchId ?? ''} ${index}`} item={item} />
          ))}
        </AmountTable>
      </section>
    </>
  );
}

function ItemRow({ item: { type, amount, fee, paymentId, batchId, name } }: { item: DepositItem }) {
  const what = WHAT[type];
  return (
    <tbody>
      <tr>
        <th scope="row" className="amount-name">
          {name ?? what}
          <span className="row-note">
            {name !== undefined && `${what} · `}
            {batchId !== undefined && (
              <Link className="target" to={paths.batches.href({ batch: batchId })}>
                Its payments
              </Link>
            )}
            {paymentId !== undefined &&
              (type === 'cash_payment' ? (
                receiptNumber(paymentId)
              ) : (
                <Link className="target" to={paths.payment.href(paymentId)}>
                  {receiptNumber(paymentId)}
                </Link>
              ))}
          </span>
        </th>
        <td className="amount-figure amount-wide">
          <Money amount={cents(amount + fee)} />
        </td>
        <td className="amount-figure">
          {fee !== 0 && (
            <span className="row-note">
              <Money amount={cents(0 - fee)} /> fee
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

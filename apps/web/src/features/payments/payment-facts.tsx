import type { PaymentDetails } from '@kinfold/domain/organization-payment';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { AmountTable } from '../../ui/amount-table.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Money } from '../../ui/money.tsx';

/** Who paid what, when and how, and what is left of it. */
export function PaymentFacts({ payment }: { payment: PaymentDetails }) {
  const { lines, left, member, cardType, last4, paidOn, processingFee, total } = payment;
  const leftOn = new Map(left.lines.map(({ donation_id, amount }) => [donation_id, amount]));
  const hasGone =
    left.processingFee !== processingFee ||
    lines.some((line) => leftOn.get(line.donation_id) !== line.amount);
  return (
    <section className="stack" aria-label="Payment">
      <p>
        <Money amount={total} /> on <DateText value={paidOn} /> by {cardType ?? 'card'}
        {last4 && ` ending ${last4}`}
        {member && (
          <>
            , for <Link to={paths.member.href(member.member_id, 'donations')}>{member.name}</Link>
          </>
        )}
      </p>
      <AmountTable
        label="What was paid"
        columns={[
          { head: 'Paid for' },
          ...(hasGone ? [{ head: 'Left', isAmount: true }] : []),
          { head: 'Amount', isAmount: true },
        ]}
      >
        {lines.map((line) => (
          <tbody key={line.donation_id}>
            <tr>
              <th scope="row" className="amount-name">
                {line.description}
                <span className="row-note">
                  for {line.paidFor}, {line.organizationName}
                </span>
              </th>
              {hasGone && (
                <td className="amount-figure">
                  <span className="row-note">
                    <Money amount={leftOn.get(line.donation_id) ?? line.amount} /> left
                  </span>
                </td>
              )}
              <td className="amount-figure is-main">
                <Money amount={line.amount} />
              </td>
            </tr>
          </tbody>
        ))}
        <tbody>
          <tr>
            <th scope="row" className="amount-name">
              Processing fee
            </th>
            {hasGone && (
              <td className="amount-figure">
                <span className="row-note">
                  <Money amount={left.processingFee} /> left
                </span>
              </td>
            )}
            <td className="amount-figure is-main">
              <Money amount={processingFee} />
            </td>
          </tr>
        </tbody>
      </AmountTable>
    </section>
  );
}

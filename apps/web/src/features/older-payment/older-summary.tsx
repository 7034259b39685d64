import type { Donation } from '@kinfold/domain/donation';
import { ExternalRef } from '../../parts/member/external-ref.tsx';
import type { Figures } from '../../parts/payment/payment-figures.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Table } from '../../ui/table.tsx';
import { summaryLine } from './older-payment.ts';
import './older-summary.scss';

/** The Summary card of the older screen: Description, Ref and Amount lines, Processing Fee, Total. */
export function OlderSummary({
  payeeName,
  dues,
  figures,
}: {
  payeeName: string;
  dues: readonly Donation[];
  figures: Figures;
}) {
  return (
    <Card title="Summary" aside={<span className="muted">{payeeName}</span>}>
      <Table className="summary-table">
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">Ref</th>
            <th scope="col" className="numeric">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {dues.map(summaryLine).map((line) => (
            <tr key={line.id}>
              <th scope="row">{line.description}</th>
              <td className="summary-ref">{line.ref ? <ExternalRef value={line.ref} /> : '–'}</td>
              <td className="numeric">
                <Money amount={line.amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Processing Fee
            </th>
            <td className="numeric">
              <Money amount={figures.processingFee} />
            </td>
          </tr>
          <tr>
            <th scope="row" colSpan={2}>
              Total
            </th>
            <td className="numeric">
              <Money amount={figures.total} />
            </td>
          </tr>
        </tfoot>
      </Table>
    </Card>
  );
}

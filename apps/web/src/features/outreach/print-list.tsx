import type { RunDonation } from '@kinfold/domain/run-donations';
import { sumCents } from '@kinfold/domain/money';
import { showPhone } from '@kinfold/domain/phone';
import { countOf, wholeNumber } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import { useSearchParams } from 'react-router-dom';
import { openDonationsQuery, PRINT_MAX, type RunIds } from '../../queries/campaign-runs.ts';
import { AmountTable } from '../../ui/amount-table.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Callout } from '../../ui/callout.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { donationName, viewLink } from '../../parts/run-texts.ts';

/**
 * People who have not paid, for paper: one section per organization, each on a new page, to be handed to its people.
 */
export function PrintList({
  ids,
  runName,
  endDt,
  organizationNumber,
}: {
  ids: RunIds;
  runName: string;
  endDt: Date;
  organizationNumber?: string;
}) {
  const [address] = useSearchParams();
  const asked = organizationNumber ?? address.get('organization_number') ?? '';
  const query = useQuery(openDonationsQuery(ids, asked));
  const { data } = query;
  return (
    <section className="stack" aria-label="For printing">
      <div className="button-row d-print-none">
        <ButtonLink variant="link" to={viewLink(address)}>
          <Icon name="back" /> Back to the run
        </ButtonLink>
        {data && data.donations.length > 0 && data.results <= PRINT_MAX && (
          <Button onClick={() => window.print()}>
            <Icon name="print" /> Print
          </Button>
        )}
      </div>
      <Loaded
        query={query}
        what="everybody who has not paid"
        title="We cannot show this list at the moment."
        rows={8}
      >
        {({ donations, results }) =>
          results === 0 ? (
            <EmptyState title="Nothing is open">Everybody has paid, or nobody was charged yet.</EmptyState>
          ) : results > PRINT_MAX ? (
            <Callout tone="warn" title="Too many to print at once">
              <p>
                {wholeNumber(results)} are open.{' '}
                {organizationNumber === undefined
                  ? 'Go back, choose one organization and print its list, or export them as CSV.'
                  : 'Print the lists of the organizations below it, each from its own page, or export them as CSV.'}
              </p>
            </Callout>
          ) : (
            byOrganization(donations).map(([number, ofIt]) => (
              <Section key={number} donations={ofIt} runName={runName} endDt={endDt} />
            ))
          )
        }
      </Loaded>
    </section>
  );
}

/** Groups donations by organization, organizations by name. */
function byOrganization(donations: readonly RunDonation[]): [string, RunDonation[]][] {
  const sections = new Map<string, RunDonation[]>();
  for (const donation of donations) {
    const section = sections.get(donation.organizationNumber);
    if (section) section.push(donation);
    else sections.set(donation.organizationNumber, [donation]);
  }
  const nameOf = ([, [first]]: [string, RunDonation[]]) => first?.organizationName ?? '';
  return [...sections].toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'));
}

function Section({
  donations,
  runName,
  endDt,
}: {
  donations: readonly RunDonation[];
  runName: string;
  endDt: Date;
}) {
  return (
    <section className="print-section">
      <h2>{donations[0]?.organizationName}</h2>
      <p>
        {runName}, until <DateText inWords value={endDt} />:{' '}
        {countOf(donations.length, 'household', 'households')} with an open balance
      </p>
      <AmountTable
        label={`${runName}: ${donations[0]?.organizationName ?? ''}`}
        columns={[{ head: 'Name' }, { head: 'Phone' }, { head: 'Open', isAmount: true }]}
        isDense
      >
        {donations.map((donation) => (
          <tbody key={donation._id}>
            <tr>
              <th scope="row" className="amount-name">
                {donationName(donation)}
              </th>
              <td className="amount-note tabular">
                {donation.primaryMember.phoneNbr ? showPhone(donation.primaryMember.phoneNbr) : ''}
              </td>
              <td className="amount-figure is-main">
                <Money amount={donation.totalBalance} />
              </td>
            </tr>
          </tbody>
        ))}
        <tbody>
          <tr>
            <th scope="row" className="amount-name" colSpan={2}>
              Together
            </th>
            <td className="amount-figure is-main">
              <Money amount={sumCents(donations.map(({ totalBalance }) => totalBalance))} />
            </td>
          </tr>
        </tbody>
      </AmountTable>
    </section>
  );
}

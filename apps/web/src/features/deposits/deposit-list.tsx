import { DEFAULT_PAYMENTS_PAGE } from '@kinfold/domain/constants';
import type { Deposit } from '@kinfold/domain/deposit';
import { ROOT } from '@kinfold/domain/permission';
import { countOf, listOf } from '@kinfold/domain/text';
import type { CalendarDate } from '@kinfold/domain/dates';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { date } from '../../lib/format.ts';
import { useListQuery } from '../../lib/use-list-query.ts';
import { OrganizationSelect, type Chosen } from '../../parts/access/in-organization.tsx';
import { May } from '../../parts/access/may.tsx';
import { paths } from '../../paths.ts';
import { depositPageQuery } from '../../queries/deposits.ts';
import { Money } from '../../ui/money.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { NewDeposit } from './new-deposit.tsx';

/** The deposits with money of the organization of the address and all below it, the newest first. */
export function DepositList({ organizationNumber, choices }: Omit<Chosen, 'nameOf'>) {
  const list = useListQuery([DEFAULT_PAYMENTS_PAGE], (page) => depositPageQuery(organizationNumber, page));
  const [isNew, setNew] = useState(false);
  return (
    <>
      <OrganizationSelect organizationNumber={organizationNumber} choices={choices} />
      {organizationNumber !== ROOT && (
        <May at={organizationNumber} permission="payments.record">
          <div className="button-row">
            <Button onClick={() => setNew(true)}>Take cash to the bank</Button>
          </div>
        </May>
      )}
      <PagedList
        list={list}
        rowsOf={({ deposits }) => deposits}
        one="deposit"
        many="deposits"
        skeletonRows={3}
        emptyTitle="No deposits yet"
        emptyHint="What the card provider pays out, and what is taken to the bank, is listed here."
      >
        {(deposits) => (
          <ul className="rows">
            {deposits.map((deposit) => (
              <DepositRow key={deposit._id} deposit={deposit} organizationNumber={organizationNumber} />
            ))}
          </ul>
        )}
      </PagedList>
      {isNew && <NewDeposit organizationNumber={organizationNumber} onClose={() => setNew(false)} />}
    </>
  );
}

/** Names, as long as they are few and all known; else how many there are. */
const fewNames = (names: readonly (string | undefined)[], one: string, many: string): string =>
  names.length <= 2 && !names.includes(undefined)
    ? listOf(names.flatMap((name) => name ?? []))
    : countOf(names.length, one, many);

function DepositRow({ deposit, organizationNumber }: { deposit: Deposit; organizationNumber: string }) {
  const { _id, type, arrivalDt, amount, items, organizations } = deposit;
  const isOfOthers = organizations.some((one) => one.organizationNumber !== organizationNumber);
  const whose = organizations.map(({ organizationName }) => organizationName);
  const held = items.map(({ name }) => name);
  return (
    <li className="row-item">
      <div>
        <p className="row-name">
          <Link to={paths.deposit.href(_id)}>{date(arrivalDt as CalendarDate)}</Link>
        </p>
        <p className="row-note">
          {amount < 0
            ? 'Sent back by the bank'
            : type === 'cash'
              ? 'Cash and checks'
              : 'From the card provider'}
          {isOfOthers && ` · ${fewNames(whose, 'organization', 'organizations')}`} ·{' '}
          {fewNames(held, 'item', 'items')}
        </p>
      </div>
      <Money amount={amount} />
    </li>
  );
}

import type { Campaign } from '@kinfold/domain/campaign';
import { typedDate } from '@kinfold/domain/dates';
import type { Fund } from '@kinfold/domain/fund';
import { cents, centsFromText, plainMoney } from '@kinfold/domain/money';
import { readTypedDate } from '@kinfold/domain/typed-date';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import * as z from 'zod/mini';
import { dayOf } from '../../lib/format.ts';
import { newUuid } from '../../lib/uuid.ts';
import { fundQuery, setFundOpening } from '../../queries/funds.ts';
import { AmountTable } from '../../ui/amount-table.tsx';
import { Card } from '../../ui/card.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

const FIGURES = {
  opening: 'Had before',
  received: 'Came in',
  refunded: 'Went back to cards',
  paidOut: 'Paid out to families',
} as const;

/** What a fund had before, what came in for it and went out, and what it holds; by organization where there are several. */
export function FundCard({ campaign, mayRecord }: { campaign: Campaign; mayRecord: boolean }) {
  const query = useQuery(fundQuery(campaign._id));
  const [isEditing, setEditing] = useState(false);
  return (
    <Card title="Money of this fund">
      <Loaded query={query} what="the money of this fund" rows={3}>
        {(fund) => (
          <>
            <p>
              It {fund.holds < 0 ? 'is' : 'holds'}{' '}
              <strong>
                <Money amount={cents(Math.abs(fund.holds))} />
              </strong>
              {fund.holds < 0 && ' below zero'}.
            </p>
            <dl className="fact-grid">
              {(Object.keys(FIGURES) as (keyof typeof FIGURES)[]).map((name) => (
                <div key={name}>
                  <dt>{FIGURES[name]}</dt>
                  <dd>
                    <Money amount={fund[name]} />
                  </dd>
                </div>
              ))}
            </dl>
            {fund.byOrganization.length > 1 && <ByOrganization fund={fund} />}
            {mayRecord && (
              <div className="button-row">
                <Button variant="outline-primary" onClick={() => setEditing(true)}>
                  {fund.opening > 0 ? 'Correct what it had before' : 'Enter what it had before'}
                </Button>
              </div>
            )}
            {isEditing && <OpeningDialog campaign={campaign} fund={fund} onClose={() => setEditing(false)} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function ByOrganization({ fund }: { fund: Fund }) {
  return (
    <AmountTable
      label="By organization"
      columns={[
        { head: 'Organization' },
        { head: FIGURES.received, isAmount: true },
        { head: FIGURES.refunded, isAmount: true },
        { head: 'Holds', isAmount: true },
      ]}
    >
      {fund.byOrganization.map(({ organizationNumber, organizationName, received, refunded, holds }) => (
        <tbody key={organizationNumber}>
          <tr data-row>
            <th scope="row" className="amount-name">
              {organizationName}
            </th>
            <td className="amount-figure amount-note">
              <span className="amount-narrow">{FIGURES.received}</span> <Money amount={received} />
            </td>
            <td className="amount-figure amount-wide">
              <Money amount={refunded} />
            </td>
            <td className="amount-figure is-main">
              <Money amount={holds} />
            </td>
          </tr>
        </tbody>
      ))}
    </AmountTable>
  );
}

const OpeningForm = z.object({
  amount: z.string().check(
    z.trim(),
    z.refine((text) => (centsFromText(text) ?? -1) >= 0, 'Enter an amount like 12000.00'),
  ),
  asOf: z
    .string()
    .check(z.refine((text) => readTypedDate(text).day !== undefined, 'Enter a date as MM/DD/YYYY')),
  reason: z.string().check(z.trim(), z.minLength(3, 'Say why'), z.maxLength(300, 'Say why')),
});

function OpeningDialog({ campaign, fund, onClose }: { campaign: Campaign; fund: Fund; onClose: () => void }) {
  const client = useQueryClient();
  // One key for all tries of this form: it is booked once.
  const [key] = useState(newUuid);
  const edit = useEditForm({
    schema: OpeningForm,
    initial: {
      amount: fund.opening > 0 ? plainMoney(fund.opening) : '',
      asOf: typedDate(dayOf(new Date())),
      reason: '',
    },
    send: ({ amount, ...rest }) =>
      setFundOpening(client, campaign._id, { ...rest, amount: centsFromText(amount) ?? fund.opening }, key),
    onSent: onClose,
    onClose,
  });
  return (
    <EditDialog title={`What ${campaign.campaignName} had before`} edit={edit} button="Enter amount">
      <p>
        The money that the fund had when its books began here. A wrong amount is corrected by entering the
        right one: both stay in the history.
      </p>
      <AmountField label="Amount" {...edit.field('amount')} />
      <DateField label="As of" autoComplete="off" {...edit.field('asOf')} />
      <TextField
        label="Reason"
        hint="It is kept in the history: where the amount is from, for example."
        autoComplete="off"
        maxLength={300}
        {...edit.field('reason')}
      />
    </EditDialog>
  );
}

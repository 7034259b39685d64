import { typedDate, type CalendarDate } from '@kinfold/domain/dates';
import type { Depositable } from '@kinfold/domain/deposit';
import { OFFICE_METHOD_NAMES } from '@kinfold/domain/office-payment';
import { sumCents } from '@kinfold/domain/money';
import { readTypedDate } from '@kinfold/domain/typed-date';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useController, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { date, dayOf, money } from '../../lib/format.ts';
import { newUuid } from '../../lib/uuid.ts';
import { paths } from '../../paths.ts';
import { depositableQuery, makeDeposit } from '../../queries/deposits.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

const TITLE = 'Take cash and checks to the bank';

/** Records closed batches and other payments as one deposit. */
export function NewDeposit(props: { organizationNumber: string; onClose: () => void }) {
  const query = useQuery(depositableQuery(props.organizationNumber));
  const frame = (state: React.ReactNode) => (
    <Dialog title={TITLE} onClose={props.onClose}>
      {state}
    </Dialog>
  );
  return (
    <Loaded query={query} what="what can be taken to the bank" rows={3} frame={frame}>
      {(found) =>
        found.batches.length + found.payments.length > 0 ? (
          <DepositDialog found={found} {...props} />
        ) : (
          frame(
            <>
              <p>All cash and checks of closed batches are at the bank. An open batch is closed first.</p>
              <div className="button-row">
                <Button variant="outline-primary" onClick={props.onClose}>
                  Close
                </Button>
              </div>
            </>,
          )
        )
      }
    </Loaded>
  );
}

const TypedDeposit = z.object({
  dt: z
    .string()
    .check(z.refine((text) => readTypedDate(text).day !== undefined, 'Enter a date as MM/DD/YYYY')),
  chosen: z.array(z.string()).check(z.minLength(1, 'Choose what was taken to the bank')),
});

function DepositDialog({
  found: { batches, payments },
  organizationNumber,
  onClose,
}: {
  found: Depositable;
  organizationNumber: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  // One id for all tries of this form: it is recorded once.
  const [depositId] = useState(newUuid);
  const choices = [
    ...batches.map(({ batchId, name, dt, amount }) => ({
      key: batchId,
      label: `${name}, ${date(dt as CalendarDate)}: ${money(amount)}`,
      amount,
    })),
    ...payments.map(({ paymentId, name, dt, method, amount }) => ({
      key: paymentId,
      label: `${name}, ${OFFICE_METHOD_NAMES[method === 'check' ? 'check' : 'cash']}, ${date(dt as CalendarDate)}: ${money(amount)}`,
      amount,
    })),
  ];
  const edit = useEditForm({
    schema: TypedDeposit,
    initial: { dt: typedDate(dayOf(new Date())), chosen: choices.map(({ key }) => key) },
    send: ({ dt, chosen }) =>
      makeDeposit(client, organizationNumber, {
        depositId,
        dt,
        batchIds: batches.map(({ batchId }) => batchId).filter((id) => chosen.includes(id)),
        paymentIds: payments.map(({ paymentId }) => paymentId).filter((id) => chosen.includes(id)),
      }),
    onSent: (deposit) => navigate(paths.deposit.href(deposit._id)),
    onClose,
  });
  const { control } = edit.form;
  const { field, fieldState } = useController({ control, name: 'chosen' });
  const chosen = useWatch({ control, name: 'chosen' });
  const sum = sumCents(choices.filter(({ key }) => chosen.includes(key)).map(({ amount }) => amount));
  return (
    <EditDialog title={TITLE} edit={edit} button="Record it">
      <p>These batches and payments go to the bank as one deposit. Zelle is there already.</p>
      <CheckList legend="What goes to the bank" choices={choices} value={chosen} onChange={field.onChange} />
      {fieldState.error && <ErrorLine>{fieldState.error.message}</ErrorLine>}
      <p role="status">
        <strong>Together {money(sum)}</strong>
      </p>
      <DateField label="Taken to the bank on" autoComplete="off" {...edit.field('dt')} />
    </EditDialog>
  );
}

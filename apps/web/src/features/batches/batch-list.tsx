import type { Batch } from '@kinfold/domain/batch';
import { DEFAULT_PAYMENTS_PAGE } from '@kinfold/domain/constants';
import { typedDate, type CalendarDate } from '@kinfold/domain/dates';
import { centsFromText, ZERO } from '@kinfold/domain/money';
import { countOf } from '@kinfold/domain/text';
import { readTypedDate } from '@kinfold/domain/typed-date';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { date, dayOf } from '../../lib/format.ts';
import { useListQuery } from '../../lib/use-list-query.ts';
import { paths } from '../../paths.ts';
import { batchPageQuery, beginBatch } from '../../queries/batches.ts';
import { DateField } from '../../ui/date-field.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { Money } from '../../ui/money.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

/** The batches of payments of an organization, and the button that begins one. */
export function BatchList({ organizationNumber }: { organizationNumber: string }) {
  const list = useListQuery([DEFAULT_PAYMENTS_PAGE], (page) => batchPageQuery(organizationNumber, page));
  const [isNew, setNew] = useState(false);
  return (
    <>
      <div className="button-row">
        <Button onClick={() => setNew(true)}>New batch</Button>
      </div>
      <PagedList
        list={list}
        rowsOf={({ batches }) => batches}
        one="batch"
        many="batches"
        skeletonRows={3}
        emptyTitle="No batches yet"
        emptyHint="A batch holds payments that were received together, such as the envelopes of a Sunday."
      >
        {(batches) => (
          <ul className="rows">
            {batches.map((batch) => (
              <Row key={batch._id} batch={batch} />
            ))}
          </ul>
        )}
      </PagedList>
      {isNew && <NewBatch organizationNumber={organizationNumber} onClose={() => setNew(false)} />}
    </>
  );
}

function Row({ batch }: { batch: Batch }) {
  const { _id, name, dt, state, count, total, controlCount, controlTotal } = batch;
  return (
    <li className="row-item">
      <div>
        <p className="row-name">
          <Link to={paths.batches.href({ batch: _id })}>{name}</Link>
        </p>
        <p className="row-note">
          {date(dt)} · {count} of {countOf(controlCount, 'payment', 'payments')}, <Money amount={total} /> of{' '}
          <Money amount={controlTotal} />
        </p>
      </div>
      <StatusDot tone={state === 'open' ? 'due' : 'ok'}>{state === 'open' ? 'Open' : 'Closed'}</StatusDot>
    </li>
  );
}

const NewBatchForm = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(100, 'At most 100 characters')),
  dt: z
    .string()
    .check(z.refine((text) => readTypedDate(text).day !== undefined, 'Enter a date as MM/DD/YYYY')),
  controlCount: z.string().check(z.trim(), z.regex(/^\d{1,4}$/, 'Enter how many there are')),
  controlTotal: z.string().check(
    z.trim(),
    z.refine((text) => (centsFromText(text) ?? -1) >= 0, 'Enter an amount like 912.25'),
  ),
});

const nameOn = (day: CalendarDate) => `Received ${date(day)}`;

function NewBatch({ organizationNumber, onClose }: { organizationNumber: string; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const today = dayOf(new Date());
  const edit = useEditForm({
    schema: NewBatchForm,
    initial: { name: nameOn(today), dt: typedDate(today), controlCount: '', controlTotal: '' },
    send: ({ controlCount, controlTotal, ...form }) =>
      beginBatch(client, organizationNumber, {
        ...form,
        controlCount: Number(controlCount),
        controlTotal: centsFromText(controlTotal) ?? ZERO,
      }),
    onSent: (batch) => navigate(paths.batches.href({ batch: batch._id })),
    onClose,
  });
  const { control, getValues, setValue } = edit.form;
  const { day = today } = readTypedDate(useWatch({ control, name: 'dt' }));
  const proposed = useRef(nameOn(today));
  // Its name follows the day until somebody calls it otherwise.
  useEffect(() => {
    if (getValues('name') === proposed.current) setValue('name', nameOn(day));
    proposed.current = nameOn(day);
  }, [day, getValues, setValue]);
  return (
    <EditDialog title="New batch" edit={edit} button="Begin">
      <p>Count the payments and add them up first. What is entered is compared with that.</p>
      <TextField label="Called" autoComplete="off" maxLength={100} {...edit.field('name')} />
      <DateField label="Received on" autoComplete="off" {...edit.field('dt')} />
      <TextField
        label="How many"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        {...edit.field('controlCount')}
      />
      <AmountField label="Together" hint="The sum of all of them" {...edit.field('controlTotal')} />
    </EditDialog>
  );
}

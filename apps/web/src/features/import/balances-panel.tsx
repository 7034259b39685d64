import { dateField, typedDate } from '@kinfold/domain/dates';
import { controlFault, type Import, type ImportBalances, type ImportPost } from '@kinfold/domain/import';
import { cents, centsFromText, dollarsFromCents, plainMoney, ZERO, type Cents } from '@kinfold/domain/money';
import { countOf } from '@kinfold/domain/text';
import { Fragment } from 'react';
import * as z from 'zod/mini';
import { money } from '../../lib/format.ts';
import { Callout } from '../../ui/callout.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { EditForm } from '../../ui/edit-form.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { ChurchTotals } from './church-totals.tsx';

/** The balances of a file: its date and control total, its contents, and what each church owes before and after. */
export function BalancesPanel({
  given,
  balances,
  isBusy,
  onChange,
}: {
  given: Import;
  balances: ImportBalances;
  isBusy: boolean;
  onChange: (answers: Answers) => Promise<unknown>;
}) {
  const isOpen = given.status === 'mapping' || given.status === 'checked';
  const fault = controlFault(balances, money);
  const isControlled = balances.control.rows !== null && balances.control.sum !== null;
  return (
    <section className="stack" aria-label="Balances">
      {isOpen && <ControlForm given={given} balances={balances} isBusy={isBusy} onChange={onChange} />}
      {given.status === 'checked' && isControlled && (
        <Callout
          tone={fault ? 'danger' : 'ok'}
          role={fault ? 'alert' : 'status'}
          title={fault ?? `The file agrees with your books: ${said(balances.file)}, equal to the cent.`}
        />
      )}
      {given.status !== 'mapping' && <Figures balances={balances} status={given.status} />}
      {balances.churches.length > 0 && <ChurchTotals given={given} balances={balances} />}
    </section>
  );
}

const said = ({ rows, sum }: { rows: number; sum: Cents }) =>
  `${countOf(rows, 'row', 'rows')} and ${money(sum)}`;

const NONE = { rows: 0, sum: ZERO };

/** The counts of the rows of the file by outcome. */
function Figures({ balances, status }: { balances: ImportBalances; status: Import['status'] }) {
  const { file, enters, entered, left, ahead = NONE } = balances;
  const isDone = status === 'done' || status === 'undone';
  const lines = [
    { name: 'In the file', figures: file },
    { name: isDone ? 'Entered' : 'Will be entered', figures: enters },
    { name: 'Of it paid ahead, as credit', figures: ahead },
    { name: 'Entered before, or nothing to enter', figures: entered },
    { name: 'Left in errors.csv', figures: left },
  ];
  return (
    <dl className="figures">
      {lines
        .filter(({ figures }, index) => index < 2 || figures.rows > 0 || figures.sum !== 0)
        .map(({ name, figures: { rows, sum } }) => (
          <Fragment key={name}>
            <dt>
              {name} <span className="d-block muted small">{countOf(rows, 'row', 'rows')}</span>
            </dt>
            <dd className="tabular">{money(sum)}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

type Answers = NonNullable<z.input<typeof ImportPost>['answers']>;

const ROWS = 'Enter the number of rows';
const SUM = 'Enter an amount like 1,234.50; or -1,234.50, if more was paid ahead than is owed';

/** An amount as typed, with a minus before a negative one; undefined for any other text. */
function signedCents(text: string): Cents | undefined {
  const amount = centsFromText(text.replace(/^-/, ''));
  return amount !== undefined && text.startsWith('-') ? cents(-amount) : amount;
}
const ControlFields = z.object({
  asOf: dateField('Enter a day, MM/DD/YYYY'),
  controlRows: z.string().check(z.trim(), z.regex(/^\d{1,6}$/, ROWS)),
  controlSum: z.string().check(
    z.trim(),
    z.refine((text) => signedCents(text) !== undefined, SUM),
  ),
});

/** The date of the file, and its total by the books of its owner. */
function ControlForm({ given, balances, isBusy, onChange }: Parameters<typeof BalancesPanel>[0]) {
  const { asOf, control } = balances;
  const edit = useEditForm({
    schema: ControlFields,
    initial: {
      asOf: asOf ? typedDate(asOf) : '',
      controlRows: control.rows === null ? '' : String(control.rows),
      controlSum: control.sum === null ? '' : plainMoney(control.sum),
    },
    draft: `balances.${given._id}`,
    send: ({ controlRows, controlSum, ...day }) =>
      onChange({
        ...day,
        controlRows: Number(controlRows),
        controlSum: dollarsFromCents(signedCents(controlSum) ?? ZERO),
      }),
  });
  return (
    <EditForm edit={edit}>
      <div className="fields">
        <DateField
          label="Date of these balances"
          hint="The date of the list. What is owed counts as due from this day."
          autoComplete="off"
          {...edit.field('asOf')}
        />
        <TextField
          label="Rows by your books"
          hint="How many people the list should have, without its total."
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          {...edit.field('controlRows')}
        />
        <AmountField
          label="Owed by your books"
          hint="What they should owe together. Take it from your books, not from this page."
          maxLength={20}
          {...edit.field('controlSum')}
        />
      </div>
      <div className="button-row">
        <SubmitButton busy={isBusy || edit.isSubmitting} variant="outline-primary">
          Compare
        </SubmitButton>
      </div>
    </EditForm>
  );
}

import type { JournalAccounts } from '@kinfold/domain/journal';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import * as z from 'zod/mini';
import { May } from '../../parts/access/may.tsx';
import { journalAccountsQuery, nameAccounts } from '../../queries/months.ts';
import { Card } from '../../ui/card.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

type Accounts = JournalAccounts['accounts'];

/** The accounts of the journal, and the button that names them. */
export function AccountNames({ organizationNumber }: { organizationNumber: string }) {
  const query = useQuery(journalAccountsQuery(organizationNumber));
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Accounts of the journal">
      <p className="muted">As your accountant calls them in QuickBooks, Xero or on paper.</p>
      <Loaded query={query} what="the accounts" rows={3}>
        {({ accounts }) => (
          <>
            <ul className="rows">
              {accounts.map(({ key, name, number }) => (
                <li className="row-item" key={key}>
                  <span className="break-anywhere">{name}</span>
                  <span className="tabular">{number}</span>
                </li>
              ))}
            </ul>
            <May at={organizationNumber} permission="payments.record">
              <div className="button-row">
                <Button variant="outline-primary" onClick={() => setOpen(true)}>
                  Call them otherwise
                </Button>
              </div>
            </May>
            {isOpen && (
              <NamesDialog
                organizationNumber={organizationNumber}
                accounts={accounts}
                onClose={() => setOpen(false)}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

const Named = z.record(
  z.string(),
  z.object({
    name: z.string().check(z.trim(), z.minLength(1, 'Say what it is called'), z.maxLength(60)),
    number: z.string().check(z.trim(), z.maxLength(20)),
  }),
);

function NamesDialog({
  organizationNumber,
  accounts,
  onClose,
}: {
  organizationNumber: string;
  accounts: Accounts;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const edit = useEditForm({
    schema: Named,
    initial: Object.fromEntries(accounts.map(({ key, name, number }) => [key, { name, number }])),
    send: (named) =>
      nameAccounts(client, organizationNumber, {
        accounts: accounts.map(({ key, name, number }) => ({ key, ...(named[key] ?? { name, number }) })),
      }),
    onSent: onClose,
    onClose,
  });
  return (
    <EditDialog title="Accounts of the journal" edit={edit}>
      {accounts.map(({ key, name }) => (
        <fieldset key={key}>
          <legend>{name}</legend>
          <div className="stack">
            <TextField label="Called" autoComplete="off" maxLength={60} {...edit.field(`${key}.name`)} />
            <TextField
              label="Number"
              autoComplete="off"
              maxLength={20}
              {...edit.field(`${key}.number`)}
              required={false}
            />
          </div>
        </fieldset>
      ))}
    </EditDialog>
  );
}

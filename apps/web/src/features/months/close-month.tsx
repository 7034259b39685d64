import { monthName } from '@kinfold/domain/month';
import type { MonthReport } from '@kinfold/domain/month-report';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { dayOf, money } from '../../lib/format.ts';
import { May } from '../../parts/access/may.tsx';
import { closeMonth } from '../../queries/months.ts';
import { Callout } from '../../ui/callout.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';

/** What keeps a month open; when nothing does, the button that closes it. */
export function CloseMonth({ report }: { report: MonthReport }) {
  const [isAsked, setAsked] = useState(false);
  const { month, differences, organizationNumber } = report;
  const name = monthName(month);
  if (differences.length > 0)
    return (
      <Callout tone="warn" title={`${name} cannot be closed yet`}>
        <ul>
          {differences.map(({ text, href }) => (
            <li key={text}>{href === null ? text : <Link to={href}>{text}</Link>}</li>
          ))}
        </ul>
      </Callout>
    );
  if (month > dayOf(new Date()).slice(0, 7)) return null;
  return (
    <May at={organizationNumber} permission="payments.record">
      <div className="button-row">
        <Button onClick={() => setAsked(true)}>Close the month…</Button>
      </div>
      {isAsked && <CloseDialog report={report} onClose={() => setAsked(false)} />}
    </May>
  );
}

function CloseDialog({ report, onClose }: { report: MonthReport; onClose: () => void }) {
  const client = useQueryClient();
  const { month, organizationNumber, receivedTotal, deposits } = report;
  const name = monthName(month);
  const edit = useEditForm({
    schema: z.object({}),
    initial: {},
    send: () => closeMonth(client, organizationNumber, month),
    onSent: onClose,
    onClose,
  });
  const isRunning = month === dayOf(new Date()).slice(0, 7);
  return (
    <EditDialog title={`Close ${name}?`} edit={edit} button="Close it" busyText="Closing">
      <p>
        The figures of {name} are kept as they are now, and nobody can change them: {money(receivedTotal)}{' '}
        received, its deposits ({deposits.length}), what went back, and what is on its way.
      </p>
      <p>
        What is booked later for a day of {name}, such as a refund or a check that came back, counts in the
        next open month, and says so there.
      </p>
      {isRunning && (
        <Callout tone="warn" title={`${name} is not over.`}>
          <p>What comes in until its end counts in the next month.</p>
        </Callout>
      )}
      <p>It cannot be opened again.</p>
    </EditDialog>
  );
}

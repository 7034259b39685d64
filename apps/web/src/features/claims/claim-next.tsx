import type { Claim } from '@kinfold/domain/claim';
import type { CalendarDate } from '@kinfold/domain/dates';
import { pluralOf } from '@kinfold/domain/text';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { hasDraft } from '../../lib/form-draft.ts';
import { dateInWords, money } from '../../lib/format.ts';
import type { ClaimStep } from '../../queries/claims.ts';
import { Card } from '../../ui/card.tsx';
import { Said } from '../../ui/said.tsx';
import { byOn, givesInKind, lastOf, leftToPay } from './claim-texts.ts';
import { FundHolds } from './fund-holds.tsx';
import { draftOf, StepDialog } from './step-dialog.tsx';

/** The steps in the order of their buttons; the first one that is allowed is the main one. */
const STEPS: readonly (readonly [ClaimStep, string])[] = [
  ['propose', 'Propose an amount'],
  ['approve', 'Approve'],
  ['refuse', 'Refuse'],
  ['close', 'Close the claim'],
  ['reopen', 'Reopen'],
];

/** Where a claim stands, in sentences, and the steps that the reader may take now. */
export function ClaimNext({ claim }: { claim: Claim }) {
  const steps = STEPS.filter(
    ([step]) => claim.may.includes(step) && !(step === 'approve' && claim.secondPerson !== null),
  );
  // A form that was open at a reload is opened again.
  const [open, setOpen] = useState(() => steps.find(([step]) => hasDraft(draftOf(claim, step)))?.[0]);
  const [said, setSaid] = useState('');
  return (
    <Card title="Where it stands">
      <Said>{said}</Said>
      <Stand claim={claim} />
      {claim.state !== 'proposed' && claim.secondPerson && <p>{claim.secondPerson}</p>}
      {(claim.state === 'open' || claim.state === 'proposed') && <FundHolds claim={claim} />}
      {steps.length > 0 && (
        <div className="button-row">
          {steps.map(([step, name], index) => (
            <Button
              key={step}
              variant={
                index === 0 && step !== 'reopen' && (step !== 'close' || givesInKind(claim))
                  ? 'primary'
                  : 'outline-primary'
              }
              onClick={() => setOpen(step)}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
      {open && (
        <StepDialog
          claim={claim}
          step={open}
          onDone={(text) => {
            setSaid(text);
            setOpen(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  );
}

function Stand({ claim }: { claim: Claim }) {
  const { state, benefit, approvals, secondPerson, checklist, may } = claim;
  if (state === 'open') {
    const left = checklist.filter(({ isDone }) => !isDone).length;
    const back = lastOf(claim, 'reopened');
    return (
      <>
        {back && (
          <p>
            Reopened by {byOn(back.by, back.dt)}
            {back.reason && `: “${back.reason}”`}
          </p>
        )}
        <p>
          {left > 0
            ? pluralOf(left, '# thing is still to be checked.', '# things are still to be checked.')
            : 'Everything is checked.'}{' '}
          {may.includes('propose')
            ? 'Then propose what the fund pays; somebody else approves it.'
            : 'Then a manager proposes what the fund pays, and somebody else approves it.'}
        </p>
      </>
    );
  }
  if (state === 'proposed') {
    const proposed = lastOf(claim, 'proposed');
    const amount = benefit?.proposedAmount ?? null;
    return (
      <>
        {proposed && (
          <p>
            {amount === null ? (
              'Proposed by '
            ) : (
              <>
                <strong>{money(amount)}</strong> proposed by{' '}
              </>
            )}
            {byOn(proposed.by, proposed.dt)}
            {proposed.reason && `: “${proposed.reason}”`}
          </p>
        )}
        {approvals.needed > 1 && (
          <p>
            {approvals.given > 0
              ? `Over the limit of the fund ${approvals.needed} people approve it; ${approvals.given} of them did.`
              : `Over the limit of the fund ${approvals.needed} people approve it.`}
          </p>
        )}
        <p>
          {secondPerson ??
            (may.includes('approve')
              ? 'Compare it with what is below. What is approved can be paid out at once.'
              : 'A treasurer approves or refuses it.')}
        </p>
      </>
    );
  }
  if (state === 'approved') {
    const left = leftToPay(claim);
    const amount = benefit?.approvedAmount ?? null;
    if (givesInKind(claim))
      return (
        <p>
          Approved: something worth <strong>{money(amount ?? left)}</strong>, in kind. Once it is given, close
          the claim and say what it was.
        </p>
      );
    return (
      <>
        {amount === null ? (
          <p>It is approved, and is being paid.</p>
        ) : (
          <p>
            <strong>{money(amount)}</strong> approved.{' '}
            {left > 0 ? `${money(left)} of it is still to be paid out.` : 'All of it is paid out.'}
          </p>
        )}
      </>
    );
  }
  const last = lastOf(claim, state === 'refused' ? 'refused' : 'closed');
  return (
    <>
      {last && (
        <p>
          {state === 'refused' ? 'Refused' : 'Closed'} by {byOn(last.by, last.dt)}.
        </p>
      )}
      {claim.given && (
        <p className="lines break-anywhere">
          {claim.given.what}, given on {dateInWords(claim.given.givenDt as CalendarDate)}.
        </p>
      )}
      {last?.reason && <p className="lines break-anywhere">“{last.reason}”</p>}
    </>
  );
}

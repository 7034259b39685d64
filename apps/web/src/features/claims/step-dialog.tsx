import { Claim, CLAIM_STATE_CODE, needsReason } from '@kinfold/domain/claim';
import { typedDate } from '@kinfold/domain/dates';
import { centsFromText, plainMoney, ZERO } from '@kinfold/domain/money';
import { readTypedDate } from '@kinfold/domain/typed-date';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { changedMeanwhileOf } from '../../lib/changed-meanwhile.ts';
import { dayOf, money } from '../../lib/format.ts';
import { amountOf, typedAmount } from '../../parts/payment/typed-amount.ts';
import { takeStep, type ClaimStep } from '../../queries/claims.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Callout } from '../../ui/callout.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { ProblemNote, type Failure } from '../../ui/problem-note.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { byOn, CHECKS, givesInKind, lastOf, leftToPay } from './claim-texts.ts';
import { FundHolds } from './fund-holds.tsx';

/** The name of the draft of a step. */
export const draftOf = ({ _id }: Pick<Claim, '_id'>, step: ClaimStep) => `claim.${step}.${_id}`;

const KEPT = 'It is kept in the history.';
const OR_EMPTY = 'You may leave it empty';

/** The words of a step. */
type Words = { title: string; button: string; done: (claim: Claim) => string; hint: string; label?: string };

function wordsOf(claim: Claim, step: ClaimStep): Words {
  const { campaign, benefit, coverage } = claim;
  switch (step) {
    case 'propose':
      return {
        title: `What ${campaign.campaignName} pays`,
        button: 'Propose',
        hint: `${KEPT} ${OR_EMPTY}.`,
        done: () => 'Proposed. Somebody else approves it now.',
      };
    case 'approve':
      return {
        title: `Approve ${money(benefit?.proposedAmount ?? ZERO)}`,
        button: 'Approve',
        hint: coverage?.isCovered ? `${KEPT} ${OR_EMPTY}.` : KEPT,
        done: (changed) =>
          changed.state === 'approved'
            ? `Approved. It can be ${givesInKind(changed) ? 'given' : 'paid out'} now.`
            : 'Your approval is noted. One more person approves it.',
      };
    case 'refuse':
      return {
        title: 'Refuse this claim',
        button: 'Refuse',
        label: 'Reason for the family',
        hint: 'They read it as you write it: why, and whom they can call if they see it differently.',
        done: () => 'Refused.',
      };
    case 'reopen':
      return {
        title: 'Reopen this claim',
        button: 'Reopen',
        hint: KEPT,
        done: ({ state }) => (state === 'open' ? 'It is open again.' : 'It is reopened.'),
      };
    case 'close':
      return {
        title: 'Close this claim',
        button: 'Close it',
        hint: givesInKind(claim)
          ? `If nothing was given, say why. ${OR_EMPTY} otherwise.`
          : claim.state === 'approved' && leftToPay(claim) === 0
            ? `${KEPT} ${OR_EMPTY}.`
            : KEPT,
        done: () => 'Closed.',
      };
  }
}

/** The form of a step: of a proposal the amount, and a reason. */
export function StepDialog({
  claim,
  step,
  onDone,
  onClose,
}: {
  claim: Claim;
  step: ClaimStep;
  onDone: (text: string) => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { _id, version, coverage, benefit } = claim;
  const words = wordsOf(claim, step);
  const isProposal = step === 'propose';
  const isGift = step === 'close' && givesInKind(claim);
  const needed = (typed: string) =>
    coverage && isProposal
      ? needsReason(
          { ...coverage, amount: benefit?.amount ?? null, isUpTo: benefit?.isUpTo },
          centsFromText(typed) ?? ZERO,
        )
      : undefined;
  const edit = useEditForm({
    schema: z
      .object({
        amount: isProposal ? typedAmount() : z.string(),
        reason: z.string().check(z.trim(), z.maxLength(1000, 'At most 1,000 characters')),
        what: z.string().check(z.trim(), z.maxLength(500, 'At most 500 characters')),
        givenDt: z
          .string()
          .check(z.refine((text) => readTypedDate(text).day !== undefined, 'Enter a date as MM/DD/YYYY')),
      })
      .check(
        z.refine(({ what, reason }) => !isGift || what.length >= 3 || (!what && reason), {
          ...{ path: ['what'], error: 'Say what was given, or below why nothing was' },
        }),
      ),
    initial: {
      // Costs are typed from the invoices.
      amount: typeof benefit?.amount === 'number' && !benefit.isUpTo ? plainMoney(benefit.amount) : '',
      ...{ reason: '', what: '', givenDt: typedDate(dayOf(new Date())) },
    },
    draft: draftOf(claim, step),
    send: ({ amount, reason, what, givenDt }) =>
      takeStep(client, _id, step, {
        ...(isProposal && { amount: amountOf(amount) }),
        ...(reason && { reason }),
        ...(isGift && what && { given: { what, givenDt } }),
        version,
      }),
    onSent: (changed) => onDone(words.done(changed)),
    onClose,
  });
  const typed = useWatch({ control: edit.form.control, name: 'amount' });
  return (
    <EditDialog
      title={words.title}
      edit={edit}
      button={words.button}
      problem={(failure) => <StepProblem {...failure} />}
    >
      <About claim={claim} step={step} />
      {(isProposal || step === 'approve') && <Missing claim={claim} />}
      {isProposal && <AmountField label="Amount" {...edit.field('amount')} />}
      {isGift && (
        <>
          <TextArea
            label="What was given"
            hint="The family reads it: the coffin, the grave, the meal."
            rows={3}
            autoComplete="off"
            {...edit.field('what')}
          />
          <DateField label="Given on" autoComplete="off" {...edit.field('givenDt')} />
        </>
      )}
      <TextArea
        label={words.label ?? 'Reason'}
        hint={needed(typed) ?? words.hint}
        rows={step === 'refuse' ? 6 : 3}
        autoComplete="off"
        {...edit.field('reason')}
        required={!words.hint.includes(OR_EMPTY) || needed(typed) !== undefined}
      />
    </EditDialog>
  );
}

/** The error of a step; after another user changed the claim, that the reader sees it as it is now. */
function StepProblem(failure: Failure) {
  const meanwhile = changedMeanwhileOf(Claim, failure.problem);
  // These say themselves that nothing was changed.
  const isSaid = meanwhile ? meanwhile.by === undefined : failure.problem.code === CLAIM_STATE_CODE;
  if (isSaid) return <ProblemNote {...failure}>{null}</ProblemNote>;
  if (!meanwhile) return <ProblemNote {...failure} />;
  return (
    <ProblemNote {...failure} title={`${meanwhile.by} changed this claim meanwhile`}>
      <p>You see it as it is now, and nothing is decided yet: look at it, and press again to go on.</p>
    </ProblemNote>
  );
}

/** What is not checked, and that nobody is named who is paid; nothing of it keeps a claim from being decided. */
function Missing({ claim: { payees, checklist } }: { claim: Claim }) {
  const open = checklist.filter(({ isDone }) => !isDone);
  if (payees.length > 0 && open.length === 0) return null;
  return (
    <Callout tone="warn" title="Not everything is here yet">
      <ul className="plain-list">
        {payees.length === 0 && <li>Nobody is named who is paid.</li>}
        {open.map(({ code }) => (
          <li key={code}>Not checked: {CHECKS[code].name}</li>
        ))}
      </ul>
    </Callout>
  );
}

/** What the step means, before it is taken. */
function About({ claim, step }: { claim: Claim; step: ClaimStep }): ReactNode {
  const { benefit, member, coverage, payees, state, paidOut, may, campaignRunId } = claim;
  if (step === 'propose')
    return (
      <>
        <p>
          {typeof benefit?.ruleAmount === 'number'
            ? `The rules of the fund say ${money(benefit.ruleAmount)}${benefit.label ? ` (${benefit.label})` : ''}.`
            : 'No rule of the fund fits: say what it pays, and why.'}{' '}
          Somebody else approves it.
        </p>
        <FundHolds claim={claim} />
      </>
    );
  if (step === 'approve') {
    const proposed = lastOf(claim, 'proposed');
    return (
      <>
        <p>
          For {member.name}
          {payees.length > 0 && `, to be paid to ${payees.map(({ name }) => name).join(', ')}`}.
          {proposed && ` Proposed by ${byOn(proposed.by, proposed.dt)}.`}
        </p>
        {coverage?.isCovered !== true && (
          <p>The fund’s rules do not cover this: say why it pays all the same.</p>
        )}
        <FundHolds claim={claim} />
        <p>Nothing of the claim can be changed after that, and it can be paid out.</p>
      </>
    );
  }
  if (step === 'refuse') return <p>The fund pays nothing for {member.name}. It can be reopened.</p>;
  if (step === 'reopen')
    return (
      <p>
        {!paidOut
          ? `It is checked, proposed and approved again.${campaignRunId === null ? '' : ' A collection for several people that has not begun goes on without it: change its name then.'}`
          : state === 'closed'
            ? 'What was paid out stays, and what is left can be paid.'
            : `${money(paidOut)} is paid out: take that back first, then reopen it.${may.includes('edit') ? ' Payees can be added without that.' : ''}`}
      </p>
    );
  if (givesInKind(claim))
    return (
      <p>
        The fund gives something worth {money(benefit?.approvedAmount ?? ZERO)} instead of money. It can be
        reopened.
      </p>
    );
  return (
    <p>
      {state === 'approved' && leftToPay(claim) > 0
        ? `${money(leftToPay(claim))} of what was approved is not paid out. Say why it stays so.`
        : 'Nothing is left to do. It can be reopened.'}
    </p>
  );
}

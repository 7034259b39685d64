import type { ReactNode } from 'react';
import { money } from '../../lib/format.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import type { FailedOutcome } from './payment-flow.ts';

/** Why the payment failed, in red (spec section 8), or that its outcome is unknown, and what to do next. */
export function ReviewOutcome({ outcome }: { outcome: FailedOutcome }) {
  const { text, hint } = wordsOf(outcome);
  const isOpen = outcome.kind === 'unknown' || outcome.kind === 'unconfirmed';
  return (
    <FormProblem title={text} tone={isOpen ? 'warn' : 'danger'}>
      <p>{hint}</p>
    </FormProblem>
  );
}

function wordsOf(outcome: FailedOutcome): { text: string; hint: ReactNode } {
  switch (outcome.kind) {
    case 'declined':
    case 'too_many_declines':
      return outcome;
    case 'busy':
      return {
        text: 'Somebody is paying these dues right now.',
        hint: 'Nothing was charged this time. Wait a minute, then try again: you will see what is still open.',
      };
    case 'changed':
      return {
        text: 'What is owed has changed. Nothing was charged.',
        hint:
          outcome.figures && outcome.figures.total > 0
            ? `It is now ${money(outcome.figures.amount)} plus a processing fee of ${money(outcome.figures.processingFee)}: ${money(outcome.figures.total)}. Try again to see and pay it.`
            : 'These dues have been paid meanwhile, or cannot be paid at the moment. Try again to see what is still open.',
      };
    case 'refused':
      return {
        text: outcome.text,
        hint: 'Nothing was charged. Try again to go back and change what is needed.',
      };
    case 'unconfirmed':
      return {
        text: 'Your bank has not confirmed this payment.',
        hint: 'Check again, and confirm it when your bank asks. You will not be charged twice.',
      };
    case 'unknown':
      return {
        text: 'We do not know yet whether your payment went through.',
        hint: `${navigator.onLine ? '' : 'You are offline: we ask again as soon as you are online. '}Check again asks about this same payment: you will not be charged twice. If it went through, your receipt comes by email.`,
      };
  }
}

import type { MemberCoverage } from '@kinfold/domain/coverage';
import { Callout } from '../../ui/callout.tsx';

/** The result of a payment: who is covered now, until when, and what is left to do. */
export function CoverAfterPayment({ coverage }: { coverage: MemberCoverage }) {
  const { sentence, action, isCovered, people } = coverage;
  if (people.length === 0) return null;
  return (
    <Callout tone={isCovered ? 'ok' : isCovered === null ? 'warn' : 'due'} title={sentence}>
      {action && <p>{action}</p>}
    </Callout>
  );
}

import type { Claim } from '@kinfold/domain/claim';
import { money } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { TimeText } from '../../ui/time-text.tsx';

const WORDS = {
  proposed: 'Proposed',
  approved: 'Approved',
  refused: 'Refused',
  reopened: 'Reopened',
  closed: 'Closed',
} as const;

/** What was decided about a claim, oldest first, with its opening. */
export function ClaimStory({ claim: { openedBy, openedDt, decisions } }: { claim: Claim }) {
  return (
    <Card title="Decisions">
      <ul className="entries">
        <Step what="Opened" by={openedBy} dt={openedDt} />
        {decisions.map(({ kind, amount, by, dt, reason }, index) => (
          <Step
            key={`${kind} ${index}`}
            what={amount === undefined ? WORDS[kind] : `${WORDS[kind]}: ${money(amount)}`}
            by={by}
            dt={dt}
            reason={reason}
          />
        ))}
      </ul>
    </Card>
  );
}

function Step({ what, by, dt, reason }: { what: string; by: string; dt: Date; reason?: string | undefined }) {
  return (
    <li className="line">
      <p className="line-wide">{what}</p>
      <p className="row-note line-wide">
        <DateText value={dt} /> <TimeText value={dt} /> · {by}
      </p>
      {reason && <p className="row-note line-wide lines">{reason}</p>}
    </li>
  );
}

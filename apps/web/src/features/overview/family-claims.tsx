import type { CalendarDate } from '@kinfold/domain/dates';
import type { FamilyClaim } from '@kinfold/domain/family-claim';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dateInWords } from '../../lib/format.ts';
import { Phone } from '../../parts/member/phone.tsx';
import { familyClaimsQuery } from '../../queries/family-claims.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';

const STEPS: Record<FamilyClaim['step'], { tone: Tone; text: string }> = {
  checking: { tone: 'info', text: 'The office is checking it. You need not do anything until it calls you.' },
  approved: { tone: 'ok', text: 'Approved' },
  paid: { tone: 'ok', text: 'Paid' },
  given: { tone: 'ok', text: 'Given' },
  refused: { tone: 'warn', text: 'Not granted' },
  ended: { tone: 'info', text: 'Closed without a decision' },
};

const PAYEES: Record<FamilyClaim['paid'][number]['kind'], string> = {
  family: 'to the family',
  funeral_home: 'to the funeral home',
};

/** The claims after deaths in the household of a member, with their outcome; nothing if there are none. `onFetched` is called when that is known. */
export function FamilyClaims({ memberId, onFetched }: { memberId: string; onFetched: () => void }) {
  const claims = useQuery(familyClaimsQuery(memberId));
  const { isFetched } = claims;
  useEffect(() => {
    if (isFetched) onFetched();
  }, [isFetched, onFetched]);
  if (claims.data?.length === 0) return null;
  return (
    <Card title="Support for your family">
      <Loaded query={claims} what="what the fund does for your family" rows={2}>
        {(found) => (
          <ul className="rows">
            {found.map((claim) => (
              <ClaimRow key={claim.claimNbr} claim={claim} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function ClaimRow({ claim }: { claim: FamilyClaim }) {
  const { claimNbr, name, campaignName, reportedDt, step, decidedDt, amount, reason, paid, given } = claim;
  const { tone, text } = STEPS[step];
  return (
    <li className="row-item break-anywhere">
      <div className="row-text">
        <p className="row-name">{campaignName}</p>
        <p className="row-note">
          For {name}, claim <span className="tabular">{claimNbr}</span>, reported on{' '}
          {dateInWords(reportedDt as CalendarDate)}
        </p>
      </div>
      <div className="row-more">
        <StatusDot tone={tone}>{text}</StatusDot>
        {(amount !== null || decidedDt) && (
          <p>
            {amount !== null && <Money amount={amount} />}
            {amount !== null && decidedDt && ', '}
            {decidedDt && `decided on ${dateInWords(decidedDt)}`}
          </p>
        )}
        {reason?.split('\n').map((line, index) => (
          <p key={index}>{line}</p>
        ))}
        {given && (
          <p>
            {given.what.replaceAll('\n', ', ')}, given on {dateInWords(given.givenDt as CalendarDate)}
          </p>
        )}
        {paid.length > 0 && (
          <ul className="plain-list">
            {paid.map((payout, index) => (
              <li key={index}>
                <Money amount={payout.amount} /> {PAYEES[payout.kind]} on{' '}
                {dateInWords(payout.paidDt as CalendarDate)}
              </li>
            ))}
          </ul>
        )}
        <Office {...claim.office} question={reason ? 'Do you see it otherwise?' : 'Questions?'} />
      </div>
    </li>
  );
}

function Office({
  name,
  phone,
  contact,
  contactPhone,
  question,
}: FamilyClaim['office'] & { question: string }) {
  return (
    <p className="row-note">
      {question} {name}
      {phone && (
        <>
          , <Phone value={phone} />
        </>
      )}
      {contact && `. Your contact: ${contact}`}
      {contactPhone && (
        <>
          , <Phone value={contactPhone} />
        </>
      )}
    </p>
  );
}

import type { Claim, ClaimPayout } from '@kinfold/domain/claim';
import type { CalendarDate } from '@kinfold/domain/dates';
import { PAYOUT_METHOD_NAMES } from '@kinfold/domain/payout';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { hasDraft } from '../../lib/form-draft.ts';
import { date, money } from '../../lib/format.ts';
import { useMayAnywhere } from '../../parts/access/use-may-anywhere.ts';
import { payoutReceiptPath } from '../../queries/claims.ts';
import '../../theme/staff.scss';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Money } from '../../ui/money.tsx';
import { Said } from '../../ui/said.tsx';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';
import { givesInKind, leftToPay } from './claim-texts.ts';
import { SignPayout } from './sign-payout.tsx';
import {
  ConfirmPayout,
  correctionDraft,
  CorrectPayout,
  payoutDraft,
  PayoutDialog,
} from './payout-dialogs.tsx';

const STATES: Readonly<Record<ClaimPayout['state'], { word: string; tone: Tone }>> = {
  recorded: { word: 'Waits for another person', tone: 'warn' },
  confirmed: { word: 'Confirmed', tone: 'ok' },
  corrected: { word: 'Taken back', tone: 'info' },
};

type Asked = { what: 'record' } | { what: 'confirm' | 'correct' | 'sign'; payout: ClaimPayout };

/** The form of which there is a draft. */
function draftAsked(claim: Claim): Asked | undefined {
  if (leftToPay(claim) > 0 && hasDraft(payoutDraft(claim))) return { what: 'record' };
  const payout = claim.payouts.find(
    ({ payoutId, state }) => state !== 'corrected' && hasDraft(correctionDraft(payoutId)),
  );
  return payout && { what: 'correct', payout };
}

/** What was paid out of what was approved: recorded by one person and confirmed by another. */
export function ClaimPayouts({ claim }: { claim: Claim }) {
  const { payouts, payees, may } = claim;
  const left = leftToPay(claim);
  const mayPay = may.includes('pay');
  // A form that was open at a reload is opened again.
  const [asked, setAsked] = useState<Asked | undefined>(() => (mayPay ? draftAsked(claim) : undefined));
  const [said, setSaid] = useState('');
  const close = () => setAsked(undefined);
  const done = (text: string) => {
    setSaid(text);
    close();
  };
  return (
    <Card title="Paid out">
      <Said>{said}</Said>
      {payouts.length === 0 && <p className="muted">Nothing is paid out yet.</p>}
      <ul className="rows break-anywhere">
        {payouts.map((payout) => (
          <Row
            key={payout.payoutId}
            claim={claim}
            payout={payout}
            mayPay={mayPay}
            onAsk={(what) => setAsked({ what, payout })}
          />
        ))}
      </ul>
      {payouts.length > 0 && (
        <dl className="figures narrow-form">
          <dt>Approved</dt>
          <dd>
            <Money amount={claim.benefit?.approvedAmount ?? left} />
          </dd>
          <dt>Still to be paid out</dt>
          <dd>
            <Money amount={left} />
          </dd>
        </dl>
      )}
      {mayPay && left > 0 && payees.length === 0 && (
        <p>
          Nobody is named who is paid:{' '}
          {may.includes('edit') ? 'add the payee below.' : 'reopen the claim and add the payee first.'}
        </p>
      )}
      {mayPay && left > 0 && payees.length > 0 && (
        <div className="button-row">
          <Button
            variant={payouts.length || givesInKind(claim) ? 'outline-primary' : 'primary'}
            onClick={() => setAsked({ what: 'record' })}
          >
            Record a payout
          </Button>
        </div>
      )}
      {asked?.what === 'record' && <PayoutDialog claim={claim} onDone={done} onClose={close} />}
      {asked?.what === 'confirm' && (
        <ConfirmPayout claim={claim} payout={asked.payout} onDone={done} onClose={close} />
      )}
      {asked?.what === 'sign' && (
        <SignPayout claim={claim} payout={asked.payout} onDone={done} onClose={close} />
      )}
      {asked?.what === 'correct' && (
        <CorrectPayout claim={claim} payout={asked.payout} onDone={done} onClose={close} />
      )}
    </Card>
  );
}

function Row({
  claim,
  payout,
  mayPay,
  onAsk,
}: {
  claim: Claim;
  payout: ClaimPayout;
  mayPay: boolean;
  onAsk: (what: 'confirm' | 'correct' | 'sign') => void;
}) {
  const { payoutId, payee, amount, method, reference, paidDt, state, recordedBy } = payout;
  const mayRead = useMayAnywhere('payouts.record');
  const isBack = state === 'corrected';
  const about = `${money(amount)} to ${payee}`;
  return (
    <li className="line targets">
      <p className="row-name">{isBack ? <s>{payee}</s> : payee}</p>
      <p className="fw-semibold">{isBack ? <s>{money(amount)}</s> : <Money amount={amount} />}</p>
      <p className="row-note line-wide">
        {PAYOUT_METHOD_NAMES[method]}
        {reference && ` ${reference}`} · {date(paidDt as CalendarDate)} · recorded by {recordedBy}
        {payout.confirmedBy && `, confirmed by ${payout.confirmedBy}`}
        {payout.signed && `, signed for by ${payout.signed.name}`}
        {isBack && `, taken back by ${payout.correctedBy}: ${payout.correctedReason}`}
      </p>
      {mayPay && payout.secondPerson && <p className="line-wide">{payout.secondPerson}</p>}
      <span className="line-wide d-flex flex-wrap align-items-center gap-2">
        <StatusDot tone={STATES[state].tone}>{STATES[state].word}</StatusDot>
        {mayPay && state === 'recorded' && payout.secondPerson === null && (
          <Button variant="outline-primary" onClick={() => onAsk('confirm')}>
            Confirm <span className="visually-hidden">{about}</span>
          </Button>
        )}
        {mayPay && !isBack && !payout.signed && (
          <Button variant="link" onClick={() => onAsk('sign')}>
            Sign on this phone <span className="visually-hidden">for {about}</span>
          </Button>
        )}
        {!isBack && mayRead && (
          <DownloadButton
            variant="link"
            path={payoutReceiptPath(claim._id, payoutId)}
            fileName={`payout-${claim.claimNbr}.pdf`}
          >
            {payout.signed ? 'Signed receipt' : 'Receipt to sign'}{' '}
            <span className="visually-hidden">for {about}</span>
          </DownloadButton>
        )}
        {mayPay && !isBack && !(state === 'confirmed' && payout.secondPerson) && (
          <Button variant="link" onClick={() => onAsk('correct')}>
            Take back <span className="visually-hidden">{about}</span>
          </Button>
        )}
      </span>
    </li>
  );
}

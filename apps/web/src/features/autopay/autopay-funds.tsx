import { AUTOPAY_END_TEXTS, AUTOPAY_LEFT_TEXTS, type Autopay, type Autopays } from '@kinfold/domain/autopay';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { ADD_CARD } from '../../parts/payment/add-card-link.ts';
import { CardName } from '../../parts/payment/card-name.tsx';
import { Outcome, useUndoable } from '../../parts/undoable.tsx';
import { paths } from '../../paths.ts';
import { autopaysQuery, setAutopay, stopAutopay } from '../../queries/autopay.ts';
import { savedCardsQuery } from '../../queries/cards.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AutopayDialog } from './autopay-dialog.tsx';

type Fund = Autopays['funds'][number];

/** The funds of a member, each with what is paid by itself and when, or the button to turn that on. */
export function AutopayFunds({ memberId }: { memberId: string }) {
  const query = useQuery(autopaysQuery(memberId));
  const cards = useQuery(savedCardsQuery(memberId));
  return (
    <Loaded query={[query, cards]} what="what is paid by itself" rows={4}>
      {([{ autopays, funds }, saved]) => {
        const ended = autopays.filter((one) => !funds.some((fund) => fund.campaignId === one.campaignId));
        if (!funds.length && !ended.length)
          return (
            <EmptyState title="There is nothing to pay by itself">
              You pay for no membership of a funeral fund.
            </EmptyState>
          );
        return (
          <>
            {funds.map((fund) => (
              <FundCard
                key={fund.campaignId}
                memberId={memberId}
                fund={fund}
                autopay={autopays.find(({ campaignId }) => campaignId === fund.campaignId)}
                hasCards={saved.some(({ isExpired }) => !isExpired)}
              />
            ))}
            {ended.map(({ campaignId, campaignName, why }) => (
              <Card key={campaignId} title={campaignName}>
                <p>This is no longer paid by itself. {why && AUTOPAY_END_TEXTS[why]}</p>
              </Card>
            ))}
          </>
        );
      }}
    </Loaded>
  );
}

function FundCard({
  memberId,
  fund,
  autopay,
  hasCards,
}: {
  memberId: string;
  fund: Fund;
  autopay: Autopay | undefined;
  hasCards: boolean;
}) {
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const { run, say, isBusy, outcome } = useUndoable();
  const { campaignId, campaignName } = fund;
  const isOn = autopay !== undefined && !autopay.isStopped;
  const stop = ({ cardId, monthlyCap }: Autopay) =>
    run(() => stopAutopay(client, memberId, campaignId), {
      text: 'It has stopped. Nothing more is taken from your card.',
      undo: () => setAutopay(client, memberId, campaignId, { cardId, monthlyCap }),
    });
  return (
    <Card title={campaignName}>
      {isOn ? <IsOn autopay={autopay} /> : <IsOff fund={fund} autopay={autopay} />}
      <Outcome {...outcome} />
      <div className="button-row">
        {isOn && (
          <Button
            variant="outline-primary"
            aria-busy={isBusy || undefined}
            onClick={() => void stop(autopay)}
          >
            Stop it <span className="visually-hidden">for {campaignName}</span>
          </Button>
        )}
        {hasCards ? (
          <Button variant={isOn ? 'outline-primary' : 'primary'} onClick={() => setAsked(true)}>
            {isOn ? 'Change card or limit' : 'Turn it on'}{' '}
            <span className="visually-hidden">for {campaignName}</span>
          </Button>
        ) : (
          <ButtonLink to={`${paths.profile.href()}#${ADD_CARD}`}>Keep a card first</ButtonLink>
        )}
      </div>
      {isAsked && (
        <AutopayDialog
          memberId={memberId}
          fund={fund}
          autopay={autopay}
          onClose={() => setAsked(false)}
          onSet={() => {
            setAsked(false);
            say({ text: 'Done. We send you an email before anything is paid.' });
          }}
        />
      )}
    </Card>
  );
}

function IsOn({ autopay }: { autopay: Autopay }) {
  const { cardType, last4, monthlyCap, nextDt, dues } = autopay;
  return (
    <>
      <p>
        <strong>On.</strong> Paid with <CardName cardType={cardType} last4={last4} />, never more than{' '}
        <Money amount={monthlyCap} /> in a month, with the processing fee.
      </p>
      {dues.length === 0 ? (
        <p>Nothing is due now. When something is, we send you an email and pay it five days later.</p>
      ) : (
        <ul className="rows">
          {dues.map(({ donation_id, name, total, payOn, left }) => (
            <li key={donation_id} className="row-item">
              <div className="row-text">
                <p className="row-name">{name}</p>
                <p className="row-note">
                  {payOn && (
                    <>
                      {payOn === nextDt ? 'Paid next, on ' : 'Paid on '}
                      <DateText inWords value={payOn} />
                    </>
                  )}
                  {left && AUTOPAY_LEFT_TEXTS[left]}
                </p>
              </div>
              <Money amount={total} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function IsOff({ fund, autopay }: { fund: Fund; autopay: Autopay | undefined }) {
  const why = autopay?.why;
  return (
    <>
      {why && why !== 'member' && (
        <Callout tone="warn" title="This is no longer paid by itself">
          <p>{AUTOPAY_END_TEXTS[why]}</p>
        </Callout>
      )}
      <p>
        <strong>Off.</strong> You pay your dues yourself.{' '}
        {fund.total > 0 ? (
          <>
            <Money amount={fund.total} /> is due now. Each due is charged by itself, with its own processing
            fee.
          </>
        ) : (
          'Nothing is due now.'
        )}
      </p>
    </>
  );
}

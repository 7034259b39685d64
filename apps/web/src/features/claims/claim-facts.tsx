import type { Claim } from '@kinfold/domain/claim';
import type { CalendarDate } from '@kinfold/domain/dates';
import { dateInWords, money } from '../../lib/format.ts';
import { MeansPart } from '../../parts/member/means.tsx';
import '../../theme/staff.scss';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { ClaimCause } from './claim-cause.tsx';
import { diedText } from './claim-texts.ts';

/** Whether the fund covered the person, as it was judged, and what its rules pay. */
export function ClaimFacts({ claim }: { claim: Claim }) {
  const { coverage, benefit } = claim;
  if (!coverage) return null;
  return (
    <Card title="Covered, and for what">
      <div className="member-part">
        <Cover claim={claim} coverage={coverage} />
        {coverage.asksCause && <ClaimCause claim={claim} coverage={coverage} />}
        {benefit && <Pays benefit={benefit} campaignName={claim.campaign.campaignName} />}
        <InTime coverage={coverage} />
        <Others coverage={coverage} />
      </div>
      <p className="muted">
        Judged on {dateInWords(coverage.judgedDt)} for the end of {dateInWords(coverage.asOf as CalendarDate)}
        : what was paid after that day does not count.
      </p>
    </Card>
  );
}

type Coverage = NonNullable<Claim['coverage']>;

function Cover({ claim, coverage: { isCovered, reasons } }: { claim: Claim; coverage: Coverage }) {
  const { member, campaign } = claim;
  const answers = {
    true: `${campaign.campaignName} covered ${member.name}, who ${diedText(claim)}.`,
    false: `${campaign.campaignName} did not cover ${member.name}, who ${diedText(claim)}.`,
    null: `Whether ${campaign.campaignName} covered ${member.name} is not known.`,
  };
  return (
    <MeansPart title="Cover">
      <p>
        <strong>{answers[`${isCovered}`]}</strong>
      </p>
      {reasons.length > 0 && (
        <ul className="plain-list">
          {reasons.map(({ code, text }) => (
            <li key={`${code} ${text}`}>{text}</li>
          ))}
        </ul>
      )}
    </MeansPart>
  );
}

function Pays({
  benefit: { label, amount, ruleAmount, isInKind, isUpTo },
  campaignName,
}: {
  benefit: NonNullable<Claim['benefit']>;
  campaignName: string;
}) {
  return (
    <MeansPart title="What the rules pay">
      {ruleAmount === null ? (
        <p>No rule of {campaignName} fits: say the amount when you propose it.</p>
      ) : (
        <p>
          {isInKind ? 'In kind, worth ' : isUpTo && 'What the funeral costs, '}
          {isUpTo && 'up to '}
          <strong>{money(ruleAmount)}</strong>
          {label && ` (${label})`}
        </p>
      )}
      {amount !== null && amount !== ruleAmount && <p>The office set {money(amount)} instead.</p>}
    </MeansPart>
  );
}

function InTime({ coverage: { reportedDt, isInTime, claimUntil } }: { coverage: Coverage }) {
  const day = dateInWords(reportedDt as CalendarDate);
  return (
    <MeansPart title="Told in time">
      <p>
        {claimUntil === null
          ? `Reported on ${day}. This fund sets no term.`
          : isInTime
            ? `Yes: reported on ${day}, the fund must be told by ${dateInWords(claimUntil as CalendarDate)}.`
            : `No: reported on ${day}, the fund had to be told by ${dateInWords(claimUntil as CalendarDate)}.`}
      </p>
    </MeansPart>
  );
}

function Others({ coverage: { otherCover } }: { coverage: Coverage }) {
  const covering = otherCover.filter(({ isCovered }) => isCovered !== false);
  return (
    <MeansPart title="Another fund">
      {covering.length === 0 ? (
        <p>No other fund here covered them on that day.</p>
      ) : (
        <Callout tone="warn" title="Covered by another fund too">
          <ul className="plain-list">
            {covering.map(({ campaignId, campaignName, isCovered }) => (
              <li key={campaignId}>
                {campaignName}
                {isCovered === null && ', as far as it is known'}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </MeansPart>
  );
}

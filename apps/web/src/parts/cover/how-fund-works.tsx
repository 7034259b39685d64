import type { FundInWords } from '@kinfold/domain/coverage';

/** 'How this fund works': the rules of funds as sentences, each fund folded until opened. */
export function HowFundWorks({ funds = [] }: { funds: readonly FundInWords[] | undefined }) {
  return funds.map(({ campaignId, campaignName, rules }) => (
    <details key={campaignId} className="fund-rules">
      <summary>How this fund works{funds.length > 1 ? `: ${campaignName}` : ''}</summary>
      <ul className="plain-list">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </details>
  ));
}

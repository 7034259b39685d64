import type { Campaign } from '@kinfold/domain/campaign';
import { fundRulesText } from '@kinfold/domain/fund-rules-text';
import { priceRuleFaults } from '@kinfold/domain/price-rules';
import { priceFaultText, priceTexts } from '@kinfold/domain/rule-text';
import { useClientConfig } from '../../lib/client-config.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { SentenceList } from '../../ui/sentence-list.tsx';

/** The prices and rules of a fund as sentences; for users who may change it also warnings about its prices. */
export function CampaignRules({ campaign, mayChange }: { campaign: Campaign; mayChange: boolean }) {
  const currency = useClientConfig().data?.currency ?? 'usd';
  const { priceRules, defaultPrice, fundRules } = campaign;
  const faults = mayChange ? priceRuleFaults(priceRules, defaultPrice > 0) : [];
  return (
    <div className="campaign-parts">
      <Card title="What it costs">
        <SentenceList sentences={priceTexts(priceRules, defaultPrice, currency)} />
        {faults.length > 0 && (
          <Callout tone="warn" title="Is this meant?">
            <ul className="plain-list">
              {faults.map((fault) => (
                <li key={JSON.stringify(fault)}>{priceFaultText(fault, priceRules)}</li>
              ))}
            </ul>
          </Callout>
        )}
      </Card>
      <Card title="How this fund works">
        <SentenceList sentences={fundRulesText(fundRules, currency)} />
      </Card>
    </div>
  );
}

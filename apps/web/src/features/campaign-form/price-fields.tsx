import { ZERO, type Cents } from '@kinfold/domain/money';
import { priceRuleFaults } from '@kinfold/domain/price-rules';
import { priceFaultText, whomText } from '@kinfold/domain/rule-text';
import type { ComponentProps } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { money } from '../../lib/format.ts';
import { Callout } from '../../ui/callout.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { AmountRuleDialog } from './amount-rule-dialog.tsx';
import { LABELS, typedAmount, type AmountRule, type Fields } from './campaign-values.ts';
import { JoiningFee } from './fund-rules-fields.tsx';
import { HouseholdExample } from './household-example.tsx';
import { RuleList } from './rule-list.tsx';

const priced = (rules: readonly AmountRule[]) => rules.map((rule) => ({ ...rule, price: rule.amount }));

/** The prices of a fund as sentences, with warnings, and what a household would pay. */
export function PriceFields({
  field,
  organizationNumber,
}: {
  field: (name: 'defaultPrice') => Omit<ComponentProps<typeof AmountField>, 'label'>;
  organizationNumber: string;
}) {
  const { control } = useFormContext<Fields>();
  const [rules, typed] = useWatch({ control, name: ['priceRules', 'defaultPrice'] });
  const defaultPrice: Cents = typedAmount(typed) ?? ZERO;
  const faults = priceRuleFaults(priced(rules), defaultPrice > 0);
  return (
    <>
      <p className="muted">The first sentence that matches a person sets their price.</p>
      <RuleList<AmountRule>
        name="priceRules"
        sentenceOf={(rule) => `${whomText(rule)}: ${money(rule.amount)}`}
        addLabel="Add a price"
        isOrdered
      >
        {(dialog) => (
          <AmountRuleDialog
            title={dialog.rule ? 'Change a price' : 'Add a price'}
            amountLabel="Price in each collection"
            {...dialog}
          />
        )}
      </RuleList>
      <div className="one-filter">
        <AmountField
          label={rules.length ? LABELS.defaultPrice : 'Price for everybody'}
          hint={rules.length ? 'In dollars. 0.00: nobody else has a place in this fund' : 'In dollars'}
          maxLength={12}
          {...field('defaultPrice')}
        />
      </div>
      <div role="status">
        {faults.length > 0 && (
          <Callout tone="warn" title="Is this meant?">
            <ul className="plain-list">
              {faults.map((fault) => (
                <li key={JSON.stringify(fault)}>{priceFaultText(fault, rules)}</li>
              ))}
            </ul>
          </Callout>
        )}
      </div>
      <JoiningFee />
      <HouseholdExample
        organizationNumber={organizationNumber}
        rules={priced(rules)}
        defaultPrice={defaultPrice}
      />
    </>
  );
}

import { plainMoney, ZERO } from '@kinfold/domain/money';
import { AGE_MAX } from '@kinfold/domain/price-rules';
import { ruleName, whomText } from '@kinfold/domain/rule-text';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { money } from '../../lib/format.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EditDialog } from '../../ui/edit-form.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEditForm } from '../../ui/use-edit-form.tsx';
import { AgeText, numberOf, Relationships, typedAmount, type AmountRule } from './campaign-values.ts';
import { RelationshipBoxes } from './relationship-boxes.tsx';

const LABEL_MAX = 60;

const RuleFields = z
  .object({
    minAge: AgeText,
    maxAge: AgeText,
    amount: z
      .string()
      .check(z.refine((text) => typedAmount(text) !== undefined, 'Enter an amount like 12.25')),
    label: z.string(),
    relationships: Relationships,
    isInKind: z.boolean(),
    isUpTo: z.boolean(),
  })
  .check(
    z.refine(({ minAge, maxAge }) => (numberOf(minAge) ?? 0) <= (numberOf(maxAge) ?? AGE_MAX), {
      error: 'The second age is not below the first',
      path: ['maxAge'],
    }),
  );

function ruleOf(fields: z.output<typeof RuleFields>): AmountRule {
  const forAges = {
    minAge: numberOf(fields.minAge) ?? 0,
    maxAge: numberOf(fields.maxAge) ?? AGE_MAX,
    relationships: fields.relationships,
  };
  const label = fields.label.trim() || ruleName(forAges).slice(0, LABEL_MAX);
  const amount = typedAmount(fields.amount) ?? ZERO;
  const { isInKind, isUpTo } = fields;
  return {
    ...{ ...forAges, label, amount },
    ...(isInKind && { isInKind }),
    ...(isUpTo && { isUpTo }),
  };
}

/** The dialog for a price or a benefit: for whom, and how much, with the resulting sentence. */
export function AmountRuleDialog({
  title,
  amountLabel,
  isBenefit = false,
  rule,
  onClose,
  onSave,
}: {
  title: string;
  amountLabel: string;
  /** It may be something worth the amount, or the costs up to it. */
  isBenefit?: boolean;
  /** The rule to change; undefined for a new one. */
  rule: AmountRule | undefined;
  onClose: () => void;
  onSave: (rule: AmountRule) => void;
}) {
  const edit = useEditForm({
    schema: RuleFields,
    initial: {
      minAge: rule?.minAge ? String(rule.minAge) : '',
      maxAge: rule && rule.maxAge < AGE_MAX ? String(rule.maxAge) : '',
      amount: rule ? plainMoney(rule.amount) : '',
      // A name that follows from the ages and relationships is left empty.
      label: rule && rule.label !== ruleName(rule) ? rule.label : '',
      relationships: rule?.relationships ?? [],
      isInKind: rule?.isInKind === true,
      isUpTo: rule?.isUpTo === true,
    },
    send: async (fields) => onSave(ruleOf(fields)),
    onClose,
  });
  const { field } = edit;
  const typed = RuleFields.safeParse(useWatch({ control: edit.form.control }));
  const preview = typed.success && ruleOf(typed.data);
  return (
    <EditDialog title={title} edit={edit} button={rule ? 'Change' : 'Add'}>
      <div className="field-pair">
        <TextField
          label="From age"
          hint="Empty: from birth"
          inputMode="numeric"
          maxLength={3}
          {...field('minAge')}
          required={false}
        />
        <TextField
          label="Up to and with age"
          hint="Empty: no limit"
          inputMode="numeric"
          maxLength={3}
          {...field('maxAge')}
          required={false}
        />
      </div>
      <AmountField label={amountLabel} hint="In dollars" maxLength={12} {...field('amount')} />
      {isBenefit && (
        <>
          <Checkbox label="In kind, worth this amount" {...edit.form.register('isInKind')} />
          <Checkbox label="What the funeral costs, at most this amount" {...edit.form.register('isUpTo')} />
        </>
      )}
      <RelationshipBoxes legend="Only for" hint="None ticked: everybody of these ages" />
      <TextField
        label="Called"
        hint="If people know them by a word, for example retired"
        autoComplete="off"
        maxLength={LABEL_MAX}
        {...field('label')}
        required={false}
      />
      <p role="status" className="rule-sentence">
        {preview && `${whomText(preview)}: ${money(preview.amount)}`}
      </p>
    </EditDialog>
  );
}

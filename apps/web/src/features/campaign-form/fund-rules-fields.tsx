import {
  ageLimitText,
  benefitText,
  graceExample,
  reinstatementExample,
  waitingExample,
} from '@kinfold/domain/fund-rules-text';
import { JOINING_FEE_PER } from '@kinfold/domain/joining-fee';
import FormSelect from 'react-bootstrap/FormSelect';
import { useController, useFormContext } from 'react-hook-form';
import { useClientConfig } from '../../lib/client-config.ts';
import { dayOf } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { AgeLimitDialog } from './age-limit-dialog.tsx';
import { AmountRuleDialog } from './amount-rule-dialog.tsx';
import {
  JOINING_FEE_FOR,
  LABELS,
  numberOf,
  type AgeLimitRule,
  type AmountRule,
  type Fields,
} from './campaign-values.ts';
import { RuleList } from './rule-list.tsx';
import { NumberInput, SentenceRule, useRuleSwitch } from './sentence-rule.tsx';

type NumberName =
  | 'waitingDays'
  | 'suicideWaitingDays'
  | 'accidentWaitingDays'
  | 'graceDays'
  | 'lapseDays'
  | 'reinstatementWaitingDays'
  | 'entryMin'
  | 'entryMax'
  | 'joiningFee'
  | 'walletMinimum'
  | 'walletDormantDays'
  | 'claimWithinDays'
  | 'quietDays';

/** A number field in a sentence. */
function NumberOf({ name, maxLength }: { name: NumberName; maxLength?: number }) {
  const { control } = useFormContext<Fields>();
  const { field, fieldState } = useController({ control, name });
  return (
    <NumberInput
      name={LABELS[name]}
      value={field.value}
      error={fieldState.error?.message}
      inputRef={field.ref}
      onValue={field.onChange}
      {...(maxLength !== undefined && { maxLength })}
    />
  );
}

/** The values of some number fields, and the switch of their rule. */
function useNumbers(names: readonly NumberName[], usual: readonly string[]) {
  const { setValue, watch, getFieldState, formState } = useFormContext<Fields>();
  const values = watch(names);
  return {
    numbers: values.map((value) => (/^\d{1,4}$/.test(value.trim()) ? numberOf(value) : undefined)),
    errors: names.map((name) => getFieldState(name, formState).error?.message),
    ...useRuleSwitch(
      values,
      (next) =>
        names.forEach((name, index) =>
          setValue(name, next[index] ?? '', { shouldDirty: true, shouldValidate: true }),
        ),
      usual,
    ),
  };
}

/** The rules of a fund as sentences (rules.md "Fund rules"), with examples of their meaning from today on. */
export function FundRulesFields() {
  const today = dayOf(useNow());
  const waiting = useNumbers(['waitingDays'], ['180']);
  const suicide = useNumbers(['suicideWaitingDays'], ['730']);
  const accident = useNumbers(['accidentWaitingDays'], ['0']);
  const grace = useNumbers(['graceDays'], ['30']);
  const back = useNumbers(['lapseDays', 'reinstatementWaitingDays'], ['0', '180']);
  const entry = useNumbers(['entryMin', 'entryMax'], ['18', '70']);
  const wallet = useNumbers(['walletMinimum', 'walletDormantDays'], ['100', '90']);
  const claim = useNumbers(['claimWithinDays'], ['90']);
  const quiet = useNumbers(['quietDays'], ['30']);
  const { control } = useFormContext<Fields>();
  const once = useController({ control, name: 'oneCoverPerPerson' }).field;
  const [waitingDays] = waiting.numbers;
  const [graceDays] = grace.numbers;
  const [lapseDays, againDays] = back.numbers;
  return (
    <>
      <SentenceRule
        name="Waiting time"
        {...waiting}
        example={
          waitingDays === undefined
            ? '180 days are about six months.'
            : `${waitingExample(waitingDays, today)} 180 days are about six months.`
        }
      >
        Cover begins <NumberOf name="waitingDays" /> days after joining.
      </SentenceRule>
      <SentenceRule
        name="After a suicide"
        {...suicide}
        example="730 days are about two years. The office is asked for the cause only where it decides."
      >
        Where somebody takes their own life, cover begins <NumberOf name="suicideWaitingDays" /> days after
        joining.
      </SentenceRule>
      <SentenceRule
        name="After an accident"
        {...accident}
        example="0: after an accident nobody has to have waited."
      >
        After an accident, cover begins <NumberOf name="accidentWaitingDays" /> days after joining.
      </SentenceRule>
      <SentenceRule
        name="Days of grace"
        {...grace}
        example={graceDays === undefined ? undefined : graceExample(graceDays, today)}
      >
        Dues that stay open end the cover <NumberOf name="graceDays" /> days after their last day.
      </SentenceRule>
      <SentenceRule
        name="Back after a new wait"
        {...back}
        example={
          lapseDays === undefined || againDays === undefined
            ? undefined
            : reinstatementExample(lapseDays, againDays, today)
        }
      >
        People without cover for more than <NumberOf name="lapseDays" /> days pay everything and wait{' '}
        <NumberOf name="reinstatementWaitingDays" /> days again.
      </SentenceRule>
      <SentenceRule name="Ages to join" {...entry}>
        People who join are from <NumberOf name="entryMin" maxLength={3} /> to{' '}
        <NumberOf name="entryMax" maxLength={3} /> years old on that day.
      </SentenceRule>
      <SentenceRule
        name="A wallet for each membership"
        {...wallet}
        example="Each household pays it ahead. Its dues are taken from it, and members and office see what is missing. 90 days are about three months."
      >
        Each membership has at least <NumberOf name="walletMinimum" maxLength={8} /> dollars ahead, and is
        dormant after <NumberOf name="walletDormantDays" /> days with less.
      </SentenceRule>
      <AgeLimits />
      <Benefits />
      <SentenceRule name="Days to report a death" {...claim}>
        A death is to be reported within <NumberOf name="claimWithinDays" /> days.
      </SentenceRule>
      <SentenceRule
        name="Days of quiet after a death"
        {...quiet}
        example="30 days if the fund does not set them."
      >
        For <NumberOf name="quietDays" /> days after a death nothing is sent to the household unasked, and
        open dues do not end its cover.
      </SentenceRule>
      <SentenceRule
        name="One cover for each person"
        isOn={once.value}
        onToggle={once.onChange}
        example="People who are covered twice are shown to you."
      />
    </>
  );
}

/** What joining costs, once: beside the prices. */
export function JoiningFee() {
  const { control } = useFormContext<Fields>();
  const fee = useNumbers(['joiningFee'], ['50']);
  const { field } = useController({ control, name: 'joiningFeePer' });
  return (
    <SentenceRule
      name="Fee for joining"
      {...fee}
      example="It is owed by the end of the next month. People who were in this fund before owe none, nor those of a list that is imported."
    >
      To join,{' '}
      <FormSelect {...field} aria-label={LABELS.joiningFeePer}>
        {JOINING_FEE_PER.map((per) => (
          <option key={per} value={per}>
            {JOINING_FEE_FOR[per]}
          </option>
        ))}
      </FormSelect>{' '}
      pays <NumberOf name="joiningFee" maxLength={8} /> dollars once.
    </SentenceRule>
  );
}

function AgeLimits() {
  return (
    <div className="sentence-rule" role="group" aria-label={LABELS.ageLimits}>
      <p className="fw-semibold">{LABELS.ageLimits}</p>
      <RuleList<AgeLimitRule> name="ageLimits" sentenceOf={ageLimitText} addLabel="Add an age limit">
        {(dialog) => <AgeLimitDialog {...dialog} />}
      </RuleList>
    </div>
  );
}

function Benefits() {
  const currency = useClientConfig().data?.currency ?? 'usd';
  return (
    <div className="sentence-rule" role="group" aria-label={LABELS.benefits}>
      <p className="fw-semibold">{LABELS.benefits}</p>
      <RuleList<AmountRule>
        name="benefits"
        sentenceOf={(rule) => benefitText(rule, currency)}
        addLabel="Add what is paid"
      >
        {(dialog) => (
          <AmountRuleDialog
            title="What is paid at a death"
            amountLabel="The fund pays"
            isBenefit
            {...dialog}
          />
        )}
      </RuleList>
    </div>
  );
}

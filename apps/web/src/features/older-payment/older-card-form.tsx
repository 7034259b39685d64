import { NAME_MAX } from '@kinfold/domain/constants';
import {
  cardExpiryYears,
  formatTypedCardNumber,
  OLDER_CVV_MAX,
  TYPED_CARD_NUMBER_MAX,
} from '@kinfold/domain/older-payment';
import Button from 'react-bootstrap/Button';
import { useNavigate } from 'react-router-dom';
import { forgetDraft, writeDraft } from '../../lib/form-draft.ts';
import { dayOf, money } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useOlderPayment, type OlderPayment } from './use-older-payment.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * The older card form (spec section 5), for published test numbers only; production never shows it. Card data stays
 * in the inputs and is not stored.
 */
export function OlderCardPayment(payment: OlderPayment) {
  const navigate = useNavigate();
  const { form, draftKey, draftNote, problem, submit } = useOlderPayment(payment);
  const { register, setValue, formState } = form;
  const { errors, isSubmitting, submitCount } = formState;
  const years = cardExpiryYears(dayOf(useNow()));

  // Registered in the order of the page: the first invalid field takes the focus.
  const name = register('cardholderName');
  const number = register('cardNumber');
  return (
    <Card title="Payment Information">
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {draftNote}
        <Callout title="Test payments">
          <p>Use the card number 4242 4242 4242 4242, any future date and any code.</p>
        </Callout>
        {problem && (
          <FormProblem
            title={problem.detail}
            attempt={submitCount}
            tone={problem.status === 0 || problem.status >= 500 ? 'warn' : 'danger'}
          >
            <p>
              {problem.status === 0 || problem.status >= 500
                ? 'We do not know whether your payment arrived. Press Pay again: the same payment is never charged twice.'
                : 'Nothing was charged. What you typed is still here.'}
            </p>
          </FormProblem>
        )}
        <TextField
          label="Cardholder name"
          autoComplete="cc-name"
          maxLength={NAME_MAX}
          required
          error={errors.cardholderName?.message}
          {...name}
          onChange={(event) => {
            writeDraft(draftKey, { cardholderName: event.target.value });
            void name.onChange(event);
          }}
        />
        <TextField
          label="Card number"
          autoComplete="cc-number"
          inputMode="numeric"
          maxLength={TYPED_CARD_NUMBER_MAX}
          required
          error={errors.cardNumber?.message}
          {...number}
          onChange={(event) =>
            setValue('cardNumber', formatTypedCardNumber(event.target.value), {
              shouldValidate: Boolean(errors.cardNumber),
            })
          }
        />
        <div className="field-pair">
          <SelectField
            label="Month"
            autoComplete="cc-exp-month"
            required
            error={errors.expMM?.message}
            {...register('expMM')}
          >
            <option value="">Month</option>
            {MONTHS.map((month, index) => (
              <option key={month} value={String(index + 1).padStart(2, '0')}>
                {month}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Year"
            autoComplete="cc-exp-year"
            required
            error={errors.expYY?.message}
            {...register('expYY')}
          >
            <option value="">Year</option>
            {years.map((year) => (
              <option key={year}>{year}</option>
            ))}
          </SelectField>
          <TextField
            label="CVV"
            autoComplete="cc-csc"
            inputMode="numeric"
            maxLength={OLDER_CVV_MAX}
            required
            error={errors.CCV?.message}
            {...register('CCV', {
              // Digits only, as in the card number.
              onChange: ({ target }: { target: HTMLInputElement }) => {
                const digits = target.value.replace(/\D/g, '');
                if (digits !== target.value)
                  setValue('CCV', digits, { shouldValidate: Boolean(errors.CCV), shouldDirty: true });
              },
            })}
          />
        </div>
        <div className="button-row">
          <SubmitButton busy={isSubmitting}>Pay {money(payment.figures.total)}</SubmitButton>
          <Button
            variant="outline-primary"
            disabled={isSubmitting}
            onClick={() => {
              forgetDraft(draftKey);
              void navigate(-1);
            }}
          >
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  );
}

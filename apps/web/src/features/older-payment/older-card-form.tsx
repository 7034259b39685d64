import { zodResolver } from '@hookform/resolvers/zod';
import { NAME_MAX } from '@kinfold/domain/constants';
import type { Donation } from '@kinfold/domain/donation';
import {
  cardExpiryYears,
  formatTypedCardNumber,
  OLDER_CVV_MAX,
  OLDER_PAYMENT_TEXTS,
  OlderCardForm,
  TYPED_CARD_NUMBER_MAX,
} from '@kinfold/domain/older-payment';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { forgetDraft, readDraft, writeDraft } from '../../lib/form-draft.ts';
import { dayOf, money } from '../../lib/format.ts';
import { asProblem, type Problem } from '../../lib/problem.ts';
import { useNow } from '../../lib/use-now.ts';
import { newUuid } from '../../lib/uuid.ts';
import type { Figures } from '../../parts/payment-figures.tsx';
import { paths } from '../../paths.ts';
import { invalidateMemberData } from '../../queries/member-data.ts';
import { sendOlderPayment } from '../../queries/payments.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { olderPayRequest, unansweredPayment } from './older-payment.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Form fields by their path in the request, for server errors. */
const FIELD_OF: Record<string, keyof OlderCardForm> = {
  cardholderName: 'cardholderName',
  'card.cardNumber': 'cardNumber',
  'card.expMonth': 'expMM',
  'card.expYear': 'expYY',
  'card.CVV': 'CCV',
};

/**
 * The older card form (spec section 5), for published test numbers only; production never shows it. Card data stays
 * in the inputs and is not stored.
 */
export function OlderCardPayment({
  payer,
  dues,
  figures,
}: {
  payer: { memberId: string; memberName: string };
  dues: readonly Donation[];
  figures: Figures;
}) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const years = cardExpiryYears(dayOf(useNow()));
  const draftKey = `older-payment.${payer.memberId}`;
  const [first] = useState(() => readDraft(draftKey, { cardholderName: '' }));
  const { register, handleSubmit, setError, setValue, formState } = useForm({
    resolver: zodResolver(OlderCardForm),
    defaultValues: { ...first, cardNumber: '', expMM: '', expYY: '', CCV: '' },
  });
  const [problem, setProblem] = useState<Problem>();
  const { errors, isSubmitting, submitCount } = formState;
  const setNumberError = (message: string) => setError('cardNumber', { message }, { shouldFocus: true });

  const submit = handleSubmit(async (card) => {
    setProblem(undefined);
    const paymentId = unansweredPayment.read(payer.memberId) ?? newUuid();
    unansweredPayment.keep(payer.memberId, paymentId);
    try {
      const answer = await sendOlderPayment(paymentId, olderPayRequest(payer, dues, figures, card));
      // The outcome is unknown: the next attempt is the same payment.
      if (answer.message !== OLDER_PAYMENT_TEXTS.unreachable) unansweredPayment.forget(payer.memberId);
      if (answer.result !== 'APPROVED') {
        setNumberError(answer.message);
        return;
      }
      forgetDraft(draftKey);
      await navigate(paths.donateThankYou.href({ payment: answer.payment_id ?? paymentId }), {
        replace: true,
        state: { amountPaid: answer.amount_paid, receiptNumber: answer.receipt_number ?? '' },
      });
      void invalidateMemberData(client);
    } catch (thrown) {
      const failed = asProblem(thrown);
      if (failed.status >= 400 && failed.status < 500) unansweredPayment.forget(payer.memberId);
      const fieldErrors = failed.errors.flatMap(({ path, message }) => {
        const field = FIELD_OF[path];
        return field ? [{ field, message }] : [];
      });
      for (const [place, { field, message }] of fieldErrors.entries())
        setError(field, { message }, { shouldFocus: place === 0 });
      if (fieldErrors.length === 0) setProblem(failed);
      if (failed.code === 'figures_differ') void invalidateMemberData(client);
    }
  });

  // Registered in the order of the page: the first invalid field takes the focus.
  const name = register('cardholderName');
  const number = register('cardNumber');
  return (
    <Card title="Payment Information">
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <Callout title="Test payments">
          <p>Use the card number 4242 4242 4242 4242, any date ahead and any code.</p>
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
                : `${problem.detail.includes('Nothing was charged.') ? '' : 'Nothing was charged. '}What you typed is still here.`}
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
            {...register('CCV')}
          />
        </div>
        <div className="button-row">
          <SubmitButton busy={isSubmitting}>Pay {money(figures.total)}</SubmitButton>
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

import { zodResolver } from '@hookform/resolvers/zod';
import type { Donation } from '@kinfold/domain/donation';
import { OLDER_PAYMENT_TEXTS, OlderCardForm } from '@kinfold/domain/older-payment';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { forgetDraft, readDraft } from '../../lib/form-draft.ts';
import { asProblem, type Problem } from '../../lib/problem.ts';
import { newUuid } from '../../lib/uuid.ts';
import type { Figures } from '../../parts/payment/payment-figures.tsx';
import { paths } from '../../paths.ts';
import { refreshAll } from '../../queries/change.ts';
import { sendOlderPayment } from '../../queries/payments.ts';
import { useDraftNote } from '../../ui/use-keep-draft.tsx';
import { olderPayRequest, unansweredPayment } from './older-payment.ts';

const NOBODY = { cardholderName: '' };

/** Form fields by their path in the request, for server errors. */
const FIELD_OF: Record<string, keyof OlderCardForm> = {
  cardholderName: 'cardholderName',
  'card.cardNumber': 'cardNumber',
  'card.expMonth': 'expMM',
  'card.expYear': 'expYY',
  'card.CVV': 'CCV',
};

/** The dues to pay, and the payer. */
export type OlderPayment = {
  payer: { memberId: string; memberName: string };
  /** The recipient. */
  recipientKey: string;
  dues: readonly Donation[];
  figures: Figures;
};

/**
 * The older card form and its payment. A refusal is shown on its field; `problem` is any other failure. Only the
 * cardholder's name is stored, as a draft.
 */
export function useOlderPayment({ payer, recipientKey, dues, figures }: OlderPayment) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const draftKey = `older-payment.${payer.memberId}`;
  const [first] = useState(() => readDraft(draftKey, NOBODY));
  const form = useForm({
    resolver: zodResolver(OlderCardForm),
    defaultValues: { ...first, cardNumber: '', expMM: '', expYY: '', CCV: '' },
  });
  const draftNote = useDraftNote(draftKey, NOBODY, () => form.setValue('cardholderName', ''));
  const [problem, setProblem] = useState<Problem>();
  const setNumberError = (message: string) => form.setError('cardNumber', { message }, { shouldFocus: true });

  const submit = form.handleSubmit(async (card) => {
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
      await navigate(
        paths.donateThankYou.href({ payment: answer.payment_id ?? paymentId, to: recipientKey }),
        {
          replace: true,
          state: { amountPaid: answer.amount_paid, receiptNumber: answer.receipt_number ?? '' },
        },
      );
      void refreshAll(client);
    } catch (thrown) {
      const failed = asProblem(thrown);
      if (failed.status >= 400 && failed.status < 500) unansweredPayment.forget(payer.memberId);
      const fieldErrors = failed.errors.flatMap(({ path, message }) => {
        const field = FIELD_OF[path];
        return field ? [{ field, message }] : [];
      });
      for (const [place, { field, message }] of fieldErrors.entries())
        form.setError(field, { message }, { shouldFocus: place === 0 });
      if (fieldErrors.length === 0) setProblem(failed);
      if (failed.code === 'figures_differ') void refreshAll(client);
    }
  });

  return { form, draftKey, draftNote, problem, submit };
}

/** The mails of autopay. Amounts are what a card is charged, fee included. */
import { createHmac } from 'node:crypto';
import {
  AUTOPAY_END_TEXTS,
  AUTOPAY_LEFT_TEXTS,
  CARD_LINK_DAYS,
  type AutopayEnd,
} from '@kinfold/domain/autopay';
import { showDateInWords, type CalendarDate } from '@kinfold/domain/dates';
import { showMoney, sumCents, type Cents } from '@kinfold/domain/money';
import type { Config } from '../../../platform/config.ts';
import type { Mail } from '../../../platform/mailer.ts';
import { mailOf } from '../../../platform/mail-layout.ts';
import type { AutopayRecord } from '../cards/autopay.service.ts';

export type MailSite = Pick<Config, 'APP_URL' | 'CURRENCY' | 'JWT_SECRET'>;

/** Some dues in a mail: the name of their run, and what is charged. */
type Named = { name: string; total: Cents };

type Told = {
  to: string;
  autopay: AutopayRecord;
  /** Where the member pays by hand. */
  payUrl: string;
  site: MailSite;
};

/** The token of the link that stops autopay: of a plan, so that the links of an earlier one no longer stop it. */
export const stopTokenOf = (planId: string, site: Pick<MailSite, 'JWT_SECRET'>) =>
  tokenOf(`stop:${planId}`, site);

/** The token of the link that changes the card: of the payment that was declined last. */
export const cardTokenOf = (paymentId: string, site: Pick<MailSite, 'JWT_SECRET'>) =>
  tokenOf(`card:${paymentId}`, site);

const tokenOf = (what: string, { JWT_SECRET }: Pick<MailSite, 'JWT_SECRET'>) =>
  createHmac('sha256', JWT_SECRET).update(`autopay ${what}`).digest('base64url');

const cardName = ({ card: { cardType, last4 } }: AutopayRecord) => `${cardType} ending ${last4}`;

const stopLink = ({ autopay, site }: Told) => ({
  label: 'Stop paying by itself',
  url: `${site.APP_URL}/stop-autopay/${stopTokenOf(autopay.planId, site)}`,
});

/** What is paid and when, with one link to stop it; and what is left for the member to pay. */
export function noticeMail(
  told: Told,
  planned: readonly (Named & { payOn: CalendarDate })[],
  left: readonly (Named & { left: keyof typeof AUTOPAY_LEFT_TEXTS })[],
): Mail {
  const { to, autopay, payUrl, site } = told;
  const money = (amount: Cents) => showMoney(amount, site.CURRENCY);
  const { campaignName, monthlyCap } = autopay;
  const leftTexts = left.map(
    ({ name, total, left: why }) => `We do not pay ${money(total)} for ${name}. ${AUTOPAY_LEFT_TEXTS[why]}`,
  );
  const [first, ...others] = planned;
  if (!first)
    return mailOf(to, {
      title: `Please pay for ${campaignName} yourself`,
      paragraphs: [...leftTexts, `Your limit is ${money(monthlyCap)} a month.`],
      action: { label: 'Look at it and pay', url: payUrl },
      lastLink: stopLink(told),
    });
  const total = sumCents(planned.map((due) => due.total));
  return mailOf(to, {
    title: others.length
      ? `We will pay your dues of ${money(total)}`
      : `We will pay your dues of ${money(total)} on ${showDateInWords(first.payOn)}`,
    paragraphs: [
      `We will pay for ${campaignName} with your ${cardName(autopay)}. You do not have to do anything.`,
    ],
    rows: [
      ...planned.map((due) => ({
        label: `${showDateInWords(due.payOn)}: ${due.name}, with the processing fee`,
        value: money(due.total),
      })),
      ...(others.length ? [{ label: 'Together', value: money(total), isTotal: true }] : []),
    ],
    action: stopLink(told),
    closing: ['If you do not want this, press the button before that day.', ...leftTexts],
  });
}

const notCharged = (told: Told, { name, total }: Named) =>
  `We tried to pay ${showMoney(total, told.site.CURRENCY)} for ${name} with your ${cardName(told.autopay)}. Your bank said no, and nothing was charged.`;

/** A declined try, after which there is another one. */
export function declinedMail(told: Told, due: Named, againOn: CalendarDate): Mail {
  return mailOf(told.to, {
    title: 'Your card was declined',
    paragraphs: [
      notCharged(told, due),
      `We try again on ${showDateInWords(againOn)}. You can also pay now, with this card or another one.`,
    ],
    action: { label: 'Look at it and pay', url: told.payUrl },
    lastLink: stopLink(told),
  });
}

/** The last declined try, after which autopay has stopped. `paymentId` is of that try. */
export function lastDeclineMail(told: Told, due: Named, paymentId: string): Mail {
  const { site } = told;
  return mailOf(told.to, {
    title: 'Your card was declined again, and we no longer pay by itself',
    paragraphs: [
      notCharged(told, due),
      `That was the third time, so we have stopped. Your dues are still open. With this button you can give us another card, without signing in. It works once, for ${CARD_LINK_DAYS} days:`,
    ],
    action: { label: 'Change the card', url: `${site.APP_URL}/change-card/${cardTokenOf(paymentId, site)}` },
    lastLink: { label: 'Pay it yourself', url: told.payUrl },
  });
}

/** The bank wants the cardholder to confirm. */
export function askBankMail(told: Told, due: Named): Mail {
  return mailOf(told.to, {
    title: 'Your bank wants you to confirm a payment',
    paragraphs: [
      notCharged(told, due),
      'It wants to ask you first. Please open this page and pay there: your bank then asks you.',
    ],
    action: { label: 'Confirm and pay', url: told.payUrl },
    lastLink: stopLink(told),
  });
}

/** Autopay has stopped for another reason. */
export function endedMail({ to, autopay, payUrl }: Told, end: AutopayEnd): Mail {
  return mailOf(to, {
    title: `${autopay.campaignName} is no longer paid by itself`,
    paragraphs: [AUTOPAY_END_TEXTS[end], 'Nothing more is charged to your card unless you pay yourself.'],
    action: { label: 'See what is due', url: payUrl },
  });
}

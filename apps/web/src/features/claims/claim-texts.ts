import {
  CLAIM_STATE_WORDS,
  type ChecklistCode,
  type Claim,
  type ClaimState,
  type PayeeKind,
} from '@kinfold/domain/claim';
import type { CalendarDate } from '@kinfold/domain/dates';
import { deathInWords } from '@kinfold/domain/death-day';
import { cents, ZERO, type Cents } from '@kinfold/domain/money';
import { dateInWords } from '../../lib/format.ts';
import type { Tone } from '../../ui/status-dot.tsx';

/** The states of a claim, as they are shown. */
export const STATES: Readonly<Record<ClaimState, { word: string; tone: Tone }>> = {
  open: { word: CLAIM_STATE_WORDS.open, tone: 'info' },
  proposed: { word: CLAIM_STATE_WORDS.proposed, tone: 'warn' },
  approved: { word: CLAIM_STATE_WORDS.approved, tone: 'ok' },
  refused: { word: CLAIM_STATE_WORDS.refused, tone: 'danger' },
  closed: { word: CLAIM_STATE_WORDS.closed, tone: 'info' },
};

/** What is checked, with how. */
export const CHECKS: Readonly<Record<ChecklistCode, { name: string; hint: string }>> = {
  told_us: { name: 'The death is confirmed', hint: 'By the family, the pastor or the hospital.' },
  certificate: { name: 'The death certificate is here', hint: 'A photo of it is enough.' },
  second_cover: { name: 'No other fund pays for it', hint: 'Ask the family, and see above.' },
  next_of_kin: { name: 'We have spoken with the next of kin', hint: 'They know what happens next.' },
  payees: { name: 'It is clear who is paid', hint: 'With address and phone.' },
  invoices: {
    name: 'The invoices are here',
    hint: 'Of the funeral home and the cemetery, if they are paid.',
  },
};

/** Kinds of payees, as they are shown. */
export const PAYEE_KIND_NAMES: Readonly<Record<PayeeKind, string>> = {
  family: 'Family',
  funeral_home: 'Funeral home',
};

/** `died on November 4, 2026`, `died in November 2026`, or that the day is not known. */
export function diedText({ deceasedDt, deathDay }: Pick<Claim, 'deceasedDt' | 'deathDay'>): string {
  const day = deathInWords(deceasedDt as CalendarDate, deathDay);
  if (deathDay === 'unknown') return `died; ${day}`;
  return `died ${deathDay ? 'in' : 'on'} ${day}`;
}

/** `Ruth Adeyemi on November 4, 2026` */
export const byOn = (by: string, dt: Date): string => `${by} on ${dateInWords(dt)}`;

/** The latest decision of a kind. */
export const lastOf = ({ decisions }: Claim, kind: Claim['decisions'][number]['kind']) =>
  decisions.findLast((decision) => decision.kind === kind);

/** What of the approved amount is not paid yet. */
export const leftToPay = ({ benefit, paidOut }: Claim): Cents =>
  cents(Math.max(0, (benefit?.approvedAmount ?? ZERO) - (paidOut ?? ZERO)));

/** Whether something is given instead of money: its closing says what. */
export const givesInKind = ({ state, benefit, paidOut }: Claim): boolean =>
  state === 'approved' && benefit?.isInKind === true && !paidOut;

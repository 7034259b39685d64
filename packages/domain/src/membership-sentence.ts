/** The effects of a change of a campaign membership in sentences, for its preview. */
import { reasonText, type Shown } from './coverage-text.ts';
import type { CoverageReason } from './coverage.ts';
import { showDateInWords } from './dates.ts';
import { membershipEffects, type MembershipEffect, type MembershipEffectInput } from './membership-effect.ts';
import type { MembershipState } from './membership-state.ts';
import { showMoney, type Cents } from './money.ts';

/** What decides the effects, and how their amounts and days are shown. */
export type MembershipSentenceInput = Omit<MembershipEffectInput, 'timeZone'> & { shown: Shown };

/** Returns a sentence for each difference between two states; none if nothing changes. */
export function membershipSentences(
  before: MembershipState,
  after: MembershipState,
  { shown, ...context }: MembershipSentenceInput,
): string[] {
  const effects = membershipEffects(before, after, { ...context, timeZone: shown.timeZone });
  return effects.map((effect) => membershipSentence(effect, shown));
}

/** An effect on a membership as a sentence. */
export function membershipSentence(effect: MembershipEffect, shown: Shown): string {
  const { currency, timeZone } = shown;
  const money = (amount: Cents) => showMoney(amount, currency);
  switch (effect.code) {
    case 'primary_changed':
      return `${effect.to} becomes the primary member instead of ${effect.from}.`;
    case 'payer_changed':
      return `${effect.to} then sees what is open and pays for it, and ${effect.from} no longer does.`;
    case 'loses_cover':
      return `${effect.name} loses this cover now.`;
    case 'leaves':
      return `${effect.name} leaves this membership, and has no cover in it now.`;
    case 'covered':
      return `${effect.name} is covered from now on.`;
    case 'covered_without_wait':
      return `${effect.name} is covered without a waiting time.`;
    case 'covered_from':
      return `${effect.name} is covered from ${showDateInWords(effect.from, timeZone)}${WAITS[effect.because] ?? ''}.`;
    case 'covered_once_confirmed':
      return `${effect.name} is covered once the membership is confirmed${effect.hasWaiting ? WAITS.waiting : ''}.`;
    case 'not_covered': {
      const subject = { firstNm: effect.firstNm, isReader: false };
      const why = effect.reasons.map((reason) => reasonText(reason, subject, shown));
      return `${effect.name} is not covered. ${why.join(' ')}`;
    }
    case 'person_price_changed':
      return `${effect.name} costs ${money(effect.to)} instead of ${money(effect.from)}.`;
    case 'price_changed':
      return `The membership costs ${money(effect.to)} instead of ${money(effect.from)}.`;
    case 'dues_changed':
      return `The dues for ${effect.runName} become ${money(effect.to)} instead of ${money(effect.from)}.`;
    case 'dues_stay':
      return `The open dues stay as they are: ${money(effect.amount)} for ${effect.runNames.join(', ')}.`;
    case 'no_dues_yet':
      return `Nothing is owed for ${effect.runName} until its dues are added.`;
  }
}

/** What cover waits for, after its day. */
const WAITS: Partial<Record<CoverageReason['code'], string>> & { waiting: string } = {
  waiting: ', after the waiting time of this fund',
  reinstating: ', because the cover was lost for too long',
};

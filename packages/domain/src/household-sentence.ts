/** The effects of a change of households in sentences, for its preview. */
import { deathInWords } from './death-day.ts';
import type { HouseholdState } from './household-change.ts';
import { householdEffects, type CoverOf, type HouseholdEffect } from './household-effect.ts';

/** Returns a sentence for each difference between two states; none if nothing changes. */
export const sentencesOf = (
  before: HouseholdState,
  after: HouseholdState,
  covers: readonly CoverOf[] = [],
): string[] => [...new Set(householdEffects(before, after, covers).map(householdSentence))];

function householdSentence(effect: HouseholdEffect): string {
  switch (effect.code) {
    case 'links_stop':
      return `Accounts linked to the household that ${effect.firstNm} leaves no longer see what ${effect.firstNm} owes, nor pay for it.`;
    case 'links_return':
      return `Accounts that were linked to this household see what ${effect.firstNm} owes again, and pay for it.`;
    case 'links_follow':
      return `Accounts linked to this household then see what ${effect.firstNm} owes and pay for it, and no longer for ${effect.fromFirstNm}.`;
    case 'primary_changed':
      return `${effect.to} becomes the primary member instead of ${effect.from}.`;
    case 'stays_in_name':
      return `${effect.campaignName} stays in the name of ${effect.payer} until you change the membership.`;
    case 'keeps_paying':
      return `${effect.payer} goes on paying for ${effect.campaignName}.`;
    case 'own_household':
      return `${effect.name} gets a household of their own.`;
    case 'joins_household':
      return `${effect.name} joins the household${effect.primary ? ` of ${effect.primary}` : ''} as ${effect.relationship}.`;
    case 'pays_for_self':
      return `${effect.name} goes on paying for their own membership in ${effect.campaignName}.`;
    case 'covered_elsewhere':
      return `${effect.campaignName} goes on covering ${effect.name}, and ${effect.payer}${effect.isApart ? ', who lives in another household,' : ''} goes on paying for it.`;
    case 'relationship_changed':
      return `${effect.name}: ${effect.to} instead of ${effect.from}.`;
    case 'active':
      return `${effect.name} becomes active.`;
    case 'covered_as_before':
      return `${effect.campaignName} covers ${effect.name} as before.`;
    case 'active_without_cover':
      return `This alone gives ${effect.name} no cover.`;
    case 'inactive':
      return `${effect.name} becomes inactive.`;
    case 'covered_while_inactive':
      return `${effect.campaignName} goes on covering ${effect.name}, ${effect.payer === null ? 'who' : `and ${effect.payer}`} goes on paying for it, until you change the membership.`;
    case 'loses_no_cover':
      return `No membership covers ${effect.name}: nobody loses cover.`;
    case 'dues_stay':
      return 'Open dues remain owed.';
    case 'deceased':
      return `${effect.name} is shown as deceased (${deathInWords(effect.deceasedDt, effect.deathDay)}).`;
    case 'no_reminders':
      return `No reminders and no mails go to ${effect.firstNm} any more.`;
    case 'not_deceased':
      return `${effect.name} is no longer shown as deceased.`;
    case 'cover_ends':
      return `${[...new Set(effect.campaignNames)].join(', ')}: the cover of ${effect.name} ends at the end of that day.`;
    case 'moves':
      return `${effect.name} moves to ${effect.streetAddress}, ${effect.cityNm}.`;
    case 'may_pay_for':
      return `${effect.name} may see what ${effect.primary ?? 'another member'} owes, and pay for it.`;
    case 'may_not_pay_for':
      return `${effect.name} may no longer see what ${effect.primary ?? 'another member'} owes, nor pay for it.`;
  }
}

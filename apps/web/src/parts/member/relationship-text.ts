/** A relationship as it is shown: the head after a deceased one has that relationship too. */
export const relationshipText = (
  relationship: string,
  { hasDied, isPrimary }: { hasDied: boolean; isPrimary: boolean },
): string =>
  hasDied && !isPrimary && relationship === 'Head of Household' ? `Was ${relationship}` : relationship;

/** How somebody wants to be told of what is due (docs/decisions/027). Receipts always go by mail. */

/** By e-mail, by letter, or by a call. */
export const PREFERRED_WAYS = ['mail', 'letter', 'call'] as const;
export type PreferredWay = (typeof PREFERRED_WAYS)[number];

/** Each way as forms and lists show it. */
export const WAY_NAMES: Readonly<Record<PreferredWay, string>> = {
  mail: 'By e-mail',
  letter: 'By letter',
  call: 'By phone',
};

/** The way that somebody chose; who chose none is written to where there is an e-mail. Undefined: there is no way yet. */
export function wayOf({
  preferredWay,
  emails,
}: {
  preferredWay?: PreferredWay | null | undefined;
  emails: readonly unknown[];
}): PreferredWay | undefined {
  return preferredWay ?? (emails.length > 0 ? 'mail' : undefined);
}

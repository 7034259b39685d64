/** How somebody wants to be told of what is due (docs/decisions/027). Receipts always go by mail. */

/** By e-mail, by letter, or by a call. */
export const PREFERRED_WAYS = ['mail', 'letter', 'call'] as const;
export type PreferredWay = (typeof PREFERRED_WAYS)[number];

/** Each way as forms and lists show it. */
export const WAY_NAMES: Readonly<Record<PreferredWay, string>> = {
  mail: 'By email',
  letter: 'By letter',
  call: 'By phone',
};

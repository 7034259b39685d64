/** How a member wants to be reminded of dues (docs/decisions/027). Receipts always go by mail. */

/** By e-mail, by letter, or by a call. */
export const PREFERRED_WAYS = ['mail', 'letter', 'call'] as const;
export type PreferredWay = (typeof PREFERRED_WAYS)[number];

/** The label of each way in forms and lists. */
export const WAY_NAMES: Readonly<Record<PreferredWay, string>> = {
  mail: 'By email',
  letter: 'By letter',
  call: 'By phone',
};

/** What decides the way by which a member is reminded. */
export type Reachable = {
  preferredWay?: PreferredWay | null | undefined;
  emails: readonly { email: string }[];
  /** The confirmed e-mail that they sign in with. */
  signInEmail: string | null;
  /** The one that the mail server refused last, and all that it has refused. */
  bouncedEmail?: string | null;
  bouncedEmails?: readonly string[];
  /** When they stopped reminders by mail. */
  unsubscribedDt?: Date | null;
};

/** The way by which a member is reminded, and why not by mail. */
export type WayTo =
  | { way: 'mail'; email: string }
  | { way: 'letter'; why: 'prefers_letter' | 'no_email' | 'unsubscribed' | 'bounced' }
  | { way: 'call'; why: 'prefers_call' };

/** Returns the first e-mail of a member that was not refused, or the one they sign in with; undefined without one. */
export function mailAddressOf({
  emails,
  signInEmail,
  bouncedEmail,
  bouncedEmails = [],
}: Reachable): string | undefined {
  const known = [...emails.map(({ email }) => email), ...(signInEmail === null ? [] : [signInEmail])];
  return known.find((each) => each !== bouncedEmail && !bouncedEmails.includes(each));
}

/**
 * Returns the one way by which a member is reminded of dues, the same for mails and letters: the one they chose; else their
 * first e-mail that was not refused, or the one they sign in with; else paper, also for members who stopped reminders
 * by mail.
 */
export function wayTo(person: Reachable): WayTo {
  const { preferredWay, emails, signInEmail, unsubscribedDt } = person;
  if (preferredWay === 'letter') return { way: 'letter', why: 'prefers_letter' };
  if (preferredWay === 'call') return { way: 'call', why: 'prefers_call' };
  if (!emails.length && signInEmail === null) return { way: 'letter', why: 'no_email' };
  if (unsubscribedDt) return { way: 'letter', why: 'unsubscribed' };
  const email = mailAddressOf(person);
  return email === undefined ? { way: 'letter', why: 'bounced' } : { way: 'mail', email };
}

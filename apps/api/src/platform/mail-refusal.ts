/** Classifies failed deliveries (nodemailer's errors): whether the address is wrong, and whether the mail may have been sent. */

/** The code of a mail that was not sent because its recipient is not one address. */
export const NO_ADDRESS = 'ENOADDRESS';

/**
 * `address`: the recipient is not an address, or the server does not know it. `mail`: it refuses this mail. `later`: it
 * asks to try again. `server`: nothing was accepted, for example because the server is unavailable. `unsure`: the
 * connection broke while the mail was sent.
 */
export type Refusal = 'address' | 'mail' | 'later' | 'server' | 'unsure';

type SmtpError = { code?: unknown; command?: unknown; response?: unknown; responseCode?: unknown };

const NOTHING_SENT = new Set(['EAUTH', 'ENOAUTH', 'EDNS', 'ETLS', 'EREQUIRETLS', 'ECONNREFUSED']);

/** Why a mail to one recipient was not delivered. */
export function refusalOf(error: unknown): Refusal {
  const { code, command, response, responseCode } = (error ?? {}) as SmtpError & { originalCode?: unknown };
  const { originalCode } = (error ?? {}) as { originalCode?: unknown };
  if (typeof responseCode === 'number') {
    if (command !== 'RCPT TO' && command !== 'DATA') return 'server';
    if (responseCode < 500) return 'later';
    // X.1 and X.2 of RFC 3463 are about the address and its mailbox, X.7 about the sender.
    const status = /\b5\.(\d+)\.\d+\b/.exec(String(response))?.[1];
    if (status === undefined) return command === 'RCPT TO' ? 'address' : 'mail';
    return status === '1' || status === '2' ? 'address' : 'mail';
  }
  if (code === NO_ADDRESS) return 'address';
  const codes = [code, originalCode].map(String);
  if (codes.some((one) => NOTHING_SENT.has(one))) return 'server';
  const text = error instanceof Error ? error.message : '';
  return /greeting never|^connection timeout|^reached maximum number of retries/i.test(text)
    ? 'server'
    : 'unsure';
}

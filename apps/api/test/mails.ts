import type { Mail } from '../src/platform/mailer.ts';
import { deliverMails } from '../src/work/outbox.ts';
import type { Api } from './harness.ts';

/** Delivers the mails of the outbox; returns all mails to an address, newest first. */
export async function mailsTo(api: Api, to: string): Promise<Mail[]> {
  await deliverMails({ ...api.deps, atATime: 1 });
  return api.mails.filter((mail) => mail.to === to).reverse();
}

/** The only address that a mail links to; its HTML and text must agree. */
export function linkOf(mail: Mail | undefined): URL {
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  const href = /href="([^"]+)"/.exec(mail?.html ?? '')?.[1]?.replaceAll('&#38;', '&');
  if (!link || link !== href) throw new Error(`the mail leads to '${link}' and to '${href}'`);
  return new URL(link);
}

import { decodeHTMLAttribute } from 'entities';
import PostalMime from 'postal-mime';
import type { CaughtMail } from './mail-store.ts';

function linksOf(html: string, text: string): string[] {
  const fromHtml = [...html.matchAll(/<a\s[^>]*?href\s*=\s*(?:"([^"]+)"|'([^']+)')/gi)].map((match) =>
    decodeHTMLAttribute(match[1] ?? match[2] ?? '').trim(),
  );
  const fromText = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map((match) =>
    match[0].replace(/[.,;:!?]+$/, ''),
  );
  return [...new Set([...fromHtml, ...fromText])].filter((link) => /^https?:/.test(link));
}

/** Parses a message from SMTP into the fields that the page and the tests use. */
export async function readMail(
  raw: Buffer,
  recipients: readonly string[],
  createdDt: string,
): Promise<Omit<CaughtMail, 'id'>> {
  const message = await PostalMime.parse(raw);
  const { subject = '', text = '', html = '' } = message;
  return {
    to: recipients.join(', '),
    from: message.from?.address ?? '',
    subject,
    text,
    html,
    links: linksOf(html, text),
    createdDt,
  };
}

/** The layout of all mails: HTML and plain text from one description; large type, one column, no images. */

import type { Mail } from './mailer.ts';
import { portalColor, portalName } from './portal.ts';

/** The content of a mail, top to bottom. A row is a label and its value; the last may be the total. */
export type MailContent = {
  title: string;
  paragraphs: readonly string[];
  /** A code to type or copy: in large type on a line of its own. */
  code?: string;
  rows?: readonly { label: string; value: string; isTotal?: boolean }[];
  action?: { label: string; url: string };
  closing?: readonly string[];
  /** A link at the end, for example to stop such mails. */
  lastLink?: { label: string; url: string };
};

/** Escapes text for HTML content and attributes. */
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Breaks long addresses and names, which would overflow on a phone. */
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word';

/** A mail whose subject is its title. */
export function mailOf(to: string, content: MailContent): Mail {
  return { to, subject: content.title, ...mailLayout(content) };
}

/** The HTML and the text of a mail. */
export function mailLayout(content: MailContent): { html: string; text: string } {
  return { html: htmlOf(content), text: textOf(content) };
}

function textOf({
  title,
  paragraphs,
  code = '',
  rows = [],
  action,
  closing = [],
  lastLink,
}: MailContent): string {
  const parts = [
    title,
    ...paragraphs,
    code,
    rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    action ? `${action.label}: ${action.url}` : '',
    ...closing,
    lastLink ? `${lastLink.label}: ${lastLink.url}` : '',
    portalName(),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function htmlOf({ title, paragraphs, code, rows = [], action, closing = [], lastLink }: MailContent): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px;${BREAKS}">${escapeHtml(text)}</p>`;
  const codeLine = code
    ? `<p style="margin:0 0 24px;font:bold 22px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:1px">${escapeHtml(code)}</p>`
    : '';
  const row = ({ label, value, isTotal }: { label: string; value: string; isTotal?: boolean }) => {
    const style = `padding:8px 0;border-top:${isTotal ? '2px solid #1F2421;font-weight:bold' : '1px solid #D9D3C9'}`;
    return `<tr><th scope="row" align="left" style="${style};font-weight:${isTotal ? 'bold' : 'normal'}">${escapeHtml(label)}</th><td align="right" style="${style}">${escapeHtml(value)}</td></tr>`;
  };
  const table = rows.length
    ? `<table width="100%" cellspacing="0" style="border-collapse:collapse;margin:0 0 24px;font-size:18px">${rows.map(row).join('')}</table>`
    : '';
  const button = action
    ? `<p style="margin:0 0 24px"><a href="${escapeHtml(action.url)}" style="display:inline-block;background:${portalColor()};color:#FFFFFF;padding:14px 24px;border-radius:10px;text-decoration:none">${escapeHtml(action.label)}</a></p><p style="margin:0 0 24px;font-size:15px;color:#565C57;${BREAKS}">If the button does not work, open this address:<br>${escapeHtml(action.url)}</p>`
    : '';
  const last = lastLink
    ? `<p style="margin:0 0 16px;font-size:15px"><a href="${escapeHtml(lastLink.url)}" style="color:${portalColor()}">${escapeHtml(lastLink.label)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#FAF7F2;color:#1F2421;font:18px/1.55 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto;background:#FFFFFF;padding:32px;border-radius:10px">
<h1 style="margin:0 0 16px;font:28px/1.3 Georgia,serif">${escapeHtml(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
${codeLine}${table}${button}
${closing.map(paragraph).join('\n')}
${last}
<p style="margin:24px 0 0;color:#565C57;font-size:15px">${escapeHtml(portalName())}</p>
</div></body></html>`;
}

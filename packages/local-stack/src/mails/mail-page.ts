import type { CaughtMail } from './mail-store.ts';

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function when(mail: CaughtMail): string {
  return `<time datetime="${escape(mail.createdDt)}">${escape(mail.createdDt.slice(0, 19).replace('T', ' '))} UTC</time>`;
}

function listItem(mail: CaughtMail, current: number | undefined): string {
  const mark = mail.id === current ? ' aria-current="page"' : '';
  return `<li><a href="/dev/mail?id=${mail.id}"${mark}><strong>${escape(mail.subject || '(no subject)')}</strong>
<span>${escape(mail.to)}</span> ${when(mail)}</a></li>`;
}

/**
 * A mail's HTML in a sandboxed frame: no scripts, no forms, no access to this page. Its links open a new tab, as in a
 * mail program.
 */
function shown(mail: CaughtMail): string {
  const frame = `<iframe title="The mail as it is shown" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(
    `<base target="_blank">${mail.html}`,
  )}"></iframe>`;
  const links = mail.links.map((link) => `<li><a href="${escape(link)}">${escape(link)}</a></li>`).join('');
  const text = `<pre>${escape(mail.text)}</pre>`;
  return `<article><h2>${escape(mail.subject || '(no subject)')}</h2>
<dl><dt>To</dt><dd>${escape(mail.to)}</dd><dt>From</dt><dd>${escape(mail.from)}</dd><dt>Sent</dt><dd>${when(mail)}</dd></dl>
${mail.html ? frame : text}
${links ? `<h3>Links in this mail</h3><ul class="links">${links}</ul>` : ''}
${mail.html && mail.text ? `<details><summary>Plain text version</summary>${text}</details>` : ''}</article>`;
}

/** The page `/dev/mail`: the list and the selected mail. It has no scripts and no inline styles. */
export function mailPage(mails: readonly CaughtMail[], picked: CaughtMail | undefined): string {
  const list = mails.length
    ? `<ul>${mails.map((mail) => listItem(mail, picked?.id)).join('')}</ul>`
    : '<p>No mail yet. Every mail that Kinfold sends while you try it out arrives here.</p>';
  const content = picked ? shown(picked) : mails.length ? '<p>Choose a mail to read it.</p>' : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${picked ? `${escape(picked.subject)} · ` : ''}Mails · Kinfold</title>
<link rel="stylesheet" href="/dev/mail?asset=style"></head>
<body class="${picked ? 'reading' : 'listing'}">
<header><h1>Mails</h1><a href="/dev/mail">${picked ? 'All mails' : 'Refresh'}</a></header>
<div class="columns"><nav aria-label="Mails, newest first">${list}</nav><main>${content}</main></div>
</body></html>`;
}

export const mailPageStyle = `
:root { color-scheme: light dark; --line: light-dark(#d5dad7, #3b4642); --soft: light-dark(#f3f5f2, #1b2220);
  --ink: light-dark(#1d2724, #e8eeeb); --accent: light-dark(#0b5d4e, #7fd4bf); --ground: light-dark(#fff, #121816); }
* { box-sizing: border-box; }
body { margin: 0; font: 1.0625rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
header { display: flex; gap: 1rem; align-items: center; justify-content: space-between; padding: .5rem 1rem;
  border-bottom: 1px solid var(--line); background: var(--soft); }
h1 { font-size: 1.375rem; margin: 0; }
h2 { font-size: 1.375rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1.0625rem; margin: 1rem 0 .25rem; }
a { color: var(--accent); }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
header a, summary, .links a { display: inline-flex; min-height: 44px; align-items: center; overflow-wrap: anywhere; }
nav ul, .links { list-style: none; margin: 0; padding: 0; }
nav p, main { padding: 1rem; }
nav li a { display: block; min-height: 44px; padding: .625rem 1rem; color: inherit; text-decoration: none;
  border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
nav li a:hover, nav li a[aria-current] { background: var(--soft); }
nav li a[aria-current] { box-shadow: inset 4px 0 var(--accent); }
nav strong, nav span { display: block; }
nav time { font-size: .9375rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .125rem .75rem; margin: 0 0 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
dt { font-weight: 600; }
iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; padding: 1rem; background: var(--soft); }
@media (max-width: 47.99rem) { .reading nav { display: none; } }
@media (min-width: 48rem) { .columns { display: grid; grid-template-columns: minmax(16rem, 24rem) 1fr; }
  nav { border-right: 1px solid var(--line); min-height: calc(100vh - 4rem); } }
`;

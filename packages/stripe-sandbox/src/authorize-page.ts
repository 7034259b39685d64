/** The authorize page of Connect: the account's owner accepts or refuses that the platform takes payments for them. */
import { redirectOf } from './accounts.ts';
import type { Params } from './params.ts';

const escape = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${String(character.codePointAt(0))};`);

const KEPT = ['client_id', 'redirect_uri', 'state'];

type Choice = { id: string; name: string };

/** The page, with its headers; the answer is posted to the same address. Throws for a wrong `redirect_uri`. */
export function authorizePage(params: Params, accounts: readonly Choice[]) {
  const back = redirectOf(params);
  const hidden = KEPT.map((name) => {
    const value = params[name];
    return typeof value === 'string' ? `<input type="hidden" name="${name}" value="${escape(value)}" />` : '';
  }).join('');
  const options = accounts
    .map(({ id, name }) => `<option value="${escape(id)}">${escape(name)} (${escape(id)})</option>`)
    .join('');
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Connect a test account</title>
    <link rel="stylesheet" href="/v3/frame.css" />
  </head>
  <body class="challenge">
    <main class="sheet">
      <h1>Connect a test account</h1>
      <p>
        The card provider would ask here who you are, and whether payments may go to your account. This is a test: choose
        how it ends.
      </p>
      <form method="post" action="/oauth/authorize">
        ${hidden}
        <label for="account">Account</label>
        <select id="account" name="account"><option value="">A new account</option>${options}</select>
        <label for="name">Name of a new account</label>
        <input id="name" name="name" value="Test account" maxlength="100" autocomplete="off" />
        <div class="actions">
          <button name="decision" value="accept">Connect this account</button>
          <button name="decision" value="refuse" class="fail">Refuse</button>
        </div>
      </form>
    </main>
  </body>
</html>
`;
  return {
    html,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      // The answer to the form leads back to the platform, which browsers count as its action.
      'Content-Security-Policy': `default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self' ${back.origin}; frame-ancestors 'none'`,
    },
  };
}

import { Router } from 'express';
import type { Route } from './endpoint.ts';

const escape = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const style = `
:root { color-scheme: light dark } body { font: 16px/1.5 system-ui; margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .5rem; border-bottom: 1px solid #8A8178; vertical-align: top }
.scroll { overflow-x: auto }
`;

/** `/docs`: the URL map as a readable table, with a link to the OpenAPI description. */
export function apiDocs(routes: readonly Route[]): Router {
  const rows = routes
    .map(
      ({ method, path, policy, endpoint }) =>
        `<tr><td>${method}</td><td><code>${escape(path)}</code></td><td>${escape(endpoint.summary)}</td><td>${escape(policy.name)}</td></tr>`,
    )
    .join('\n');
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kinfold API</title>
<link rel="stylesheet" href="/docs/style.css"></head><body>
<h1>Kinfold API</h1>
<p>Generated from the schemas that validate: <a href="/openapi.json">openapi.json</a>.</p>
<div class="scroll"><table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who may</th></tr></thead><tbody>
${rows}
</tbody></table></div></body></html>`;
  const router = Router();
  router.get('/', (_request, response) => {
    response.type('html').send(page);
  });
  router.get('/style.css', (_request, response) => {
    response.type('css').send(style);
  });
  return router;
}

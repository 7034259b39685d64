import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

const FIELDS = ['card', 'cardNumber', 'cardExpiry', 'cardCvc', 'postalCode'];

/** Path to file in `browser/`. All fields are the same page, which reads its kind from its address. */
const FILES = new Map<string, string>([
  ['/v3', 'stripe.js'],
  ['/v3/', 'stripe.js'],
  ['/v3/stripe.js', 'stripe.js'],
  ['/v3/field.js', 'field.js'],
  ['/v3/frame.css', 'frame.css'],
  ['/v3/challenge.html', 'challenge.html'],
  ['/v3/challenge.js', 'challenge.js'],
  ['/v3/express.js', 'express.js'],
  ['/v3/elements/expressCheckout.html', 'express.html'],
  ['/v3/wallet.html', 'wallet.html'],
  ['/v3/wallet.js', 'wallet.js'],
  ...FIELDS.map((field): [string, string] => [`/v3/elements/${field}.html`, 'field.html']),
]);

/** The frames run only scripts of the sandbox and may be embedded by any page, like Stripe's. */
const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** Serves the browser script and its frames; false for any other path. */
export async function serveBrowserFile(path: string, response: ServerResponse): Promise<boolean> {
  const file = FILES.get(path);
  if (file === undefined) return false;
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'text/plain';
  const content = await readFile(new URL(`./browser/${file}`, import.meta.url));
  response.writeHead(200, {
    'Content-Type': type,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(type.startsWith('text/html') && { 'Content-Security-Policy': FRAME_POLICY }),
  });
  response.end(content);
  return true;
}

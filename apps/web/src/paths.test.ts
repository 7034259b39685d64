import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths, safeReturnTo } from './paths.ts';

/** Returns the URL to which a browser resolves an address on one of our pages. */
const landsOn = (address: string) => new URL(address, location.href);

/** Parts of addresses that could lead to other origins. */
const part = fc.oneof(
  fc.constantFrom(
    ...[
      '/',
      '//',
      '\\',
      '/\\',
      '\\/',
      '.',
      '..',
      '/.',
      '/./',
      '/..//',
      '//../',
      ';',
      '@',
      ':',
      '?',
      '#',
      '%',
    ],
    ...[
      '\t',
      '\n',
      '\r',
      '\0',
      '\u000b',
      '\u001f',
      '\u007f',
      '\u0085',
      '\u00a0',
      '\u2028',
      '\ufeff',
      '\u3000',
    ],
    ...[
      '／',
      '＼',
      '⁄',
      '∕',
      '。',
      '%2f',
      '%2F',
      '%5c',
      '%09',
      '%0a',
      '%00',
      '%2e',
      '%252f',
      '%ff',
      '%E0%A4%A',
    ],
    ...[
      'evil.test',
      'localhost',
      'localhost:3000',
      '@evil.test',
      '[::1]',
      '[',
      'xn--',
      'ｅvil.test',
      'user:pass@',
    ],
    ...[
      'https:',
      'http:',
      'javascript:',
      'JaVaScRiPt:',
      'data:text/html,',
      'blob:',
      'file:',
      'about:blank',
      'alert(1)',
    ],
    ...[
      '/my/overview',
      '/member/1',
      '/sign-in',
      '/link-account',
      '/account-summary',
      'my',
      'overview',
      '\ud800',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const hostile = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));

describe('the address to return to', () => {
  it('is one of our pages, or none, for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          hostile,
          hostile.map((tail) => `/${tail}`),
          fc.webUrl(),
        ),
        (asked) => {
          const address = safeReturnTo(asked);
          if (address === undefined) return;
          expect(address).toMatch(/^\/(?!\/)[^\\\p{Cc}]*$/u);
          // Twice: the result is passed to the history as it is.
          const landed = landsOn(address);
          expect(landed.origin).toBe(location.origin);
          expect(`${landed.pathname}${landed.search}${landed.hash}`).toBe(address);
          expect(safeReturnTo(address)).toBe(address);
        },
      ),
      { numRuns: 20_000 },
    );
  });

  it.each([
    ...[
      '//evil.test',
      '/\\evil.test',
      '\\\\evil.test',
      '/.//evil.test',
      '/..//evil.test',
      '/a/..//evil.test',
    ],
    ...[
      '/%09/evil.test',
      '/\t/evil.test',
      '/\n/evil.test',
      '\t//evil.test',
      ' //evil.test',
      '/%2F/evil.test',
    ],
    ...[
      'https:evil.test',
      'https://evil.test',
      'javascript:alert(1)',
      'data:text/html,x',
      'blob:http://localhost/x',
    ],
    ...[
      '/\u0000',
      '/my/overview\\',
      '／／evil.test',
      '',
      'my/overview',
      '/no/such/page',
      '/member/%E0%A4%A',
      '/%',
    ],
    ...[
      '/sign-in',
      '/sign-in/',
      '/.//',
      '/sign-in?returnTo=%2Fsign-in',
      '/link-account',
      '/address-confirm?x=1',
    ],
  ])('%j is not one of our pages', (asked) => {
    expect(safeReturnTo(asked)).toBeUndefined();
  });

  it.each([
    ...['/', '/my/overview', '/my/overview/', '/account-summary?a=1#b', '/donate/review', '/my/organization'],
    ...[
      paths.member.href('M-1', 'donations'),
      paths.membershipDonate.href('a b', '1/2'),
      '/wip?next=//evil.test',
    ],
  ])('%j is one of our pages', (asked) => {
    expect(safeReturnTo(asked)).toBe(asked);
  });
});

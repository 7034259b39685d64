/** Where the links of mails lead. */

/** The web that a request belongs to: its address, and the page that the request asks to be called back. */
export type Site = { appUrl: string; callbackUrl: string | undefined };

/**
 * The address of a page: the `callbackUrl` of the request when it is a page of our own web, else `path` there.
 * An address of another origin is ignored: a mail of ours must not lead anywhere else.
 */
export function pageOf({ appUrl, callbackUrl }: Site, path: string): string {
  const own = new URL(path, appUrl);
  if (!callbackUrl || !URL.canParse(callbackUrl)) return own.href;
  const asked = new URL(callbackUrl);
  if (asked.origin !== own.origin || asked.pathname === '/') return own.href;
  return `${asked.origin}${asked.pathname}`;
}

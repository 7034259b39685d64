import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Request } from '@playwright/test';

/** A request that takes longer is reported with a test that fails; ms. */
const SLOW_MS = 5_000;
/** A page without a frame, or a request without an answer, for that long: browser or server stand still; ms. */
const FRAME_MS = 10_000;
const ANSWER_MS = 30_000;

/**
 * Watches the pages of a browser while a test runs. In Chromium, a page that answers rarely gets no frame for a minute or
 * for ever, so a press waits for it; a machine that does something else lets the server wait.
 */
export function watchStandstills(browser: Browser) {
  const underWay = new Map<Request, number>();
  const ended: { text: string; ms: number }[] = [];
  let isDrawn = true;

  const end = (request: Request, how = '') => {
    const ms = Date.now() - (underWay.get(request) ?? Date.now());
    underWay.delete(request);
    if (how || ms > SLOW_MS) ended.push({ text: `${request.method()} ${request.url()} ${how}`, ms });
  };
  const watch = (context: BrowserContext) => {
    context.on('request', (request) => underWay.set(request, Date.now()));
    context.on('requestfinished', (request) => end(request));
    context.on('requestfailed', (request) => end(request, request.failure()?.errorText));
  };
  for (const context of browser.contexts()) watch(context);
  browser.on('context', watch);
  const timer = setInterval(() => {
    void draws(browser).then((isNow) => {
      isDrawn &&= isNow;
    });
  }, FRAME_MS / 2);

  return {
    /** What may explain a failure: frames that did not come, and requests that failed, were slow, or have no answer. */
    async report(): Promise<{ hasStoodStill: boolean; found: string[] }> {
      isDrawn &&= await draws(browser);
      const pending = [...underWay].map(([request, since]) => ({
        text: `${request.method()} ${request.url()} (no answer)`,
        ms: Date.now() - since,
      }));
      const requests = [...ended, ...pending];
      return {
        hasStoodStill: !isDrawn || requests.some(({ ms }) => ms > ANSWER_MS),
        found: [
          ...(isDrawn ? [] : ['A page got no frames.']),
          ...requests.map(({ text, ms }) => `${text} after ${Math.round(ms)} ms`),
        ],
      };
    },
    end() {
      clearInterval(timer);
      browser.off('context', watch);
    },
  };
}

/** Returns whether each page of the browser gets a frame in time; a page whose clock a test has stopped counts as drawn. */
async function draws(browser: Browser): Promise<boolean> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const drawn = pages.map(async (page) => {
    const frame = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          if (String(requestAnimationFrame).includes('[native code]')) requestAnimationFrame(() => resolve());
          else resolve();
        }),
    );
    // A page that is left or closed meanwhile rejects.
    return Promise.race([frame.then(() => true).catch(() => true), delay(FRAME_MS, false, { ref: false })]);
  });
  return !(await Promise.all(drawn)).includes(false);
}

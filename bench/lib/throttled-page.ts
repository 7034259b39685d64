/// <reference lib="dom" />
/** A page under the network and CPU of a slow phone, with its requests and web vitals. */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** 1.6 Mbit/s download, 150 ms latency, CPU slowed down by 4. */
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOW_CPU = 4;

export type Loaded = {
  url: string;
  /** Milliseconds since the start of the navigation. */
  startedAt: number;
  endedAt: number;
  /** Transferred bytes, with headers. */
  bytes: number;
};

/** Web vitals of the page; times in ms since the start of the navigation. */
export type Vitals = {
  lcp: { time: number; element: string } | null;
  fcp: number | null;
  cls: number;
  /** Layout shifts: time, score and the moved elements. */
  shifts: { time: number; value: number; what: string[] }[];
  /** The duration of each interaction until the next paint, in ms; a multiple of 8, at least 16. */
  interactions: { duration: number; what: string }[];
};

type Seen = {
  kinfoldBench: Vitals;
};

/** Runs in the page before its own scripts. */
function observe(): void {
  const seen: Vitals = { lcp: null, fcp: null, cls: 0, shifts: [], interactions: [] };
  (globalThis as unknown as Seen).kinfoldBench = seen;
  type Entry = PerformanceEntry & {
    hadRecentInput?: boolean;
    value?: number;
    interactionId?: number;
    sources?: { node?: Entry['element'] }[];
    element?: { tagName?: string; textContent: string | null } | null;
    target?: { tagName?: string; textContent: string | null } | null;
  };
  const name = (node: Entry['element']) =>
    node
      ? `${(node.tagName ?? 'text').toLowerCase()} '${(node.textContent ?? '').trim().slice(0, 40)}'`
      : 'something';
  const watch = (type: string, see: (entry: Entry) => void, options: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) see(entry as Entry);
    }).observe({ type, buffered: true, ...options });
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = { time: entry.startTime, element: name(entry.element) };
  });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    if (entry.hadRecentInput) return;
    const value = entry.value ?? 0;
    seen.cls += value;
    seen.shifts.push({
      time: entry.startTime,
      value,
      what: (entry.sources ?? []).map(({ node }) => name(node)),
    });
  });
  const byInteraction = new Map<number, Vitals['interactions'][number]>();
  watch(
    'event',
    (entry) => {
      if (!entry.interactionId) return;
      const known = byInteraction.get(entry.interactionId);
      const what = `${entry.name} on ${name(entry.target)}`;
      if (!known) {
        const first = { duration: entry.duration, what };
        byInteraction.set(entry.interactionId, first);
        seen.interactions.push(first);
      } else if (entry.duration > known.duration) Object.assign(known, { duration: entry.duration, what });
    },
    { durationThreshold: 16 },
  );
}

export type SlowPage = {
  page: Page;
  context: BrowserContext;
  vitals(): Promise<Vitals>;
  /** The requests since the last `forget`, in the order of their start. */
  loaded(): Loaded[];
  forget(): void;
};

/** Opens a phone-sized page in a new context, with values in its local storage. */
export async function openSlowPage(
  browser: Browser,
  origin: string,
  storage: Record<string, string> = {},
): Promise<SlowPage> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: Object.entries(storage).map(([name, value]) => ({ name, value })) }],
    },
  });
  const page = await context.newPage();
  // esbuild (tsx) wraps functions in __name, which does not exist in the page.
  await page.addInitScript('globalThis.__name = (value) => value;');
  await page.addInitScript(observe);
  const cdp = await context.newCDPSession(page);
  const traffic = await watchTraffic(cdp);
  await cdp.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  return {
    page,
    context,
    vitals: () => page.evaluate(() => (globalThis as unknown as Seen).kinfoldBench),
    ...traffic,
  };
}

async function watchTraffic(cdp: CDPSession) {
  let requests = new Map<string, { url: string; startedAt: number; endedAt: number; bytes: number }>();
  let origin: number | null = null;
  await cdp.send('Network.enable');
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    origin ??= timestamp;
    const startedAt = (timestamp - origin) * 1000;
    if (request.url.startsWith('http'))
      requests.set(requestId, { url: request.url, startedAt, endedAt: Number.NaN, bytes: 0 });
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (!request) return;
    request.endedAt = (timestamp - (origin ?? timestamp)) * 1000;
    request.bytes = encodedDataLength;
  });
  return {
    loaded: () => [...requests.values()],
    forget: () => {
      requests = new Map();
      origin = null;
    },
  };
}

/// <reference lib="dom" />
/** A page as on a slow phone: what it loads, when, and how steady and quick it is. */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** 1.6 Mbit/s down, 150 ms, and a processor four times as slow as this one. */
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOW_CPU = 4;

export type Loaded = {
  url: string;
  /** Milliseconds since the page was asked for. */
  startedAt: number;
  endedAt: number;
  /** On the wire, with headers. */
  bytes: number;
};

/** What the page saw of itself; times in ms since it was asked for. */
export type Vitals = {
  lcp: { time: number; element: string } | null;
  fcp: number | null;
  cls: number;
  /** What moved, with when and how much. */
  shifts: { time: number; value: number; what: string[] }[];
  /** How long each interaction took until the next frame, in ms; a multiple of 8, from 16 on. */
  interactions: { duration: number; what: string }[];
};

type Seen = {
  kinfoldBench: Vitals;
};

/** Runs in the page, before anything of it. */
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
  /** What was loaded since the last `forget`, in the order in which it was asked for. */
  loaded(): Loaded[];
  forget(): void;
};

/** A phone-sized page in a context of its own. Storage values are there before the first visit. */
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
  // What runs us gives functions their names by this, which the page does not know.
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

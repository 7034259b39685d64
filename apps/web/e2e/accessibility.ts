/**
 * The checks of every page: axe with the WCAG 2.2 AA rules in both colour schemes, no overflow and no broken word at
 * 320 px, targets of 44 px.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOnly, RunOptions } from 'axe-core';
import { expectNoSidewaysScroll, type Fixtures } from './fixtures.ts';

/** Half as long as `axe.source`: every checked document has to parse it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that depend on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const TARGET_PX = 44;

/** Targets that are too small; links inside a text are exempt (WCAG 2.5.8). */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const small: string[] = [];
    // Rows of lists are denser on a desk, for a mouse: there WCAG's own minimum holds (2.5.8).
    const isDesk = matchMedia('(min-width: 1024px) and (pointer: fine)').matches;
    for (const element of document.querySelectorAll<HTMLElement>('a, button, input, select, summary')) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const isInline = element.matches('a') && getComputedStyle(element).display === 'inline';
      if (isInline && element.closest('p, li, dd, label')) continue;
      // The target of a checkbox includes its labels.
      const isBox = element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type);
      const boxes = [element, ...(isBox ? (element.labels ?? []) : [])].map((part) =>
        part.getBoundingClientRect(),
      );
      const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
      const bottom = Math.max(...boxes.map((box) => box.bottom));
      const height = bottom - Math.min(...boxes.map(({ top }) => top));
      // The skip link is hidden until it has the focus.
      if (bottom < 0) continue;
      const min = isDesk && element.closest('[data-row]') ? 24 : least;
      if (width < min - 0.5 || height < min - 0.5)
        small.push(`${element.outerHTML.slice(0, 120)} ${Math.round(width)}x${Math.round(height)}`);
    }
    return small;
  }, TARGET_PX);
}

/** Words broken inside, and text that is clipped or outside of the page. */
async function brokenText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken = new Set<string>();
    const edge = document.documentElement.clientWidth;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (element.closest('.visually-hidden, .skip-link, option, script, style')) continue;
      const { width: shownWidth, height: shownHeight } = element.getBoundingClientRect();
      // Hidden visually by its style sheet.
      if (shownWidth <= 1 && shownHeight <= 1) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\d$.,()/@]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        const lines = new Set(boxes.map(({ top }) => Math.round(top)));
        // Words longer than a line, such as addresses, may break.
        if (lines.size > 1 && word.length <= 14) broken.add(`broken: ${word}`);
        // What scrolls sideways in a strip of its own is in reach.
        const isOutside = boxes.some(({ left, right }) => left < -1 || right > edge + 1);
        if (isOutside && !element.closest('.nav-tabs')) broken.add(`outside: ${word}`);
      }
      const { overflowX } = getComputedStyle(element);
      if (['hidden', 'clip'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1)
        broken.add(`cut: ${element.textContent}`);
    }
    return [...broken];
  });
}

/** Expects that with text at 200 % on a small phone nothing overflows, is clipped or breaks inside a word. */
export async function expectReadableTwiceAsLarge(page: Page, state = page.url()): Promise<void> {
  const sizeText = (size: string) =>
    page.evaluate((fontSize) => {
      // By script: the Content-Security-Policy forbids style elements.
      document.documentElement.style.setProperty('font-size', fontSize, 'important');
    }, size);
  await sizeText('200%');
  expect.soft(await brokenText(page), state).toEqual([]);
  const [content, width] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect.soft(content, `${state}: width`).toBeLessThanOrEqual(width ?? 0);
  await sizeText('');
}

/** Returns the elements of a page with their roles, states and styles, but without their texts and addresses. */
export function structureOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const judged = /^(class|role|disabled|type|tabindex|hidden|aria-(?!label|control|describ|owns|active))/;
    const partOf = (element: Element) => [
      element.localName,
      ...[...element.attributes]
        .filter(({ name }) => judged.test(name))
        .map(({ name, value }) => `${name}=${value}`),
      Boolean(element.textContent?.trim()),
    ];
    return [...document.querySelectorAll('body, body *:not(svg *)')]
      .map((element) => partOf(element).join(' '))
      .join('\n');
  });
}

/** The axe violations outside the iframes of the card provider. axe is loaded once per document. */
async function violations(page: Page, runOnly: RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // What a failure prints needs no selectors, and no rule about colours needs the media of the page.
  const only = { resultTypes: ['violations'], selectors: false } satisfies RunOptions;
  const options: RunOptions = { runOnly, ...only, preload: runOnly.type === 'tag' };
  return page.evaluate(async (given) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    const found = await loaded.run({ exclude: ['iframe'] }, given);
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, options);
}

type ColorScheme = 'light' | 'dark';

/** Expects no axe violations: all rules in the light scheme, those about colours in the dark one. */
async function expectNoViolations(
  page: Page,
  state: string,
  colorSchemes: readonly ColorScheme[],
): Promise<void> {
  for (const colorScheme of colorSchemes) {
    if (colorScheme === 'dark') await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await violations(
      page,
      colorScheme === 'light' ? { type: 'tag', values: RULES } : { type: 'rule', values: COLOUR_RULES },
    );
    expect.soft(found, `${state}, ${colorScheme}`).toEqual([]);
  }
  if (colorSchemes.includes('dark'))
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/**
 * Runs all checks; `state` names the page in a failure. Without the typeface only the measurements: axe checks names,
 * roles and colours, which the other projects cover.
 */
export async function expectAccessible(
  page: Page,
  state = page.url(),
  colorSchemes: readonly ColorScheme[] = ['light', 'dark'],
): Promise<void> {
  const { hasFonts = true } = test.info().project.use as Partial<Fixtures>;
  if (hasFonts) await expectNoViolations(page, state, colorSchemes);
  expect.soft(await smallTargets(page), `${state}: targets`).toEqual([]);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  // Floating elements such as menus are positioned again in the frame after the window has its size.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect.soft(await brokenText(page), `${state}: words`).toEqual([]);
  if (size) await page.setViewportSize(size);
}

/** What is measured on every page: axe with the WCAG 2.2 AA rules in both colour schemes, 320 px, 44 px targets. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './fixtures.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const TARGET_PX = 44;

/** What can be pressed and is too small; links inside a line of text are exempt (WCAG 2.5.8). */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const small: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('a, button, input, select, summary')) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const isInline = element.matches('a') && getComputedStyle(element).display === 'inline';
      if (isInline && element.closest('p, li, dd, label')) continue;
      // A box to tick is as large as what ticks it: with its labels.
      const isBox = element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type);
      const boxes = [element, ...(isBox ? (element.labels ?? []) : [])].map((part) =>
        part.getBoundingClientRect(),
      );
      const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
      const bottom = Math.max(...boxes.map((box) => box.bottom));
      const height = bottom - Math.min(...boxes.map(({ top }) => top));
      // The skip link, until it has the focus.
      if (bottom < 0) continue;
      if (width < least - 0.5 || height < least - 0.5)
        small.push(`${element.outerHTML.slice(0, 120)} ${Math.round(width)}x${Math.round(height)}`);
    }
    return small;
  }, TARGET_PX);
}

/** Everybody can use the page as it stands; `state` says in a failure which that is. */
export async function expectAccessible(page: Page, state = page.url()): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).exclude('iframe').analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect.soft(found, `${state}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await smallTargets(page), `${state}: targets`).toEqual([]);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  if (size) await page.setViewportSize(size);
}

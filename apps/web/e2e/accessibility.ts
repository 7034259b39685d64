/** What is measured on every page: axe with the WCAG 2.2 AA rules in both colour schemes, 320 px, 44 px targets. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './fixtures.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const TARGET_PX = 44;

/** Names of what can be pressed and is smaller than a fingertip; links inside a sentence may be (WCAG 2.5.8). */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const isInText = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      element.closest('p, li, label');
    return [...document.querySelectorAll('a[href], button, input, select, summary, [role="button"]')]
      .map((element) => ({ element, area: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ element, area }) => area.width > 0 && !isInText(element) && !element.matches('.skip-link'))
      .filter(({ element, area }) => {
        // A small box counts with the row that it is in: its label is the target.
        const row = element.closest('.form-check')?.getBoundingClientRect();
        return (
          Math.max(area.height, row?.height ?? 0) < least || Math.max(area.width, row?.width ?? 0) < least
        );
      })
      .map(({ element, area }) => `${element.textContent || element.id} ${area.width}x${area.height}`);
  }, TARGET_PX);
}

/** Everybody can use the page as it stands: light and dark, and in a window of 320 px. */
export async function expectUsable(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 740 });
  await expectNoSidewaysScroll(page);
  expect(await smallTargets(page), page.url()).toEqual([]);
  if (before) await page.setViewportSize(before);
}

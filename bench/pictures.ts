/**
 * `npm run pictures -- http://localhost:8080`: takes the pictures of the README into docs/images, and those of the start
 * page into apps/web/public/pictures, from a running product with demo data. It pays the dues of member@demo.test.
 */
import path from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { chromiumLaunch } from '../packages/local-stack/src/index.ts';
import { atEnd, print, runProgram } from './lib/program.ts';

const root = path.resolve(import.meta.dirname, '..');
const README = 'docs/images';
const START_PAGE = 'apps/web/public/pictures';
const PHONE = { width: 360, height: 720 };
const DESKTOP = { width: 1280, height: 800 };
const PASSWORD = 'Demo1234';

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Takes a picture once the last element is shown. */
async function take(page: Page, name: string, last: Locator, folder = README): Promise<void> {
  await last.first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: path.join(root, folder, `${name}.png`) });
  print(`${folder}/${name}.png`);
}

await runProgram(async () => {
  const [baseURL = 'http://localhost:8080'] = process.argv.slice(2);
  const browser = await chromium.launch(chromiumLaunch());
  atEnd(() => browser.close());
  const open = async (viewport: typeof PHONE) => {
    const context = await browser.newContext({ baseURL, viewport, reducedMotion: 'reduce' });
    return context.newPage();
  };

  const phone = await open(PHONE);
  await signIn(phone, 'member@demo.test');
  await phone.waitForURL('**/my/overview');
  const payLink = phone.getByRole('link', { name: /^Pay (all )?\$/ });
  await take(phone, 'overview', payLink);
  await payLink.last().click();
  await phone.getByRole('radio', { name: /4242/ }).check();
  await phone.getByRole('button', { name: 'Continue' }).click();
  await phone.getByRole('button', { name: 'Donate Now' }).click();
  await phone.waitForURL(/thank-you/);
  await take(phone, 'receipt', phone.getByRole('button', { name: /PDF/ }));

  const desktop = await open(DESKTOP);
  await signIn(desktop, 'treasurer@demo.test');
  await desktop.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
  await desktop.getByRole('link', { name: 'Campaigns' }).first().click();
  for (const name of [/Funeral/, /^In memory of/]) await desktop.getByRole('link', { name }).first().click();
  await take(desktop, 'collection', desktop.locator('canvas'));
  await take(desktop, 'office-collection', desktop.locator('canvas'), START_PAGE);
  await desktop.getByRole('link', { name: 'Home', exact: true }).click();
  await take(desktop, 'office-home', desktop.locator('.needs'), START_PAGE);
  return 0;
});

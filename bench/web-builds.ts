/**
 * `npm run bench -- web-builds FOLDER FOLDER ...`: the largest contentful paint of several builds of the web
 * (`apps/web/dist` of other checkouts), visited in turns on the same slow phone. A single build's figure changes by a tenth
 * with what else the machine does; of builds that take turns the difference says which is faster.
 */
import path from 'node:path';
import { connectDatabase, disconnectDatabase } from '../apps/api/src/platform/database.ts';
import { aPayer } from '../apps/api/test/payer.ts';
import { atEnd, print } from './lib/program.ts';
import { startStack } from './lib/stack.ts';
import { median, ms, table } from './lib/stats.ts';
import { openSlowPage } from './lib/throttled-page.ts';
import { launch, lcpOf, sessionOf, visit } from './web.ts';

const ROUNDS = 7;

/** Visits each build in turns and prints the medians and the spread. */
export async function benchWebBuilds(folders: readonly string[]): Promise<void> {
  if (folders.length < 2) throw new Error('Name two folders or more, each with a build of the web.');
  const stack = await startStack();
  const builds: { folder: string; url: string }[] = [];
  for (const folder of folders) {
    const { url } = await stack.startApi({ WEB_DIR: path.resolve(folder) });
    builds.push({ folder, url });
  }
  await connectDatabase(stack.databaseUri);
  atEnd(disconnectDatabase);
  const session = sessionOf(stack, await aPayer());
  const browser = await launch();
  const rows: string[][] = [];
  for (const page of ['/my/overview', '/sign-in']) {
    const times = builds.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [index, { url }] of builds.entries()) {
        const slow = await openSlowPage(browser, url, page === '/sign-in' ? {} : session);
        times[index]?.push(lcpOf(await visit(slow, page)));
        await slow.context.close();
      }
    for (const [index, { folder }] of builds.entries()) {
      const measured = times[index] ?? [];
      rows.push([page, folder, ms(median(measured)), ms(Math.min(...measured)), ms(Math.max(...measured))]);
    }
  }
  print(table(['', 'build', 'median', 'least', 'most'], rows));
}

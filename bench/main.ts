/**
 * `npm run bench [-- api|web|staff|imports|reminders|letters]`: prints figures and ratios. Starts all services that it needs and stops them at the end.
 * `npm run bench -- web-builds FOLDER FOLDER ...` compares builds of the web.
 */
import { benchApi } from './api.ts';
import { benchImports } from './imports.ts';
import { benchLetters } from './letters.ts';
import { cleanUp, print, runProgram } from './lib/program.ts';
import { benchReminders } from './reminders.ts';
import { benchStaff } from './staff.ts';
import { benchWeb } from './web.ts';
import { benchWebBuilds } from './web-builds.ts';

const parts: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  api: benchApi,
  web: benchWeb,
  staff: benchStaff,
  imports: benchImports,
  reminders: benchReminders,
  letters: benchLetters,
};

await runProgram(async () => {
  const [wanted, ...args] = process.argv.slice(2);
  if (wanted === 'web-builds') {
    await benchWebBuilds(args);
    return 0;
  }
  if (wanted !== undefined && !parts[wanted]) {
    print(`There is no '${wanted}'. There are: ${Object.keys(parts).join(', ')}.`);
    return 1;
  }
  for (const [name, run] of Object.entries(parts)) {
    if (wanted !== undefined && wanted !== name) continue;
    await run(args);
    // Each part has its own stack, and a process is connected to one database at a time.
    await cleanUp();
  }
  return 0;
});

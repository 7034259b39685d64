/**
 * `npm run bench [-- api|web|lists|activation|imports|reminders|letters|capacity|overload|backup|money]`: prints figures and
 * ratios. Starts all services that it needs and stops them at the end. `npm run bench -- staff [MEMBERS]` runs all of
 * the staff side: lists (of that many members), activation (of that many memberships), imports, reminders and letters.
 */
import { benchApi } from './api.ts';
import { benchActivation } from './staff-activation.ts';
import { benchBackup } from './backup.ts';
import { benchCapacity } from './capacity.ts';
import { benchImports } from './imports.ts';
import { benchLetters } from './letters.ts';
import { cleanUp, print, runProgram } from './lib/program.ts';
import { benchOverload } from './overload.ts';
import { benchMoney } from './money.ts';
import { benchReminders } from './reminders.ts';
import { benchLists } from './lists.ts';
import { benchWeb } from './web.ts';

const parts: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  api: benchApi,
  web: benchWeb,
  lists: benchLists,
  activation: benchActivation,
  imports: benchImports,
  reminders: benchReminders,
  letters: benchLetters,
  capacity: benchCapacity,
  overload: benchOverload,
  backup: benchBackup,
  money: benchMoney,
};
const STAFF = ['lists', 'activation', 'imports', 'reminders', 'letters'];
/** The parts that take the number of members; the others each have their own measure. */
const OF_MEMBERS = new Set(['lists', 'activation']);

await runProgram(async () => {
  const [wanted, ...args] = process.argv.slice(2);
  const names = wanted === 'staff' ? STAFF : wanted === undefined ? Object.keys(parts) : [wanted];
  for (const name of names) {
    const run = parts[name];
    if (!run) {
      print(`'${name}' does not exist. Available: staff, ${Object.keys(parts).join(', ')}.`);
      return 1;
    }
    await run(wanted === 'staff' && !OF_MEMBERS.has(name) ? [] : args);
    // Each part has its own stack, and a process can only be connected to one database at a time.
    await cleanUp();
  }
  return 0;
});

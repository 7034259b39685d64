import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from '../lock.ts';
import { showProgress } from '../log.ts';
import { findOnPath, runProgram } from '../processes.ts';
import type { DatabaseChoice, SearchContext } from './choice.ts';
import { secantusProgram } from './secantus-program.ts';

const version = '0.7.0b3';
const requirements = fileURLToPath(new URL('./secantus-requirements.txt', import.meta.url));

/**
 * Starts the server, with four of its parts replaced.
 * - It keeps the answers of the last 10,000 writes, should a driver try one again, and walks all of them at each write: half
 *   of its time. A driver tries again at once, so the last few are enough.
 * - It packs and unpacks each key byte by byte in Python, a third of what is left. Most are those of the indexes that every
 *   command looks through: they are remembered. A document (form `u`) is unpacked as it is.
 * - It reads the definitions of a collection's indexes about six times for each document that it writes. They are read once
 *   for each statement, which begins with a new snapshot or a transaction.
 * - It walks all sessions and transactions at every command, for those that nobody has used for minutes: an eighth of its
 *   time after some hundred connections. And where no command comes, because all wait for what the transaction of a dead
 *   client has changed, it never ends that one, which MongoDB does after a minute. A thread walks them once a second.
 */
const startServer = `
import functools, runpy, threading, time
from secantus import transactions
from secantus.sessions import SessionRegistry
from secantus.storage import Storage
from wiredtiger import swig_wiredtiger as engine
transactions._RETRYABLE_RECORD_MAX = 200
pack, unpack = engine.pack, engine.unpack
packed, unpacked = functools.lru_cache(20_000)(pack), functools.lru_cache(20_000)(unpack)
engine.pack = lambda form, *values: (pack if form == 'u' else packed)(form, *values)
engine.unpack = lambda form, data: [data] if form == 'u' and data is not None else list(unpacked(form, data))

read_indexes = Storage._iter_indexes
def read_once(self, *collection):
    known = self._tls.__dict__.setdefault('indexes', {})
    if collection not in known: known[collection] = list(read_indexes(self, *collection))
    return known[collection]
def fresh(begin):
    def statement(self, *given, **named):
        self._tls.__dict__['indexes'] = {}
        return begin(self, *given, **named)
    return statement
Storage._iter_indexes = read_once
for name in ['_refresh_read_snapshot', '_batch_transaction']:
    setattr(Storage, name, fresh(getattr(Storage, name)))

def sweep_once_a_second(registry):
    prune, make = registry._prune_locked, registry.__init__
    def sweep(self):
        while True:
            time.sleep(1)
            with self._lock: prune(self)
    def make_swept(self, *given, **named):
        make(self, *given, **named)
        threading.Thread(target=sweep, args=[self], daemon=True).start()
    registry._prune_locked, registry.__init__ = lambda self: 0, make_swept
for registry in [SessionRegistry, transactions.TransactionRegistry]: sweep_once_a_second(registry)

runpy.run_module('secantus', run_name='__main__')
`;

type Python = {
  command: string;
  /** The Python tag of wheels, for example cp311. */
  tag: string;
};

/** The first Python on PATH that is new enough. */
async function findPython(env: NodeJS.ProcessEnv): Promise<Python | { reason: string }> {
  let reason = 'no python3 on PATH';
  for (const name of ['python3', 'python']) {
    const command = findOnPath(name, env);
    if (!command) continue;
    const script = 'import sys; print(sys.version_info[0], sys.version_info[1])';
    const { code, output } = await runProgram(command, ['-c', script], { env, timeoutMs: 10_000 });
    const [major = 0, minor = 0] = output.split(' ').map(Number);
    if (code === 0 && (major > 3 || (major === 3 && minor >= 10)))
      return { command, tag: `cp${major}${minor}` };
    reason =
      code === 0 ? `${command} is ${major}.${minor}; 3.10 or newer is needed` : `${command} does not run`;
  }
  return { reason };
}

function folderOf({ cacheDir }: SearchContext, python: Python): string {
  return join(cacheDir, `secantusdb-${version}-${python.tag}-${process.platform}-${process.arch}`);
}

function pipReason(output: string): string {
  if (
    /Name or service not known|Temporary failure in name resolution|NewConnectionError|ConnectTimeout/i.test(
      output,
    )
  )
    return 'pip cannot reach its package index: is this machine connected?';
  if (/No matching distribution found/i.test(output))
    return `there is no build of it for this Python on ${process.platform} ${process.arch}; Python 3.10 to 3.13 has one on Linux and on Apple's own processors`;
  if (/No module named pip/.test(output)) return 'Python has no pip (on Debian: apt-get install python3-pip)';
  if (/DO NOT MATCH THE HASHES/i.test(output))
    return 'the files that pip downloaded do not match the pinned hashes';
  const line = output.split('\n').findLast((text) => text.startsWith('ERROR:'));
  return `pip could not install it: ${(line ?? output.split('\n').at(-1) ?? '').replace('ERROR: ', '').slice(0, 200)}`;
}

/**
 * Installs into a temporary folder and renames it, so that an interrupted installation is not used. Returns the reason
 * of a failure.
 */
async function install(context: SearchContext, python: Python, folder: string): Promise<string | null> {
  for (const name of readdirSync(context.cacheDir)) {
    if (name.startsWith('secantusdb-') && name.endsWith('.partial'))
      rmSync(join(context.cacheDir, name), { recursive: true, force: true });
  }
  const partial = `${folder}.${process.pid}.partial`;
  const pip = runProgram(
    python.command,
    [
      ...['-m', 'pip', 'install', '--target', partial, '--requirement', requirements],
      ...['--require-hashes', '--no-deps', '--only-binary', ':all:', '--no-input'],
      ...['--disable-pip-version-check', '--no-warn-script-location', '--retries', '2'],
    ],
    { env: { ...context.env, PIP_USER: '0', PIP_REQUIRE_VIRTUALENV: '0', PIP_ROOT_USER_ACTION: 'ignore' } },
  );
  const { code, output } = await showProgress(
    context.log,
    `Installing the database SecantusDB ${version} with pip (about 10 s, once)`,
    pip,
  );
  if (code !== 0) {
    rmSync(partial, { recursive: true, force: true });
    return pipReason(output);
  }
  renameSync(partial, folder);
  return null;
}

export const secantusWheel: DatabaseChoice = {
  kind: 'secantusdb',
  advice: 'install Python 3.10 or newer with pip, which then installs SecantusDB',
  async inspect(context) {
    const python = await findPython(context.env);
    if ('reason' in python) return { usable: false, detail: python.reason };
    const folder = folderOf(context, python);
    if (existsSync(folder)) return { usable: true, detail: folder };
    const { code } = await runProgram(python.command, ['-m', 'pip', '--version'], { env: context.env });
    return code === 0
      ? { usable: true, detail: `not installed yet; pip of ${python.command} would install ${version}` }
      : { usable: false, detail: pipReason('No module named pip') };
  },
  async prepare(context) {
    const python = await findPython(context.env);
    if ('reason' in python) return python;
    const folder = folderOf(context, python);
    if (!existsSync(folder)) {
      mkdirSync(context.cacheDir, { recursive: true });
      const reason = await withLock(
        `${folder}.lock`,
        () => context.log('Waiting for another process that installs SecantusDB.'),
        async () => (existsSync(folder) ? null : install(context, python, folder)),
      );
      if (reason) return { reason };
    }
    return secantusProgram('SecantusDB', version, python.command, ['-c', startServer], [], {
      PYTHONPATH: folder,
      PYTHONNOUSERSITE: '1',
    });
  },
};

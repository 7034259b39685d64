import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from '../lock.ts';
import { showProgress } from '../log.ts';
import { childExit } from '../processes.ts';
import type { DatabaseChoice, SearchContext } from './choice.ts';
import { mongodProgram } from './mongod.ts';

const version = '8.2.6';
const dayMs = 24 * 60 * 60 * 1000;
/** Timeouts of a download without progress, in ms: until the first byte, and afterwards. */
const firstByteMs = 8000;
const stallMs = 30_000;

function places({ cacheDir }: SearchContext) {
  const folder = join(cacheDir, 'mongodb');
  return {
    folder,
    binary: join(folder, version, 'mongod'),
    work: join(folder, `download-${version}`),
    failure: join(folder, 'download-failed.json'),
  };
}

/** The reason of the last failed download, for a day. */
function rememberedFailure(file: string, now: number): string | null {
  try {
    const { at, reason } = JSON.parse(readFileSync(file, 'utf8')) as { at: string; reason: string };
    return now - Date.parse(at) < dayMs ? reason : null;
  } catch {
    return null;
  }
}

function arrivedBytes(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return sum + (stats?.isFile() && !name.endsWith('.lock') ? stats.size : 0);
  }, 0);
}

/** The relevant line of the downloader's output. */
function shorten(message: string): string {
  const missing = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ECONNRESET/.exec(
    message,
  );
  if (missing) return `its download address cannot be reached (${missing[0]})`;
  return message.split('\n').at(-1)?.trim().slice(0, 160) || 'the download failed';
}

/** Downloads mongod into `work`; returns its path, or the reason of the failure. */
async function download(
  context: SearchContext,
  work: string,
): Promise<{ path: string } | { reason: string }> {
  mkdirSync(work, { recursive: true });
  // A partial archive is resumed; partially unpacked binaries and stale locks are removed.
  for (const name of readdirSync(work)) {
    if (!/\.(tgz|zip)(\.downloading)?$/.test(name))
      rmSync(join(work, name), { recursive: true, force: true });
  }
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('./download-mongod.ts', import.meta.url)), work, version],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: dirname(fileURLToPath(import.meta.url)),
      env: {
        ...context.env,
        // Without this setting the library does not verify TLS certificates.
        npm_config_strict_ssl: 'true',
        MONGOMS_RESUME_DOWNLOAD: 'true',
        MONGOMS_MAX_RETRIES: '1',
        MONGOMS_PREFER_GLOBAL_PATH: 'false',
      },
    },
  );
  let path = '';
  let message = '';
  child.stdout.on('data', (chunk: Buffer) => {
    path += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    message += chunk.toString();
  });
  const startBytes = arrivedBytes(work);
  let bytes = startBytes;
  let lastArrival = Date.now();
  let isStalled = false;
  const watch = setInterval(() => {
    const now = arrivedBytes(work);
    if (now !== bytes) lastArrival = Date.now();
    bytes = now;
    if (Date.now() - lastArrival > (bytes === startBytes ? firstByteMs : stallMs)) {
      isStalled = true;
      child.kill('SIGKILL');
    }
  }, 500);
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  await childExit(child);
  process.off('exit', endWithUs);
  clearInterval(watch);
  if (isStalled) return { reason: 'its download address does not answer' };
  const last = path.trim().split('\n').at(-1) ?? '';
  return child.exitCode === 0 && existsSync(last) ? { path: last } : { reason: shorten(message) };
}

/** MongoDB's own server, fetched by mongodb-memory-server; only its downloader is used, with our folder. */
export const downloadedMongod: DatabaseChoice = {
  kind: 'mongodb-memory-server',
  advice: "allow MongoDB's download address (mongodb-memory-server downloads the server from it)",
  async inspect(context) {
    const { binary, failure } = places(context);
    if (existsSync(binary)) return { usable: true, detail: binary };
    const reason = rememberedFailure(failure, Date.now());
    if (reason)
      return { usable: false, detail: `${reason}; tried again after a day, or when ${failure} is deleted` };
    return { usable: true, detail: `not downloaded yet; MongoDB ${version} would be tried` };
  },
  async prepare(context) {
    const { folder, binary, work, failure } = places(context);
    if (existsSync(binary)) return mongodProgram(binary);
    return withLock(
      join(folder, 'download.lock'),
      () => context.log('Waiting for another process that downloads MongoDB.'),
      async () => {
        if (existsSync(binary)) return mongodProgram(binary);
        const remembered = rememberedFailure(failure, Date.now());
        if (remembered) return { reason: remembered };
        const work$ = download(context, work);
        const megabytes = () => {
          const bytes = existsSync(work) ? arrivedBytes(work) : 0;
          return bytes ? `${Math.round(bytes / 1e6)} MB` : '';
        };
        const result = await showProgress(context.log, `Downloading MongoDB ${version}`, work$, megabytes);
        if ('reason' in result) {
          const record = { at: new Date().toISOString(), reason: result.reason };
          writeFileSync(failure, JSON.stringify(record));
          // A partial archive is kept for resuming.
          if (arrivedBytes(work) === 0) rmSync(work, { recursive: true, force: true });
          return result;
        }
        mkdirSync(dirname(binary), { recursive: true });
        renameSync(result.path, binary);
        rmSync(work, { recursive: true, force: true });
        rmSync(failure, { force: true });
        return mongodProgram(binary);
      },
    );
  },
};

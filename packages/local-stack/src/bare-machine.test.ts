/** What the two commands report on a machine on which they cannot work. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
let folder: string;

/** A clone before its first start, with the files that are read before the dependencies are installed. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kinfold-bare-'));
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'scripts'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const group of ['apps', 'packages'])
    for (const name of readdirSync(join(root, group))) {
      const file = join(group, name, 'package.json');
      if (!existsSync(join(root, file))) continue;
      mkdirSync(join(folder, group, name), { recursive: true });
      cpSync(join(root, file), join(folder, file));
    }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command there, without this machine's npm settings. */
const run = (args: readonly string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number | string; output: string }>((done) => {
    const own = { PATH: process.env.PATH, HOME: folder, npm_config_cache: join(folder, 'cache'), ...env };
    execFile(process.execPath, args, { cwd: folder, env: own }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    );
  });

describe.each(['scripts/start.mjs', 'scripts/test.mjs', 'scripts/check.mjs'])('%s', (script) => {
  it("says that there is no network, instead of counting npm's tries", async () => {
    // Nothing listens on port 1.
    const { code, output } = await run([script], { npm_config_registry: 'http://127.0.0.1:1/' });
    expect(code).toBe(1);
    expect(output).toMatch(
      /This machine has no network, or npm's registry cannot be reached from it \(E\w+;/,
    );
    expect(existsSync(join(folder, 'node_modules', '.package-lock.json'))).toBe(false);
  });

  it('says what to do on Windows', async () => {
    const platform = `data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})`;
    const { code, output } = await run(['--import', platform, script]);
    expect([code, output]).toEqual([1, expect.stringMatching(/Windows.*WSL.*docker compose up/)]);
  });
});

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { downloadedMongod } from './memory-server.ts';

describe("MongoDB's download", () => {
  let folder: string;
  const lines: string[] = [];
  // Nothing listens on port 1: the address cannot be reached on any machine.
  const search = () => ({
    cacheDir: folder,
    env: { ...process.env, MONGOMS_DOWNLOAD_MIRROR: 'https://127.0.0.1:1', MONGOMS_DISTRO: 'ubuntu-22.04' },
    log: (line: string) => void lines.push(line),
  });
  const failureFile = () => join(folder, 'mongodb', 'download-failed.json');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kinfold-download-'));
    lines.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('fails in one line, and leaves no half download', async () => {
    const result = await downloadedMongod.prepare(search());
    expect(result).toEqual({ reason: 'its download address cannot be reached (ECONNREFUSED)' });
    expect(readdirSync(join(folder, 'mongodb'))).toEqual(['download-failed.json']);
    expect(JSON.parse(readFileSync(failureFile(), 'utf8'))).toMatchObject(result);
  });

  it('remembers the failure for a day, and then tries again', async () => {
    const remember = (hours: number) => {
      const at = new Date(Date.now() - hours * 3_600_000).toISOString();
      writeFileSync(failureFile(), JSON.stringify({ at, reason: 'as before' }));
    };
    mkdirSync(join(folder, 'mongodb'));
    remember(23);
    expect(await downloadedMongod.prepare(search())).toEqual({ reason: 'as before' });
    expect(await downloadedMongod.inspect(search())).toMatchObject({ usable: false });
    expect(lines).toEqual([]);
    remember(25);
    expect(await downloadedMongod.prepare(search())).toMatchObject({
      reason: expect.stringMatching(/ECONNREFUSED/),
    });
    expect(lines[0]).toContain('Downloading MongoDB');
    expect(existsSync(failureFile())).toBe(true);
  });
});

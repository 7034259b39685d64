import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildInFolder, isIgnored, parseDockerfile, variablesOf } from './dockerfile.ts';

const repository = path.resolve(import.meta.dirname, '../..');

describe('a Dockerfile', () => {
  it('is read line by line, without comments, with its continued lines', () => {
    const text = '# about\nFROM a AS b\n\nRUN --mount=type=cache npm ci \\\n    --omit=dev\n';
    expect(parseDockerfile(text)).toEqual([
      { name: 'FROM', args: 'a AS b' },
      { name: 'RUN', args: '--mount=type=cache npm ci --omit=dev' },
    ]);
    expect(variablesOf('A=1 B=x=y')).toEqual({ A: '1', B: 'x=y' });
  });

  it.each([
    ['apps/api/node_modules/x.js', true],
    ['node_modules/x.js', true],
    ['apps/api/dist/main.js', true],
    ['docs/scaling.md', true],
    ['start.log', true],
    ['.env', true],
    ['.env.example', false],
    ['apps/api/src/docs/page.ts', false],
    ['apps/web/src/distance.ts', false],
  ])('leaves out of its context what .dockerignore names: %s', (file, expected) => {
    const patterns = readFileSync(path.join(repository, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
    expect(isIgnored(file, patterns)).toBe(expected);
  });
});

describe('its steps in a folder', () => {
  let root: string;
  let image: string;
  beforeEach(() => {
    [root, image] = ['source', 'image'].map((name) =>
      mkdtempSync(path.join(tmpdir(), `kinfold-dockerfile-${name}-`)),
    ) as [string, string];
    mkdirSync(path.join(root, 'source/dist'), { recursive: true });
    writeFileSync(path.join(root, 'source/main.js'), '');
    writeFileSync(path.join(root, 'source/dist/old.js'), '');
    writeFileSync(path.join(root, '.dockerignore'), '**/dist\n');
  });
  afterEach(() => {
    for (const folder of [root, image]) rmSync(folder, { recursive: true, force: true });
  });
  const build = (text: string) => {
    writeFileSync(path.join(root, 'Dockerfile'), text);
    return buildInFolder(root, image, () => undefined);
  };

  it('leave in the last stage what was copied there, and nothing else', async () => {
    const { folder, command, env, workdir } = await build(
      `FROM node AS build
WORKDIR /app
COPY . .
RUN node -e "require('node:fs').writeFileSync('made.txt', process.env.HOME ? 'made' : '')"
FROM node
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
RUN mkdir /data
COPY --from=build /app/made.txt ./
COPY --from=build /app/source source
USER node
CMD ["node", "source/main.js"]
`,
    );
    const isThere = (file: string) => existsSync(path.join(folder, workdir, file));
    expect(readFileSync(path.join(folder, 'app/made.txt'), 'utf8')).toBe('made');
    expect(['source/main.js', 'source/dist', 'Dockerfile'].map(isThere)).toEqual([true, false, false]);
    expect(env).toEqual({ NODE_ENV: 'production', DATA_DIR: path.join(folder, 'data') });
    expect(command).toEqual(['node', 'source/main.js']);
  });

  it('end with the first that fails, and at one that is not known', async () => {
    await expect(build('FROM node\nRUN node -e "process.exit(3)"\nCMD ["node"]\n')).rejects.toThrow('with 3');
    await expect(build('FROM node\nADD x y\n')).rejects.toThrow('ADD');
  });
});

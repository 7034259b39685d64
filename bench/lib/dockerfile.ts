/** Does the steps of our Dockerfile in a folder, where no engine is at hand to build the image. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export type Instruction = { name: string; args: string };

/** The instructions of a Dockerfile, in their order, without comments, each on one line. */
export function parseDockerfile(text: string): Instruction[] {
  return text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const [, name = '', args = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
      return { name, args };
    });
}

/** The words of `ENV`: `A=b C=d`. */
export function variablesOf(args: string): Record<string, string> {
  return Object.fromEntries(args.split(/\s+/).map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
}

/** Whether .dockerignore keeps a file, by its path from the root, out of the context. */
export function isIgnored(file: string, patterns: readonly string[]): boolean {
  const parents = file.split('/').map((_part, index, parts) => parts.slice(0, index + 1).join('/'));
  const expressions = patterns.map((pattern) => {
    const source = pattern.replace(/\*\*\/|\*|[.+?()[\]{}|^$\\]/g, (sign) =>
      sign === '**/' ? '(?:.*/)?' : sign === '*' ? '[^/]*' : `\\${sign}`,
    );
    return new RegExp(`^${source}$`);
  });
  return parents.some((parent) => expressions.some((expression) => expression.test(parent)));
}

type Stage = { folder: string; workdir: string; env: Record<string, string> };

/** What the last stage runs, and where. */
export type BuiltFolder = {
  /** The root of its file system. */
  folder: string;
  workdir: string;
  env: Record<string, string>;
  command: string[];
  healthCheck: string[];
};

/** A place in a stage's file system: an absolute path begins at the stage's folder. */
const placeIn = ({ folder, workdir }: Stage, given: string) =>
  path.join(folder, given.startsWith('/') ? given : path.join(workdir, given));

/** What finds programs and lets npm reach its registry; nothing else of this machine's environment. */
const PASSED_ON =
  /^(PATH|HOME|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|https?_proxy|no_proxy|npm_config_(registry|cafile|cache))$/i;
const passedOn = Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));

async function shell(line: string, { folder, workdir, env }: Stage): Promise<void> {
  const child = spawn('sh', ['-c', line], {
    cwd: path.join(folder, workdir),
    env: { ...passedOn, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the step failed with ${code}: ${line}`);
}

/** Copies like COPY: the content of a folder, files into a folder. */
function copy(sources: readonly string[], target: string, isKept: (source: string) => boolean): void {
  for (const source of sources) {
    const into =
      statSync(source).isDirectory() || !(target.endsWith('/') || sources.length > 1)
        ? target
        : path.join(target, path.basename(source));
    cpSync(source, into, { recursive: true, verbatimSymlinks: true, filter: isKept });
  }
}

/**
 * Does the steps of a Dockerfile into an empty folder, one folder a stage, and gives the last one. Base images are this
 * machine's Node; what needs a container (a user, a folder at the root) is left out. `onStep` is told of each step.
 * Throws at an instruction that it does not know, and when a step fails.
 */
export async function buildInFolder(
  root: string,
  target: string,
  onStep: (text: string) => void,
): Promise<BuiltFolder> {
  const patterns = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const isInContext = (source: string) => {
    const file = path.relative(root, source).replaceAll(path.sep, '/');
    return file === '' || !isIgnored(file, patterns);
  };
  const stages = new Map<string, Stage>();
  let stage: Stage = { folder: '', workdir: '/', env: {} };
  let command: string[] = [];
  let healthCheck: string[] = [];
  for (const { name, args } of parseDockerfile(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))) {
    onStep(`${name} ${args}`);
    switch (name) {
      case 'FROM': {
        const [base = '', , as = 'last'] = args.split(' ');
        const folder = path.join(target, as);
        const from = stages.get(base);
        mkdirSync(folder, { recursive: true });
        if (from) cpSync(from.folder, folder, { recursive: true, verbatimSymlinks: true });
        stage = { folder, workdir: from?.workdir ?? '/', env: { ...from?.env } };
        stages.set(as, stage);
        break;
      }
      case 'ENV':
        for (const [key, value] of Object.entries(variablesOf(args)))
          stage.env[key] = value.startsWith('/') ? path.join(stage.folder, value) : value;
        break;
      case 'WORKDIR':
        stage.workdir = args;
        mkdirSync(path.join(stage.folder, args), { recursive: true });
        break;
      case 'COPY': {
        const [, from, places = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(args) ?? [];
        const words = places.split(' ');
        const to = words.pop() ?? '';
        const other = from === undefined ? undefined : stages.get(from);
        if (from !== undefined && !other) throw new Error(`there is no stage ${from}`);
        const sources = words.map((each) => (other ? placeIn(other, each) : path.join(root, each)));
        copy(sources, placeIn(stage, to), other ? () => true : isInContext);
        break;
      }
      case 'RUN': {
        const line = args.replace(/--mount=\S+\s+/g, '');
        if (/^(npm|node) /.test(line)) await shell(line, stage);
        break;
      }
      case 'CMD':
        command = JSON.parse(args) as string[];
        break;
      case 'HEALTHCHECK':
        healthCheck = JSON.parse(args.slice(args.indexOf('['))) as string[];
        break;
      case 'USER':
      case 'EXPOSE':
        break;
      default:
        throw new Error(`the Dockerfile has ${name}, which this program does not know`);
    }
  }
  if (!command.length || !existsSync(stage.folder)) throw new Error('the Dockerfile has no command');
  return { ...stage, command, healthCheck };
}

/** Every document that a comment cites is in the repository, and so is the section that it names. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const own = basename(import.meta.filename);
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const list = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => pattern.test(name) && !/(^|\/)(node_modules|dist)\//.test(name));

const sources = ['apps', 'packages', 'scripts', 'bench', 'docs'].flatMap((folder) =>
  list(folder, /\.(tsx?|mjs|cjs|scss|ya?ml|md)$/),
);
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
const files = [...sources, ...pages].filter((file) => !file.endsWith(own));

/** A citation, with its line breaks removed: comments break anywhere. */
type Citation = { file: string; text: string };
const contents = files.map((file) => ({ file, text: read(file).replaceAll(/\s*\n\s*(\*|\/\/)?\s*/g, ' ') }));
const citations = (pattern: RegExp): Citation[] =>
  contents.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([cited]) => ({ file, text: cited })));

const reference = Object.fromEntries(
  list('docs/reference', /\.md$/).map((file) => [basename(file), read(file)]),
);
/** The names of the sections of a page: its headings, and the bold text at the beginning of a paragraph. */
const partsOf = (page: string) =>
  new Set(
    [...(reference[page] ?? '').matchAll(/^(?:#+ (.+)|(?:- )?\*\*([^*]+?)\.?\*\*)/gm)].map(
      ([, heading, bold]) => heading ?? bold,
    ),
  );

const quoted = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);

const decisions = list('docs/decisions', /\.md$/).toSorted();
const numbers = new Set(decisions.map((file) => basename(file).slice(0, 3)));

describe('a decision', () => {
  it('has the next number', () => {
    expect([...numbers]).toEqual(decisions.map((_, index) => String(index + 1).padStart(3, '0')));
  });

  const day = String.raw`\d{4}-\d\d-\d\d`;
  const status = new RegExp(
    `^(?:In force since ${day}(?:, rewritten ${day})?|(?:Superseded|Partly superseded) by (\\d{3}) on ${day}|Never in force)\\.$`,
  );
  it.each(decisions)(
    '%s has its number in the title, then its status, with a successor that exists',
    (file) => {
      const [title = '', blank, line = ''] = read(file).split('\n');
      expect(title).toMatch(new RegExp(`^# ${basename(file).slice(0, 3)} \\S`));
      expect(blank).toBe('');
      expect(line).toMatch(status);
      const successor = line.match(status)?.[1];
      expect(numbers).toContain(successor ?? basename(file).slice(0, 3));
    },
  );
});

describe('a citation leads somewhere', () => {
  it('to a page that there is', () => {
    const known = new Set(
      [...list('docs', /\.md$/), ...pages, 'bench/RESULTS.md', 'CODE_OF_CONDUCT.md'].flatMap((file) => [
        file,
        basename(file),
      ]),
    );
    const cited = citations(/(?<![\w./{}-])[\w./-]+\.md\b/g);
    expect(cited.length).toBeGreaterThan(150);
    const missing = cited.filter(
      ({ file, text }) =>
        !known.has(text) &&
        !existsSync(join(root, dirname(file), text)) &&
        !existsSync(join(root, 'docs', text)),
    );
    expect(missing).toEqual([]);
  });

  it('to a section of the specification, and to a name that is in it', () => {
    const cited = citations(/\bspec sections? \d(?:(?:,| and) \d)*(?:, "[^"]+")?/g);
    expect(cited.length).toBeGreaterThan(80);
    const text = reference['specification.md'] ?? '';
    const missing = cited.filter(
      ({ text: cite }) =>
        (cite.match(/\d/g) ?? []).some((section) => !text.includes(`\n## ${section}. `)) ||
        quoted(cite).some((name) => !text.toLowerCase().includes(name.toLowerCase())),
    );
    expect(missing).toEqual([]);
  });

  it.each(['rules.md', 'payments.md', 'http.md'])('to a heading of %s', (page) => {
    const cited = citations(
      new RegExp(String.raw`\b${page.replace('.', String.raw`\.`)} "[^"]+"(?:, "[^"]+")*`, 'g'),
    );
    expect(cited.length).toBeGreaterThan(5);
    const parts = partsOf(page);
    expect(cited.filter(({ text }) => quoted(text).some((name) => !parts.has(name)))).toEqual([]);
  });

  it('to a step of the protocol', () => {
    const cited = citations(/\bpayments\.md, steps? \d(?:(?:, | and )\d)*/g);
    expect(cited.length).toBeGreaterThan(2);
    for (const { text, file } of cited)
      for (const step of text.match(/\d/g) ?? [])
        expect(reference['payments.md'], `${file}: ${text}`).toMatch(new RegExp(`^\\| ${step} `, 'm'));
  });

  it('to a decision', () => {
    const cited = citations(/\bdecisions?[ /]0\d\d/g);
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(({ text }) => !numbers.has(text.slice(-3)))).toEqual([]);
  });
});

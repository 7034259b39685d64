/** One word for one thing: checks every text of the sources against the lists of docs/words.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(`${root}docs/words.md`, 'utf8');

/** Files that only staff and developers read: the lists for members do not apply there. */
const OFFICE = [
  /^apps\/web\/src\/features\/(audit|campaign|campaign-form|connected-account|export|families|history|households|import|intake-review|jobs|member|memberships|messages|organization-form|organization-tree|organizations|roles|runs|search|staff|staff-home|view-as)\//,
  /^apps\/web\/src\/app\/(organization-tabs|pages\/(balances|campaign|connect|cover-changes|double-covers|export|family|history|import|intake-link|intake-page|intake-request|job|member|organization|roles|run|search|staff))/,
  /^apps\/web\/src\/parts\/(history|job|in-organization|member-field|member-table|add-participant)/,
  /^packages\/domain\/src\/(assigned-role|audit|campaign|cover-check|double-cover|export|family|import|job|letter|member-duplicates|membership|organization|permission|run|search|staff|price-rules|payment\.ts)/,
  /^apps\/api\/src\/(modules\/(?!identity\/users\/.*mails|money\/receipts|telling\/messages\/reminder-mail|people\/intake-requests\/.*mails|funds\/coverage\/coverage-letter|telling\/outreach\/letter-pdf)|platform\/|work\/|http\/(?!(app|docs-page|dev-aids|routes|security-headers|web|webhook)\.ts|routes\/receipt))/,
];
/** Texts of programs, and the words of other people's files: never on a screen, in a mail or on paper. */
const NO_TEXTS =
  /\.(test|d)\.tsx?$|\/test\/|^apps\/api\/src\/(commands|platform\/config|migrations|http\/openapi|seed)|import-fields|stripe/;

type Text = { where: string; file: string; text: string };

/** Returns the texts of a file that look like words for people: literals and JSX, `{}` for inserted values. */
function textsOf(file: string): Text[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(
    file,
    readFileSync(root + file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    kind,
  );
  const found: Text[] = [];
  const add = (node: ts.Node, given: string) => {
    const text = given.replaceAll(/\s+/g, ' ').trim();
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    if (/[A-Za-z] [A-Za-z]|^[A-Z][a-z]/.test(text)) found.push({ where: `${file}:${line + 1}`, file, text });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    // Texts for developers: `throw new Error(...)`, and the API page's description of a call.
    if (
      ts.isNewExpression(node) &&
      node.expression.getText().endsWith('Error') &&
      node.expression.getText() !== 'AppError'
    )
      return;
    if (
      ts.isPropertyAssignment(node) &&
      /^(summary|description|className|answers)$/.test(node.name.getText())
    )
      return;
    if (ts.isJsxAttribute(node) && /^(className|to|role|type|autoComplete)$/.test(node.name.getText()))
      return;
    if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
      return add(node, node.text);
    if (ts.isTemplateExpression(node))
      add(node, node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join(''));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Where the idioms are not used: in comments, texts and titles of tests; the specification is quoted as it is. */
const PLAIN = ['apps', 'packages', 'docs', 'scripts', 'bench'];
const QUOTED =
  /^docs\/reference\/|^docs\/words\.md$|\/words\.test\.ts$|(^|\/)(node_modules|dist|test-results)\//;
const prose = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  '.env.example',
  ...PLAIN.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => /\.([cm]?[jt]sx?|md|scss|ya?ml)$/.test(name) && !QUOTED.test(name)),
  ),
].map((file) => ({
  file,
  text: readFileSync(root + file, 'utf8').replaceAll(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' '),
}));

const files = ['apps/web/src', 'apps/api/src', 'packages/domain/src'].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !NO_TEXTS.test(name)),
);
const texts = files.flatMap(textsOf);

/** The words of the last column of a table of the page, each with the word to use instead. */
function wordsNotToUse(title: string): { word: string; instead: string }[] {
  const [, table = ''] = page.split(`| ${title}`);
  return (table.split('\n\n')[0] ?? '')
    .split('\n')
    .slice(2)
    .flatMap((row) => {
      const cells = row.split('|').map((cell) => cell.trim());
      const [instead = '', not = ''] = [cells.at(1), cells.at(-2)];
      return not.split(', ').flatMap((word) => (word ? [{ word, instead }] : []));
    });
}
/** The idioms of the first column of their table, each with what to say instead. */
const idioms = (page.split('## Idioms')[1] ?? '')
  .split('## ')[0]
  ?.split('\n')
  .flatMap((line) => {
    const [, idiom = '', instead = ''] = line.split('|').map((cell) => cell.trim());
    return idiom && idiom !== 'idiom' && !idiom.startsWith('--') ? [{ idiom, instead }] : [];
  });
const fixed = new Set(
  (page.split('## Fixed texts')[1] ?? '').split('\n').flatMap((line) => line.match(/^- (.*)/)?.[1] ?? []),
);

/** Removes the fixed texts from a text: a fixed text of one word only matches alone, a longer one anywhere. */
function oursOf(text: string): string {
  if (fixed.has(text)) return '';
  return [...fixed]
    .filter((item) => item.includes(' '))
    .reduce((rest, item) => rest.replaceAll(item, ''), text);
}

/** Finds a word in texts, in singular or plural, outside fixed texts. */
const placesOf = (word: string, among: readonly Text[]) =>
  among
    .filter(({ text }) => new RegExp(`\\b${word}s?\\b`, 'i').test(oursOf(text)))
    .map(({ where, text }) => `${where}: ${text}`);

const everywhere = wordsNotToUse('word          |');
const forMembers = wordsNotToUse('word       |');
const read = texts.filter(({ file }) => !OFFICE.some((office) => office.test(file)));

it('finds the lists and the texts', () => {
  expect(everywhere.length).toBeGreaterThan(15);
  expect(forMembers.map(({ word }) => word)).toEqual(['campaign', 'donation', 'coverage']);
  expect(fixed.size).toBeGreaterThan(10);
  expect(idioms?.length).toBeGreaterThan(40);
  expect(prose.length).toBeGreaterThan(1_000);
  expect(texts.length).toBeGreaterThan(2_500);
  expect(read.map(({ text }) => text)).toContain('Nothing is due. Thank you for keeping up.');
});

describe('no text says', () => {
  it.each(everywhere)('$word, where $instead is meant', ({ word }) => {
    expect(placesOf(word, texts)).toEqual([]);
  });
});

describe('no comment, text, title of a test or page says', () => {
  it.each(idioms ?? [])('$idiom, but $instead', ({ idiom }) => {
    const pattern = new RegExp(`\\b${idiom}\\b`, 'gi');
    const places = prose.flatMap(({ file, text }) =>
      [...text.matchAll(pattern)].map(
        ({ index }) => `${file}: ${text.slice(Math.max(0, index - 40), index + 60)}`,
      ),
    );
    expect(places).toEqual([]);
  });
});

describe('no text for members says', () => {
  it.each(forMembers)('$word, where $instead is meant', ({ word }) => {
    expect(placesOf(word, read)).toEqual([]);
  });
});

it('every fixed text is in the sources still', () => {
  const isThere = (item: string) =>
    texts.some(({ text }) => (item.includes(' ') ? text.includes(item) : text === item));
  expect([...fixed].filter((item) => !isThere(item))).toEqual([]);
});

it('no text writes a date with digits', () => {
  expect(texts.filter(({ text }) => /\b\d\d\.\d\d\.\d{4}\b/.test(text)).map(({ where }) => where)).toEqual(
    [],
  );
});

// Which sheet a class has its looks from, and whether it is there wherever the class is named: a first visit must look
// like one after others. A sheet that was loaded once stays, so what it says must be said on every page that it fits.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run.mjs';

const src = join(root, 'apps/web/src');
const at = (name) => join(src, name);
const nameOf = (file) => relative(src, file);
const sassOptions = {
  loadPaths: [join(root, 'node_modules')],
  quietDeps: true,
  silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
};

/** The parts of a list that are apart by commas outside of brackets. */
function apart(list) {
  let depth = 0;
  const parts = [''];
  for (const letter of list) {
    depth += { '(': 1, ')': -1 }[letter] ?? 0;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

/** The classes that an element and those around it or in it must have; of `:is()` the first choice, of `:not()` none. */
function selectorOf(text) {
  let plain = text.replace(/\[[^\]]*\]/g, '');
  for (let before; before !== plain;) {
    before = plain;
    plain = plain
      .replace(/:not\([^()]*\)|:nth-[\w-]+\([^()]*\)/g, '')
      .replace(/:(?:is|where|has)\(([^()]*)\)/g, (_, inner) => ` ${apart(inner)[0]} `);
  }
  const classes = [...plain.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map(([, name]) => name);
  // `.a`, `.a:hover` and `.a.is-b` say how `.a` looks; `.a .b`, `.a.c` and `.a:has(.b)` say how something looks in a place.
  const [, owner] = /^\.(-?[a-zA-Z_][\w-]*)(?:\.is-[\w-]+|:[\w-]+)*$/.exec(text) ?? [];
  return { text, classes, owner };
}

function selectorsOf(css) {
  const lists = [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)].map(([, list]) =>
    list.trim(),
  );
  return lists
    .filter((list) => !/^(@|from\b|to\b|[\d.]+%)/.test(list))
    .flatMap(apart)
    .map(selectorOf);
}

/** The words of the class names that a component writes: texts, and those in an expression. */
function classesIn(source) {
  const words = [];
  for (const match of source.matchAll(/\b[cC]lass(?:Name|es)?(?:=|: )(?:"([^"]*)"|'([^']*)'|\{)/g)) {
    const text = match[1] ?? match[2];
    if (text !== undefined) words.push(text);
    else {
      const begin = match.index + match[0].length;
      let end = begin;
      for (let depth = 1; depth > 0 && end < source.length; end += 1)
        depth += { '{': 1, '}': -1 }[source[end]] ?? 0;
      for (const [quoted] of source.slice(begin, end - 1).matchAll(/'[^']*'|"[^"]*"|`[^`]*`/g))
        words.push(quoted.slice(1, -1).replace(/\$\{[^{}]*\}/g, ' '));
    }
  }
  return new Set(
    words
      .join(' ')
      .split(/[^\w-]+/)
      .filter(Boolean),
  );
}

function readModule(file) {
  const source = readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, '');
  const paths = (pattern) => [...source.matchAll(pattern)].map(([, path]) => join(dirname(file), path));
  return {
    source,
    classes: classesIn(source),
    imports: paths(/^(?:import|export)\s(?!type\b)[^;]*?'(\.[^']+)';/gm),
    lazy: paths(/import\(\s*'(\.[^']+)'\s*\)/g),
  };
}

async function readWeb() {
  const sass = await import(pathToFileURL(join(root, 'node_modules/sass/sass.node.mjs')).href);
  const files = readdirSync(src, { recursive: true })
    .map(at)
    .filter((file) => !/\.test\.tsx?$|\/src\/test\//.test(file));
  const sheets = files.filter((file) => /\/[^/_][^/]*\.scss$/.test(file));
  const modules = files.filter((file) => /\.tsx?$/.test(file));
  return {
    sheets: new Map(sheets.map((file) => [file, selectorsOf(sass.compile(file, sassOptions).css)])),
    modules: new Map(modules.map((file) => [file, readModule(file)])),
  };
}

/** The modules and sheets that come with some modules. */
function withImports(modules, files) {
  const all = new Set(files);
  // A Set also iterates over what is added meanwhile.
  for (const file of all) for (const imported of modules.get(file)?.imports ?? []) all.add(imported);
  return all;
}

/**
 * Checks the sheets of the web: each class has its looks from one sheet; a component that several features use imports the
 * sheets of its classes; and on each page there is every sheet with a selector that fits what the page names.
 */
export async function sheetReport() {
  const { sheets, modules } = await readWeb();
  const found = [];
  const always = withImports(modules, ['main.ts', 'app/bootstrap.ts', 'app/render.tsx'].map(at));
  const members = withImports(modules, [at('app/member-area.tsx')]);
  const given = new Set([...always, ...members]);

  const owners = new Map();
  for (const [sheet, selectors] of sheets)
    for (const { owner } of selectors)
      if (owner) owners.set(owner, (owners.get(owner) ?? new Set()).add(sheet));
  for (const [name, of] of owners) {
    const lazy = [...of].filter((sheet) => !always.has(sheet));
    if (lazy.length > 1) found.push(`.${name} has its looks from ${lazy.map(nameOf).join(' and ')}`);
  }
  for (const [file, { classes, imports }] of modules) {
    if (!/\/src\/(parts|ui)\//.test(file)) continue;
    for (const name of classes) {
      const of = [...(owners.get(name) ?? [])];
      if (of.length > 0 && !of.some((sheet) => given.has(sheet) || imports.includes(sheet)))
        found.push(`${nameOf(file)} names .${name}, and does not import ${of.map(nameOf).join(', ')}`);
    }
  }

  const { source } = modules.get(at('app/router.tsx'));
  const publicPages = source.slice(0, source.indexOf('const memberPages'));
  const pages = new Set(
    [...modules.values()].flatMap(({ lazy }) => lazy).filter((file) => /\/app\/pages\//.test(file)),
  );
  for (const page of pages) {
    const area = publicPages.includes(nameOf(page).replace('app/', './')) ? [] : members;
    const there = new Set([...withImports(modules, [page]), ...always, ...area]);
    const named = new Set(['btn', ...[...there].flatMap((file) => [...(modules.get(file)?.classes ?? [])])]);
    for (const [sheet, selectors] of sheets) {
      if (there.has(sheet)) continue;
      const fits = selectors.filter(
        ({ classes }) => classes.length > 0 && classes.every((name) => named.has(name)),
      );
      if (fits.length > 0)
        found.push(
          `${nameOf(page)} is without ${nameOf(sheet)}: ${[...new Set(fits.map(({ text }) => text))].join(', ')}`,
        );
    }
  }
  // A check that reads nothing would find nothing.
  if (owners.size < 100 || pages.size < 20)
    found.push(`only ${owners.size} classes and ${pages.size} pages were read`);
  return { code: found.length ? 1 : 0, output: found.map((each) => `SHEET ${each}`).join('\n') };
}

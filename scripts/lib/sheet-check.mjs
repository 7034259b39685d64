// Checks whether each class is styled by one sheet of the built web, and whether that sheet is loaded wherever the
// class is used: a sheet stays once it is loaded, so a missing one looks right after another page.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const MEMBER_AREA = 'src/app/member-area.tsx';

/** Splits a list at commas outside brackets. */
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

/**
 * The classes that an element and those around it or in it must have; of `:is()` the first choice, of `:not()` none.
 */
function selectorOf(text) {
  let plain = text.replace(/\[[^\]]*\]/g, '');
  for (let before; before !== plain;) {
    before = plain;
    plain = plain
      .replace(/:not\([^()]*\)|:nth-[\w-]+\([^()]*\)/g, '')
      .replace(/:(?:is|where|has)\(([^()]*)\)/g, (_, inner) => ` ${apart(inner)[0]} `);
  }
  const classes = [...plain.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map(([, name]) => name);
  // `.a`, `.a:hover` and `.a.is-b` define how `.a` looks; `.a .b`, `.a.c` and `.a:has(.b)` define how an element looks
  // in a context.
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

/** Adds the texts of an expression of JavaScript to `words`; returns where the expression ends. */
function readExpression(code, from, words) {
  let at = from;
  for (let depth = 0; at < code.length; at += 1) {
    const letter = code[at];
    if ('([{'.includes(letter)) depth += 1;
    else if (')]}'.includes(letter) && depth > 0) depth -= 1;
    else if (')]}'.includes(letter) || (',;'.includes(letter) && depth === 0)) break;
    else if ('\'"`'.includes(letter)) at = readText(code, at, words);
  }
  return at;
}

/** Adds the text that begins with a quotation mark, and the texts of expressions in it; returns where it ends. */
function readText(code, from, words) {
  const quote = code[from];
  let word = '';
  let at = from + 1;
  for (; at < code.length && code[at] !== quote; at += 1)
    if (quote === '`' && code.startsWith('${', at)) {
      at = readExpression(code, at + 2, words);
      word += ' ';
    } else word += code[at];
  words.push(word);
  return at;
}

/** The class names that a built file gives to elements. */
function classesIn(code) {
  const words = [];
  for (const { 0: name, index } of code.matchAll(/\bclass(?:Name|es)?:/gi))
    readExpression(code, index + name.length, words);
  return words
    .join(' ')
    .split(/[^\w-]+/)
    .filter(Boolean);
}

/** The files that are loaded with a chunk of the manifest, and their sheets. */
function withImports(manifest, key) {
  const keys = new Set([key]);
  // A Set also iterates over elements that are added meanwhile.
  for (const each of keys) for (const imported of manifest[each].imports ?? []) keys.add(imported);
  return [...keys].flatMap((each) => [manifest[each].file, ...(manifest[each].css ?? [])]);
}

/**
 * Checks the sheets of a built web, by its manifest: each class is styled by one sheet, and each chunk loads the sheets
 * of all selectors that match the classes that it and its imports use. The sheets in `200.html` are on every page;
 * chunks that are not pages may rely on the sheets of the member area, because each page is checked without them.
 */
export function sheetReport(dist = join(root, 'apps/web/dist')) {
  const read = (file) => readFileSync(join(dist, file), 'utf8');
  const manifest = JSON.parse(read('.vite/manifest.json'));
  const files = readdirSync(join(dist, 'assets')).map((file) => `assets/${file}`);
  const contents = (ending, contentsOf) =>
    new Map(files.filter((file) => file.endsWith(ending)).map((file) => [file, contentsOf(read(file))]));
  const sheets = contents('.css', selectorsOf);
  const classes = contents('.js', classesIn);
  const always = [...read('200.html').matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  const found = new Set();

  const owners = new Map();
  for (const [sheet, selectors] of sheets)
    for (const { owner } of always.includes(sheet) ? [] : selectors)
      if (owner) owners.set(owner, (owners.get(owner) ?? new Set()).add(sheet));
  for (const [name, of] of owners)
    if (of.size > 1) found.add(`.${name} is styled by ${[...of].join(' and ')}`);

  for (const key of Object.keys(manifest).filter((each) => manifest[each].file.endsWith('.js'))) {
    const area = key.startsWith('src/app/pages/') ? [] : [MEMBER_AREA].filter((each) => each in manifest);
    const there = new Set([...always, ...[key, ...area].flatMap((each) => withImports(manifest, each))]);
    const named = new Set(['btn', ...[...there].flatMap((file) => classes.get(file) ?? [])]);
    for (const [sheet, selectors] of sheets) {
      if (there.has(sheet)) continue;
      const fits = selectors.filter(
        (item) => item.classes.length > 0 && item.classes.every((name) => named.has(name)),
      );
      if (fits.length > 0)
        found.add(`${key} lacks ${sheet}: ${[...new Set(fits.map(({ text }) => text))].join(', ')}`);
    }
  }
  // A check that reads no files would find nothing.
  if (owners.size === 0 || ![...classes.values()].some(({ length }) => length > 0))
    found.add('no class names were read');
  return { code: found.size ? 1 : 0, output: [...found].map((each) => `SHEET ${each}`).join('\n') };
}

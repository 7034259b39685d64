import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { expect, it, onTestFinished } from 'vitest';

type Report = { code: number; output: string };
const { sheetReport } = (await import('../../../scripts/lib/sheet-check.mjs' as string)) as {
  sheetReport: (dist: string) => Report;
};

/** Builds a web of two lazily loaded pages and checks its sheets. */
async function check(files: Record<string, string>): Promise<Report> {
  const root = mkdtempSync(path.join(tmpdir(), 'sheets-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const all = {
    '200.html': '<script type="module" src="/main.js"></script>',
    'main.js': `window.open = (page) => page === 'one' ? import('./one.js') : import('./two.js');`,
    'one.js': `import './one.css'; window.show({ className: 'note' });`,
    'one.css': '.note { color: red }',
    'two.js': `window.show({ className: 'total' });`,
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { manifest: true, assetsInlineLimit: 0, rolldownOptions: { input: path.join(root, '200.html') } },
  });
  return sheetReport(path.join(root, 'dist'));
}

it('passes a build in which each class has its sheet', async () => {
  expect(await check({})).toEqual({ code: 0, output: '' });
});

it.each([
  ['a class', `className: 'note'`],
  ['a class of a choice', `className: window.isOpen ? 'note' : undefined`],
  ['a class among others', 'className: `total ${window.isOpen ? `note` : ``}`'],
])('fails where %s is named in a chunk without its sheet', async (_of, props) => {
  const { code, output } = await check({ 'two.js': `window.show({ ${props} });` });
  expect(code).toBe(1);
  expect(output).toMatch(/^SHEET two\.js lacks assets\/one-.*\.css: \.note$/);
});

it('fails where two sheets give a class its looks', async () => {
  const { code, output } = await check({
    'two.js': `import './two.css'; window.show({ className: 'note' });`,
    'two.css': '.note { color: blue }',
  });
  expect(code).toBe(1);
  expect(output).toMatch(/\.note is styled by assets\/\S+\.css and assets\/\S+\.css/);
});

it('takes the sheet of a chunk that a chunk imports', async () => {
  const files = { 'two.js': `import './shared.js';`, 'one.js': `import './shared.js';` };
  const shared = `import './one.css'; window.show({ className: 'note' });`;
  expect(await check({ ...files, 'shared.js': shared })).toEqual({ code: 0, output: '' });
});

it('fails where it read nothing', async () => {
  const { code, output } = await check({ 'one.js': '', 'two.js': '' });
  expect([code, output]).toEqual([1, 'SHEET no class names were read']);
});

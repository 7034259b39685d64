import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Loaded by every page; `main.ts` requests the rendering code a little later (docs/decisions/009). */
const FIRST = 'src/app/bootstrap.ts';

/**
 * The HTML files of the addresses where people arrive, with the source modules of their routes. Other addresses get
 * `200.html`.
 */
const ENTRY_PAGES: Record<string, string[]> = {
  'index.html': ['src/app/pages/landing-page.tsx'],
  'sign-in.html': ['src/app/pages/sign-in-page.tsx'],
  'my/overview.html': ['src/app/member-area.tsx', 'src/app/pages/overview-page.tsx'],
  '200.html': [],
};

/** The chunks and styles of some source modules, with their imports. */
function filesOf(bundle: Rolldown.OutputBundle, root: string, sources: readonly string[]): Set<string> {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file));
  };
  for (const source of sources) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === path.join(root, source));
    if (!chunk) throw new Error(`The build has no chunk of ${source}.`);
    add(chunk);
  }
  return files;
}

/**
 * Emits the HTML files. Each preloads the files of its route, so that they load in parallel and not one after
 * another.
 */
export function entryPages(): Plugin {
  let root = '';
  return {
    name: 'entry-pages',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const built = bundle['index.html'];
        if (built?.type !== 'asset') throw new Error('The build has no index.html.');
        const html = String(built.source);
        for (const [fileName, sources] of Object.entries(ENTRY_PAGES)) {
          const links = [...filesOf(bundle, root, [FIRST, ...sources])]
            .filter((file) => !html.includes(file))
            .map((file) => `<link rel="${relationOf(file)}" crossorigin href="/${file}">`);
          const source = html.replace('</head>', `${links.join('')}</head>`);
          if (fileName === 'index.html') built.source = source;
          else this.emitFile({ type: 'asset', fileName, source });
        }
      },
    },
  };
}

const relationOf = (file: string) => (file.endsWith('.css') ? 'stylesheet' : 'modulepreload');

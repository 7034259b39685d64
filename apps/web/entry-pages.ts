import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Loaded by every page; `main.ts` requests the rendering code a little later (docs/decisions/009). */
const FIRST = 'src/app/bootstrap.ts';

/**
 * The HTML files of the addresses where people arrive, with the source modules of their routes. Other addresses get
 * `200.html`.
 */
const ENTRY_PAGES: Record<string, string[]> = {
  'index.html': ['src/app/pages/public/landing-page.tsx'],
  'sign-in.html': ['src/app/pages/public/sign-in-page.tsx'],
  'my/overview.html': ['src/app/member-area.tsx', 'src/app/pages/member/overview-page.tsx'],
  'donate.html': ['src/app/member-area.tsx', 'src/app/pages/pay/donate-page.tsx'],
  '200.html': [],
};

const DONATE = 'donate.html';
const OF_MEMBERS = ['my/overview.html', DONATE];

/** Rendering code, loaded last. react-router-dom re-exports a part of it (RouterProvider), which only `render.tsx` uses. */
const RENDERING = /node_modules\/(react-dom|scheduler)\/|dom-export\.mjs|src\/app\/render\.tsx/;

/** Building blocks: those of the first form, at sign-in, are needed by nearly every page. */
const BUILDING_BLOCKS = /src\/(ui|lib)\/|packages\/domain\//;

/** The libraries of forms; a building block that imports one stays with it. */
const FORM_LIBRARY = /node_modules\/(react-hook-form|@hookform)\//;

/** Modules that the index of a library exports but only later pages use: growing lists belong to staff pages. */
const LATER = /@tanstack\/.*(InfiniteQuery|infiniteQuery(Observer|Options))\.js$/;

/** The text font for basic Latin letters; headings and other letters are loaded by pages that show them. */
const FONTS = /\/public-sans-latin-[^/]{8}\.woff2$/;

const importsOf = new Map<string, Set<string>>();

/** Returns a source module and all modules that it imports, directly or indirectly. */
function withImports(source: string, context: Rolldown.ChunkingContext): Set<string> {
  const known = importsOf.get(source);
  if (known) return known;
  const modules = new Set([path.join(import.meta.dirname, source)]);
  // A Set also iterates over elements added meanwhile.
  for (const id of modules)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) modules.add(imported);
  importsOf.set(source, modules);
  return modules;
}

/**
 * Returns the chunk of a module that the first page of a visit loads: the entry, modules that entry pages share,
 * modules that one of them needs besides. A dozen small files would cost more in headers than in code. All other
 * modules are split automatically.
 */
export function entryChunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const isIn = (source: string) => withImports(source, context).has(id);
  // It awaits the first route, whose code imports the shared chunk: inside that chunk, both would wait for ever.
  if (id === path.join(import.meta.dirname, FIRST) || LATER.test(id)) return null;
  if (RENDERING.test(id)) return 'render';
  if (isIn('src/main.ts')) return 'entry';
  const pages = Object.keys(ENTRY_PAGES).filter((page) => ENTRY_PAGES[page]?.some(isIn));
  const [page] = pages;
  const isOfForms =
    page === 'sign-in.html' &&
    BUILDING_BLOCKS.test(id) &&
    ![...withImports(path.relative(import.meta.dirname, id), context)].some((each) =>
      FORM_LIBRARY.test(each),
    );
  if (isIn(FIRST) || isOfForms) return 'shared';
  // Modules that only members need do not delay sign-in.
  if (pages.length > 1) return pages.every((each) => OF_MEMBERS.includes(each)) ? 'members' : 'shared';
  return page ? path.basename(page, '.html') : null;
}

/** Returns the chunks and styles of source modules, with their imports. */
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
          const fonts = fileName === DONATE ? [] : fontsOf(bundle);
          const links = [...filesOf(bundle, root, [FIRST, ...sources]), ...fonts]
            .filter((file) => !html.includes(file))
            .map((file) => `<link ${relationOf(file)} crossorigin href="/${file}">`);
          const source = html.replace('</head>', `${links.join('')}</head>`);
          if (fileName === 'index.html') built.source = source;
          else this.emitFile({ type: 'asset', fileName, source });
        }
      },
    },
  };
}

/** The preloaded font files, except for Donate, which has the most to load (docs/decisions/040). */
const fontsOf = (bundle: Rolldown.OutputBundle) => Object.keys(bundle).filter((file) => FONTS.test(file));

function relationOf(file: string): string {
  if (file.endsWith('.woff2')) return 'rel="preload" fetchpriority="low" as="font" type="font/woff2"';
  return file.endsWith('.css') ? 'rel="stylesheet"' : 'rel="modulepreload"';
}

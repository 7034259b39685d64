import { createRequire } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { entryChunkOf, entryPages } from './entry-pages.ts';

/** Paths of the API; all others are the web app. */
const apiPaths = [
  '/api',
  '/v2',
  '/token',
  '/logout',
  '/register',
  '/change-password',
  '/client-config',
  '/health',
  '/ready',
  '/openapi.json',
  '/docs',
  '/dev',
  '/log',
  '/webhooks',
];
/** A page by GET and an API call by POST. */
const sharedPaths = ['/confirm-email', '/forgot-password'];

const target = process.env['API_URL'] ?? 'http://localhost:8080';
const proxy = Object.fromEntries([
  ...apiPaths.map((path) => [`^${path}(/|\\?|$)`, { target }] as const),
  ...sharedPaths.map(
    (path) =>
      [
        `^${path}(/|\\?|$)`,
        {
          target,
          bypass: (request: { method?: string }) => (request.method === 'GET' ? '/index.html' : undefined),
        },
      ] as const,
  ),
]);

const folderOf = (library: string) =>
  path.dirname(createRequire(import.meta.url).resolve(`${library}/package.json`));

/**
 * What a build uses instead: react-router's code without warnings for developers, which its package does not offer to
 * bundlers, and nothing for what nobody here uses of axios: XMLHttpRequest (`client.ts` uses fetch), its older way to
 * cancel, and names for status codes.
 */
const builtWith = [
  { find: /^react-router$/, replacement: `${folderOf('react-router')}/dist/production/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${folderOf('react-router')}/dist/production/dom-export.mjs` },
  {
    find: /^\.\/(xhr|cancel\/CancelToken|helpers\/HttpStatusCode)\.js$/,
    replacement: `${folderOf('axios')}/lib/helpers/null.js`,
  },
];

export default defineConfig(({ command }) => ({
  plugins: [react(), entryPages()],
  resolve: { alias: command === 'build' ? builtWith : [] },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: entryChunkOf, includeDependenciesRecursively: false }] },
      },
    },
  },
  css: {
    preprocessorOptions: {
      scss: {
        // Bootstrap 5.3 still uses Sass's older syntax; the warnings are theirs.
        quietDeps: true,
        silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
      },
    },
  },
  server: { proxy },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    css: false,
    restoreMocks: true,
  },
}));

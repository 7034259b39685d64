import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { entryPages } from './entry-pages.ts';

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

const shared = new RegExp(
  [
    'node_modules/(react|axios|zod|jwt-decode|classnames)/',
    // Its RouterProvider comes with react-dom, which it needs.
    'node_modules/react-router/(?!.*dom-export)',
    'node_modules/(@restart/ui/(esm|cjs)/Button|react-bootstrap/esm/(Button|ThemeProvider))',
    'packages/domain/src/(card-number|constants|dates|free-text|identity|member|money|phone|problem|text)\\.ts',
    'web/src/lib/(client|client-config|error-log|format|http|uuid|use-now|problem|session|signed-out|toast|token-refresh|use-is-after-first-paint)\\.ts',
    'web/src/parts/account-menu-label',
    'web/src/ui/(button-link|field|form-problem|icon|logo|page|submit-button|text-field)',
    'web/src/(paths|app/sign-in-redirect|queries/identity|features/identity/email-draft)\\.ts',
  ].join('|'),
);

/** The overview, whole, and what other pages of members need. */
const member = new RegExp(
  [
    'web/src/ui/(?!toast|problem-note|use-form-call|date-field|checkbox)',
    'web/src/parts/(?!card-|donate-draft|payment-(figures|lines|payload|steps)|payments)',
    'web/src/queries/(campaigns|coverage|donations|member-data|members|payments|permissions|query-client)',
    'web/src/(app/(member-area|member-dashboard|link-account-offer|pages/overview-page)|features/overview/)',
    'node_modules/@tanstack',
    'packages/domain/src/(campaign|donation|permission)',
  ].join('|'),
);

/** What every page with a form needs. */
const forms =
  /node_modules\/(react-hook-form|@hookform)\/|web\/src\/(ui\/(problem-note|use-form-call|date-field)|lib\/(input-mask|form-draft)|features\/identity\/use-redirect)/;

export default defineConfig({
  plugins: [react(), entryPages()],
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What nearly every page needs comes in one file: a dozen small ones cost more in headers than in code.
          groups: [
            {
              name: 'entry',
              test: /web\/src\/(main|lib\/(prefetch|url-path))\.ts|rolldown\/runtime|vite\/preload-helper/,
            },
            { name: 'shared', test: shared },
            // What renders apart from what asks and decides, which runs while this is on its way (`app/bootstrap.ts`).
            {
              name: 'render',
              test: /node_modules\/(react-dom|scheduler)\/|dom-export\.mjs|web\/src\/app\/render\.tsx/,
            },
            { name: 'member', test: member },
            { name: 'forms', test: forms },
          ],
        },
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
});

// The directions of imports. `npm run check` fails if this finds no modules: see scripts/lib/check-steps.mjs.
const tests = '\\.(test|spec)\\.tsx?$|/test/|/e2e/';

/** The API from the top down: what is above uses what is below. Programs (main, worker, commands, ...) use all of it. */
const floors = ['http', 'modules', 'work', 'platform'];
const floorsHoldUp = floors.map((floor, index) => ({
  name: `${floor}-does-not-know-what-is-above`,
  comment: 'What a lower floor needs of a higher one is passed in, or moves down.',
  severity: 'error',
  from: { path: `^apps/api/src/${floor}/`, pathNot: tests },
  to: { path: '^apps/api/src/', pathNot: `^apps/api/src/(${floors.slice(index).join('|')})/` },
}));

/** The modules from the lowest up: a module uses those of lower layers. */
const layers = [
  ['identity/security-events', 'operations/audit', 'operations/client-logs'],
  ['money/cards', 'operations/jobs', 'organizations/organizations'],
  [
    'funds/campaign-runs',
    'identity/roles',
    'money/connected-accounts',
    'operations/health',
    'people/members',
  ],
  ['funds/campaigns', 'people/contacts', 'people/groups'],
  ['funds/memberships', 'identity/users'],
  ['identity/access', 'moving/backups', 'organizations/search', 'people/households', 'people/mourning'],
  ['funds/donations', 'people/intake-requests'],
  ['money/ledger', 'operations/copied-names', 'telling/messages', 'telling/outreach'],
  ['funds/coverage', 'money/approvals', 'money/receipts', 'money/review-items'],
  ['funds/claims'],
  ['money/charges', 'organizations/staff-home'],
  ['money/autopay', 'money/office'],
  ['funds/membership-dues', 'moving/imports', 'people/deaths', 'people/erasure'],
  [
    'moving/exports',
    'operations/verification',
    'people/families',
    'people/life-events',
    'people/member-removal',
  ],
];
const modulesOf = (names) => `^apps/api/src/modules/(${names.join('|')})/`;
const layersHoldUp = layers.map((layer, index) => ({
  name: `no-arrow-runs-back-up-from-${layer[0].replace('/', '-')}`,
  comment: 'A module knows none of its own layer and none of a higher one.',
  severity: 'error',
  from: { path: `^apps/api/src/modules/(${layer.join('|')})/`, pathNot: tests },
  to: { path: modulesOf(layers.slice(index).flat()), pathNot: '^apps/api/src/modules/$1/' },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-and-api-are-apart',
      comment: 'They meet over HTTP; what both know is in packages/domain.',
      severity: 'error',
      from: { path: '^apps/(web|api)/', pathNot: '/e2e/' },
      to: { path: '^apps/(web|api)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'domain-is-pure',
      comment: 'No clock, no I/O, no package but zod.',
      severity: 'error',
      from: { path: '^packages/domain/src', pathNot: tests },
      to: { pathNot: ['^packages/domain/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'tools-stay-out-of-the-product',
      comment: 'The sandbox and the local stack are for development and tests.',
      severity: 'error',
      from: { path: '^(apps/(web|api)|packages/domain)/src', pathNot: tests },
      to: { path: '^packages/(local-stack|stripe-sandbox)/' },
    },
    {
      name: 'features-do-not-know-each-other',
      comment: 'Pages join features.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'web-app-is-on-top',
      comment:
        'app -> features -> parts, queries -> ui, lib -> domain: nothing imports from the left of itself.',
      severity: 'error',
      from: { path: '^apps/web/src/(features|parts|queries|ui|lib|paths)', pathNot: tests },
      to: { path: '^apps/web/src/(app/|main\\.ts$)' },
    },
    {
      name: 'web-parts-do-not-know-features',
      severity: 'error',
      from: { path: '^apps/web/src/(parts|queries|ui|lib|paths)' },
      to: { path: '^apps/web/src/features/' },
    },
    {
      name: 'web-queries-do-not-know-what-shows-them',
      severity: 'error',
      from: { path: '^apps/web/src/(queries|lib|paths)' },
      to: { path: '^apps/web/src/(parts|ui)/' },
    },
    {
      name: 'web-ui-and-lib-know-nothing-of-the-product',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|lib)/', pathNot: tests },
      to: { path: '^apps/web/src/(parts/|queries/|paths\\.ts)' },
    },
    {
      name: 'web-starts-in-two-steps',
      comment:
        'The first script asks for answers and nothing else (docs/decisions/009); the rest comes by import().',
      severity: 'error',
      from: { path: '^apps/web/src/main\\.ts$' },
      to: {
        path: '^apps/web/src/',
        pathNot: ['^apps/web/src/lib/prefetch\\.ts$', '^apps/web/src/theme/'],
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'routes-use-services',
      comment: 'Mongoose stops at the model file.',
      severity: 'error',
      from: { path: '^apps/api/src/http/', pathNot: tests },
      to: { path: ['\\.model\\.ts$', '(^|/)node_modules/(mongoose|mongodb)/'] },
    },
    {
      name: 'presenters-are-pure',
      comment:
        'A record goes in, what is on the wire comes out: no I/O, no clock. Types may come from anywhere.',
      severity: 'error',
      from: { path: '\\.presenter\\.ts$' },
      to: {
        pathNot: ['^packages/domain/', '^apps/api/src/platform/', '\\.presenter\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'modules-meet-at-services',
      comment: 'Of another module only its services and its presenter are used.',
      severity: 'error',
      from: { path: '^apps/api/src/modules/([^/]+/[^/]+)/', pathNot: tests },
      to: {
        path: '^apps/api/src/modules/',
        pathNot: ['^apps/api/src/modules/$1/', '\\.(service|presenter)\\.ts$'],
      },
    },
    ...floorsHoldUp,
    ...layersHoldUp,
    {
      name: 'every-module-has-a-layer',
      comment: 'See `layers` above.',
      severity: 'error',
      from: { path: '^apps/api/src/modules/', pathNot: modulesOf(layers.flat()) },
      to: {},
    },
    {
      name: 'only-what-is-declared',
      severity: 'error',
      from: { path: '^(apps|packages)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-broken-imports',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|^coverage/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};

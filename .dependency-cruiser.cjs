/** The boundaries of docs/architecture.md, checked on every import. */
const server = {
  /** apps/server/modules/<group>/<module>/ */
  module: '^apps/server/modules/([^/]+)/([^/]+)/',
  door: '^apps/server/modules/[^/]+/[^/]+/index\\.ts$',
  /** The groups of modules, and which of the others each may import. */
  groups: {
    people: [],
    fleet: ['people'],
    service: ['people', 'fleet'],
    records: ['people', 'fleet'],
    ledger: ['people', 'fleet', 'records'],
    instance: ['people', 'fleet', 'service', 'records', 'ledger'],
  },
};

const web = {
  module: '^apps/web/modules/([^/]+)/',
  /** index.ts for other modules; frame.ts, which is small, for what loads with the first page. */
  door: '^apps/web/modules/[^/]+/(index|frame)\\.ts$',
  /** The site map loads pages by their files; nothing else does. */
  routes: '^apps/web/(routes|backoffice-routes|router)\\.tsx$',
};

module.exports = {
  forbidden: [
    {
      name: 'server-modules-by-index',
      comment: 'A server module is entered by its index.ts only.',
      severity: 'error',
      from: { path: server.module, pathNot: '\\.test\\.ts$' },
      to: { path: server.module, pathNot: ['^apps/server/modules/$1/$2/', server.door] },
    },
    {
      name: 'server-modules-by-index-from-outside',
      severity: 'error',
      from: { path: '^(apps/server/(?!modules/)|bench|simulator)', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/modules/', pathNot: server.door },
    },
    ...Object.entries(server.groups).map(([group, before]) => ({
      name: `server-group-${group}`,
      comment: before.length
        ? `Modules of ${group} import those of ${[group, ...before].join(', ')} only.`
        : `Modules of ${group} import each other only.`,
      severity: 'error',
      from: { path: `^apps/server/modules/${group}/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/server/modules/',
        pathNot: `^apps/server/modules/(${[group, ...before].join('|')})/`,
      },
    })),
    {
      name: 'server-modules-without-engines',
      comment: 'Modules work alike with embedded and external databases and brokers.',
      severity: 'error',
      from: { path: '^apps/server/modules/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/embedded/' },
    },
    {
      name: 'platform-without-modules',
      comment: 'The platform imports no module and nothing that starts a server.',
      severity: 'error',
      from: { path: '^apps/server/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/(modules|embedded|demo|testing)/' },
    },
    {
      name: 'testing-only-in-tests',
      severity: 'error',
      from: {
        path: '^(apps|integrations|packages|simulator)/',
        pathNot: ['\\.test\\.tsx?$', '^apps/server/(testing|every-call|demo-snapshot)/'],
      },
      to: { path: '^apps/server/testing/' },
    },
    {
      name: 'web-modules-by-index',
      comment:
        'A module of the console is entered by its index.ts or frame.ts only; style sheets may be shared.',
      severity: 'error',
      from: { path: web.module, pathNot: '\\.test\\.tsx?$' },
      to: { path: web.module, pathNot: ['^apps/web/modules/$1/', web.door, '\\.css$'] },
    },
    {
      name: 'web-modules-by-index-from-outside',
      severity: 'error',
      from: { path: '^apps/web/(?!modules/)', pathNot: ['\\.test\\.tsx?$', web.routes] },
      to: { path: '^apps/web/modules/', pathNot: web.door },
    },
    {
      name: 'web-layers-context',
      comment: 'api, context, ui, modules, then shell and entry: each imports only those before it.',
      severity: 'error',
      from: { path: '^apps/web/(api|context)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/web/(ui|modules|shell|entry|(backoffice-)?routes|router|main)' },
    },
    {
      name: 'web-layers-ui',
      severity: 'error',
      from: { path: '^apps/web/ui/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/web/(modules|shell|entry|(backoffice-)?routes|router|main)' },
    },
    {
      name: 'web-layers-modules',
      severity: 'error',
      from: { path: '^apps/web/modules/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/web/(shell|entry|(backoffice-)?routes|router|main)' },
    },
    {
      name: 'web-layers-frame',
      comment: 'The site map is provided to the frame and the entry pages, not imported.',
      severity: 'error',
      from: { path: '^apps/web/(shell|entry)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/web/((backoffice-)?routes|router|main)' },
    },
    {
      name: 'web-without-server',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^(apps/server|simulator)/' },
    },
    {
      name: 'packages-stand-alone',
      severity: 'error',
      from: { path: '^packages/(contract|device-models|domain|protocol)/' },
      to: { path: '^(apps|integrations|simulator|bench|e2e)/' },
    },
    {
      name: 'client-is-published-alone',
      comment: 'It is made of its own files and what is bundled: nothing of the workspaces.',
      severity: 'error',
      from: { path: '^packages/client/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps|integrations|packages/(?!client/)|simulator|bench|e2e)/' },
    },
    {
      name: 'home-assistant-by-client',
      comment: 'The bridge uses the API through the client, and nothing else of the server.',
      severity: 'error',
      from: { path: '^integrations/home-assistant/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps|packages/(?!client/)|simulator|bench|e2e|platform-sandbox)/' },
    },
    {
      name: 'domain-without-wire',
      severity: 'error',
      from: { path: '^packages/domain/' },
      to: { path: '^packages/(contract|protocol|resource-kit|resources)/' },
    },
    {
      name: 'simulator-is-only-a-device',
      comment: 'It knows the protocol and nothing of the server.',
      severity: 'error',
      from: { path: '^simulator/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps|integrations)/' },
    },
    {
      name: 'gateway-is-only-a-device',
      comment:
        'It runs on a box of its own and knows the protocol only; its simulator and tests know the physics too.',
      severity: 'error',
      from: {
        path: '^integrations/sunspec-gateway/',
        pathNot: ['\\.test\\.ts$', '^integrations/sunspec-gateway/sim/'],
      },
      to: { path: '^(apps|simulator|bench|e2e)/' },
    },
    {
      name: 'sandbox-is-only-a-platform',
      comment: 'It knows the fields of records and nothing of the server.',
      severity: 'error',
      from: { path: '^platform-sandbox/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps|simulator)/' },
    },
    {
      name: 'no-cycles',
      comment: 'Type-only imports and import() count too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};

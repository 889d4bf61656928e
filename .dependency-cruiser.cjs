/** The boundaries of docs/architecture.md, checked on every import. */
module.exports = {
  forbidden: [
    {
      name: 'a-module-has-one-door',
      comment: 'A server module is entered by its index.ts only.',
      severity: 'error',
      from: { path: '^apps/server/modules/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/server/modules/([^/]+)/',
        pathNot: ['^apps/server/modules/$1/', '^apps/server/modules/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'modules-from-outside-by-their-door',
      severity: 'error',
      from: { path: '^(apps/server/(?!modules/)|bench|simulator)', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/modules/[^/]+/', pathNot: '/index\\.ts$' },
    },
    {
      name: 'the-platform-knows-no-module',
      severity: 'error',
      from: { path: '^apps/server/platform/' },
      to: { path: '^apps/server/modules/' },
    },
    {
      name: 'the-console-does-not-reach-into-the-server',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^(apps/server|simulator|db)/' },
    },
    {
      name: 'packages-stand-alone',
      severity: 'error',
      from: { path: '^packages/(contract|protocol|ui)/' },
      to: { path: '^(apps|simulator|bench|e2e|db)/' },
    },
    {
      name: 'the-simulator-is-only-a-device',
      comment: 'It knows the protocol and nothing of the server.',
      severity: 'error',
      from: { path: '^simulator/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    parser: 'swc',

    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};

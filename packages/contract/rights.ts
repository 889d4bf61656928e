/**
 * Rights of the back office that belong to no resource (interpretation B37): ids of menu entries and of the buttons
 * on them. Those of a resource are derived from its menu id (resource-kit/rights.ts); packages/resources/screens.ts
 * has the names.
 */
export const rights = {
  home: 900,
  roles: { see: 1000, change: 1001 },
  /** Menu entry of the batteries (packages/resources/registry.ts), for further calls about them. */
  batteries: 3000,
  /** Editing of opening documents, likewise. */
  openings: 5502,
  /** Menu entry of the geofences, likewise. */
  geofences: 4300,
  labels: 3400,
  firmware: 4400,
  approvals: 5960,
  stock: { see: 5950, export: 5951 },
  matching: { see: 5988, run: 5989 },
  recovery: { see: 7400, export: 7401 },
  uninvoiced: 1390,
  /** Buttons on the entries of orders and of the stock. */
  settleDeliveries: 7700,
  releaseClaims: 7701,
  periods: { see: 5900, close: 5901, reopen: 5902 },
  reporting: { see: 5970, submit: 5971, correct: 5972, configs: 5975, configure: 5976 },
  query: { see: 7550, print: 7551 },
  statistics: { see: 7500, export: 7501 },
  enterpriseCount: { see: 7510, export: 7511 },
  jobCount: { see: 7520, export: 7521 },
  visual: 7530,
  areas: 9000,
  staff: { see: 9100, insert: 9101, update: 9102, delete: 9103, password: 9104, export: 9105 },
  log: { see: 9200, export: 9201, check: 9202 },
} as const;

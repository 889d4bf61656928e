/**
 * The tables that Kysely queries use, with the types of values that the catalog of PostgreSQL does not contain: contents
 * of jsonb and items of arrays. Whether a column is nullable or has a default is added from the catalog.
 */
export const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account_identities: {},
  accounts: {},
  api_tokens: { families: "('portal' | 'backoffice')[]" },
  audit: { details: 'Json<Record<string, unknown>>' },
  bindings: {},
  commands: {
    params: 'Json<Record<string, unknown>>',
    reply: 'Json<Record<string, unknown>>',
  },
  event_rule_states: {},
  event_rules: {},
  events: {},
  file_usage: {},
  files: {},
  history_walls: {},
  import_rows: {
    cells: 'Json<Record<string, string>>',
    errors: 'Json<{ column: string; key: string; message: string }[]>',
    warnings: 'Json<{ column: string; key: string }[]>',
  },
  imports: {},
  instance_facts: { value: 'Json<unknown>' },
  invitation_uses: {},
  invitations: {},
  known_addresses: {},
  login_codes: {},
  login_limits: {},
  preferences: { value: 'Json<JsonValue>' },
  recovery_codes: {},
  role_menus: {},
  roles: {},
  saved_views: { state: 'Json<ViewState>' },
  second_factors: {},
  sessions: {},
  site_devices: {},
  site_notes: {},
  site_transfers: {},
  sites: {},
  tenants: {},
  thing_state: { attributes: 'Json<Record<string, unknown>>', problem: 'Json<Record<string, unknown>>' },
  things: { description: 'Json<Record<string, unknown>>' },
  used_oidc_states: {},
};

/** Columns that only triggers set. */
export const setByTriggers: ReadonlySet<string> = new Set([
  'bindings.account_path',
  'events.tenant_id',
  'thing_state.problem',
]);

/** Where the types above come from, by name; each is imported if it is used. */
export const imports: Readonly<Record<string, string>> = {
  Defaulted: './column-types.ts',
  Int8: './column-types.ts',
  Json: './column-types.ts',
  JsonValue: './column-types.ts',
  Numeric: './column-types.ts',
  ReadOnly: './column-types.ts',
  Time: './column-types.ts',
  ViewState: '@voltloop/contract',
};

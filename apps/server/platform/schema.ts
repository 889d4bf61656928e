import type { ViewState } from '@voltloop/contract';
import type { ColumnType, Generated } from 'kysely';

/** The tables of db/postgres for Kysely. Times are Date; bigint and numeric are string. */
type Time = ColumnType<Date, Date | string, Date | string>;
type TimeOrNow = ColumnType<Date, Date | string | undefined, Date | string>;
type Json<T> = ColumnType<T, string, string>;

export interface Tenants {
  id: Generated<string>;
  name: string;
  time_zone: Generated<string>;
  created_at: TimeOrNow;
  disabled_at: Time | null;
  max_devices: number | null;
  max_accounts: number | null;
  max_frames_per_s: string | null;
  max_files_mb: number | null;
  raw_days: number | null;
  quarter_hour_days: number | null;
  frames_days: number | null;
  events_days: number | null;
  commands_days: number | null;
}

export interface Accounts {
  id: Generated<string>;
  node: Generated<string>;
  tenant_id: string;
  parent_id: string | null;
  path: string;
  kind: string;
  level: number;
  role_id: number;
  user_name: string;
  email: string | null;
  name: string;
  password_hash: string;
  must_change_password: Generated<boolean>;
  password_changed_at: Time | null;
  mobile: string | null;
  company: string | null;
  country: string | null;
  city: string | null;
  address: string | null;
  description: string | null;
  language: 'en' | 'zh' | null;
  time_zone: string | null;
  first_steps: Generated<'open' | 'skipped' | 'done'>;
  last_login_ip: string | null;
  last_login_at: Time | null;
  disabled_at: Time | null;
  deleted_at: Time | null;
  erased_at: Time | null;
  created_at: TimeOrNow;
  updated_at: TimeOrNow;
  search: ColumnType<string, never, never>;
}

export interface Invitations {
  id: Generated<string>;
  tenant_id: string;
  inviter_id: string;
  code_hash: Buffer;
  kind: string;
  note: string | null;
  email: string | null;
  max_uses: number;
  uses: Generated<number>;
  created_at: TimeOrNow;
  expires_at: Time;
  revoked_at: Time | null;
}

export interface InvitationUses {
  invitation_id: string;
  account_id: string;
  used_at: Time;
}

export interface Sessions {
  id: Generated<string>;
  account_id: string;
  refresh_hash: Buffer;
  previous_hash: Buffer | null;
  refreshed_at: TimeOrNow;
  ip: string | null;
  user_agent: string | null;
  created_at: TimeOrNow;
  ends_at: Time;
  revoked_at: Time | null;
  way: Generated<'password' | 'code' | 'oidc'>;
  end_reason: 'password' | 'revoked' | 'copied' | 'displaced' | null;
}

export interface ApiTokens {
  id: Generated<string>;
  account_id: string;
  name: string;
  token_hash: Buffer;
  scope: 'read' | 'write';
  families: ('portal' | 'backoffice')[];
  created_at: Time;
  expires_at: Time;
  revoked_at: Time | null;
  last_used_at: Time | null;
  last_used_ip: string | null;
}

export interface AccountIdentities {
  issuer: string;
  subject: string;
  account_id: string;
  origin: 'self' | 'email' | 'groups';
  label: string | null;
  linked_at: Time;
  last_used_at: Time | null;
}

export interface UsedOidcStates {
  state_hash: Buffer;
  expires_at: Time;
}

export interface SecondFactors {
  account_id: string;
  secret: Buffer;
  confirmed_at: Time | null;
  /** bigint */
  last_step: ColumnType<string, number | string | undefined, number | string>;
  created_at: Time;
}

export interface RecoveryCodes {
  account_id: string;
  code_hash: Buffer;
  used_at: Time | null;
}

export interface LoginCodes {
  code_hash: Buffer;
  account_id: string;
  session_id: string;
  created_at: Time;
  expires_at: Time;
  used_at: Time | null;
}

export interface KnownAddresses {
  account_id: string;
  network: string;
  last_sign_in_at: Time;
}

export interface LoginLimits {
  key: string;
  failures: Generated<number>;
  last_failure_at: TimeOrNow;
  blocked_until: Time | null;
}

export interface Audit {
  seq: Generated<string>;
  at: TimeOrNow;
  tenant_id: string | null;
  actor_id: string | null;
  actor_name: string | null;
  role_id: number | null;
  action: string;
  object_type: string | null;
  object_id: string | null;
  ip: string | null;
  result: Generated<string>;
  details: Json<Record<string, unknown>>;
  prev_hash: Buffer | null;
  hash: Buffer;
  /** See audit-hash.ts. */
  hash_form: Generated<number>;
}

export interface Outbox {
  id: Generated<string>;
  topic: string;
  payload: Json<Record<string, unknown>>;
  created_at: TimeOrNow;
  sent_at: Time | null;
  attempts: Generated<number>;
  next_at: TimeOrNow;
  last_error: string | null;
}

export interface InstanceFacts {
  key: string;
  value: Json<unknown>;
  updated_at: TimeOrNow;
}

export interface Things {
  id: Generated<string>;
  key: Generated<number>;
  tenant_id: string;
  devid: string;
  devtype: Generated<string>;
  devname: string;
  info_model_id: Generated<string>;
  secret_hash: Buffer;
  secret_rotated_at: TimeOrNow;
  description: ColumnType<Record<string, unknown>, string | undefined, string>;
  time_zone: Generated<string>;
  longitude: ColumnType<string | null, number | null | undefined, number | null>;
  latitude: ColumnType<string | null, number | null | undefined, number | null>;
  registered_at: TimeOrNow;
  deleted_at: Time | null;
  search: ColumnType<string, never, never>;
}

export interface ThingState {
  thing_id: string;
  status: Generated<number>;
  online: Generated<boolean>;
  last_time: Time | null;
  received_at: Time | null;
  soc_pct: number | null;
  soh_pct: number | null;
  work_state: 'idle' | 'charging' | 'discharging' | null;
  bat_power_w: number | null;
  grid_power_w: number | null;
  pv_power_w: number | null;
  load_power_w: number | null;
  clock_drift_s: number | null;
  hw_version: string | null;
  sw_version: string | null;
  attributes: ColumnType<Record<string, unknown>, string | undefined, string>;
  problem_level: Generated<number>;
  active_events: Generated<number>;
  problem: ColumnType<Record<string, unknown> | null, never, never>;
}

export interface Bindings {
  id: Generated<string>;
  thing_id: string;
  account_id: string;
  since: TimeOrNow;
  until: Time | null;
  bound_by: string | null;
  unbound_by: string | null;
  account_path: Generated<string>;
}

export interface Commands {
  id: Generated<string>;
  thing_id: string;
  cmd: string;
  params: ColumnType<Record<string, unknown>, string, string>;
  state: Generated<'queued' | 'sent' | 'answered' | 'failed' | 'expired'>;
  requested_by: string | null;
  save_log: Generated<boolean>;
  created_at: TimeOrNow;
  sent_at: Time | null;
  next_send_at: TimeOrNow;
  attempts: Generated<number>;
  answered_at: Time | null;
  expires_at: Time;
  reply: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  error: string | null;
}

export interface Events {
  id: Generated<string>;
  thing_id: string;
  code: string;
  source: Generated<string>;
  name_en: string;
  name_zh: string;
  level: number;
  value: number | null;
  threshold: number | null;
  begin_time: Time;
  end_time: Time | null;
  state: Generated<number>;
  ack_user: string | null;
  ack_time: Time | null;
  remark: string | null;
  noted_at: Time | null;
  tenant_id: Generated<string>;
  rule_id: string | null;
  search: ColumnType<string, never, never>;
}

export interface EventRules {
  id: Generated<string>;
  tenant_id: string;
  account_id: string;
  thing_id: string | null;
  point: string;
  comparison: 'above' | 'below';
  threshold: number;
  hysteresis: number;
  delay_s: number;
  clear_delay_s: number;
  level: number;
  name_en: string;
  name_zh: string;
  enabled: Generated<boolean>;
  version: Generated<number>;
  created_by: string | null;
  created_at: TimeOrNow;
  updated_at: TimeOrNow;
  deleted_at: Time | null;
}

export interface EventRuleStates {
  thing_id: string;
  rule_id: string;
  pack: number;
  is_on: boolean;
  since: Time | null;
  seen: Time;
}

type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

export interface Preferences {
  account_id: string;
  key: string;
  value: Json<JsonValue>;
  updated_at: TimeOrNow;
}

export interface SavedViews {
  id: Generated<string>;
  account_id: string;
  tenant_id: string;
  screen: string;
  name: string;
  state: Json<ViewState>;
  is_default: Generated<boolean>;
  created_at: TimeOrNow;
  updated_at: TimeOrNow;
}

export interface Imports {
  id: Generated<string>;
  tenant_id: string;
  account_id: string;
  kind: string;
  file_name: string;
  state: Generated<'open' | 'confirmed'>;
  created_at: TimeOrNow;
  expires_at: Time;
  confirmed_at: Time | null;
  unknown_columns: Generated<string[]>;
  example_rows: Generated<number>;
}

export interface ImportRows {
  import_id: string;
  number: number;
  cells: Json<Record<string, string>>;
  errors: Json<{ column: string; key: string; message: string }[]>;
  warnings: Json<{ column: string; key: string }[]>;
}

export interface Files {
  id: string;
  tenant_id: string;
  account_id: string;
  name: string;
  type: string;
  size_bytes: ColumnType<string, number, number>;
  width: number | null;
  height: number | null;
  sha256: Buffer;
  created_at: TimeOrNow;
  used_at: ColumnType<Date | null, Date | undefined, Date>;
}

export interface FileUsage {
  owner_id: string;
  bytes: string;
}

export interface Roles {
  id: Generated<number>;
  tenant_id: string;
  name: string;
  description: string | null;
  created_at: TimeOrNow;
  updated_at: TimeOrNow;
}

export interface RoleMenus {
  role_id: number;
  menu_id: number;
}

export interface Sites {
  id: Generated<string>;
  tenant_id: string;
  account_id: string;
  name: string;
  region: string | null;
  address: Generated<string>;
  longitude: ColumnType<string | null, number | null | undefined, number | null>;
  latitude: ColumnType<string | null, number | null | undefined, number | null>;
  time_zone: string;
  tags: Generated<string[]>;
  created_by: string | null;
  created_at: TimeOrNow;
  updated_at: TimeOrNow;
  deleted_at: Time | null;
}

export interface SiteDevices {
  id: Generated<string>;
  site_id: string;
  thing_id: string;
  since: Time;
  until: Time | null;
  added_by: string | null;
  removed_by: string | null;
}

export interface SiteNotes {
  id: Generated<string>;
  site_id: string;
  author_id: string;
  text: string;
  photos: string[];
  created_at: TimeOrNow;
  deleted_at: Time | null;
}

export interface SiteTransfers {
  id: Generated<string>;
  tenant_id: string;
  site_id: string | null;
  thing_id: string | null;
  giver_id: string;
  receiver_id: string;
  share_history: boolean;
  message: Generated<string>;
  state: Generated<'pending' | 'done' | 'declined' | 'cancelled' | 'expired'>;
  requested_by: string;
  created_at: TimeOrNow;
  expires_at: Time;
  giver_consent_at: Time | null;
  giver_consent_by: string | null;
  receiver_consent_at: Time | null;
  receiver_consent_by: string | null;
  ended_at: Time | null;
  ended_by: string | null;
}

export interface HistoryWalls {
  id: Generated<string>;
  thing_id: string | null;
  site_id: string | null;
  before: Time;
  keeper_id: string;
}

export interface DB {
  sites: Sites;
  site_devices: SiteDevices;
  site_notes: SiteNotes;
  site_transfers: SiteTransfers;
  history_walls: HistoryWalls;
  roles: Roles;
  role_menus: RoleMenus;
  tenants: Tenants;
  accounts: Accounts;
  invitations: Invitations;
  invitation_uses: InvitationUses;
  sessions: Sessions;
  known_addresses: KnownAddresses;
  login_limits: LoginLimits;
  api_tokens: ApiTokens;
  account_identities: AccountIdentities;
  used_oidc_states: UsedOidcStates;
  second_factors: SecondFactors;
  recovery_codes: RecoveryCodes;
  login_codes: LoginCodes;
  audit: Audit;
  outbox: Outbox;
  instance_facts: InstanceFacts;
  things: Things;
  thing_state: ThingState;
  bindings: Bindings;
  commands: Commands;
  events: Events;
  files: Files;
  file_usage: FileUsage;
  event_rules: EventRules;
  event_rule_states: EventRuleStates;
  preferences: Preferences;
  saved_views: SavedViews;
  imports: Imports;
  import_rows: ImportRows;
}

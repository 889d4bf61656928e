// Written by `node apps/server/database-types/table-types-write.ts` from the migrations; a test compares them.
import type { ViewState } from '@voltloop/contract';
import type { Defaulted, Int8, Json, JsonValue, Numeric, ReadOnly, Time } from './column-types.ts';

export interface AccountIdentities {
  issuer: string;
  subject: string;
  account_id: string;
  origin: 'self' | 'email' | 'groups';
  label: string | null;
  linked_at: Time;
  last_used_at: Time | null;
}

export interface Accounts {
  id: Defaulted<string>;
  node: Defaulted<Int8>;
  tenant_id: string;
  parent_id: string | null;
  path: string;
  kind: 'main' | 'factory' | 'agent1' | 'agent2' | 'company' | 'installer' | 'enduser' | 'staff';
  level: number;
  role_id: number;
  user_name: string;
  email: string | null;
  name: string;
  password_hash: string;
  must_change_password: Defaulted<boolean>;
  mobile: string | null;
  company: string | null;
  country: string | null;
  city: string | null;
  address: string | null;
  description: string | null;
  language: 'en' | 'zh' | null;
  time_zone: string | null;
  last_login_ip: string | null;
  last_login_at: Time | null;
  disabled_at: Time | null;
  deleted_at: Time | null;
  created_at: Defaulted<Time>;
  updated_at: Defaulted<Time>;
  search: ReadOnly<string>;
  password_changed_at: Time | null;
  first_steps: Defaulted<'open' | 'skipped' | 'done'>;
  erased_at: Time | null;
}

export interface ApiTokens {
  id: Defaulted<string>;
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

export interface Audit {
  seq: Defaulted<Int8>;
  at: Defaulted<Time>;
  tenant_id: string | null;
  actor_id: string | null;
  actor_name: string | null;
  role_id: number | null;
  action: string;
  object_type: string | null;
  object_id: string | null;
  ip: string | null;
  result: Defaulted<string>;
  details: Defaulted<Json<Record<string, unknown>>>;
  prev_hash: Buffer | null;
  hash: Buffer;
  hash_form: Defaulted<number>;
  chain: string | null;
}

export interface Bindings {
  id: Defaulted<string>;
  thing_id: string;
  account_id: string;
  since: Defaulted<Time>;
  until: Time | null;
  bound_by: string | null;
  unbound_by: string | null;
  account_path: ReadOnly<string>;
}

export interface Commands {
  id: Defaulted<string>;
  thing_id: string;
  cmd: string;
  params: Defaulted<Json<Record<string, unknown>>>;
  state: Defaulted<'queued' | 'sent' | 'answered' | 'failed' | 'expired' | 'cancelled'>;
  requested_by: string | null;
  save_log: Defaulted<boolean>;
  created_at: Defaulted<Time>;
  sent_at: Time | null;
  next_send_at: Defaulted<Time>;
  attempts: Defaulted<number>;
  answered_at: Time | null;
  expires_at: Time;
  reply: Json<Record<string, unknown>> | null;
  error: string | null;
}

export interface EventRuleStates {
  thing_id: string;
  rule_id: string;
  pack: number;
  is_on: boolean;
  since: Time | null;
  seen: Time;
}

export interface EventRules {
  id: Defaulted<string>;
  tenant_id: string;
  account_id: string;
  thing_id: string | null;
  point: string;
  comparison: 'above' | 'below';
  threshold: number;
  hysteresis: Defaulted<number>;
  delay_s: Defaulted<number>;
  clear_delay_s: Defaulted<number>;
  level: number;
  name_en: string;
  name_zh: string;
  enabled: Defaulted<boolean>;
  version: Defaulted<number>;
  created_by: string | null;
  created_at: Defaulted<Time>;
  updated_at: Defaulted<Time>;
  deleted_at: Time | null;
}

export interface Events {
  id: Defaulted<string>;
  thing_id: string;
  code: string;
  source: Defaulted<string>;
  name_en: string;
  name_zh: string;
  level: number;
  value: number | null;
  threshold: number | null;
  begin_time: Time;
  end_time: Time | null;
  state: Defaulted<1 | 2>;
  ack_user: string | null;
  ack_time: Time | null;
  remark: string | null;
  tenant_id: ReadOnly<string>;
  rule_id: string | null;
  search: ReadOnly<string>;
  noted_at: Time | null;
  reopened: Defaulted<number>;
}

export interface FileUsage {
  owner_id: string;
  bytes: Int8;
}

export interface Files {
  id: string;
  tenant_id: string;
  account_id: string;
  name: string;
  type: string;
  size_bytes: Int8;
  width: number | null;
  height: number | null;
  sha256: Buffer;
  created_at: Defaulted<Time>;
  used_at: Time | null;
}

export interface HistoryWalls {
  id: Defaulted<string>;
  thing_id: string | null;
  site_id: string | null;
  before: Time;
  keeper_id: string;
}

export interface ImportRows {
  import_id: string;
  number: number;
  cells: Json<Record<string, string>>;
  errors: Defaulted<Json<{ column: string; key: string; message: string }[]>>;
  warnings: Defaulted<Json<{ column: string; key: string }[]>>;
}

export interface Imports {
  id: Defaulted<string>;
  tenant_id: string;
  account_id: string;
  kind: string;
  file_name: string;
  state: Defaulted<'open' | 'confirmed'>;
  created_at: Defaulted<Time>;
  expires_at: Time;
  confirmed_at: Time | null;
  unknown_columns: Defaulted<string[]>;
  example_rows: Defaulted<number>;
  total_rows: Defaulted<number>;
}

export interface InstanceFacts {
  key: string;
  value: Json<unknown>;
  updated_at: Defaulted<Time>;
}

export interface InvitationUses {
  invitation_id: string;
  account_id: string;
  used_at: Time;
}

export interface Invitations {
  id: Defaulted<string>;
  tenant_id: string;
  inviter_id: string;
  code_hash: Buffer;
  kind: 'factory' | 'agent1' | 'agent2' | 'company' | 'installer' | 'enduser';
  note: string | null;
  max_uses: number;
  uses: Defaulted<number>;
  created_at: Defaulted<Time>;
  expires_at: Time;
  revoked_at: Time | null;
  email: string | null;
}

export interface KnownAddresses {
  account_id: string;
  network: string;
  last_sign_in_at: Time;
}

export interface LoginCodes {
  code_hash: Buffer;
  account_id: string;
  session_id: string;
  created_at: Time;
  expires_at: Time;
  used_at: Time | null;
}

export interface LoginLimits {
  key: string;
  failures: Defaulted<number>;
  last_failure_at: Defaulted<Time>;
  blocked_until: Time | null;
}

export interface Preferences {
  account_id: string;
  key: string;
  value: Json<JsonValue>;
  updated_at: Defaulted<Time>;
}

export interface RecoveryCodes {
  account_id: string;
  code_hash: Buffer;
  used_at: Time | null;
}

export interface RoleMenus {
  role_id: number;
  menu_id: number;
}

export interface Roles {
  id: Defaulted<number>;
  tenant_id: string;
  name: string;
  description: string | null;
  created_at: Defaulted<Time>;
  updated_at: Defaulted<Time>;
}

export interface SavedViews {
  id: Defaulted<string>;
  account_id: string;
  tenant_id: string;
  screen: string;
  name: string;
  state: Json<ViewState>;
  is_default: Defaulted<boolean>;
  created_at: Defaulted<Time>;
  updated_at: Defaulted<Time>;
}

export interface SecondFactors {
  account_id: string;
  secret: Buffer;
  confirmed_at: Time | null;
  last_step: Defaulted<Int8>;
  created_at: Time;
}

export interface Sessions {
  id: Defaulted<string>;
  account_id: string;
  refresh_hash: Buffer;
  previous_hash: Buffer | null;
  refreshed_at: Defaulted<Time>;
  ip: string | null;
  user_agent: string | null;
  created_at: Defaulted<Time>;
  ends_at: Time;
  revoked_at: Time | null;
  way: Defaulted<'password' | 'code' | 'oidc'>;
  end_reason: 'password' | 'revoked' | 'copied' | 'displaced' | null;
}

export interface SiteDevices {
  id: Defaulted<string>;
  site_id: string;
  thing_id: string;
  since: Time;
  until: Time | null;
  added_by: string | null;
  removed_by: string | null;
}

export interface SiteNotes {
  id: Defaulted<string>;
  site_id: string;
  author_id: string;
  text: string;
  photos: Defaulted<string[]>;
  created_at: Defaulted<Time>;
  deleted_at: Time | null;
}

export interface SiteTransfers {
  id: Defaulted<string>;
  tenant_id: string;
  site_id: string | null;
  thing_id: string | null;
  giver_id: string;
  receiver_id: string;
  share_history: boolean;
  message: Defaulted<string>;
  state: Defaulted<'pending' | 'done' | 'declined' | 'cancelled' | 'expired'>;
  requested_by: string;
  created_at: Defaulted<Time>;
  expires_at: Time;
  giver_consent_at: Time | null;
  giver_consent_by: string | null;
  receiver_consent_at: Time | null;
  receiver_consent_by: string | null;
  ended_at: Time | null;
  ended_by: string | null;
}

export interface Sites {
  id: Defaulted<string>;
  tenant_id: string;
  account_id: string;
  name: string;
  region: string | null;
  address: Defaulted<string>;
  longitude: Numeric | null;
  latitude: Numeric | null;
  time_zone: string;
  tags: Defaulted<string[]>;
  created_by: string | null;
  created_at: Defaulted<Time>;
  updated_at: Defaulted<Time>;
  deleted_at: Time | null;
}

export interface Tenants {
  id: Defaulted<string>;
  name: string;
  time_zone: Defaulted<string>;
  created_at: Defaulted<Time>;
  disabled_at: Time | null;
  max_devices: number | null;
  max_accounts: number | null;
  max_frames_per_s: Numeric | null;
  max_files_mb: number | null;
  raw_days: number | null;
  quarter_hour_days: number | null;
  frames_days: number | null;
  events_days: number | null;
  commands_days: number | null;
  offline_after_s: number | null;
}

export interface ThingState {
  thing_id: string;
  status: Defaulted<number>;
  online: Defaulted<boolean>;
  last_time: Time | null;
  received_at: Time | null;
  soc_pct: number | null;
  soh_pct: number | null;
  work_state: 'idle' | 'charging' | 'discharging' | null;
  bat_power_w: number | null;
  grid_power_w: number | null;
  pv_power_w: number | null;
  load_power_w: number | null;
  hw_version: string | null;
  sw_version: string | null;
  attributes: Defaulted<Json<Record<string, unknown>>>;
  clock_drift_s: number | null;
  problem_level: Defaulted<number>;
  active_events: Defaulted<number>;
  problem: ReadOnly<Json<Record<string, unknown>> | null>;
  silent: Defaulted<boolean>;
  left_wh: number | null;
  rated_wh: number | null;
}

export interface Things {
  id: Defaulted<string>;
  tenant_id: string;
  registered_at: Defaulted<Time>;
  secret_rotated_at: Defaulted<Time>;
  key: Defaulted<number>;
  deleted_at: Time | null;
  devid: string;
  devname: string;
  devtype: Defaulted<string>;
  info_model_id: Defaulted<string>;
  secret_hash: Buffer;
  time_zone: Defaulted<string>;
  longitude: Numeric | null;
  latitude: Numeric | null;
  description: Defaulted<Json<Record<string, unknown>>>;
  search: ReadOnly<string>;
  site_id: string | null;
  category_id: string | null;
  enterprise_id: string | null;
  record_remark: string | null;
  record_version: Defaulted<number>;
  record_time: Defaulted<Time>;
  offline_after_s: number | null;
}

export interface UsedOidcStates {
  state_hash: Buffer;
  expires_at: Time;
}

export interface DB {
  account_identities: AccountIdentities;
  accounts: Accounts;
  api_tokens: ApiTokens;
  audit: Audit;
  bindings: Bindings;
  commands: Commands;
  event_rule_states: EventRuleStates;
  event_rules: EventRules;
  events: Events;
  file_usage: FileUsage;
  files: Files;
  history_walls: HistoryWalls;
  import_rows: ImportRows;
  imports: Imports;
  instance_facts: InstanceFacts;
  invitation_uses: InvitationUses;
  invitations: Invitations;
  known_addresses: KnownAddresses;
  login_codes: LoginCodes;
  login_limits: LoginLimits;
  preferences: Preferences;
  recovery_codes: RecoveryCodes;
  role_menus: RoleMenus;
  roles: Roles;
  saved_views: SavedViews;
  second_factors: SecondFactors;
  sessions: Sessions;
  site_devices: SiteDevices;
  site_notes: SiteNotes;
  site_transfers: SiteTransfers;
  sites: Sites;
  tenants: Tenants;
  thing_state: ThingState;
  things: Things;
  used_oidc_states: UsedOidcStates;
}

import type { Config } from '../config.ts';

/** Periodic work of a node. */
export interface Work {
  /** As in metrics. */
  name: string;
  every_ms: number;
  /** The role of the nodes that do it. */
  role: 'every' | (Config['roles'] extends ReadonlySet<infer Role> ? Role : never);
  /** Whether its first round is at the start of the node. */
  isDoneAtStart: boolean;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

type Entry = readonly [every_ms: number, role: Work['role'], first?: 'atStart'];

/**
 * All periodic work of the server. Work of the role `jobs` may run on several nodes at once: each row is claimed or
 * locked by one of them.
 */
const table = {
  account_emails: [5 * SECOND_MS, 'jobs'],
  certificates: [5 * SECOND_MS, 'every'],
  commands: [SECOND_MS, 'jobs', 'atStart'],
  derived_counters: [MINUTE_MS, 'every'],
  device_states: [SECOND_MS, 'every'],
  events: [30 * SECOND_MS, 'jobs'],
  exports: [15 * SECOND_MS, 'jobs'],
  exports_old: [HOUR_MS, 'jobs', 'atStart'],
  firmware: [SECOND_MS, 'jobs'],
  firmware_orphans: [HOUR_MS, 'jobs', 'atStart'],
  foreign_frames: [SECOND_MS / 4, 'every'],
  geofences: [10 * SECOND_MS, 'jobs', 'atStart'],
  imports_expired: [15 * MINUTE_MS, 'jobs', 'atStart'],
  list_counts: [MINUTE_MS, 'jobs', 'atStart'],
  live_rights: [MINUTE_MS, 'api'],
  mqtt_keepalives: [5 * SECOND_MS, 'every'],
  notifications: [2 * SECOND_MS, 'jobs'],
  parameters: [SECOND_MS, 'jobs'],
  prices: [10 * MINUTE_MS, 'jobs', 'atStart'],
  reporting: [2 * SECOND_MS, 'jobs'],
  reports: [MINUTE_MS, 'jobs'],
  retention: [10 * MINUTE_MS, 'jobs'],
  sessions_ended: [HOUR_MS, 'every', 'atStart'],
  sign_in_addresses: [30 * SECOND_MS, 'every'],
  silent_devices: [30 * SECOND_MS, 'ingest'],
  stock_flows: [MINUTE_MS, 'jobs'],
  temporary_files: [HOUR_MS, 'every', 'atStart'],
  transfers: [10 * MINUTE_MS, 'jobs', 'atStart'],
  uploads_orphans: [HOUR_MS, 'jobs', 'atStart'],
  uploads_unused: [HOUR_MS, 'jobs', 'atStart'],
  webhooks: [2 * SECOND_MS, 'jobs'],
} as const satisfies Record<string, Entry>;

const entries = Object.entries<Entry>(table).map(([name, [every_ms, role, first]]): [string, Work] => [
  name,
  { name, every_ms, role, isDoneAtStart: first === 'atStart' },
]);

export const schedule = Object.fromEntries(entries) as Readonly<Record<keyof typeof table, Work>>;

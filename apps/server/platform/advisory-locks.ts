/**
 * Numbers of PostgreSQL's advisory locks, each with one meaning. `posting` is also in a trigger (db/postgres/0130_stock_takes.sql);
 * locks by name are in lock-name.ts, those of the audit trail in db/postgres/0360_audit_chains.sql.
 */
export const advisoryLocks = {
  migration: 7203311,
  /** With the tenant. */
  accountTree: 7203313,
  setup: 7203314,
  /** With the tenant. */
  posting: 7203315,
  backup: 7203316,
  /** With the account. */
  views: 7203317,
} as const;

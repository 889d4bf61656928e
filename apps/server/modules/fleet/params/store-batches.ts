import {
  MAX_PARAM_THINGS,
  type ParamBatch,
  type ParamBatchBody,
  type ParamJobState,
} from '@voltloop/contract';
import { sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { boundThingIds, type Viewer } from '../../people/accounts/index.ts';
import { BatchList, type BatchRow, chooseThings, DeviceJobs, thingsOf } from '../device-jobs/index.ts';
import type { Values } from './rules.ts';

export const paramJobs = new DeviceJobs<ParamJobState>({
  jobs: 'param_jobs',
  batches: 'param_batches',
  batch: 'batch_id',
  states: [
    [['failed'], 'failed'],
    [['differs'], 'failed'],
    [['expired'], 'failed'],
    [['sent', 'checking'], 'underWay'],
    [['reading'], 'underWay'],
    [['waiting'], 'waiting'],
    [['skipped'], 'dropped'],
    [['cancelled'], 'dropped'],
    [['verified'], 'succeeded'],
  ],
  // Reading changes nothing.
  unsent: ['waiting', 'reading'],
  cancelled: 'cancelled',
  retried: ['failed', 'dropped'],
  fresh: {
    done: 0,
    seen: '{}',
    command_id: null,
    silent: 0,
    unconfirmed: false,
    before: null,
    after: null,
    reason: null,
    error: null,
    begun_at: null,
  },
  stamped: false,
});

interface Row extends BatchRow<ParamJobState> {
  kind: 'change' | 'undo';
  values: Values;
  template: string | null;
  deadline_at: Date;
  cancelled_at: Date | null;
}

export const paramBatches = new BatchList<ParamJobState, Row, ParamBatch>(paramJobs, {
  objectType: 'param_batch',
  columns: sql`b.kind, b.values, p.name as template, b.deadline_at, b.cancelled_at`,
  joins: sql`left join param_templates p on p.id = b.template_id`,
  show: (row) => ({
    ...row,
    ...paramJobs.phases.totals(row.counts),
    created_at: row.created_at.getTime(),
    deadline_at: row.deadline_at.getTime(),
    cancelled_at: row.cancelled_at?.getTime() ?? null,
  }),
});

const isOpen = sql`exists (select from param_jobs o where o.batch_id = b.id and o.state in ${paramJobs.open})`;

/** SQL conditions: which batches a list shows, by its `open`. */
export const shownBatches = { all: sql`true`, true: isOpen, false: sql`not ${isOpen}` };

export interface NewBatch {
  name: string;
  kind: 'change' | 'undo';
  values: Values;
  templateId: string | null;
  undoSet: string | null;
  wait_s: number;
  /** Created by an owner within its limits. */
  owner: boolean;
}

export async function insertBatch(trx: Trx, caller: Caller, b: NewBatch, now: Date): Promise<string> {
  const deadline = new Date(now.getTime() + b.wait_s * 1000);
  const { rows } = await sql<{ id: string }>`
    insert into param_batches (tenant_id, name, kind, values, template_id, undo_set, wait_s, owner, created_by, created_at, deadline_at)
    values (${caller.tenantId}, ${b.name}, ${b.kind}, ${JSON.stringify(b.values)}::jsonb, ${b.templateId}::uuid,
      ${b.undoSet}::bigint, ${b.wait_s}, ${b.owner}, ${caller.accountId}, ${now}, ${deadline})
    returning id`.execute(trx);
  return rows[0]?.id ?? '';
}

/** A candidate thing of a batch. */
export interface ThingChoice {
  id: string;
  devid: string;
  info_model_id: string;
  online: boolean;
  /** It has an unfinished change. */
  queued: boolean;
}

const choice = sql`t.info_model_id, 
  exists (select from param_jobs j where j.thing_id = t.id and j.state in ${paramJobs.open}) as queued`;

export async function choicesById(db: Db, caller: Caller, ids: readonly string[]): Promise<ThingChoice[]> {
  const from = thingsOf(caller, undefined, [sql`t.id = any(${[...ids]}::uuid[])`]);
  return chooseThings(db, choice, from, ids.length);
}

/** The caller's matching things; at most one more than a batch may have. */
export async function choicesByFilter(
  db: Db,
  caller: Caller,
  filter: Omit<NonNullable<ParamBatchBody['filter']>, 'account'>,
  account: Viewer | null,
): Promise<ThingChoice[]> {
  const where = [];
  if (filter.state !== undefined) where.push(sql`coalesce(s.status, 4) = ${filter.state}`);
  if (account) where.push(sql`t.id in (${boundThingIds(account)})`);
  return chooseThings(db, choice, thingsOf(caller, filter.search, where), MAX_PARAM_THINGS + 1);
}

/** Cancels unsent jobs. @returns how many */
export async function cancelJobs(trx: Trx, batchId: string, now: Date): Promise<number> {
  await sql`update param_batches set cancelled_at = coalesce(cancelled_at, ${now}) where id = ${batchId}`.execute(
    trx,
  );
  return paramJobs.cancelUnsent(trx, [batchId], now, { command_id: null });
}

/** Requeues unsuccessful jobs; all, or the named ones. @returns how many */
export async function retryJobs(
  trx: Trx,
  batchId: string,
  ids: readonly string[] | undefined,
  now: Date,
): Promise<number> {
  const found = await paramJobs.lockRetries(trx, batchId, ids);
  if (found.length === 0) return 0;
  const { rows } = await sql<{ deadline_at: Date }>`
    update param_batches set cancelled_at = null, deadline_at = ${now}::timestamptz + wait_s * interval '1 second'
    where id = ${batchId} returning deadline_at`.execute(trx);
  await paramJobs.requeue(trx, found, { now, next: now, deadline: rows[0]?.deadline_at ?? now });
  return found.length;
}

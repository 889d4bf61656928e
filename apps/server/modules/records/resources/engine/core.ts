import type { Cause, Confirmation, Resource, Rules, Values } from '@voltloop/resource-kit';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Trx } from '../../../../platform/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import { retryBusy } from '../../../../platform/retry-busy.ts';
import type { Services } from '../../../../platform/services.ts';
import type { Registry, Row } from './columns.ts';

/** Shared dependencies of the engine's verbs. */
export interface Core {
  services: Services;
  registry: Registry;
  /** By name of the resource; most have none. */
  rules: Readonly<Record<string, Rules>>;
  /** Overrides for the steps of a resource that do more than change its state, by name of the resource. */
  steps: Map<string, (ctx: Ctx, input: StepInput) => Promise<Row[]>>;
}

export interface StepInput {
  ids: readonly string[];
  step: string;
  /** The reason; stored in the audit trail. */
  reason?: string | undefined;
  /** The chosen cause, where the step offers causes. */
  cause?: Cause | undefined;
  /** The version of the row as it was read, for a single row. */
  version?: number | undefined;
  /** Input that the step requires. */
  values?: Values | undefined;
  /** Warnings that the caller has confirmed. */
  confirmed?: readonly Confirmation[] | undefined;
}

export const rulesOf = (core: Core, resource: Resource): Rules => core.rules[resource.name] ?? {};

export const by = (ctx: Ctx) => ({
  tenantId: ctx.caller.tenantId,
  accountId: ctx.caller.accountId,
  now: ctx.now,
});

/**
 * Runs a write; a duplicate of a unique value becomes an error at its fields.
 * @throws validation
 */
export async function withDuplicateErrors<T>(resource: Resource, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const fields = code === '23505' && constraint ? resource.unique?.[constraint] : undefined;
    if (!fields) throw error;
    const message = 'Another row has this value already';
    throw new AppError('validation', {
      message,
      fields: fields.map((path) => ({ path, key: 'resource.taken', message })),
    });
  }
}

/**
 * Runs a write in a separate transaction, and retries it after a deadlock, which has rolled it back.
 * @throws validation as {@link refusingDoubles}, conflict where each try meets a deadlock
 */
export const writing = <T>(
  { services: { db } }: Core,
  resource: Resource,
  write: (trx: Trx) => Promise<T>,
): Promise<T> =>
  withDuplicateErrors(resource, () =>
    retryBusy(['40P01'], 'Others are changing the same data: try again', () =>
      db.transaction().execute(write),
    ),
  );

import type { Preset } from '@voltloop/resource-kit';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import type { Core } from '../../records/resources/index.ts';
import type { Document } from './document.ts';
import type { Line } from './lines.ts';
import type { Plan } from './plan.ts';
import { planCodes } from './plan-codes.ts';
import { planCount } from './plan-count.ts';
import { planLines } from './plan-lines.ts';
import { planMasses } from './plan-masses.ts';
import { planProduction } from './plan-production.ts';
import { planRun } from './plan-run.ts';
import type { Refusals } from './refusals.ts';

const planners = {
  count: planCount,
  mass: planMasses,
  code: planCodes,
  produce: planProduction,
  recycle: planRun,
} as const;

/** Actions that record what exists: the stock of a store does not limit them. */
const statements: ReadonlySet<Preset['does']> = new Set(['count', 'mass', 'code']);
export const fillsStores = ({ does }: Preset): boolean => !statements.has(does);

/** Actions whose lines depend on each other and cannot be checked separately. */
const dependent: ReadonlySet<Preset['does']> = new Set(['produce', 'recycle']);
export const hasDependentLines = ({ does }: Preset): boolean => dependent.has(does);

/**
 * The moves of a document, with everything that they affect locked. Lines that cannot be posted are collected, and have
 * no moves. @throws validation, conflict
 */
export const planOf = (
  core: Core,
  trx: Trx,
  ctx: Ctx,
  preset: Preset,
  document: Document,
  lines: readonly Line[],
  refusals: Refusals,
): Promise<Plan> =>
  (preset.does ? planners[preset.does] : planLines)(core, trx, ctx, preset, document, lines, refusals);

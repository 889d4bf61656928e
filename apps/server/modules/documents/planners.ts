import type { Preset } from '@voltloop/resource-kit';
import type { Ctx } from '../../platform/ctx.ts';
import type { Trx } from '../../platform/db.ts';
import type { Core } from '../resources/index.ts';
import type { Document } from './document.ts';
import type { Line } from './lines.ts';
import type { Plan } from './plan.ts';
import { planCodes } from './plan-codes.ts';
import { planCount } from './plan-count.ts';
import { planLines } from './plan-lines.ts';
import { planMasses } from './plan-masses.ts';

const planners = { count: planCount, mass: planMasses, code: planCodes } as const;

/** The moves of a document, with everything that they concern locked. @throws validation, conflict */
export const planOf = (
  core: Core,
  trx: Trx,
  ctx: Ctx,
  preset: Preset,
  document: Document,
  lines: readonly Line[],
): Promise<Plan> =>
  (preset.does ? planners[preset.does] : planLines)(core, trx, ctx, preset, document, lines);

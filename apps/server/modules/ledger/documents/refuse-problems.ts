import type { Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { lastMoves, type Move } from '../stock/index.ts';
import type { LineProblem } from './line-problem.ts';
import type { Line } from './lines.ts';

/** Maximum number of problems in a reply. */
export const MAX_PROBLEMS = 200;

/**
 * The moves of planned lines.
 * @throws conflict that names every line that cannot be posted, with the author of the earlier move
 */
export async function refuseProblems(
  trx: Trx,
  planned: readonly { line: Line; plan: Move[] | LineProblem }[],
): Promise<Move[]> {
  const problems = planned.flatMap(({ line, plan }) => (Array.isArray(plan) ? [] : [{ line, ...plan }]));
  if (problems.length === 0) return planned.flatMap(({ plan }) => plan as Move[]);
  const moved = await lastMoves(
    trx,
    problems.flatMap(({ movedBy }) => movedBy ?? []),
  );
  const fields = problems.slice(0, MAX_PROBLEMS + 1).map(({ line, field, key, message, movedBy }) => {
    const last = moved.get(movedBy ?? '');
    const by = last
      ? new URLSearchParams({ no: last.documentNo ?? '', by: last.by ?? '', at: String(last.at.getTime()) })
      : null;
    return {
      path: `lines.${line.clientKey}.${field}`,
      key: by ? `${key}${key.includes('?') ? '&' : '?'}${by}` : key,
      message: last ? `${message} (${last.documentNo}, ${last.by}, ${last.at.toISOString()})` : message,
    };
  });
  throw new AppError('conflict', { message: fields[0]?.message ?? '', fields });
}

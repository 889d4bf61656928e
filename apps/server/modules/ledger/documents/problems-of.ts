import type { FieldError } from '@voltloop/contract';
import type { DocumentKind } from '@voltloop/resource-kit';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Core, notEditable } from '../../records/resources/index.ts';
import { isOpen, lockDocument, presetOf } from './document.ts';
import { refuseCounted } from './plan-count.ts';
import { hasDependentLines } from './planners.ts';
import { post } from './post.ts';
import { posting } from './posting.ts';
import { Refusals, RefusedPosting } from './refusals.ts';

/** Thrown at the end of a trial posting to roll it back. */
class TrialDone extends Error {}

interface Checked {
  problems: readonly FieldError[];
  /** Warnings that posting it would raise. */
  warnings: readonly FieldError[];
  /** Whether every line was checked: those without a problem have none. */
  linesChecked: boolean;
}

/**
 * Problems that would prevent posting an open document now, found by a trial posting that is rolled back.
 * @param keys post only these lines: a new scan is checked at once, however long the document is
 * @throws notFound, transition
 */
export async function problemsOf(
  core: Core,
  ctx: Ctx,
  kind: DocumentKind,
  { id, keys }: { id: string; keys?: readonly string[] | undefined },
): Promise<Checked> {
  let warnings: Checked['warnings'] = [];
  let only: readonly string[] | undefined;
  try {
    return await posting(core.services, ctx, 1, async (trx) => {
      const document = await lockDocument(trx, ctx.caller.tenantId, kind, id);
      if (!isOpen(document))
        throw new AppError('transition', {
          message: notEditable.message,
          fields: [{ path: 'id', ...notEditable }],
        });
      // Findings about uncounted goods are irrelevant to a scan.
      const preset = presetOf(kind, document);
      if (keys && hasDependentLines(preset)) only = keys;
      if (keys && preset.does === 'count') {
        const refusals = new Refusals();
        await refusals.attempt(() => refuseCounted(trx, ctx.caller.tenantId, document, keys));
        refusals.endLines();
      } else ({ warnings } = await post(core, trx, ctx, kind, document, { keys: only ? undefined : keys }));
      throw new TrialDone();
    });
  } catch (error) {
    const prefixes = only?.map((key) => `lines.${key}.`);
    const of = (all: readonly FieldError[]) =>
      prefixes ? all.filter(({ path }) => prefixes.some((each) => path.startsWith(each))) : all;
    if (error instanceof TrialDone) return { problems: [], warnings: of(warnings), linesChecked: true };
    if (!(error instanceof AppError) || error.codeName === 'notFound' || error.codeName === 'transition')
      throw error;
    const whole = [{ path: 'lines', key: '', message: error.message }];
    return {
      problems: of(error.fields.length > 0 ? error.fields : whole),
      warnings: [],
      linesChecked: error instanceof RefusedPosting && error.linesChecked,
    };
  }
}

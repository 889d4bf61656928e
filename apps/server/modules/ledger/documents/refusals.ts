import type { FieldError } from '@voltloop/contract';
import type { Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Move } from '../stock/index.ts';
import type { LineProblem } from './line-problem.ts';
import type { Line } from './lines.ts';
import { MAX_PROBLEMS, refuseProblems } from './refuse-problems.ts';

/** A document that cannot be posted, with everything that prevents it. */
export class RefusedPosting extends AppError {
  /** Whether every line was checked: those without a problem have none. */
  readonly linesChecked: boolean;

  constructor(errors: readonly AppError[], linesChecked: boolean) {
    const [first] = errors;
    const all = errors.flatMap(({ fields }) => fields);
    // A later check may refuse what an earlier one has refused.
    const fields = [...new Map(all.map((field) => [`${field.path} ${field.key}`, field])).values()];
    super(first?.codeName ?? 'conflict', {
      message: first?.message ?? '',
      fields: fields.slice(0, MAX_PROBLEMS),
    });
    this.linesChecked = linesChecked && fields.length <= MAX_PROBLEMS;
  }
}

const collected: ReadonlySet<AppError['codeName']> = new Set(['validation', 'conflict']);

/**
 * Collects what prevents a posting, so that one check reports all of it: each check runs although an earlier one refused
 * the document, with the goods that are left.
 */
export class Refusals {
  /** Whether the lines have been planned, each with its moves or its problem. */
  linesChecked = false;
  readonly #errors: AppError[] = [];

  get any(): boolean {
    return this.#errors.length > 0;
  }

  add(error: AppError): void {
    this.#errors.push(error);
  }

  /** The result of a check; undefined where it refuses the document. */
  async attempt<T>(check: () => Promise<T> | T): Promise<T | undefined> {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof AppError) || !collected.has(error.codeName) || error.fields.length === 0)
        throw error;
      this.add(error);
      return undefined;
    }
  }

  /** The moves of the lines that can be posted. */
  async movesOf(trx: Trx, planned: readonly { line: Line; plan: Move[] | LineProblem }[]): Promise<Move[]> {
    await this.attempt(() => refuseProblems(trx, planned));
    return planned.flatMap(({ plan }) => (Array.isArray(plan) ? plan : []));
  }

  /** Ends a planning whose later checks need all lines. @throws conflict if anything was refused */
  endLines(): void {
    this.linesChecked = true;
    this.throwIfAny();
  }

  /** @throws validation or conflict */
  throwIfAny(): void {
    if (this.any) throw new RefusedPosting(this.#errors, this.linesChecked);
  }
}

/** The client keys of the lines that errors are about. */
export const linesIn = (fields: readonly FieldError[]): ReadonlySet<string> =>
  new Set(fields.flatMap(({ path }) => /^lines\.([^.]+)/.exec(path)?.[1] ?? []));

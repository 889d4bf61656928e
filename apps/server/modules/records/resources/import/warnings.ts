import { normalise, repairs, warningsOf } from '@voltloop/domain/battery-code/index.ts';
import { isImplausibleDay } from '@voltloop/domain/checks/index.ts';
import { parseOption } from '@voltloop/domain/options/index.ts';
import { type Resource, settable, type Values } from '@voltloop/resource-kit';
import type { RowError } from '../../imports/index.ts';

/** Finding other readings of a code takes milliseconds: done for this many rows of a file. */
const MAX_SUGGESTIONS = 200;

/** Warnings for which the most likely other reading is suggested. */
const mayBeMisread = (rule: string, structural: boolean) =>
  structural || rule === 'maker.letters' || rule === 'serial.digits';

/**
 * Warnings about the battery codes of a file, as in the form: invalid characters, letters mistaken for digits,
 * truncated codes, and contradictions to the row's other cells.
 */
export class CodeWarnings {
  readonly #columns: string[];
  readonly #today: string;
  #suggestions = MAX_SUGGESTIONS;

  /** @param today yyyy-MM-dd */
  constructor(resource: Resource, today: string) {
    this.#columns = settable(resource, 'insert').flatMap(([column, field]) =>
      field.kind === 'text' && field.as === 'batteryCode' ? [column] : [],
    );
    this.#today = today;
  }

  /** The warnings of one row. */
  of(values: Values): RowError[] {
    const known = {
      today: this.#today,
      productType: parseOption('productType', values.productType) ?? null,
      chemistry: parseOption('chemistry', values.chemistry) ?? null,
    };
    return this.#columns.flatMap((column) => {
      const code = normalise(String(values[column] ?? ''));
      const found = warningsOf(code, known);
      const warnings = found.map(({ rule, words }): RowError => ({ column, key: `code.${rule}`, words }));
      const other = found.some(({ rule, structural }) => mayBeMisread(rule, structural))
        ? this.#otherReading(code)
        : undefined;
      if (other) {
        const words = { en: `It may be ${other}.`, zh: `可能应为 ${other}。` };
        warnings.unshift({ column, key: 'code.misread', words });
      }
      return warnings;
    });
  }

  #otherReading(code: string): string | undefined {
    if (this.#suggestions === 0) return undefined;
    this.#suggestions -= 1;
    return repairs(code, this.#today)[0]?.code;
  }
}

/** Warnings about days that are probably errors. @param today yyyy-MM-dd */
export const implausibleDays = (resource: Resource, values: Values, today: string): RowError[] =>
  settable(resource, 'insert').flatMap(([column, field]) => {
    const day = field.kind === 'date' ? values[column] : undefined;
    return typeof day === 'string' && isImplausibleDay(day, today)
      ? [{ column, key: 'implausibleDay', value: day }]
      : [];
  });

import { limitKey, lineFields } from '@voltloop/resource-kit';
import type { Line } from './queries.ts';

/** Pure: the result of a check for each line. */

export interface FieldProblem {
  path: string;
  key: string;
  message: string;
}

/**
 * Good; doubtful if something in the line must be filled in, corrected or confirmed; refused if these goods cannot be in
 * this document; unchecked if the check failed, or stopped at a problem of the header or the whole document.
 */
export type VerdictTone = 'good' | 'doubtful' | 'refused' | 'unchecked';
export interface Verdict {
  tone: VerdictTone;
  /** Key of the catalogues, or a text; absent for good lines. */
  message?: string;
  /** The field with the problem. */
  field?: string;
}
/** By client key. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** Fields that identify the goods: an error there is not fixed by filling in the rest. */
const goods: ReadonlySet<string> = new Set(['code', 'condition']);

/**
 * Problems refer to a line as `lines.<client key>.<field>`, or by its index in the request; other lines are good if all
 * were checked.
 */
export function verdictsOf(
  problems: readonly FieldProblem[],
  lines: readonly Line[],
  warnings: readonly FieldProblem[] = [],
  linesChecked = true,
): Map<string, Verdict> {
  const ofLines = problems.filter(({ path }) => path.startsWith('lines.'));
  const found = new Map<string, Verdict>(
    lines.map(({ clientKey }) => [clientKey, { tone: linesChecked ? 'good' : 'unchecked' }]),
  );
  for (const { path, key, message } of ofLines) {
    const [, which = '', field = ''] = path.split('.');
    const clientKey = lines[Number(which)]?.clientKey ?? which;
    const before = found.get(clientKey);
    if (before?.tone === 'refused') continue;
    const tone = goods.has(field) ? 'refused' : 'doubtful';
    if (before?.tone === 'doubtful' && tone === 'doubtful') continue;
    const limit = limitKey(key.replace('validation.', ''), lineFields[field]);
    found.set(clientKey, { tone, message: limit ?? (key || message), field });
  }
  for (const { path, key, message } of warnings) {
    const clientKey = path.split('.')[1] ?? '';
    if (found.get(clientKey)?.tone === 'good')
      found.set(clientKey, { tone: 'doubtful', message: key || message });
  }
  return found;
}

/** Number of lines per tone. */
export function countVerdicts(verdicts: Verdicts): Record<VerdictTone, number> {
  const counts = { good: 0, doubtful: 0, refused: 0, unchecked: 0 };
  for (const { tone } of verdicts.values()) counts[tone] += 1;
  return counts;
}

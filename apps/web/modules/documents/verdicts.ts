import type { Line } from './queries.ts';

/** Pure: what a check says of each line. */

export interface FieldProblem {
  path: string;
  key: string;
  message: string;
}

/**
 * Good; doubtful where something has to be filled in, corrected or confirmed in the line; refused where these goods cannot go with
 * this document.
 */
export type VerdictTone = 'good' | 'doubtful' | 'refused';
export interface Verdict {
  tone: VerdictTone;
  /** Key of the catalogues, or a text; absent for what is good. */
  message?: string;
}
/** By client key. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** Fields that say which goods these are: an error there is not fixed by filling in the rest. */
const goods: ReadonlySet<string> = new Set(['code', 'condition']);

/** Problems name a line as `lines.<client key>.<field>`, or by its place in the request; a line that none names is good. */
export function verdictsOf(
  problems: readonly FieldProblem[],
  lines: readonly Line[],
  warnings: readonly FieldProblem[] = [],
): Map<string, Verdict> {
  const ofLines = problems.filter(({ path }) => path.startsWith('lines.'));
  // Where only the header or the whole is wrong, posting never came to the lines: nothing is known of them.
  const judged = problems.length === 0 || ofLines.length > 0;
  const found = new Map<string, Verdict>(
    judged ? lines.map(({ clientKey }) => [clientKey, { tone: 'good' }]) : [],
  );
  for (const { path, key, message } of ofLines) {
    const [, which = '', field = ''] = path.split('.');
    const clientKey = lines[Number(which)]?.clientKey ?? which;
    const before = found.get(clientKey);
    if (before?.tone === 'refused') continue;
    const tone = goods.has(field) ? 'refused' : 'doubtful';
    if (before?.tone === 'doubtful' && tone === 'doubtful') continue;
    found.set(clientKey, { tone, message: key || message });
  }
  for (const { path, key, message } of warnings) {
    const clientKey = path.split('.')[1] ?? '';
    if (found.get(clientKey)?.tone === 'good')
      found.set(clientKey, { tone: 'doubtful', message: key || message });
  }
  return found;
}

/** How many lines there are of each. */
export function countVerdicts(verdicts: Verdicts): Record<VerdictTone, number> {
  const counts = { good: 0, doubtful: 0, refused: 0 };
  for (const { tone } of verdicts.values()) counts[tone] += 1;
  return counts;
}

import type { Values } from '@voltloop/resource-kit';
import { same } from '../form/form-values.ts';

/** Pure: merges two users' changes of one row. All values are form values. */

/** A changed field. */
export interface Difference {
  name: string;
  before: unknown;
  theirs: unknown;
  mine: unknown;
  /** Both users changed it, to different values: one must be chosen. */
  both: boolean;
}

/** All changes since `before`, in the order of `names`. */
export function differencesOf(
  names: readonly string[],
  { before, theirs, mine }: { before: Values; theirs: Values; mine: Values },
): Difference[] {
  return names
    .map((name) => {
      const theyDid = !same(before[name], theirs[name]);
      const iDid = !same(before[name], mine[name]);
      return {
        name,
        before: before[name],
        theirs: theirs[name],
        mine: mine[name],
        both: theyDid && iDid && !same(theirs[name], mine[name]),
        any: theyDid || iDid,
      };
    })
    .filter(({ any }) => any)
    .map(({ any: _any, ...difference }) => difference);
}

export type Choice = 'theirs' | 'mine';

/** Whether a value is chosen for every conflicting field. */
export const isDecided = (differences: readonly Difference[], choices: Readonly<Record<string, Choice>>) =>
  differences.every(({ name, both }) => !both || choices[name] !== undefined);

/** The row with both users' changes; conflicting fields by choice. */
export function mergedValues(
  differences: readonly Difference[],
  { before, theirs }: { before: Values; theirs: Values },
  choices: Readonly<Record<string, Choice>>,
): Values {
  const merged: Values = { ...theirs };
  for (const { name, mine, both } of differences) {
    const taken = both ? choices[name] === 'mine' : !same(before[name], mine);
    if (taken) merged[name] = mine;
  }
  return merged;
}

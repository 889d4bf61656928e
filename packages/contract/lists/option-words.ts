import type { OptionList } from '@voltloop/domain/options/option-list.ts';
import type { Words } from '@voltloop/domain/words.ts';
import { words } from './define-list.ts';

/** The texts of an option list, by value. */
export const optionWords = <V extends string | number>({
  options,
}: OptionList<V>): Readonly<Record<V, Words>> =>
  Object.fromEntries(options.map(({ value, en, zh }) => [value, words(en, zh)])) as Record<V, Words>;

import { z } from 'zod';
import { type OptionListName, type OptionValue, optionLists } from './lists.ts';
import type { Option } from './option-list.ts';

export type OptionLanguage = 'en' | 'zh';

/** Whether a value is missing. 0 is a value: an individual, a no, a disconnect (interpretation A08). */
export function isEmptyValue(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

function optionOf(list: OptionListName, value: unknown): Option | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  const options: readonly Option[] = optionLists[list].options;
  return options.find((option) =>
    [option.value, ...(option.aliases ?? [])].some((each) => `${each}` === text),
  );
}

/**
 * The list's value for `value`, in the list's own type: '1' and 1 are equal, an alias is resolved. Undefined for a
 * missing or unknown value.
 */
export function parseOption<L extends OptionListName>(list: L, value: unknown): OptionValue<L> | undefined {
  return optionOf(list, value)?.value as OptionValue<L> | undefined;
}

/** The name of a value: '' for none, the value itself if it is not in the list. */
export function optionLabel(list: OptionListName, value: unknown, language: OptionLanguage): string {
  if (isEmptyValue(value)) return '';
  return optionOf(list, value)?.[language] ?? String(value);
}

/** The other names of a value in the trade. */
export function namesOf(list: OptionListName, value: string | number): readonly string[] {
  const options: readonly Option[] = optionLists[list].options;
  return options.find((option) => option.value === value)?.names ?? [];
}

/**
 * The choices of a list in order.
 * @param purpose `form` leaves out values that only the product itself sets.
 */
export function optionsOf<L extends OptionListName>(
  list: L,
  language: OptionLanguage,
  purpose: 'form' | 'filter' = 'form',
): { value: OptionValue<L>; label: string }[] {
  const options: readonly Option[] = optionLists[list].options;
  return options
    .filter((option) => purpose === 'filter' || option.settable !== false)
    .map((option) => ({ value: option.value as OptionValue<L>, label: option[language] }));
}

/** A field of a body or query with a value of the list; accepts text and number, and returns the list's type. */
export function optionValue<L extends OptionListName>(list: L) {
  const values = optionLists[list].options.map((option) => option.value) as OptionValue<L>[];
  return z.preprocess((value) => parseOption(list, value) ?? value, z.literal(values));
}

// Types alone: the theme uses this, and the code of lists of choices loads with the first page that has one.
import type { ComboboxParsedItem, OptionsFilter } from '@mantine/core';

/** A text as searches compare it: full width and case make no difference. */
export const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** The options of a list that contain the search text, folded. */
export const foldedOptions: OptionsFilter = ({ options, search, limit }) => {
  const wanted = folded(search);
  const found: ComboboxParsedItem[] = [];
  for (const option of options) {
    if (found.length === limit) break;
    if ('group' in option) {
      const items = foldedOptions({ options: option.items, search, limit: limit - found.length });
      found.push({ group: option.group, items: items as typeof option.items });
    } else if (folded(option.label).includes(wanted)) found.push(option);
  }
  return found;
};

import type { ComboboxParsedItem } from '@mantine/core';

/** Whether a label contains the text that was typed. */
export const contains = (label: string, text: string) => label.toLowerCase().includes(text.toLowerCase());

/**
 * The filter of a choice whose search runs on the server.
 * @param stale whether the options are those of the previous search; the ones that do not match the text could be
 *   chosen by mistake
 */
export const searchedOptions =
  (stale: boolean, text: string) =>
  ({ options }: { options: ComboboxParsedItem[] }) =>
    stale ? options.filter((option) => 'label' in option && contains(option.label, text)) : options;

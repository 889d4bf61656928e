import type { ComboboxParsedItem } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { folded } from '../text/folded.ts';

/** How long typing must pause before the server is queried, ms. */
const PAUSE_MS = 200;

/**
 * The options of a choice whose search runs on the server.
 * @param text the text that was typed; '' while the field shows its choice
 * @param queryOf the query for the options that match a text; with `keepPreviousData`
 * @returns the query, with `stale` while its options are those of the previous search, and a filter for a list of labels:
 *   an option of the previous search that does not match the text could be chosen by mistake
 */
export function useSearchedOptions<Data, Key extends QueryKey>(
  text: string,
  queryOf: (search: string) => UseQueryOptions<Data, Error, Data, Key>,
) {
  const wanted = text.trim();
  const [search] = useDebouncedValue(wanted, PAUSE_MS);
  const found = useQuery(queryOf(search));
  const stale = found.isPlaceholderData || wanted !== search;
  const matches = (label: string) => !stale || folded(label).includes(folded(wanted));
  const filter = ({ options }: { options: ComboboxParsedItem[] }) =>
    options.filter((option) => 'label' in option && matches(option.label));
  return { found, stale, matches, filter };
}

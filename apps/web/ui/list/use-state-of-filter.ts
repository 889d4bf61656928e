import { useState } from 'react';

/**
 * A state that belongs to the filter of a list, such as its selected rows. Another filter begins with `first` again,
 * whether it was set in the list, by a link or by Back.
 */
export function useStateOfFilter<T>(filter: unknown, first: T): [T, (next: T) => void] {
  const of = JSON.stringify(filter);
  const [state, setState] = useState({ of, value: first });
  return [state.of === of ? state.value : first, (value) => setState({ of, value })];
}

import type { CallFilters, List, ListView } from '@voltloop/contract/lists/define-list.ts';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useFormat } from '../text/format.ts';
import { useNow } from '../time/use-now.ts';
import { callFilters, listAddress } from './list-view.ts';

/** What a declared list shows, and the change of it. */
export interface ListPlace<L extends List> {
  view: ListView<L>;
  /** Search, filters and order, as parameters of the list's call. */
  wanted: CallFilters<L>;
  /** The view that the list begins with. */
  first: ListView<L>;
  /** Changes the view; from another filter or order the list begins at its first page. */
  show: (next: Partial<ListView<L>>) => void;
  /** Its parameters of the address; null while it has none. */
  names: readonly string[] | null;
}

/**
 * Where a declared list keeps what it shows: in the address of its page. Other parameters, such as an open drawer or
 * tab, are kept.
 * @param local Not in the address, for a list inside the tab of a row: what it begins with
 */
export function useListPlace<L extends List>(list: L, local?: Partial<ListView<L>>): ListPlace<L> {
  const { fromUrl, toUrl, names, first } = useMemo(() => listAddress(list), [list]);
  const [params, setParams] = useSearchParams();
  // Without the parameters of others, so that the view is the same object while only they change.
  const query = toUrl(fromUrl(params)).toString();
  const [held, setHeld] = useState(() => ({ ...first, ...local }));
  const addressed = useMemo(() => fromUrl(new URLSearchParams(query)), [fromUrl, query]);
  const view = local ? held : addressed;

  const zone = useFormat().zoneName;
  const now_ms = useNow(60_000);
  const wanted = useMemo(() => callFilters(list, view, { now_ms, zone }), [list, view, now_ms, zone]);
  return {
    view,
    wanted,
    first: local ? { ...first, ...local } : first,
    show: (next) => {
      if (local) setHeld((now) => ({ ...now, page: 1, ...next }));
      else
        setParams((now) => toUrl({ ...fromUrl(now), page: 1, ...next }, now), {
          replace: true,
          preventScrollReset: true,
        });
    },
    names: local ? null : names,
  };
}

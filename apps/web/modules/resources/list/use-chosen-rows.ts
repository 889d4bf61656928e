import { useFormat } from '../../../ui/index.ts';
import { useStateOfFilter } from '../../../ui/list/use-state-of-filter.ts';
import { notifyError } from '../../../ui/toast/notify-error.ts';
import { toast } from '../../../ui/toast/toast.ts';
import type { Loaded } from '../loaded.ts';
import { MAX_SELECTED, rowsToChoose } from '../queries.ts';
import type { Row } from '../views.ts';
import type { ListView } from './list-url.ts';

const NONE: ReadonlyMap<string, Row> = new Map();

/** The selected rows of a list, by id, over its pages. */
export function useChosenRows(loaded: Loaded, { search, filters }: ListView) {
  const format = useFormat();
  const [chosen, setChosen] = useStateOfFilter({ search, filters }, NONE);
  return {
    chosen,
    clear: () => setChosen(NONE),
    /** @param rows Those of the shown page; others are among the selected ones. */
    select: (ids: ReadonlySet<string>, rows: readonly Row[]) => {
      const atHand = new Map([...chosen, ...rows.map((row): [string, Row] => [row.id, row])]);
      setChosen(new Map([...ids].flatMap((id) => (atHand.has(id) ? [[id, atHand.get(id) as Row]] : []))));
    },
    /** Selects all rows of a filter, up to the maximum. */
    selectAll: async (view: ListView, zone: string) => {
      try {
        const { list, total } = await rowsToChoose(loaded, view, zone);
        setChosen(new Map(list.map((row) => [row.id, row])));
        if (total !== null && total > list.length)
          toast.warning({ ns: 'backoffice', key: 'tooMany', values: { count: format.number(MAX_SELECTED) } });
      } catch (error) {
        notifyError(error);
      }
    },
    keep: (isKept: (id: string) => boolean) => setChosen(new Map([...chosen].filter(([id]) => isKept(id)))),
  };
}

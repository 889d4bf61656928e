import type { BodyOf, QueryInputOf } from '@voltloop/contract';
import { exportThings, MAX_DEVICES_AT_ONCE, type Thing, thingIds } from '@voltloop/contract/calls/things.ts';
import type { List } from '@voltloop/contract/lists/define-list.ts';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { useFormat } from '../../ui/index.ts';
import type { ListPlace } from '../../ui/list/use-list-place.ts';
import { useListSelection } from '../../ui/list/use-list-selection.ts';
import { toast } from '../../ui/toast/toast.ts';

export const devidOf = (thing: Thing) => thing.devid;

/**
 * The selected devices of a list, and its export.
 * @param query The list's filters and order, as its calls have them
 */
export function useThingSelection<L extends List>(place: ListPlace<L>, query: QueryInputOf<typeof thingIds>) {
  const format = useFormat();
  const { tenantId } = useAccount();
  const selection = useListSelection(place, devidOf);
  return {
    selection,
    /** Selects all devices that match the filters, up to the limit of one action. */
    onSelectAll: async () => {
      const { devids, total } = await call(thingIds, { params: { tenantId }, query });
      selection.chooseIds(devids);
      if (total > devids.length)
        toast.warning({
          ns: 'things',
          key: 'bulk.most',
          values: { n: format.number(MAX_DEVICES_AT_ONCE) },
        });
    },
    /** Downloads the devices of the list, or only `devids`. */
    download: (file: Omit<BodyOf<typeof exportThings>, 'devids'>, devids?: readonly string[]) =>
      downloadFile(exportThings, {
        params: { tenantId },
        query,
        body: { ...file, ...(devids && { devids: [...devids] }) },
      }),
  };
}

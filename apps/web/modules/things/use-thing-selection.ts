import type { QueryInputOf } from '@voltloop/contract';
import {
  exportThings,
  MAX_DEVICES_AT_ONCE,
  type ThingExportColumn,
  thingIds,
} from '@voltloop/contract/calls/things.ts';
import { call } from '../../api/call.ts';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { useFormat } from '../../ui/index.ts';
import { useStateOfFilter } from '../../ui/list/use-state-of-filter.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { toast } from '../../ui/toast/toast.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * The selected devices of a list, and its export.
 * @param query The list's filters and order.
 * @param shown Its visible columns; an export has the device's id beside its name.
 */
export function useThingSelection(query: QueryInputOf<typeof thingIds>, shown: readonly { id: string }[]) {
  const format = useFormat();
  const { tenantId } = useAccount();
  const [selected, setSelected] = useStateOfFilter(query, NONE);
  return {
    selected,
    setSelected,
    clear: () => setSelected(NONE),
    /** Selects all devices that match the filters, up to the limit of one action. */
    selectAll: async () => {
      try {
        const { devids, total } = await call(thingIds, { params: { tenantId }, query });
        setSelected(new Set(devids));
        if (total > devids.length)
          toast.warning({
            ns: 'things',
            key: 'bulk.most',
            values: { n: format.number(MAX_DEVICES_AT_ONCE) },
          });
      } catch (error) {
        notifyError(error);
      }
    },
    /** Downloads the devices of the list, or only `devids`. */
    exportList: (what: 'csv' | 'xlsx', devids?: ReadonlySet<string>) =>
      downloadFile(exportThings, {
        params: { tenantId },
        query,
        body: {
          format: what,
          language: languageOf(format.language),
          columns: shown.flatMap(({ id }) =>
            id === 'devname' ? ['devname', 'devid'] : [id],
          ) as ThingExportColumn[],
          ...(devids ? { devids: [...devids] } : {}),
        },
      }),
  };
}

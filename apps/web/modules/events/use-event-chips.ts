import { useTranslation } from 'react-i18next';
import { useSiteChip } from '../../ui/devices/use-site-chip.ts';
import type { EventView } from './events-url.ts';

/** The filters of the list that links of other pages set: the removable chips above it. */
export function useEventChips(view: EventView, show: (next: Partial<EventView>) => void) {
  const { t } = useTranslation(['events', 'things']);
  const site = useSiteChip(view.site ?? '');
  const filters = (['devid', 'code', 'rule', 'account', 'site'] as const).flatMap((id) => {
    const value = view[id];
    if (value === null) return [];
    const text = id === 'site' ? site : t(`filter.${id}`, { value });
    return [{ id, text, onRemove: () => show({ [id]: null }) }];
  });
  return {
    filters,
    onClear: () => show({ devid: null, code: null, rule: null, account: null, site: null }),
  };
}

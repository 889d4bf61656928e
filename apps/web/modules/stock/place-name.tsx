import type { StockPlace } from '@voltloop/contract/calls/stock.ts';
import { useTranslation } from 'react-i18next';
import { AllowedLink } from '../../ui/allowed-link.tsx';

/** The name of an item's place; a store links to its page. */
export function PlaceName({ place }: { place: StockPlace }) {
  const { t } = useTranslation('stock');
  const { kind, storeId, name, code } = place;
  if (kind !== 'location' || !storeId)
    return name && kind !== 'outside'
      ? t('place.named', { what: t(`place.${kind}`), name })
      : (name ?? t(`place.${kind}`));
  const text = `${name ?? ''} · ${code || t('notPutAway')}`;
  const path = `/backoffice/stock/${storeId}`;
  return (
    <AllowedLink className="link" to={code ? `${path}?location=${encodeURIComponent(code)}` : path}>
      {text}
    </AllowedLink>
  );
}

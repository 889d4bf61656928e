import type { StockPlace } from '@voltloop/contract/calls/stock.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMayOpen } from '../../context/may-open.ts';

/** The name of an item's place; a store links to its page. */
export function PlaceName({ place }: { place: StockPlace }) {
  const { t } = useTranslation('stock');
  const mayOpen = useMayOpen();
  const { kind, storeId, name, code } = place;
  if (kind !== 'location' || !storeId)
    return name && kind !== 'outside'
      ? t('place.named', { what: t(`place.${kind}`), name })
      : (name ?? t(`place.${kind}`));
  const text = `${name ?? ''} · ${code || t('notPutAway')}`;
  const path = `/backoffice/stock/${storeId}`;
  return mayOpen(path) ? (
    <Link className="link" to={code ? `${path}?location=${encodeURIComponent(code)}` : path}>
      {text}
    </Link>
  ) : (
    text
  );
}

import type { StockClaim } from '@voltloop/contract/calls/stock.ts';
import { useTranslation } from 'react-i18next';
import { StatusBadge, useFormat } from '../../ui/index.ts';
import { useAmounts } from './use-amounts.ts';

/** A badge for claimed goods: the first claiming document, and how many more. */
export function Claimed({ claims }: { claims: readonly StockClaim[] }) {
  const { t } = useTranslation('stock');
  const { date } = useFormat();
  const { kg } = useAmounts();
  const [first] = claims;
  if (!first) return null;
  const { document, kg: mass, by, until } = first;
  const more = claims.length > 1 && `+${claims.length - 1}`;
  const title = [by, t('claims.until', { until: date(until, 'dateTime') })].filter(Boolean).join(' · ');
  return (
    <span title={title}>
      <StatusBadge tone="info">
        {[document.no, mass !== null && kg(mass), more].filter(Boolean).join(' · ')}
      </StatusBadge>
    </span>
  );
}

import { useQuery } from '@tanstack/react-query';
import { decimalOf } from '@voltloop/resource-kit';
import { formatDecimal, StatusBadge, useFormat } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import type { Row } from '../resources/index.ts';
import { inTransit } from './queries.ts';

/** How much of a posted transfer has not arrived yet. */
export function InTransitNote({ kind, row }: { kind: string; row: Row }) {
  const { t } = useTranslation('documents');
  const { language } = useFormat();
  const sent = row.preset === 'transfer' && row.status === 'posted';
  const { data } = useQuery({ ...inTransit(kind, row.id), enabled: sent });
  if (!sent || !data) return null;
  if (data.length === 0) return <StatusBadge tone="ok">{t('transit.arrived')}</StatusBadge>;
  const kg = data.reduce((sum, each) => sum.plus(each.kg), decimalOf(0)).toFixed();
  return (
    <StatusBadge tone="warning">
      {t('transit.open', { count: data.length, kg: formatDecimal(kg, 0, language) })}
    </StatusBadge>
  );
}

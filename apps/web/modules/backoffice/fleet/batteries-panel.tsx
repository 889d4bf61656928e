import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Field } from '@voltloop/resource-kit';
import { Card, EmptyState, ErrorState, SkeletonRows, useFormat } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import detail from '../../resources/detail/detail.module.css';
import { load, type Row, rowPath, say, Value } from '../../resources/index.ts';
import valueStyles from '../../resources/value.module.css';

/** Batteries of one vehicle that are shown; a bus has a dozen. */
const AT_MOST = 100;
const columns = ['productType', 'batteryType', 'ratedEnergyKwh', 'sohPct', 'state'];

const batteriesOf = (vehicleId: string) =>
  queryOptions({
    queryKey: ['rows', 'battery', 'of vehicle', vehicleId],
    queryFn: async ({ signal }) => {
      const loaded = await load('battery');
      const query = { vehicleId, size: AT_MOST, sort: 'batteryCode', order: 'asc' } as never;
      const page = (await call(loaded.calls.findPage, { query, signal })) as { list: Row[]; total: number };
      return { ...page, resource: loaded.resource };
    },
  });

/** The batteries that name a vehicle. */
export function BatteriesPanel({ row }: { row: Row }) {
  const { t, i18n } = useTranslation('batteries');
  const format = useFormat();
  const found = useQuery(batteriesOf(row.id));
  if (found.isPending) return <SkeletonRows rows={4} />;
  if (!found.data) return <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />;
  const { list, total, resource } = found.data;
  if (total === 0) return <EmptyState title={t('none')} />;
  const fields = columns.map((name) => ({ name, field: resource.fields[name] as Field }));
  return (
    <Card>
      <div className={detail.scroll}>
        <table className={detail.lines}>
          <caption className={detail.caption}>
            {t('count', { count: total, total: format.number(total) })}
          </caption>
          <thead>
            <tr>
              <th scope="col">{say((resource.fields.batteryCode as Field).label, i18n.language)}</th>
              {fields.map(({ name, field }) => (
                <th key={name} scope="col" data-number={field.kind === 'decimal' || undefined}>
                  {say(field.label, i18n.language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.map((battery) => (
              <tr key={battery.id}>
                <td>
                  <Link to={rowPath('battery', battery.id)} className={valueStyles.link}>
                    {String(battery.batteryCode)}
                  </Link>
                </td>
                {fields.map(({ name, field }) => (
                  <td key={name} data-number={field.kind === 'decimal' || undefined}>
                    <Value row={battery} name={name} field={field} at="detail" resource={resource} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

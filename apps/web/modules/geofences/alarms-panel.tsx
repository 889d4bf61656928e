import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { listFenceAlarms } from '@voltloop/contract/calls/geofences.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { AllowedLink } from '../../ui/allowed-link.tsx';
import { Card, EmptyState, useFormat } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { NO_VALUE } from '../../ui/text/format.ts';
import detail from '../resources/detail/detail.module.css';
import type { Row } from '../resources/index.ts';
import { rowPath } from '../resources/index.ts';
import valueStyles from '../resources/value.module.css';
import { EventLevel } from '../things/index.ts';

const REFETCH_MS = 30_000;

const alarmsOf = (id: string, page: number, size: number) =>
  queryOptions({
    queryKey: ['rows', 'geofence', 'alarms', id, page, size],
    queryFn: ({ signal }) => call(listFenceAlarms, { query: { id, page, size }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  });

/** The events of a geofence: devices that entered, left or stayed too long, newest first. */
export function AlarmsPanel({ row }: { row: Row }) {
  const { t } = useTranslation('geofences');
  const format = useFormat();
  const [{ page, size }, setPage] = useState({ page: 1, size: 10 });
  const found = useQuery(alarmsOf(row.id, page, size));
  if (!found.data) return <QueryPlaceholder of={found} rows={4} />;
  const { list, total } = found.data;
  if (total === 0) return <EmptyState title={t('alarms.none')} text={t('alarms.noneText')} />;
  const time = (time_ms: number) => (
    <time dateTime={new Date(time_ms).toISOString()}>{format.date(time_ms, 'dateTimeSeconds')}</time>
  );
  return (
    <Card>
      <div className={detail.scroll}>
        <table className={detail.lines}>
          <caption className={detail.caption}>
            {t('alarms.count', { count: total, total: format.number(total) })}
          </caption>
          <thead>
            <tr>
              {(['change', 'time', 'vehicle', 'level', 'device', 'end'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`alarms.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.map((alarm) => (
              <tr key={alarm.id}>
                <td>{t(`alarms.changes.${alarm.change}`)}</td>
                <td>{time(alarm.time)}</td>
                <td>
                  {alarm.vehicleId ? (
                    <AllowedLink to={rowPath('vehicle', alarm.vehicleId)} className={valueStyles.link}>
                      {alarm.vehicle}
                    </AllowedLink>
                  ) : (
                    NO_VALUE
                  )}
                </td>
                <td>
                  <EventLevel level={alarm.level} />
                </td>
                <td>{alarm.devName || alarm.devid}</td>
                <td>{alarm.endTime === null ? t('alarms.active') : time(alarm.endTime)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager total={total} page={page} size={size} autoScroll={false} onChange={setPage} />
    </Card>
  );
}

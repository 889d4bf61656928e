import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMayOpen } from '../../context/may-open.ts';
import { Card, NO_VALUE, StatRow, StatTile, useFormat } from '../../ui/index.ts';
import { rowPath } from '../resources/index.ts';
import { connectedOf } from './queries.ts';

/** The current values of a battery's device, and its health over the months; nothing without a device. */
export function ConnectedCard({ id }: { id: string }) {
  const { t } = useTranslation('traceability');
  const { number, date } = useFormat();
  const mayOpen = useMayOpen();
  // On failure the life is shown without it.
  const { data } = useQuery({ ...connectedOf(id), meta: { silent: true } });
  if (!data) return null;
  const { deviceId, devid, byVehicle, until, online, time, socPct, sohPct, history } = data;
  const pct = (value: number | null) => (value === null ? NO_VALUE : `${number(value, 1)} %`);
  const path = rowPath('device', deviceId);
  const [first, last] = [history[0], history.at(-1)];
  return (
    <Card
      title={t('connected.title')}
      description={t(
        time === null && until ? 'connected.ended' : byVehicle ? 'connected.byVehicle' : 'connected.device',
        { devid, day: until },
      )}
      tools={mayOpen(path) && <Link to={path}>{t('connected.open')}</Link>}
    >
      <StatRow>
        <StatTile
          label={t('connected.soc')}
          value={pct(socPct)}
          hint={
            time === null
              ? ''
              : t(online ? 'connected.online' : 'connected.offline', { time: date(time, 'dateTime') })
          }
        />
        <StatTile
          label={t('connected.soh')}
          value={pct(sohPct ?? last?.sohPct ?? null)}
          hint={
            first && last && first !== last
              ? t('connected.since', { month: first.month, pct: number(first.sohPct, 1) })
              : ''
          }
          trend={history.map((each) => each.sohPct)}
        />
      </StatRow>
    </Card>
  );
}

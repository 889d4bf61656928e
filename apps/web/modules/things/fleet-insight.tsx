import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/query-failure.ts';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { Card, ErrorState, SkeletonRows, useFormat } from '../../ui/index.ts';
import { NO_VALUE } from '../../ui/text/format.ts';
import styles from './fleet-insight.module.css';
import { insight } from './queries.ts';

/** For factories: software versions in use, their fault rate, and installations per month. */
export default function FleetInsight({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation('home');
  const { number, language } = useFormat();
  const fleet = useQuery(insight(tenantId));
  const failure = failureOf(fleet);
  if (failure)
    return (
      <Card title={t('insight.versions')}>
        <ErrorState compact error={failure} onRetry={() => void fleet.refetch()} />
      </Card>
    );
  const data = fleet.data;
  const rate = (faulty: number, things: number) =>
    things === 0 ? NO_VALUE : `${number((faulty / things) * 100, 1)} %`;
  return (
    <div className={styles.columns}>
      <Card
        title={t('insight.versions')}
        description={data && t('insight.rate', { rate: rate(data.faulty, data.things) })}
        padding="flush"
      >
        {!data ? (
          <SkeletonRows rows={4} />
        ) : (
          <table className={styles.versions}>
            <thead>
              <tr>
                <th scope="col">{t('insight.version')}</th>
                <th scope="col">{t('insight.devices')}</th>
                <th scope="col">{t('insight.share')}</th>
                <th scope="col">{t('insight.faulty')}</th>
              </tr>
            </thead>
            <tbody>
              {data.versions.map((v) => (
                <tr key={v.sw_version}>
                  <th scope="row">{v.sw_version || t('insight.unknown')}</th>
                  <td>{number(v.things)}</td>
                  <td>{rate(v.things, data.things)}</td>
                  <td>{rate(v.faulty, v.things)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
      <Card title={t('insight.installed')}>
        <BarChart
          label={t('insight.installed')}
          categories={(data?.months ?? []).map(({ month }) => ({
            key: month,
            label: new Date(`${month}-15T00:00:00Z`).toLocaleDateString(language, {
              month: 'short',
              timeZone: 'UTC',
            }),
            title: month,
          }))}
          series={[
            {
              key: 'installed',
              label: t('insight.devices'),
              values: (data?.months ?? []).map(({ installed }) => installed),
            },
          ]}
          decimals={0}
          height={200}
          loading={fleet.isPending}
        />
      </Card>
    </div>
  );
}

import type { HomePeriod } from '@voltloop/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMayOpen } from '../../../context/may-open.ts';
import { Card, SkeletonRows, useFormat } from '../../../ui/index.ts';
import { useChange } from '../../../ui/tile/change.ts';
import { stageLink } from './figure-links.ts';
import styles from './figures.module.css';
import type { Business } from './queries.ts';

/** The stages of batteries: how many reached each in the period, and how many are there now. */
export function StagesCard({ business, period }: { business: Business | undefined; period: HomePeriod }) {
  const { t } = useTranslation('backofficeHome');
  const { number } = useFormat();
  const change = useChange();
  const stages = business?.stages ?? [];
  const mayOpen = useMayOpen()('/backoffice/battery');
  if (business && stages.length === 0) return null;
  const most = Math.max(...stages.map(({ pieces }) => pieces), 1);
  return (
    <Card title={t(`stages.${period}`)}>
      {!business ? (
        <SkeletonRows rows={6} />
      ) : (
        <table className={styles.stages}>
          <thead>
            <tr>
              <th scope="col">{t('stages.stage')}</th>
              <td />
              <th scope="col">{t('stages.pieces')}</th>
              <th scope="col">{t(`against.${period}`)}</th>
              <th scope="col">{t('stages.here')}</th>
            </tr>
          </thead>
          <tbody>
            {stages.map(({ stage, pieces, before, here }) => (
              <tr key={stage}>
                <th scope="row">{t(`stages.of.${stage}`)}</th>
                <td className={styles.track} aria-hidden="true">
                  <span style={{ width: `${(pieces / most) * 100}%` }} />
                </td>
                <td>{number(pieces)}</td>
                <td className={styles.quiet}>{change(pieces, before)}</td>
                <td>
                  {mayOpen ? (
                    <Link
                      to={stageLink(stage)}
                      aria-label={t('stages.hereOf', {
                        stage: t(`stages.of.${stage}`),
                        count: here,
                        total: number(here),
                      })}
                    >
                      {number(here)}
                    </Link>
                  ) : (
                    number(here)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

import type { HomePeriod } from '@voltloop/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Card, SkeletonRows, useFormat } from '../../../ui/index.ts';
import { Changes } from './changes.tsx';
import { figureLinks } from './figure-links.ts';
import styles from './figures.module.css';
import type { Business } from './queries.ts';

const TONNE_KG = 1000;

/** The intake: pieces, rated energy and mass compared with before, and the mass of thirteen months. */
export function IntakeCard({ business, period }: { business: Business | undefined; period: HomePeriod }) {
  const { t } = useTranslation('backofficeHome');
  const { number } = useFormat();
  const intake = business?.intake;
  if (business && !intake) return null;
  const tonnes = (kg: string) => number(Number(kg) / TONNE_KG, Number(kg) < 100 * TONNE_KG ? 2 : 1);
  const figures = intake
    ? ([
        { name: 'pieces', value: number(intake.now.pieces), unit: '' },
        {
          name: 'kwh',
          value: number(Number(intake.now.kwh), Number(intake.now.kwh) < 1000 ? 1 : 0),
          unit: 'kWh',
        },
        { name: 'kg', value: tonnes(intake.now.kg), unit: 't' },
      ] as const)
    : [];
  const months = intake?.months ?? [];
  const most = Math.max(...months.map(({ kg }) => Number(kg)), 1);
  return (
    <Card
      title={t(`intake.${period}`)}
      tools={
        <Link
          to={business ? figureLinks.intake(business) : '/backoffice/receipt?f.status=posted'}
          className={styles.all}
        >
          {t('intake.all')}
        </Link>
      }
    >
      {!intake ? (
        <SkeletonRows rows={4} />
      ) : (
        <>
          <dl className={styles.figures}>
            {figures.map(({ name, value, unit }) => (
              <div key={name}>
                <dt>{t(`intake.of.${name}`)}</dt>
                <dd>
                  <span className={styles.value}>{value}</span> {unit && <small>{unit}</small>}
                </dd>
                <dd>
                  <Changes
                    now={intake.now[name]}
                    before={intake.before[name]}
                    yearBefore={intake.yearBefore[name]}
                    period={period}
                  />
                </dd>
              </div>
            ))}
          </dl>
          <ol className={styles.months} aria-label={t('intake.months')}>
            {months.map(({ month, kg }, place) => (
              <li
                key={month}
                title={`${month} · ${tonnes(kg)} t`}
                data-now={place === months.length - 1 || undefined}
              >
                <span className={styles.column} aria-hidden="true">
                  <span style={{ height: `${(Number(kg) / most) * 100}%` }} />
                </span>
                <span className={styles.month} aria-hidden="true">
                  {Number(month.slice(5))}
                </span>
                <span className="visually-hidden">{`${month}: ${tonnes(kg)} t`}</span>
              </li>
            ))}
          </ol>
          <p className={styles.axis}>{t('intake.axis')}</p>
          <p className={styles.axis}>{t('intake.includes')}</p>
        </>
      )}
    </Card>
  );
}

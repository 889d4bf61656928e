import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PassportView } from '@voltloop/contract/calls/passports.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOf } from '../../context/language-of.ts';
import { Card, StatusBadge, useFormat } from '../../ui/index.ts';
import { QrCode } from '../../ui/qr-code/qr-code.tsx';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { type Row, rowPath } from '../resources/index.ts';
import { absolute } from './address.ts';
import styles from './passport.module.css';
import { hasEnded, passportView } from './queries.ts';

/** The summary of a passport: its URL, completeness, whether it is mandatory, its predecessors and successors. */
export function PassportSummary({ row }: { row: Row }) {
  const { t } = useTranslation('passport');
  const { language } = useFormat();
  const found = useQuery(passportView(row.id, row.version));
  if (!found.data) return <QueryPlaceholder of={found} rows={3} />;
  const { url, present, mandatory, category } = found.data;
  return (
    <Card className={styles.summary ?? ''}>
      <QrCode text={absolute(url)} label={t('qr.label')} size={112} />
      <div className={styles.facts}>
        <p className={styles.address}>
          <span className={styles.quiet}>{t('summary.id')}</span>{' '}
          <a href={url} target="_blank" rel="noreferrer">
            {absolute(url)}
          </a>
        </p>
        <div>
          <p className={styles.complete}>
            <strong>{t('summary.complete', { present, mandatory })}</strong>{' '}
            <span className={styles.quiet}>{optionLabel('euCategory', category, languageOf(language))}</span>
          </p>
          <Progress
            value={(100 * present) / Math.max(mandatory, 1)}
            aria-label={t('summary.completeness')}
            maw={420}
          />
        </div>
        <Duty view={found.data} />
        <Lineage view={found.data} />
      </div>
    </Card>
  );
}

const tones = { yes: 'ok', later: 'info', no: 'neutral', unknown: 'warning' } as const;

function Duty({ view: { duty, url, status } }: { view: PassportView }) {
  const { t } = useTranslation('passport');
  const { language } = useFormat();
  return (
    <p className={styles.badges}>
      <StatusBadge tone={tones[duty.required]}>{t(`duty.${duty.required}`, { day: duty.from })}</StatusBadge>{' '}
      <span className={styles.quiet}>{duty.clause[languageOf(language)]}</span>
      {!url.includes('/01/') && <span className={styles.quiet}> · {t('summary.noGtin')}</span>}
      {hasEnded(status) && <span className={styles.quiet}> · {t(`summary.${status}`)}</span>}
    </p>
  );
}

function Lineage({ view: { before, after, previousUrl } }: { view: PassportView }) {
  const { t } = useTranslation('passport');
  return (
    <>
      {after && (
        <p>
          {t('summary.after')} <Link to={rowPath('passport', after.id)}>{after.batteryCode}</Link>
        </p>
      )}
      {before.length > 0 && (
        <p className={styles.codes}>
          {t('summary.before')}{' '}
          {before.slice(0, 12).map(({ id, batteryCode }) => (
            <Link key={id} to={rowPath('passport', id)}>
              {batteryCode}
            </Link>
          ))}
          {before.length > 12 && <span>{t('summary.more', { count: before.length - 12 })}</span>}
        </p>
      )}
      {previousUrl && (
        <p className={styles.address}>
          {t('summary.previous')}{' '}
          <a href={previousUrl} target="_blank" rel="noreferrer">
            {previousUrl}
          </a>
        </p>
      )}
    </>
  );
}

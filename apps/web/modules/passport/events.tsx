import type { PassportView } from '@voltloop/contract/calls/passports.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { Card, useFormat } from '../../ui/index.ts';
import styles from './passport.module.css';

/** The former states of a passport, newest first. */
export function Events({ events }: Pick<PassportView, 'events'>) {
  const { t } = useTranslation('passport');
  const of = languageOf(useFormat().language);
  return (
    <Card title={t('events')}>
      <dl className="plain">
        {events.map(({ status, day, at }) => (
          <div key={at} className={styles.row}>
            <dt>{day}</dt>
            <dd>{optionLabel('passportStatus', status, of)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

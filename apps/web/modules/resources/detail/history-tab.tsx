import { useQuery } from '@tanstack/react-query';
import { fieldOf, reasonText } from '@voltloop/resource-kit';
import { useTranslation } from 'react-i18next';
import { Card, EmptyState, useFormat } from '../../../ui/index.ts';
import { QueryPlaceholder } from '../../../ui/states/query-state.tsx';
import timeline from '../../../ui/timeline.module.css';
import { localized } from '../fields.ts';
import { InnerValue } from '../inner-value.tsx';
import type { Loaded } from '../loaded.ts';
import { rowHistory } from '../queries.ts';
import type { Row } from '../views.ts';
import styles from './detail.module.css';

/** The audit's placeholder for a personal value, which it does not store. */
const HIDDEN = '***';
const known = [
  'insert',
  'update',
  'delete',
  'restore',
  'import',
  'step',
  'ship',
  'return',
  'settle',
  'release',
  'values',
];

/** The audit trail of a row: who changed what and when; newest first. */
export function HistoryTab({ loaded, row }: { loaded: Loaded; row: Row }) {
  const { t, i18n } = useTranslation('backoffice');
  const format = useFormat();
  const { resource } = loaded;
  const history = useQuery(rowHistory(loaded, row.id));
  if (!history.data) return <QueryPlaceholder of={history} rows={4} compact={false} />;
  if (history.data.length === 0) return <EmptyState compact title={t('history.empty')} />;
  return (
    <Card>
      <ol className="plain">
        {history.data.map((event, index) => {
          const step = event.step ? resource.life?.steps[event.step] : undefined;
          const what = step
            ? localized(step.label, i18n.language)
            : known.includes(event.action)
              ? t(`history.action.${event.action}`)
              : event.action;
          const because = reasonText(event, i18n.language);
          return (
            <li key={`${event.time}-${index}`} className={timeline.entry}>
              <p className={styles.eventHead}>
                <strong>{what}</strong>
                <span>{event.user ?? t('history.system')}</span>
                <time dateTime={new Date(event.time).toISOString()}>
                  {format.date(event.time, 'dateTimeSeconds')}
                </time>
              </p>
              {because && <p className={styles.reason}>{t('history.reason', { reason: because })}</p>}
              {event.action !== 'insert' && (
                <ul className={styles.changes}>
                  {Object.entries(event.changes).map(([name, { from, to }]) => {
                    const field = fieldOf(resource, name);
                    if (!field) return null;
                    const hidden = from === HIDDEN || to === HIDDEN;
                    return (
                      <li key={name}>
                        <span className={styles.changed}>{localized(field.label, i18n.language)}</span>
                        {hidden ? (
                          t('history.personal')
                        ) : (
                          <>
                            <s>
                              <InnerValue field={field} value={from} />
                            </s>
                            <span className="visually-hidden"> {t('history.to')} </span>
                            <span aria-hidden="true"> → </span>
                            <InnerValue field={field} value={to} />
                          </>
                        )}
                      </li>
                    );
                  })}
                </ul>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { capitals } from '@voltloop/domain/money/capitals.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { counts, fieldOf, type Resource } from '@voltloop/resource-kit';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../../context/language-of.ts';
import { Card, useFormat } from '../../../ui/index.ts';
import { StageSteps } from '../../../ui/stage-steps.tsx';
import { formatMoney } from '../../../ui/text/money.ts';
import { eventsOf, nextStepFrom, stagesOf } from '../../documents/index.ts';
import styles from '../../documents/summary.module.css';
import { load, localized, type Row, rowHistory, Value } from '../../resources/index.ts';
import { progressOf } from './queries.ts';

/** The summary of a collection: its stages and who completed them, its value, its invoiced amount. */
export function CollectionSummary({ row, resource }: { row: Row; resource: Resource }) {
  const { t } = useTranslation('collection');
  const { language, date } = useFormat();
  const of = languageOf(language);
  const history = useQuery({ ...rowHistory(use(load('collection')), row.id), meta: { silent: true } });
  const progress = useQuery({ ...progressOf(row.id, row.version), meta: { silent: true } });
  if (!resource.life) return null;
  const events = eventsOf(history.data ?? []);
  const stages = stagesOf(resource.life, String(row.status), events).map(({ status, state, event }) => ({
    id: status,
    label: optionLabel('collectionStatus', status, of),
    state,
    note: event && (
      <>
        {event.by ?? t('system')} · <time>{date(event.time, 'dateTime')}</time>
        {event.reason && <span className={styles.reason}>{event.reason}</span>}
      </>
    ),
  }));
  const settled = row.status === 'settled';
  const amount = (settled ? row.settledAmount : row.amount) as string | null;
  const money = (text: string | null | undefined) => formatMoney(text, language);
  return (
    <Card className={styles.summary ?? ''}>
      <StageSteps label={t('stages')} stages={stages} />
      <dl className={styles.figures}>
        <div>
          <dt>{t(settled ? 'settledAmount' : 'quotedAmount')}</dt>
          <dd>{money(amount)}</dd>
          {of === 'zh' && amount && <dd className={styles.small}>{capitals(amount)}</dd>}
        </div>
        {settled && (
          <>
            <div>
              <dt>{t('invoicedAmount')}</dt>
              <dd>{money(progress.data?.invoicedAmount)}</dd>
            </div>
            <div>
              <dt>{t('openAmount')}</dt>
              <dd>{money(progress.data?.openAmount)}</dd>
            </div>
          </>
        )}
      </dl>
      <dl className={styles.facts}>
        {facts.map((name) => {
          const field = fieldOf(resource, name);
          if (!field || !counts(field, row) || row[name] === null) return null;
          return (
            <div key={name}>
              <dt>{localized(field.label, language)}</dt>
              <dd>
                <Value row={row} name={name} field={field} at="detail" resource={resource} />
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}

const facts = ['enterpriseId', 'clientId', 'siteId', 'pickupDate', 'validUntil', 'plate', 'settledKg'];

/** The next step of a collection. */
export const useNextStep = (row: Row, { life }: Resource): string | null =>
  life ? nextStepFrom(life, String(row.status)) : null;

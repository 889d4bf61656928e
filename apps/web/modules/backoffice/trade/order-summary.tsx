import { fieldOf, type Resource } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';
import { useTranslation } from 'react-i18next';
import { Card, useFormat } from '../../../ui/index.ts';
import { localized, type Row, Value } from '../../resources/index.ts';
import styles from './order-summary.module.css';
import { useOrderUnit } from './order-unit.ts';

const FACTS = ['clientId', 'amount', 'deliveryDate'] as const;

/** The summary of an order: shipped share, customer, value and delivery date. */
export function OrderSummary({ row, resource }: { row: Row; resource: Resource }) {
  const { t } = useTranslation('trade');
  const { number, language } = useFormat();
  const { unit } = useOrderUnit(row);
  const quantity = Number(row.quantity ?? 0);
  const shipped = Number(row.shippedQuantity ?? 0);
  const open = row.status === 1 && row.state !== '3';
  const late = open && row.deliveryDate !== null && String(row.deliveryDate) < chinaDay(new Date());
  return (
    <Card className={styles.summary ?? ''}>
      <div className={styles.row}>
        <div>
          <p className={styles.figure}>
            <strong>{number(shipped)}</strong> / {number(quantity)} {unit} <span>{t('summary.shipped')}</span>
          </p>
          <div
            role="progressbar"
            aria-label={t('summary.shipped')}
            aria-valuemin={0}
            aria-valuemax={quantity}
            aria-valuenow={Math.min(shipped, quantity)}
            className={styles.track}
          >
            <span style={{ width: `${quantity > 0 ? Math.min(shipped / quantity, 1) * 100 : 0}%` }} />
          </div>
        </div>
        <dl className={styles.facts}>
          {FACTS.map((name) => {
            const field = fieldOf(resource, name);
            return (
              field && (
                <div key={name} data-late={(late && name === 'deliveryDate') || undefined}>
                  <dt>{localized(field.label, language)}</dt>
                  <dd>
                    <Value row={row} name={name} field={field} at="detail" resource={resource} />
                  </dd>
                </div>
              )
            );
          })}
        </dl>
      </div>
    </Card>
  );
}

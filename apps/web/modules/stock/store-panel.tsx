import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOf } from '../../context/language-of.ts';
import { Card, EmptyState, NO_VALUE, useFormat } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import linkStyles from '../resources/link-button.module.css';
import { ConditionBadge } from './condition-badge.tsx';
import { balancesOf } from './fill.ts';
import { oneStore } from './queries.ts';
import styles from './stock.module.css';
import { StoreTotals } from './store-totals.tsx';
import { useAmounts } from './use-amounts.ts';

/** The current contents of a store: its fill level, and the amounts per battery type and condition. */
export function StorePanel({ id }: { id: string }) {
  const { t } = useTranslation('stock');
  const { language } = useFormat();
  const { count, mass } = useAmounts();
  const found = useQuery(oneStore(id, ''));
  if (!found.data) return <QueryPlaceholder of={found} rows={4} />;
  const { store, list } = found.data;
  const balances = balancesOf(list.flatMap(({ parts }) => parts));
  return (
    <Card
      title={t('balances')}
      description={<StoreTotals store={store} />}
      tools={
        <Button
          size="xs"
          variant="default"
          className={linkStyles.button}
          component={Link}
          to={`/backoffice/stock/${id}`}
        >
          {t('openStock')}
        </Button>
      }
    >
      {balances.length === 0 ? (
        <EmptyState compact title={t('nothing')} text="" />
      ) : (
        <table className={styles.balances}>
          <thead>
            <tr>
              <th scope="col">{t('column.chemistry')}</th>
              <th scope="col">{t('column.condition')}</th>
              <th scope="col">{t('column.pieces')}</th>
              <th scope="col">{t('column.kg')}</th>
            </tr>
          </thead>
          <tbody>
            {balances.map((each) => (
              <tr key={`${each.chemistry} ${each.condition}`}>
                <td>{optionLabel('chemistry', each.chemistry, languageOf(language)) || NO_VALUE}</td>
                <td>
                  <ConditionBadge condition={each.condition} />
                </td>
                <td>{count(each)}</td>
                <td>{mass(each.kg)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

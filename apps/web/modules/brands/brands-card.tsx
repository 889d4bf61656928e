import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { Card, EmptyState, ErrorState, SkeletonRows } from '../../ui/index.ts';
import styles from './brand.module.css';
import { allBrands } from './queries.ts';

/** All brands of the tenant with their host names, for the main account. */
export function BrandsCard({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) {
  const { t } = useTranslation('brand');
  const { tenantId } = useAccount();
  const { data, error, refetch } = useQuery(allBrands(tenantId));
  return (
    <Card title={t('all.title')}>
      {!data && (error ? <ErrorState error={error} onRetry={refetch} compact /> : <SkeletonRows rows={3} />)}
      {data?.length === 0 && <EmptyState title={t('all.none')} compact />}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((brand) => (
            <li key={brand.account_id}>
              <button
                type="button"
                className={styles.row}
                aria-pressed={brand.account_id === chosen}
                onClick={() => onChoose(brand.account_id)}
              >
                <span
                  className={styles.swatch}
                  style={{ backgroundColor: brand.color ?? 'var(--vl-brand)' }}
                  aria-hidden="true"
                />
                <span className={styles.who}>
                  {brand.name ?? t('all.noName')}
                  <span className={styles.sub}>
                    {brand.account_name} · {brand.host ?? t('host.none')}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

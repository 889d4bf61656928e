import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Brand, brandKinds } from '@voltloop/contract/calls/brands.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { loadBrand } from '../../context/brand.ts';
import { DEFAULT_THEME } from '../../context/settings/themes.ts';
import { useAccount } from '../../context/use-account.ts';
import columns from '../../ui/columns.module.css';
import { Card, ErrorState, NoPermission, PageHeader, SkeletonRows } from '../../ui/index.ts';
import { AccountPicker } from '../accounts/index.ts';
import styles from './brand.module.css';
import { BrandCard } from './brand-card.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { type BrandValues, shownColor } from './brand-rules.ts';
import { BrandsCard } from './brands-card.tsx';
import { HostCard } from './host-card.tsx';
import { LogoCard } from './logo-card.tsx';
import { brandOfAccount } from './queries.ts';

/** Name, logo and colour of an account for itself and its subtree; for the main account, of any account. */
export default function BrandPage() {
  const { t } = useTranslation(['brand', 'routes', 'users']);
  const own = useAccount();
  const [params, setParams] = useSearchParams();
  const isMain = own.kind === 'main';
  const id = (isMain && params.get('account')) || own.id;
  const choose = (account: string) =>
    setParams(account === own.id ? {} : { account }, { replace: true, preventScrollReset: true });
  const queries = useQueryClient();
  const { data: brand, error, refetch } = useQuery(brandOfAccount(own.tenantId, id));
  const [typed, setTyped] = useState<BrandValues>({ name: '', color: '' });

  if (isRefused(error)) return <NoPermission />;
  const changed = (next: Brand) => {
    queries.setQueryData(brandOfAccount(own.tenantId, id).queryKey, next);
    void queries.invalidateQueries({ queryKey: ['brands', 'all'] });
    // This page may be open under that very host name.
    void loadBrand();
  };
  return (
    <>
      <PageHeader title={t('brand', { ns: 'routes' })} description={t(isMain ? 'leadMain' : 'lead')} />
      <div className={`${columns.page} ${styles.page}`}>
        <div className={columns.column}>
          {isMain && (
            <Card title={t('account.title')} description={t('account.text')}>
              <AccountPicker
                label={t('account.label')}
                kinds={brandKinds}
                withSelf
                value={
                  brand
                    ? [
                        {
                          id: brand.account_id,
                          name: brand.account_name,
                          user_name: '',
                          kind: brand.account_kind,
                        },
                      ]
                    : []
                }
                onChange={([picked]) => choose(picked?.id ?? own.id)}
              />
            </Card>
          )}
          {!brand && (
            <Card>
              {error ? <ErrorState error={error} onRetry={refetch} compact /> : <SkeletonRows rows={6} />}
            </Card>
          )}
          {brand && (
            <>
              <BrandCard key={`brand ${id}`} brand={brand} onTyped={setTyped} onChanged={changed} />
              <LogoCard key={`logo ${id}`} brand={brand} onChanged={changed} />
              <HostCard key={`host ${id}`} brand={brand} onChanged={changed} />
            </>
          )}
        </div>
        <div className={columns.column}>
          <Card title={t('preview.title')} description={t('preview.text')}>
            <BrandPreview
              name={typed.name.trim() || t('productName', { ns: 'common' })}
              color={shownColor(typed.color, DEFAULT_THEME)}
              logo={brand?.logo ?? null}
            />
            {brand && brand.name === null && brand.above !== null && (
              <p className={styles.note}>{t('above', { name: brand.above })}</p>
            )}
          </Card>
          {isMain && <BrandsCard chosen={id} onChoose={choose} />}
        </div>
      </div>
    </>
  );
}

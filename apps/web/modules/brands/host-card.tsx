import { type Brand, setBrandHost } from '@voltloop/contract/calls/brands.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Card } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './brand.module.css';
import { hostForm } from './brand-rules.ts';

/** The host name of a brand: set by the main account, read-only for all others. */
export function HostCard({ brand, onChanged }: { brand: Brand; onChanged: (brand: Brand) => void }) {
  const { t } = useTranslation('brand');
  const { tenantId } = useAccount();
  const save = async ({ host }: { host: string }) => {
    const params = { tenantId, id: brand.account_id };
    onChanged(await call(setBrandHost, { params, body: host ? { host } : {} }));
    toast.success({ ns: 'brand', key: host ? 'host.saved' : 'host.removed' });
  };
  return (
    <Card title={t('host.title')} description={t('host.text')}>
      {brand.may_set_host ? (
        <Form
          schema={hostForm}
          initial={{ host: brand.host ?? '' }}
          onSubmit={save}
          submitLabel={t('host.save')}
          label={t('host.title')}
        >
          <TextField
            name="host"
            label={t('host.name')}
            description={t('host.hint')}
            maxLength={253}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Form>
      ) : (
        <>
          <dl className={styles.facts}>
            <dt>{t('host.name')}</dt>
            <dd>{brand.host ?? t('host.none')}</dd>
          </dl>
          <p className={styles.note}>{t('host.ask')}</p>
        </>
      )}
      {brand.host !== null && brand.name === null && <p className={styles.note}>{t('host.noName')}</p>}
    </Card>
  );
}

import { type Brand, removeBrandLogo, setBrandLogo } from '@voltloop/contract/calls/brands.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { upload } from '../../api/upload.ts';
import { useAccount } from '../../context/use-account.ts';
import { Card } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { PictureTools } from '../../ui/widgets/picture-tools.tsx';
import styles from './brand.module.css';

/** The logo of a brand; upload and remove. */
export function LogoCard({ brand, onChanged }: { brand: Brand; onChanged: (brand: Brand) => void }) {
  const { t } = useTranslation('brand');
  const { tenantId } = useAccount();
  const params = { tenantId, id: brand.account_id };
  return (
    <Card title={t('logo.title')}>
      <div className={styles.logo}>
        <div className={styles.logoBox}>
          {brand.logo ? <img src={brand.logo} alt={t('logo.title')} /> : t('logo.none')}
        </div>
        <PictureTools
          has={brand.logo !== null}
          send={async (file) => {
            onChanged(await upload(setBrandLogo, file, { params }));
            toast.success({ ns: 'brand', key: 'logo.saved' });
          }}
          remove={async () => {
            onChanged(await call(removeBrandLogo, { params }));
            toast.success({ ns: 'brand', key: 'logo.removed' });
          }}
          words={{
            upload: t('logo.upload'),
            change: t('logo.change'),
            remove: t('logo.remove'),
            hint: t('logo.hint'),
            wrongType: t('logo.wrongType'),
            wrongSize: t('logo.wrongSize'),
          }}
        />
      </div>
    </Card>
  );
}

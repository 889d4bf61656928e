import { PageHeader, SkeletonPage } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';

export default function ParamsPage() {
  const { t } = useTranslation('routes');
  return (
    <>
      <PageHeader title={t('parameters')} />
      <SkeletonPage />
    </>
  );
}

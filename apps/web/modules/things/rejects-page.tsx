import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/index.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { monitoringPath } from './monitoring-url.ts';
import { RejectsTable } from './rejects-table.tsx';

/** Unreadable or unstorable messages of all devices visible to the account. */
export default function RejectsPage() {
  const { t } = useTranslation('things');
  return (
    <>
      <BackLink to={monitoringPath()}>{t('thing.back')}</BackLink>
      <PageHeader title={t('rejects.title')} description={t('rejects.pageText')} />
      <RejectsTable />
    </>
  );
}

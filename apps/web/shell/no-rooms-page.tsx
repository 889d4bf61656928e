import { NoPermission } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';

/** Shown at `/` to an account whose role has no page in this console. */
export function NoRoomsPage() {
  const { t } = useTranslation();
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1} data-page-title>
        {t('productName')}
      </h1>
      <NoPermission />
    </>
  );
}

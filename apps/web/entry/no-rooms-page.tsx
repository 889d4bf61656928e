import { NoPermission } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { homeOf } from '../context/menu.ts';
import { useWho } from '../context/rights.ts';
import { siteMap } from '../context/site-map.ts';

/** Shown at `/` to an account whose role has no page in this console. */
export function NoRoomsPage() {
  const { t } = useTranslation();
  const home = homeOf(siteMap(), useWho());
  // A room has been given meanwhile.
  if (home) return <Navigate to={home} replace />;
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1} data-page-title>
        {t('productName')}
      </h1>
      <NoPermission />
    </>
  );
}

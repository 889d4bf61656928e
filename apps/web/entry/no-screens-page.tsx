import { Navigate } from 'react-router';
import { useProductName } from '../context/brand.ts';
import { homeOf } from '../context/menu.ts';
import { useWho } from '../context/rights.ts';
import { siteMap } from '../context/site-map.ts';
import { NoPermission } from '../ui/index.ts';

/** Shown at `/` to an account whose role has no page in this console. */
export function NoScreensPage() {
  const product = useProductName();
  const home = homeOf(siteMap(), useWho());
  // Meanwhile a page has been granted.
  if (home) return <Navigate to={home} replace />;
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1} data-page-title>
        {product}
      </h1>
      <NoPermission />
    </>
  );
}

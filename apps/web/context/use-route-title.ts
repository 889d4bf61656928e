import { useTranslation } from 'react-i18next';
import { languageOf } from './language-of.ts';
import type { RouteMeta } from './route-meta.ts';

/** The title of a route in the user's language; undefined without one. */
export function useRouteTitle(): (
  meta: Pick<RouteMeta, 'title' | 'words'> | undefined,
) => string | undefined {
  const { t, i18n } = useTranslation('routes');
  return (meta) => meta?.words?.[languageOf(i18n.language)] ?? (meta?.title && t(meta.title));
}

import { languageOf } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import type { RouteMeta } from './route-meta.ts';

/** What a route is called in the reader's language; undefined for one without a title. */
export function useRouteTitle(): (
  meta: Pick<RouteMeta, 'title' | 'words'> | undefined,
) => string | undefined {
  const { t, i18n } = useTranslation('routes');
  return (meta) => meta?.words?.[languageOf(i18n.language)] ?? (meta?.title && t(meta.title));
}

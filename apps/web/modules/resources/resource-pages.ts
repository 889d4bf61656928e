import { rightOf } from '@voltloop/resource-kit/rights.ts';
import type { Group } from '@voltloop/resources/names.ts';
import { type Entry, registry } from '@voltloop/resources/registry.ts';
import type { RouteMeta } from '../../context/route-meta.ts';
import { inSentence } from './in-sentence.ts';
import { loadListViews, loadViews } from './views.ts';

type Icon = NonNullable<RouteMeta['icon']>;

/** The pages of a group's resources, generated from the registry; some have icons. */
export function resourcePages(group: Group, icons: Readonly<Record<string, Icon>> = {}): RouteMeta[] {
  return Object.entries(registry)
    .filter(([, entry]) => entry.group === group)
    .flatMap(([name, entry]) => pagesOf(name, entry, icons[name]));
}

/** The list is in the menu; forms and rows are below it. */
function pagesOf(name: string, entry: Entry, icon: Icon | undefined): RouteMeta[] {
  const { one, many } = entry;
  const list = `/backoffice/${name}`;
  const family = 'backoffice';
  const catalogues = ['backoffice'];
  // Declaration and calls are fetched in parallel with the page's code, and the page waits for both: if it
  // suspended at its first render, React would keep the skeleton for 300 ms.
  const ahead = (page: NonNullable<RouteMeta['page']>, of: 'list' | 'page') => async () => {
    const resource = entry.load();
    (of === 'list' ? loadListViews(name) : loadViews(name, resource)).catch(() => {});
    const loaded = import('./loaded.ts')
      .then(({ load, loadPage }) => (of === 'list' ? load(name) : loadPage(name)))
      .catch(() => {});
    const [module] = await Promise.all([page(), loaded]);
    return module;
  };
  const below = { family, catalogues, hidden: true, activeMenu: list } as const;
  return [
    {
      path: list,
      words: many,
      right: rightOf(entry),
      ...(icon ? { icon } : {}),
      family,
      catalogues,
      page: ahead(() => {
        import('./list/fetch-list-ahead.ts')
          .then(({ fetchListAhead }) => fetchListAhead(name))
          .catch(() => {});
        return import('./list-page.tsx');
      }, 'list'),
    },
    {
      ...below,
      path: `${list}/new`,
      words: { en: `New ${inSentence(one.en)}`, zh: `新增${one.zh}` },
      right: rightOf(entry, 'insert'),
      page: ahead(() => import('./new-page.tsx'), 'page'),
    },
    {
      ...below,
      path: `${list}/:id`,
      words: one,
      right: rightOf(entry),
      page: ahead(() => import('./row-page.tsx'), 'page'),
    },
    {
      ...below,
      path: `${list}/:id/edit`,
      words: { en: `Edit ${inSentence(one.en)}`, zh: `编辑${one.zh}` },
      right: rightOf(entry, 'update'),
      page: ahead(() => import('./edit-page.tsx'), 'page'),
    },
  ];
}

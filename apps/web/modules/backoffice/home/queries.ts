import { queryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '@voltloop/contract';
import { backofficeBusiness, backofficeHome } from '@voltloop/contract/calls/backoffice-home.ts';
import type { Resource } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { call } from '../../../api/call.ts';

export type Home = ReplyOf<typeof backofficeHome>;
/** What the home shows, with the declarations that give it its words. */
export interface HomeView {
  home: Home;
  resources: ReadonlyMap<string, Resource>;
}

/** Asked anew each minute while it is looked at. */
const AGAIN_MS = 60_000;

export const homeView = queryOptions({
  queryKey: ['backoffice', 'home'],
  refetchInterval: AGAIN_MS,
  queryFn: async ({ signal }): Promise<HomeView> => {
    const home = await call(backofficeHome, { signal });
    const names = new Set([...home.counts, ...home.warnings].map((each) => each.resource));
    const loaded = await Promise.all(
      [...names].flatMap(
        (name) => registry[name]?.load().then((resource) => [name, resource] as const) ?? [],
      ),
    );
    return { home, resources: new Map(loaded) };
  },
});

export const businessFigures = queryOptions({
  queryKey: ['backoffice', 'business'],
  refetchInterval: AGAIN_MS,
  queryFn: ({ signal }) => call(backofficeBusiness, { signal }),
});

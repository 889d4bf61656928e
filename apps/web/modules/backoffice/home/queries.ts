import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { HomePeriod, ReplyOf } from '@voltloop/contract';
import {
  backofficeBusiness,
  backofficeHome,
  backofficeWork,
} from '@voltloop/contract/calls/backoffice-home.ts';
import type { Resource } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { call } from '../../../api/call.ts';

export type Home = ReplyOf<typeof backofficeHome>;
export type Business = ReplyOf<typeof backofficeBusiness>;
/** The data of the home page, with the declarations that define its labels. */
export interface HomeView {
  home: Home;
  resources: ReadonlyMap<string, Resource>;
}

/** Refetched each minute while visible. */
const AGAIN_MS = 60_000;

const declarationsOf = async (names: readonly string[]) =>
  new Map(
    await Promise.all(
      [...new Set(names)].flatMap(
        (name) => registry[name]?.load().then((resource) => [name, resource] as const) ?? [],
      ),
    ),
  );

export const homeView = queryOptions({
  queryKey: ['backoffice', 'home'],
  refetchInterval: AGAIN_MS,
  queryFn: async ({ signal }): Promise<HomeView> => {
    const home = await call(backofficeHome, { signal });
    return { home, resources: await declarationsOf(home.warnings.map(({ resource }) => resource)) };
  },
});

export const businessFigures = (period: HomePeriod) =>
  queryOptions({
    queryKey: ['backoffice', 'business', period],
    refetchInterval: AGAIN_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(backofficeBusiness, { query: { period }, signal }),
  });

/** The filter of the pending work. */
export interface WorkView {
  page: number;
  size: number;
  /** A kind of record; null for all. */
  kind: string | null;
  own: boolean;
}

/** A page of the pending work. Begins with `rows`: a step taken anywhere changes it. */
export const workPage = ({ page, size, kind, own }: WorkView) =>
  queryOptions({
    queryKey: ['rows', 'work', page, size, kind, own],
    refetchInterval: AGAIN_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const of = own ? 'own' : 'all';
      const query = { page, size, of, ...(kind === null ? {} : { resource: kind }) } as const;
      const work = await call(backofficeWork, { query, signal });
      return { work, resources: await declarationsOf(work.list.map(({ resource }) => resource)) };
    },
  });

/** The part of it on the home page. */
const FIRST = 6;
export const openWork = workPage({ page: 1, size: FIRST, kind: null, own: false });

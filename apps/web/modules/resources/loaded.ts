import { callsOf, type Resource, type ResourceCalls } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { use } from 'react';
import { useLocation } from 'react-router';
import { loadViews, type Views } from './views.ts';

/** An entity as its pages need it: its declaration, its calls, and what it shows beyond them. */
export interface Loaded {
  resource: Resource;
  calls: ResourceCalls;
  views: Views;
}

const loads = new Map<string, Promise<Loaded>>();
/** What has been loaded: a page that finds it here does not suspend. */
const ready = new Map<string, Loaded>();

/**
 * Loads an entity, once. A failed load is forgotten, so that the next one tries again.
 * @throws Error for a name that is not in the registry
 */
export function load(name: string): Promise<Loaded> {
  const before = loads.get(name);
  if (before) return before;
  const entry = registry[name];
  if (!entry) throw new Error(`There is no entity ${name}`);
  const resource = entry.load();
  const loading = Promise.all([resource, loadViews(name, resource)]).then(
    ([of, views]): Loaded => ({ resource: of, calls: callsOf(of), views }),
  );
  loads.set(name, loading);
  loading.then(
    (loaded) => ready.set(name, loaded),
    () => loads.delete(name),
  );
  return loading;
}

/** The entity of the page that asks: `/backoffice/<name>/…`. Suspends until it is loaded. */
export function useLoaded(): Loaded {
  const { pathname } = useLocation();
  const name = pathname.split('/')[2] ?? '';
  return ready.get(name) ?? use(load(name));
}

/** Under which the look of its list is kept. */
export const listScreen = (name: string) => `office.${name}`;
export const listPath = (name: string) => `/backoffice/${name}`;
export const newPath = (name: string) => `/backoffice/${name}/new`;
export const rowPath = (name: string, id: string) => `/backoffice/${name}/${id}`;
export const editPath = (name: string, id: string) => `/backoffice/${name}/${id}/edit`;

import { callsOf, type Resource, type ResourceCalls } from '@voltloop/resource-kit';
import { type Entry, registry } from '@voltloop/resources/registry.ts';
import { use } from 'react';
import { useLocation } from 'react-router';
import { type ListViews, loadListViews, loadViews, type Views } from './views.ts';

/** An entity as its list needs it: its declaration, its calls, and what the list shows beyond them. */
export interface Loaded {
  resource: Resource;
  calls: ResourceCalls;
  views: ListViews;
}

/** An entity as the page of a row and its forms need it. */
export interface LoadedPage extends Loaded {
  views: Views;
}

/**
 * Loads each entity once. A failed load is forgotten, so that the next one tries again.
 * `load` throws for a name that is not in the registry; `useOne` suspends until the entity is loaded.
 */
function once<Of>(make: (name: string, entry: Entry) => Promise<Of>) {
  const loads = new Map<string, Promise<Of>>();
  /** What has been loaded: a page that finds it here does not suspend. */
  const ready = new Map<string, Of>();
  const load = (name: string): Promise<Of> => {
    const before = loads.get(name);
    if (before) return before;
    const entry = registry[name];
    if (!entry) throw new Error(`There is no entity ${name}`);
    const loading = make(name, entry);
    loads.set(name, loading);
    loading.then(
      (loaded) => ready.set(name, loaded),
      () => loads.delete(name),
    );
    return loading;
  };
  return { load, useOne: (name: string) => ready.get(name) ?? use(load(name)) };
}

const lists = once(async (name, entry): Promise<Loaded> => {
  const [resource, views] = await Promise.all([entry.load(), loadListViews(name)]);
  return { resource, calls: callsOf(resource), views };
});

const pages = once(async (name, entry): Promise<LoadedPage> => {
  const loading = entry.load();
  const [resource, views] = await Promise.all([loading, loadViews(name, loading)]);
  return { resource, calls: callsOf(resource), views };
});

export const { load } = lists;
export const loadPage = pages.load;

/** The entity of the list that asks: `/backoffice/<name>`. Suspends until it is loaded. */
export const useLoaded = (): Loaded => lists.useOne(useName());
/** The entity of the page of a row, or of the form, that asks: `/backoffice/<name>/…`. Suspends until it is loaded. */
export const useLoadedPage = (): LoadedPage => pages.useOne(useName());
/** The entity of this name, for its form elsewhere. Suspends until it is loaded. */
export const usePageOf = (name: string): LoadedPage => pages.useOne(name);

const useName = () => useLocation().pathname.split('/')[2] ?? '';

/** Under which the look of its list is kept. */
export const listScreen = (name: string) => `office.${name}`;
export const listPath = (name: string) => `/backoffice/${name}`;
export const newPath = (name: string) => `/backoffice/${name}/new`;
export const rowPath = (name: string, id: string) => `/backoffice/${name}/${id}`;
export const editPath = (name: string, id: string) => `/backoffice/${name}/${id}/edit`;

import { callsOf, type Resource, type ResourceCalls } from '@voltloop/resource-kit';
import { type Entry, registry } from '@voltloop/resources/registry.ts';
import { use } from 'react';
import { useLocation } from 'react-router';
import { type ListViews, loadListViews, loadViews, type Views } from './views.ts';

/** A resource as its list needs it: declaration, calls, and list views. */
export interface Loaded {
  resource: Resource;
  calls: ResourceCalls;
  views: ListViews;
}

/** A resource as the page of a row and its forms need it. */
export interface LoadedPage extends Loaded {
  views: Views;
}

/**
 * Loads each resource once. A failed load is dropped from the cache, so that the next one retries.
 * `load` throws for a name that is not in the registry; `useOne` suspends until the resource is loaded.
 */
function once<Of>(make: (name: string, entry: Entry) => Promise<Of>) {
  const loads = new Map<string, Promise<Of>>();
  /** Loaded resources: a page that finds its own here does not suspend. */
  const ready = new Map<string, Of>();
  const load = (name: string): Promise<Of> => {
    const before = loads.get(name);
    if (before) return before;
    const entry = registry[name];
    if (!entry) throw new Error(`Unknown resource ${name}`);
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

/** The resource of the current list `/backoffice/<name>`. Suspends until it is loaded. */
export const useLoaded = (): Loaded => lists.useOne(useName());
/** The resource of the current row page or form `/backoffice/<name>/…`. Suspends until it is loaded. */
export const useLoadedPage = (): LoadedPage => pages.useOne(useName());
/** The resource of this name, for its form on another page. Suspends until it is loaded. */
export const usePageOf = (name: string): LoadedPage => pages.useOne(name);

const useName = () => useLocation().pathname.split('/')[2] ?? '';

/** Key of the list's saved settings. */
export const listScreen = (name: string) => `office.${name}`;
export const listPath = (name: string) => `/backoffice/${name}`;
export const newPath = (name: string) => `/backoffice/${name}/new`;
export const rowPath = (name: string, id: string) => `/backoffice/${name}/${id}`;
export const editPath = (name: string, id: string) => `/backoffice/${name}/${id}/edit`;

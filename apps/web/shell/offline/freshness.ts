import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { useReach } from '../../api/reach.ts';

/** Fetch time of the oldest data shown, epoch ms; null without any. */
export const useFreshness = create<{ asOf: number | null }>(() => ({ asOf: null }));

/** Updates that time whenever the cache changes. Returns the unsubscribe function. */
export function noteFreshness(client: QueryClient): () => void {
  const note = () => {
    const shown = client.getQueryCache().findAll({ type: 'active' });
    const times = shown.map((query) => query.state.dataUpdatedAt).filter((time) => time > 0);
    useFreshness.setState({ asOf: times.length > 0 ? Math.min(...times) : null });
  };
  let planned = false;
  const stop = client.getQueryCache().subscribe(() => {
    if (planned) return;
    planned = true;
    setTimeout(() => {
      planned = false;
      note();
    }, 200);
  });
  return () => {
    stop();
    useFreshness.setState({ asOf: null });
  };
}

/** Refetches stale and failed queries when the server is reachable again. Returns the unsubscribe function. */
export function catchUp(client: QueryClient): () => void {
  return useReach.subscribe(({ lost }, before) => {
    if (before.lost && !lost) client.getQueryCache().onOnline();
  });
}

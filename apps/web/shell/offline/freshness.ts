import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { useReach } from '../../api/reach.ts';

/** When the oldest of what is shown came from the server, epoch ms; null when nothing has. */
export const useFreshness = create<{ asOf: number | null }>(() => ({ asOf: null }));

/** Notes, whenever something changes in the cache, how old what is shown is. Returns its stop. */
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

/** Loads what has grown old, or failed, when the server is in reach again, as the cache does when the network is. Returns its stop. */
export function catchUp(client: QueryClient): () => void {
  return useReach.subscribe(({ lost }, before) => {
    if (before.lost && !lost) client.getQueryCache().onOnline();
  });
}

import type { LngLat } from '../../parts/map/positions.ts';

interface View {
  center: LngLat;
  zoom: number;
}

const keyOf = (account: string) => `voltloop.map.${account}`;

/** What part of the world an account drew on last in this browser; null when it never did. */
export function lastView(account: string): View | null {
  try {
    const { center, zoom } = JSON.parse(localStorage.getItem(keyOf(account)) ?? 'null') as View;
    return [...center, zoom].every(Number.isFinite) ? { center, zoom } : null;
  } catch {
    return null;
  }
}

export function saveView(account: string, view: View): void {
  localStorage.setItem(keyOf(account), JSON.stringify(view));
}

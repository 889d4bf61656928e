import type { MapView } from '../../parts/map/map-view.ts';

const keyOf = (account: string) => `voltloop.map.${account}`;

/** What part of the world an account drew on last in this browser; null when it never did. */
export function lastView(account: string): MapView | null {
  try {
    const { center, scale } = JSON.parse(localStorage.getItem(keyOf(account)) ?? 'null') as MapView;
    return [center.x, center.y, scale].every(Number.isFinite) ? { center, scale } : null;
  } catch {
    return null;
  }
}

export function keepView(account: string, view: MapView): void {
  localStorage.setItem(keyOf(account), JSON.stringify(view));
}

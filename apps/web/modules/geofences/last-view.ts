import type { LngLat } from '../../ui/map/positions.ts';

interface View {
  center: LngLat;
  zoom: number;
}

const keyOf = (account: string) => `voltloop.map.${account}`;

/** The last map view in which an account drew in this browser; null if there is none. */
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

import { MAX_DEVICES_AT_ONCE } from '@voltloop/contract/calls/things.ts';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Pure: the devices that one page passes to another as navigation state; a URL would be too long. */
export const devicesState = (devids: readonly string[]): { devids: string[] } => ({ devids: [...devids] });

export function devicesFromState(state: unknown): string[] | null {
  const devids = (state as { devids?: unknown } | null)?.devids;
  if (!Array.isArray(devids)) return null;
  const known = [...new Set(devids)].filter(
    (each): each is string => typeof each === 'string' && each !== '',
  );
  return known.length > 0 ? known.slice(0, MAX_DEVICES_AT_ONCE) : null;
}

/** Reads the devices chosen on another page, once; a reload does not return them again. */
export function useChosenDevices(onChosen: (devids: string[]) => void): void {
  const location = useLocation();
  const navigate = useNavigate();
  // Once per navigation.
  const { key } = location;
  useEffect(() => {
    const devids = devicesFromState(location.state);
    if (devids === null) return;
    onChosen(devids);
    void navigate(
      { pathname: location.pathname, search: location.search },
      { replace: true, preventScrollReset: true, state: null },
    );
  }, [key]);
}

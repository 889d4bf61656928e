/** Pure: what the Upgrade page shows, as its URL. Everything that is default stays out of the address. */

import { type PackageKind, packageKinds } from '@voltloop/contract/firmware-states.ts';

export const upgradeSorts = ['devname', 'version', 'status', 'soc'] as const;
export type UpgradeSort = (typeof upgradeSorts)[number];

export interface UpgradeView {
  kind: PackageKind;
  search: string;
  /** Installed version, `unknown`, or empty for all. */
  version: string;
  sort: UpgradeSort;
  order: 'asc' | 'desc';
  page: number;
  size: number;
}

/** The kinds in the order in which people meet them: the board that is upgraded most, first. */
export const kindOrder: readonly PackageKind[] = [
  'EMS_V2_firmware',
  'master_firmware_2001_3.0',
  'slave_firmware_6_3.0',
];

export const defaultView: UpgradeView = {
  kind: 'EMS_V2_firmware',
  search: '',
  version: '',
  sort: 'devname',
  order: 'asc',
  page: 1,
  size: 20,
};

/** Short names of the kinds in addresses and message keys. */
export const kindNames: Record<PackageKind, 'ems' | 'master' | 'slave'> = {
  EMS_V2_firmware: 'ems',
  'master_firmware_2001_3.0': 'master',
  'slave_firmware_6_3.0': 'slave',
};

/** The view an address asks for; whatever makes no sense is taken as default. */
export function viewFromUrl(params: URLSearchParams): UpgradeView {
  const kind = packageKinds.find((each) => kindNames[each] === params.get('kind'));
  const sort = upgradeSorts.find((each) => each === params.get('sort'));
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  return {
    kind: kind ?? defaultView.kind,
    search: (params.get('search') ?? '').slice(0, 100),
    version: (params.get('version') ?? '').slice(0, 60),
    sort: sort ?? defaultView.sort,
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
    page: Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
    size: [10, 20, 50, 100].includes(size) ? size : defaultView.size,
  };
}

/** The address of a view, with other parameters of `before` kept. */
export function viewToUrl(view: UpgradeView, before = new URLSearchParams()): URLSearchParams {
  const next = new URLSearchParams(before);
  const shown = { ...view, kind: kindNames[view.kind] };
  const usual = { ...defaultView, kind: kindNames[defaultView.kind] };
  for (const key of Object.keys(shown) as (keyof typeof shown)[]) {
    if (shown[key] === usual[key]) next.delete(key);
    else next.set(key, String(shown[key]));
  }
  return next;
}

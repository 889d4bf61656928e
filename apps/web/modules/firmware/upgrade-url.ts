/** Pure: the state of the Upgrade page as its URL. Defaults are omitted. */

import { type PackageKind, packageKinds } from '@voltloop/contract/firmware-states.ts';
import { address, type Part, paged, sorted, text, type ViewOf } from '../../ui/list/address.ts';

export const upgradeSorts = ['devname', 'version', 'status', 'soc'] as const;
export type UpgradeSort = (typeof upgradeSorts)[number];

/** Display order of the kinds: the most frequently upgraded board first. */
export const kindOrder: readonly PackageKind[] = [
  'EMS_V2_firmware',
  'master_firmware_2001_3.0',
  'slave_firmware_6_3.0',
];

/** Short names of the kinds in URLs and message keys. */
export const kindNames: Record<PackageKind, 'ems' | 'master' | 'slave'> = {
  EMS_V2_firmware: 'ems',
  'master_firmware_2001_3.0': 'master',
  'slave_firmware_6_3.0': 'slave',
};

const kind: Part<PackageKind> = {
  first: 'EMS_V2_firmware',
  read: (given) => packageKinds.find((each) => kindNames[each] === given),
  write: (value) => (value === 'EMS_V2_firmware' ? null : kindNames[value]),
};

const parts = {
  kind,
  search: text(),
  /** Installed version, `unknown`, or empty for all. */
  version: text(60),
  ...sorted(upgradeSorts, 'devname'),
  ...paged([10, 20, 50, 100], 20),
};
export type UpgradeView = ViewOf<typeof parts>;
export const { first: defaultView, fromUrl: viewFromUrl, toUrl: viewToUrl } = address(parts);

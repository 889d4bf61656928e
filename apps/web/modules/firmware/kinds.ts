import { type PackageKind, packageKinds } from '@voltloop/contract/firmware-states.ts';

/** Display order of the kinds: the most frequently upgraded board first. */
export const kindOrder: readonly PackageKind[] = [
  'EMS_V2_firmware',
  'master_firmware_2001_3.0',
  'slave_firmware_6_3.0',
];

/** Short names of the kinds in URLs and message keys. */
export const kindNames = {
  EMS_V2_firmware: 'ems',
  'master_firmware_2001_3.0': 'master',
  'slave_firmware_6_3.0': 'slave',
} as const satisfies Record<PackageKind, string>;
export type KindName = (typeof kindNames)[PackageKind];

/** The kind of a short name; that of the first by default. */
export const kindOf = (name: string | null): PackageKind =>
  packageKinds.find((kind) => kindNames[kind] === name) ?? 'EMS_V2_firmware';

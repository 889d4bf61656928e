/** Attributes of a system in its retained state message: versions, serial numbers, zone. */
import type { StateMessage } from '@voltloop/protocol';
import { hash32 } from './random.ts';
import type { System } from './system.ts';

const DAY_MS = 86_400_000;
/** The earliest manufacturing date of simulated packs. */
const FIRST_MADE_MS = Date.UTC(2022, 0, 10);

/** One of several choices, always the same for the same system. */
const pick = <T>(system: System, n: number, choices: T[]): T =>
  choices[hash32(system.spec.seed, n) % choices.length] as T;

export const hardwareOf = (system: System): string => pick(system, 61, ['2.0', '2.1', '2.1']);

/**
 * The running version of a kind of package: as delivered, or as upgraded. Null for a kind without a board in the system.
 */
export function installedVersion(system: System, pkgtype: string): string | null {
  const upgraded = system.state.firmware?.[pkgtype];
  if (upgraded !== undefined) return upgraded;
  switch (pkgtype) {
    case 'EMS_V2_firmware':
      return pick(system, 62, ['2.3.1', '2.4.0', '2.4.0', '2.4.2']);
    case 'master_firmware_2001_3.0':
      return pick(system, 60, ['3.0.9', '3.0.12', '3.0.12', '3.0.14']);
    case 'slave_firmware_6_3.0':
      return pick(system, 64, ['3.0.4', '3.0.6']);
    default:
      return null;
  }
}

/** The message while online. Versions vary over a fleet, as in real ones. */
export function stateMessage(system: System, now_ms: number): StateMessage {
  const { spec } = system;
  const ems_fw = installedVersion(system, 'EMS_V2_firmware');
  const master_fw = installedVersion(system, 'master_firmware_2001_3.0');
  const pack_fw = installedVersion(system, 'slave_firmware_6_3.0');
  const serial = spec.devid.replace(/[^A-Za-z0-9]/g, '').slice(-7);
  return {
    online: true,
    ts: now_ms,
    hw_version: hardwareOf(system),
    sw_version: ems_fw ?? '',
    M_SN: `BM${serial}`,
    M_HW: '1.2',
    M_FW: master_fw,
    E_FW: ems_fw,
    E_MCU_FW: pick(system, 63, ['1.1.7', '1.2.0']),
    E_BMS_FW: master_fw,
    E_TZ: spec.place.tz,
    E_LAT: spec.place.lat,
    E_LON: spec.place.lon,
    boot: system.state.boot,
    packs: Array.from({ length: spec.packs }, (_, k) => ({
      P_no: k + 1,
      P_SN: `BP${serial}${String(k + 1).padStart(2, '0')}`,
      P_FW: pack_fw,
      P_MFG_DATE: new Date(FIRST_MADE_MS + (hash32(spec.seed, 70 + k) % 1000) * DAY_MS)
        .toISOString()
        .slice(0, 10),
    })),
  };
}

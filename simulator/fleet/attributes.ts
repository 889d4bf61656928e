/** What a system says about itself in its retained state message: versions, serial numbers, zone. */
import type { StateMessage } from '@voltloop/protocol';
import { hash32 } from './random.ts';
import type { System } from './system.ts';

const DAY_MS = 86_400_000;
/** No simulated pack was made before this day. */
const FIRST_MADE_MS = Date.UTC(2022, 0, 10);

/** The message while online. Versions differ over a fleet, as real ones do. */
export function stateMessage(system: System, now_ms: number): StateMessage {
  const { spec } = system;
  const pick = <T>(n: number, choices: T[]): T => choices[hash32(spec.seed, n) % choices.length] as T;
  const master_fw = pick(60, ['3.0.9', '3.0.12', '3.0.12', '3.0.14']);
  const serial = spec.devid.replace(/[^A-Za-z0-9]/g, '').slice(-7);
  return {
    online: true,
    ts: now_ms,
    hw_version: pick(61, ['2.0', '2.1', '2.1']),
    sw_version: pick(62, ['2.3.1', '2.4.0', '2.4.0', '2.4.2']),
    M_SN: `BM${serial}`,
    M_HW: '1.2',
    M_FW: master_fw,
    E_FW: pick(62, ['2.3.1', '2.4.0', '2.4.0', '2.4.2']),
    E_MCU_FW: pick(63, ['1.1.7', '1.2.0']),
    E_BMS_FW: master_fw,
    E_TZ: spec.place.tz,
    E_LAT: spec.place.lat,
    E_LON: spec.place.lon,
    boot: system.state.boot,
    packs: Array.from({ length: spec.packs }, (_, k) => ({
      P_no: k + 1,
      P_SN: `BP${serial}${String(k + 1).padStart(2, '0')}`,
      P_FW: pick(64, ['3.0.4', '3.0.6']),
      P_MFG_DATE: new Date(FIRST_MADE_MS + (hash32(spec.seed, 70 + k) % 1000) * DAY_MS)
        .toISOString()
        .slice(0, 10),
    })),
  };
}

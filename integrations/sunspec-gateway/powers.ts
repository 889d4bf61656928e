/** From DC inputs to the AC side, so that load = pv + grid + battery. */
import type { Reading } from './reading.ts';

/** Shares of PV and battery in the power at the inverter's AC terminals. Null: unknown. */
export interface AcPowers {
  pv_w: number | null;
  battery_w: number | null;
}

/**
 * SunSpec measures PV and battery on the DC side and the inverter on the AC side. The conversion loss is split by the DC
 * power of both, so that together they are exactly the inverter's AC power; if only one is active, it takes the whole
 * loss.
 */
export function acPowers({ inverter_w, pv_w, battery, battery_w }: Reading): AcPowers {
  if (!battery) return { pv_w: inverter_w === null ? pv_w : Math.max(0, inverter_w), battery_w: 0 };
  if (battery_w === null) return { pv_w: null, battery_w: null };
  if (inverter_w === null) return { pv_w, battery_w };
  // Without readable PV inputs, PV is the remainder after the battery.
  const sun_w = pv_w ?? Math.max(0, inverter_w - battery_w);
  const flow_w = sun_w + Math.abs(battery_w);
  if (flow_w === 0) return { pv_w: 0, battery_w: inverter_w };
  const loss_w = sun_w + battery_w - inverter_w;
  const ac_w = Math.max(0, sun_w - (loss_w * sun_w) / flow_w);
  return { pv_w: ac_w, battery_w: inverter_w - ac_w };
}

/**
 * The energy manager: a pure function from inputs to powers. All powers are integer watts, so that reports add up
 * exactly.
 */

const modes = {
  selfUse: 0,
  timeOfUse: 1,
  backUp: 2,
  forcedCharge: 3,
  forcedDischarge: 4,
  remote: 5,
} as const;
const actions = { selfUse: 0, charge: 1, discharge: 2, hold: 3 } as const;

/** Efficiency of one pass through the inverter, in either direction. */
export const INVERTER_EFFICIENCY = 0.965;
/** Below this the inverter idles instead of trimming. */
const DEAD_BAND_W = 25;

export interface EmsFacts {
  settings: Record<string, number>;
  on_grid: boolean;
  /** False: the inverter has stopped (a fault). */
  running: boolean;
  /** Available solar power, integer watts. */
  pv_w: number;
  /** Demand of the house, integer watts. */
  load_w: number;
  /** Minutes since local midnight, for the time-of-use table. */
  minute: number;
  soc_pct: number;
  /** Limits of the battery at its terminals now, in W, both positive, including its own limits. */
  charge_w: number;
  discharge_w: number;
  /**
   * Energy between now and the SOC limits divided by the step, in W at the terminals: (down to reserve, up to maximum).
   */
  reserve_w: number;
  room_w: number;
  /** The same down to empty, for running off grid. */
  empty_w: number;
  inverter_w: number;
}

/** load = pv + grid + battery, exactly. */
export interface EmsPowers {
  pv_w: number;
  load_w: number;
  grid_w: number;
  bat_w: number;
}

/**
 * The action of the time-of-use table at a minute of the day: that of the first window covering it, otherwise self-use.
 */
export function windowAt(
  settings: Record<string, number>,
  minute: number,
): { action: number; power_w: number } {
  for (let n = 1; n <= 4; n += 1) {
    const start = settings[`E_TOU${n}_START`] ?? 0;
    const end = settings[`E_TOU${n}_END`] ?? 0;
    const inside =
      start < end ? minute >= start && minute < end : start > end && (minute >= start || minute < end);
    if (inside) return { action: settings[`E_TOU${n}_ACT`] ?? 0, power_w: settings[`E_TOU${n}_P`] ?? 0 };
  }
  return { action: actions.selfUse, power_w: 0 };
}

/** Battery power requested by the mode, in W (+ discharge), before limits. */
function requestedPower(f: EmsFacts): number {
  const s = f.settings;
  const rest_w = f.load_w - f.pv_w;
  switch (s.E_MODE) {
    case modes.timeOfUse: {
      const now = windowAt(s, f.minute);
      if (now.action === actions.charge) return -Math.max(now.power_w, -Math.min(0, rest_w));
      if (now.action === actions.discharge) return now.power_w;
      if (now.action === actions.hold) return Math.min(0, rest_w);
      return rest_w;
    }
    case modes.backUp:
      // Below its reserve a back-up battery charges from the grid, above it from surplus only; it never discharges.
      return f.soc_pct < (s.E_SOC_RSV ?? 0) ? -(s.E_FORCE_P ?? 0) : Math.min(0, rest_w);
    case modes.forcedCharge:
      return -(s.E_FORCE_P ?? 0);
    case modes.forcedDischarge:
      return s.E_FORCE_P ?? 0;
    case modes.remote:
      return s.E_REMOTE_P ?? 0;
    default:
      return rest_w;
  }
}

/**
 * Clamps a requested power to the limits; on the battery side of the inverter, discharging needs more power and charging
 * less.
 */
function limited(requested_w: number, f: EmsFacts, floor_w: number): number {
  if (requested_w >= 0) {
    const terminals_w = Math.min(f.discharge_w, floor_w) * INVERTER_EFFICIENCY;
    return Math.floor(
      Math.max(0, Math.min(requested_w, f.settings.E_DIS_LIM ?? 0, f.inverter_w, terminals_w)),
    );
  }
  const terminals_w = Math.min(f.charge_w, f.room_w) / INVERTER_EFFICIENCY;
  return (
    -Math.floor(Math.max(0, Math.min(-requested_w, f.settings.E_CHG_LIM ?? 0, f.inverter_w, terminals_w))) + 0
  );
}

function offGrid(f: EmsFacts): EmsPowers {
  if (f.settings.E_BACKUP_EN !== 1) return { pv_w: 0, load_w: 0, grid_w: 0, bat_w: 0 };
  // No dead band here: it is for trimming against the grid, and an island must be balanced exactly.
  const bat_w = limited(f.load_w - f.pv_w, f, f.empty_w);
  // Deficit: loads are shed. Surplus: the PV is throttled.
  const load_w = Math.max(0, Math.min(f.load_w, f.pv_w + bat_w));
  return { pv_w: load_w - bat_w, load_w, grid_w: 0, bat_w };
}

/** Computes the powers of a step. */
export function decide(f: EmsFacts): EmsPowers {
  if (!f.running)
    return { pv_w: 0, load_w: f.on_grid ? f.load_w : 0, grid_w: f.on_grid ? f.load_w : 0, bat_w: 0 };
  if (!f.on_grid) return offGrid(f);
  const requested_w = requestedPower(f);
  let bat_w = Math.abs(requested_w) < DEAD_BAND_W ? 0 : limited(requested_w, f, f.reserve_w);
  let pv_w = f.pv_w;
  let over_w = pv_w + bat_w - f.load_w - (f.settings.E_EXP_LIM ?? 0);
  if (over_w > 0 && bat_w > 0) {
    const less_w = Math.min(bat_w, over_w);
    bat_w -= less_w;
    over_w -= less_w;
  }
  if (over_w > 0) pv_w = Math.max(0, pv_w - over_w);
  return { pv_w, load_w: f.load_w, grid_w: f.load_w - pv_w - bat_w, bat_w };
}

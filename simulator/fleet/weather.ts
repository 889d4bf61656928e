/** Clouds and air temperature of a place as seeded processes of time. */
import { smoothNoise, uniform } from './random.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * The transmitted share of the sun's beam, 0.04 to 1. Three rhythms: weather fronts of about two days, cloud fields of
 * three quarters of an hour, single clouds of some minutes; the latter two only matter on mixed days.
 * @param sunny 0.3 (cloudy country) to 0.9 (desert).
 */
export function clearness(seed: number, sunny: number, at_ms: number): number {
  const front =
    smoothNoise(seed, at_ms / (1.7 * DAY_MS)) * 0.5 +
    smoothNoise(seed ^ 0x51ed, at_ms / (0.6 * DAY_MS)) * 0.25;
  const field = smoothNoise(seed ^ 0x2f1b, at_ms / (45 * MINUTE_MS)) * 0.18;
  const single = smoothNoise(seed ^ 0x77a3, at_ms / (7 * MINUTE_MS)) * 0.14;
  const cover = Math.min(1, Math.max(0, 1 - sunny + front + field + single));
  // Eased: thin clouds cost little, an overcast sky nearly the whole beam.
  return 1 - 0.96 * cover * cover * (3 - 2 * cover);
}

/** Outdoor temperature in °C from latitude, season, hour and passing fronts. */
export function airTemperature(seed: number, lat_deg: number, lon_deg: number, at_ms: number): number {
  const away = Math.abs(lat_deg);
  const mean_c = 28 - 0.4 * Math.max(0, away - 10);
  const season_c = 1 + 0.15 * away;
  const year = ((at_ms / DAY_MS) % 365.2425) / 365.2425;
  // Warmest about 20 July in the north, half a year later in the south.
  const warm = Math.cos(2 * Math.PI * (year - 0.55)) * (lat_deg >= 0 ? 1 : -1);
  const solar_h = ((at_ms / 3_600_000) % 24) + lon_deg / 15;
  const hour_c = 4.5 * Math.cos((2 * Math.PI * (solar_h - 15)) / 24);
  return mean_c + season_c * warm + hour_c + 3.5 * smoothNoise(seed, at_ms / (2.3 * DAY_MS));
}

/** True during a grid outage of a place: on a share of days one outage of 15 to 150 minutes. */
export function gridIsDown(seed: number, outage_share: number, at_ms: number): boolean {
  const day = Math.floor(at_ms / DAY_MS);
  if (uniform(seed, day) >= outage_share) return false;
  const start_ms = uniform(seed ^ 0x1357, day) * (DAY_MS - 9_000_000);
  const length_ms = (15 + 135 * uniform(seed ^ 0x2468, day)) * MINUTE_MS;
  const ms_of_day = at_ms - day * DAY_MS;
  return ms_of_day >= start_ms && ms_of_day < start_ms + length_ms;
}

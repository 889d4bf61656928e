/**
 * The position of the sun and its irradiance on a tilted plane. Declination and equation of time after Spencer (1971), clear-sky beam
 * after Meinel (1353 · 0.7^(AM^0.678) W/m²), diffuse a tenth of the beam.
 */

const DAY_MS = 86_400_000;
const RAD = Math.PI / 180;

/** A PV string: peak power, tilt from the horizontal and azimuth clockwise from north, in degrees. */
export interface Plane {
  peak_w: number;
  tilt_deg: number;
  azimuth_deg: number;
}

/** A plane at a place, with precomputed constants. */
export interface SunSite {
  lon_deg: number;
  sin_lat: number;
  cos_lat: number;
  planes: { peak_w: number; east: number; north: number; up: number }[];
}

export function sunSite(lat_deg: number, lon_deg: number, planes: Plane[]): SunSite {
  return {
    lon_deg,
    sin_lat: Math.sin(lat_deg * RAD),
    cos_lat: Math.cos(lat_deg * RAD),
    planes: planes.map((p) => ({
      peak_w: p.peak_w,
      east: Math.sin(p.tilt_deg * RAD) * Math.sin(p.azimuth_deg * RAD),
      north: Math.sin(p.tilt_deg * RAD) * Math.cos(p.azimuth_deg * RAD),
      up: Math.cos(p.tilt_deg * RAD),
    })),
  };
}

let season = { day: Number.NaN, sin_dec: 0, cos_dec: 1, eot_min: 0 };

/** Declination and equation of time change slowly: one day's values serve all systems of that day. */
function seasonOf(day: number): typeof season {
  if (season.day === day) return season;
  const b = ((day % 365.2425) / 365.2425) * 2 * Math.PI;
  const dec =
    0.006918 -
    0.399912 * Math.cos(b) +
    0.070257 * Math.sin(b) -
    0.006758 * Math.cos(2 * b) +
    0.000907 * Math.sin(2 * b) -
    0.002697 * Math.cos(3 * b) +
    0.00148 * Math.sin(3 * b);
  const eot =
    0.000075 +
    0.001868 * Math.cos(b) -
    0.032077 * Math.sin(b) -
    0.014615 * Math.cos(2 * b) -
    0.04089 * Math.sin(2 * b);
  season = { day, sin_dec: Math.sin(dec), cos_dec: Math.cos(dec), eot_min: 229.18 * eot };
  return season;
}

/** Sine of the solar elevation; negative at night. */
export function sinElevation(site: SunSite, at_ms: number): number {
  const day = Math.floor(at_ms / DAY_MS);
  const s = seasonOf(day);
  const hour = hourAngle(site, s.eot_min, at_ms - day * DAY_MS);
  return site.sin_lat * s.sin_dec + site.cos_lat * s.cos_dec * Math.cos(hour);
}

function hourAngle(site: SunSite, eot_min: number, ms_of_day: number): number {
  return ((ms_of_day / 60_000 + 4 * site.lon_deg + eot_min) / 4 - 180) * RAD;
}

/**
 * DC power in W of each plane of the site, before the inverter's limits.
 * @param clear 0 (overcast) to 1 (clear sky): the transmitted share of the beam.
 * @param air_c Air temperature in °C: modules lose 0.38 % per K above 25 °C.
 */
export function planePower(site: SunSite, at_ms: number, clear: number, air_c: number): number[] {
  const day = Math.floor(at_ms / DAY_MS);
  const s = seasonOf(day);
  const hour = hourAngle(site, s.eot_min, at_ms - day * DAY_MS);
  const up = site.sin_lat * s.sin_dec + site.cos_lat * s.cos_dec * Math.cos(hour);
  if (up <= 0) return site.planes.map(() => 0);
  const east = -s.cos_dec * Math.sin(hour);
  const north = s.sin_dec * site.cos_lat - s.cos_dec * Math.cos(hour) * site.sin_lat;
  const beam = 1353 * 0.7 ** ((1 / Math.max(up, 0.02)) ** 0.678);
  // Clouds scatter the blocked light: under an overcast sky the diffuse part grows.
  const diffuse = 0.1 * beam * (1 + 1.2 * (1 - clear));
  return site.planes.map((p) => {
    const incidence = Math.max(0, east * p.east + north * p.north + up * p.up);
    const plane_w_m2 = clear * beam * incidence + (diffuse * (1 + p.up)) / 2;
    const module_c = air_c + 0.03 * plane_w_m2;
    // 0.87: wiring, mismatch, dirt and conversion; the temperature loss comes on top.
    return p.peak_w * (plane_w_m2 / 1000) * 0.87 * (1 - 0.0038 * (module_c - 25));
  });
}

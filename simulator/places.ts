/** Inland towns with home batteries; all far enough from any shore that a few kilometres of offset stay on land. */
import type { Place } from './fleet/index.ts';

export interface Town extends Required<Place> {
  /** Weight of the town in a demo fleet. */
  weight: number;
}

const town = (name: string, country: string, lat: number, lon: number, tz: string, weight = 1): Town => ({
  name,
  country,
  lat,
  lon,
  tz,
  weight,
});

export const towns: Town[] = [
  town('Toowoomba', 'AU', -27.56, 151.95, 'Australia/Brisbane', 3),
  town('Penrith', 'AU', -33.76, 150.69, 'Australia/Sydney', 4),
  town('Dubbo', 'AU', -32.25, 148.62, 'Australia/Sydney', 2),
  town('Wagga Wagga', 'AU', -35.12, 147.36, 'Australia/Sydney', 2),
  town('Canberra', 'AU', -35.31, 149.13, 'Australia/Sydney', 3),
  town('Ballarat', 'AU', -37.55, 143.85, 'Australia/Melbourne', 2),
  town('Bendigo', 'AU', -36.76, 144.28, 'Australia/Melbourne', 2),
  town('Mount Barker', 'AU', -35.07, 138.86, 'Australia/Adelaide', 2),
  town('Northam', 'AU', -31.65, 116.67, 'Australia/Perth', 2),
  town('Alice Springs', 'AU', -23.7, 133.88, 'Australia/Darwin'),
  town('Hamilton', 'NZ', -37.79, 175.29, 'Pacific/Auckland'),
  town('Kassel', 'DE', 51.31, 9.49, 'Europe/Berlin', 2),
  town('Erfurt', 'DE', 50.98, 11.03, 'Europe/Berlin', 2),
  town('Ingolstadt', 'DE', 48.77, 11.43, 'Europe/Berlin', 3),
  town('Bamberg', 'DE', 49.89, 10.89, 'Europe/Berlin', 2),
  town('Freiburg', 'DE', 47.99, 7.84, 'Europe/Berlin', 2),
  town('Coventry', 'GB', 52.41, -1.51, 'Europe/London', 2),
  town('Swindon', 'GB', 51.56, -1.78, 'Europe/London'),
  town('Milton Keynes', 'GB', 52.04, -0.76, 'Europe/London', 2),
  town('Zaragoza', 'ES', 41.65, -0.89, 'Europe/Madrid'),
  town('Bologna', 'IT', 44.49, 11.34, 'Europe/Rome', 2),
  town('Centurion', 'ZA', -25.86, 28.19, 'Africa/Johannesburg', 3),
  town('Bloemfontein', 'ZA', -29.12, 26.22, 'Africa/Johannesburg', 2),
  town('Polokwane', 'ZA', -23.9, 29.45, 'Africa/Johannesburg'),
  town('Fresno', 'US', 36.74, -119.78, 'America/Los_Angeles', 3),
  town('Sacramento', 'US', 38.58, -121.49, 'America/Los_Angeles', 2),
  town('Riverside', 'US', 33.95, -117.4, 'America/Los_Angeles', 2),
  town('Bakersfield', 'US', 35.37, -119.02, 'America/Los_Angeles', 2),
  town('Waco', 'US', 31.55, -97.15, 'America/Chicago'),
  town('Campinas', 'BR', -22.91, -47.06, 'America/Sao_Paulo'),
  town('Nagano', 'JP', 36.65, 138.18, 'Asia/Tokyo', 2),
  town('Kofu', 'JP', 35.66, 138.57, 'Asia/Tokyo'),
  town('Utsunomiya', 'JP', 36.56, 139.88, 'Asia/Tokyo', 2),
  town('Hefei', 'CN', 31.82, 117.23, 'Asia/Shanghai', 2),
  town('Changsha', 'CN', 28.23, 112.94, 'Asia/Shanghai', 2),
  town('Jinan', 'CN', 36.65, 117.12, 'Asia/Shanghai'),
  town('Zhengzhou', 'CN', 34.75, 113.62, 'Asia/Shanghai', 2),
  town('Chengdu', 'CN', 30.66, 104.07, 'Asia/Shanghai', 2),
  town('Pune', 'IN', 18.52, 73.86, 'Asia/Kolkata'),
];

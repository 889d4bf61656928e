import type { TariffContent } from '@voltloop/contract';

/** Tariffs of the demo's homes by country, as such contracts are usual there. Pure. */

type Common = Pick<TariffContent, 'currency' | 'feed_in_price' | 'standing_charge'>;
const flat = (import_price: string, common: Common): TariffContent => ({
  kind: 'flat',
  import_price,
  ...common,
});
const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7];
const WORKDAYS = [1, 2, 3, 4, 5];
const WEEKEND = [6, 7];
/** Rate 0 at night, 1 by day, 2 during the hours from `from` to `to`. */
const day = (from: number, to: number) =>
  Array.from({ length: 24 }, (_, hour) => (hour >= from && hour < to ? 2 : hour < 7 || hour >= 22 ? 0 : 1));
const quiet = day(0, 0);

/** @param peak hours from and to; on working days only with `weekend` */
const byTime = (
  rates: readonly [night: string, day: string, peak: string],
  common: Common,
  peak: { from: number; to: number; weekend?: boolean },
): TariffContent => ({
  kind: 'tou',
  ...common,
  rates: ['Off-peak', 'Shoulder', 'Peak'].map((name, i) => ({ name, price: rates[i] as string })),
  seasons: [
    {
      from: '01-01',
      day_kinds: peak.weekend
        ? [{ days: ALL_DAYS, hours: day(peak.from, peak.to) }]
        : [
            { days: WORKDAYS, hours: day(peak.from, peak.to) },
            { days: WEEKEND, hours: quiet },
          ],
    },
  ],
});

const money = (currency: string, feed_in_price: string, standing_charge: string): Common => ({
  currency,
  feed_in_price,
  standing_charge,
});

const tariffs: Readonly<Record<string, TariffContent>> = {
  AU: byTime(['0.231', '0.288', '0.462'], money('AUD', '0.05', '1.12'), { from: 15, to: 21, weekend: true }),
  NZ: flat('0.331', money('NZD', '0.12', '1.8')),
  DE: flat('0.3462', money('EUR', '0.0796', '0.42')),
  GB: byTime(['0.1698', '0.2486', '0.3412'], money('GBP', '0.15', '0.5137'), { from: 16, to: 19 }),
  ES: byTime(['0.1035', '0.1441', '0.2102'], money('EUR', '0.06', '0.38'), { from: 18, to: 22 }),
  IT: flat('0.2874', money('EUR', '0.08', '0.36')),
  ZA: flat('3.87', money('ZAR', '1.29', '9.4')),
  US: byTime(['0.312', '0.374', '0.588'], money('USD', '0.08', '0.4'), { from: 16, to: 21, weekend: true }),
  BR: flat('0.92', money('BRL', '0.71', '1.1')),
  JP: flat('31.5', money('JPY', '16', '10.3')),
  CN: byTime(['0.3081', '0.5583', '0.6183'], money('CNY', '0.3949', '0'), { from: 8, to: 21, weekend: true }),
  IN: flat('8.36', money('INR', '3.1', '4.3')),
};

/** The tariff of a home in a country. */
export const tariffOf = (country: string | undefined): TariffContent =>
  tariffs[country ?? ''] ?? (tariffs.DE as TariffContent);

import type { TariffContent } from '@voltloop/contract/calls/site-tariffs.ts';

/** Pure: a tariff between the editor and the server. The editor knows one season with workdays and weekends. */

export interface TariffDraft {
  kind: 'flat' | 'tou';
  currency: string;
  importPrice: string;
  feedIn: string;
  standing: string;
  rates: readonly { name: string; price: string }[];
  /** Index of the rate of each hour. */
  workdays: readonly number[];
  weekend: readonly number[];
}

const day = () => Array.from({ length: 24 }, () => 0);
const WORKDAYS = [1, 2, 3, 4, 5];
const WEEKEND = [6, 7];

export function emptyDraft(names: readonly [string, string], currency = 'EUR'): TariffDraft {
  return {
    ...{ kind: 'flat', currency, importPrice: '', feedIn: '0', standing: '0' },
    rates: names.map((name) => ({ name, price: '' })),
    ...{ workdays: day(), weekend: day() },
  };
}

/** Numbers as people write them: a comma is a point. */
const decimal = (text: string) => text.trim().replace(',', '.');

export function contentOf(draft: TariffDraft): TariffContent {
  const common = {
    currency: draft.currency.trim().toUpperCase(),
    ...{ feed_in_price: decimal(draft.feedIn), standing_charge: decimal(draft.standing) },
  };
  if (draft.kind === 'flat') return { kind: 'flat', ...common, import_price: decimal(draft.importPrice) };
  return {
    ...{ kind: 'tou', ...common },
    rates: draft.rates.map(({ name, price }) => ({ name: name.trim(), price: decimal(price) })),
    seasons: [
      {
        from: '01-01',
        day_kinds: [
          { days: WORKDAYS, hours: [...draft.workdays] },
          { days: WEEKEND, hours: [...draft.weekend] },
        ],
      },
    ],
  };
}

/** A tariff as a draft; null where it has what the editor does not know. */
export function draftOf(content: TariffContent, names: readonly [string, string]): TariffDraft | null {
  const common = {
    ...emptyDraft(names, content.currency),
    ...{ feedIn: content.feed_in_price, standing: content.standing_charge },
  };
  if (content.kind === 'flat') return { ...common, importPrice: content.import_price };
  const [season, ...more] = content.seasons;
  const hoursOf = (days: readonly number[]) =>
    season?.day_kinds.find((kind) => days.every((each) => kind.days.includes(each)))?.hours;
  const [workdays, weekend] = [hoursOf(WORKDAYS), hoursOf(WEEKEND)];
  if (more.length > 0 || !workdays || !weekend) return null;
  return { ...common, kind: 'tou', rates: content.rates, workdays, weekend };
}

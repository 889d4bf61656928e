import type { TariffContent } from '@voltloop/contract/calls/site-tariffs.ts';
import { normalizeDecimal as decimal } from '@voltloop/domain/checks/read-decimal.ts';
import { two } from '@voltloop/domain/clock/clock-time.ts';

/** Pure: converts a tariff between editor and server. The editor supports seasons with workdays and weekends. */

type TimeOfUse = Extract<TariffContent, { kind: 'tou' }>;

export interface SeasonDraft {
  /** MM-dd */
  from: string;
  /** Index of the rate of each hour. */
  workdays: readonly number[];
  weekend: readonly number[];
}

export interface TariffDraft {
  kind: TariffContent['kind'];
  currency: string;
  importPrice: string;
  feedIn: string;
  standing: string;
  rates: readonly { name: string; price: string }[];
  seasons: readonly SeasonDraft[];
  /** Seasons with other kinds of days than the editor supports; kept unchanged. */
  kept: TimeOfUse['seasons'] | null;
  surcharge: string;
  sourceUrl: string;
}

export const MAX_RATES = 4;
export const MAX_SEASONS = 12;
const day = () => Array.from({ length: 24 }, () => 0);
const WORKDAYS = [1, 2, 3, 4, 5];
const WEEKEND = [6, 7];

/** @param currency Empty for none to propose. */
export function emptyDraft(names: readonly [string, string], currency: string): TariffDraft {
  return {
    kind: 'flat',
    currency,
    importPrice: '',
    feedIn: '0',
    standing: '0',
    rates: names.map((name) => ({ name, price: '' })),
    seasons: [{ from: '01-01', workdays: day(), weekend: day() }],
    kept: null,
    surcharge: '0',
    sourceUrl: '',
  };
}

export function contentOf(draft: TariffDraft): TariffContent {
  const common = {
    currency: draft.currency,
    feed_in_price: decimal(draft.feedIn),
    standing_charge: decimal(draft.standing),
  };
  if (draft.kind === 'flat') return { kind: 'flat', ...common, import_price: decimal(draft.importPrice) };
  if (draft.kind === 'dynamic')
    return {
      kind: 'dynamic',
      ...common,
      surcharge: decimal(draft.surcharge),
      source_url: draft.sourceUrl.trim() || null,
    };
  return {
    kind: 'tou',
    ...common,
    rates: draft.rates.map(({ name, price }) => ({ name: name.trim(), price: decimal(price) })),
    seasons:
      draft.kept ??
      draft.seasons.map(({ from, workdays, weekend }) => ({
        from,
        day_kinds: [
          { days: WORKDAYS, hours: [...workdays] },
          { days: WEEKEND, hours: [...weekend] },
        ],
      })),
  };
}

export function draftOf(content: TariffContent, names: readonly [string, string]): TariffDraft {
  const common: TariffDraft = {
    ...emptyDraft(names, content.currency),
    kind: content.kind,
    feedIn: content.feed_in_price,
    standing: content.standing_charge,
  };
  if (content.kind === 'flat') return { ...common, importPrice: content.import_price };
  if (content.kind === 'dynamic')
    return { ...common, surcharge: content.surcharge, sourceUrl: content.source_url ?? '' };
  const seasons = content.seasons.map(seasonOf);
  const known = seasons.every((season) => season !== null);
  return {
    ...common,
    rates: content.rates,
    ...(known ? { seasons } : { kept: content.seasons }),
  };
}

function seasonOf({ from, day_kinds }: TimeOfUse['seasons'][number]): SeasonDraft | null {
  const hoursOf = (days: readonly number[]) =>
    day_kinds.find((kind) => days.every((each) => kind.days.includes(each)))?.hours;
  const [workdays, weekend] = [hoursOf(WORKDAYS), hoursOf(WEEKEND)];
  return workdays && weekend ? { from, workdays, weekend } : null;
}

/** A further season, half a year after the last one, with the same hours. */
export function withSeason(seasons: readonly SeasonDraft[]): SeasonDraft[] {
  const last = seasons.at(-1);
  if (!last) return [];
  const taken = new Set(seasons.map(({ from }) => from));
  const month = (n: number) => `${two(((n - 1) % 12) + 1)}-01`;
  const begin = Number(last.from.slice(0, 2)) + 6;
  const from = Array.from({ length: 12 }, (_, i) => month(begin + i)).find((each) => !taken.has(each));
  return [...seasons, { ...last, from: from ?? last.from }];
}

/** Removes the last rate; its hours get the first one. */
export function withoutLastRate(draft: TariffDraft): Pick<TariffDraft, 'rates' | 'seasons'> {
  const gone = draft.rates.length - 1;
  const hours = (of: readonly number[]) => of.map((rate) => (rate === gone ? 0 : rate));
  return {
    rates: draft.rates.slice(0, gone),
    seasons: draft.seasons.map((season) => ({
      from: season.from,
      workdays: hours(season.workdays),
      weekend: hours(season.weekend),
    })),
  };
}

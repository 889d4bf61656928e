import type pg from 'pg';
import { dateCharacters } from '../seed/business/batteries.ts';
import { ECHELON_MAKER } from '../seed/business/master-rows.ts';

/** Moves the texts of a snapshot to another day and another instance. */

const DAY_MS = 86_400_000;

/** Before and after a day that stays as it is: the day of manufacture that the code of a vehicle's battery has. */
export const FIXED = '@';
/** In place of the id of an account or of a rule, by its name. */
export const mark = (name: string): string => `@${name}@`;
export const TENANT_MARK = mark('tenant');

/** Ids of the deadline rules that migrations made, by a name that is the same in every instance. */
export async function ruleIds(client: Pick<pg.ClientBase, 'query'>): Promise<[name: string, id: string][]> {
  const { rows } = await client.query<{ name: string; id: string }>(
    `select concat_ws('_', 'rule', type, coalesce(enterprise_kind, 0), to_char(first_day, 'YYYYMMDD')) as name, id
      from reporting_rules where tenant_id is null order by 1`,
  );
  return rows.map(({ name, id }) => [name, id]);
}

/** A day that stays, the id of an account, a rule or the tenant; a day; the day in a number of a document; a code of a second life. */
const MOVING = new RegExp(
  [
    '@(?<fixed>20\\d\\d-\\d\\d-\\d\\d)@',
    '@(?<name>[a-z][a-z_0-9]*)@',
    '(?<!\\d)(?<day>20\\d\\d-\\d\\d-\\d\\d)(?!\\d)',
    '(?<![A-Za-z\\d])(?<prefix>[A-Z]{2,3})(?<number>20\\d{6})(?=-\\d)',
    `(?<maker>${ECHELON_MAKER}[PMC][A-Z]\\w\\w)(?<made>[0-9A-Y]{3})(?=\\d{7}R[PMC])`,
  ].join('|'),
  'g',
);

/** The number of whole days from the end of a snapshot to now: it never reaches into the future. */
export const daysBetween = (begun: Date, now: Date): number =>
  Math.floor((now.getTime() - begun.getTime()) / DAY_MS);

/**
 * @param days by which days move
 * @param ids by the names in the marks
 */
export function shiftOf(days: number, ids: ReadonlyMap<string, string>): (text: string) => string {
  const moved = lazily((day) => {
    const time = Date.parse(day);
    return Number.isNaN(time) ? day : new Date(time + days * DAY_MS).toISOString().slice(0, 10);
  });
  const movedCharacters = lazily((made) => {
    const day = dayOfCharacters(made);
    return day ? dateCharacters(new Date(day.getTime() + days * DAY_MS)) : made;
  });
  const replace = (match: string, ...rest: unknown[]): string => {
    const { fixed, name, day, prefix, number, maker, made } = rest.at(-1) as Record<
      string,
      string | undefined
    >;
    if (day) return moved(day);
    if (fixed) return fixed;
    if (name) {
      const id = ids.get(name);
      if (id === undefined) throw new Error(`The snapshot of the demo names something unknown: ${name}`);
      return id;
    }
    if (prefix && number) {
      const plain = moved(`${number.slice(0, 4)}-${number.slice(4, 6)}-${number.slice(6)}`);
      return `${prefix}${plain.replaceAll('-', '')}`;
    }
    return maker && made ? `${maker}${movedCharacters(made)}` : match;
  };
  return (text) => text.replace(MOVING, replace);
}

const lazily = (make: (text: string) => string): ((text: string) => string) => {
  const known = new Map<string, string>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) {
      found = make(text);
      known.set(text, found);
    }
    return found;
  };
};

const FIRST_YEAR = 2011;
const YEARS = '123456789ABCDEFGHJKLMNPRSTVWXY';
const MONTHS = '123456789ABC';
const DAYS = '0123456789ABCDEFGHJKLMNPRSTVWXY';

/** The day of the three characters of a code; undefined if they are none. */
function dayOfCharacters(made: string): Date | undefined {
  const [year = '', month = '', day = ''] = made;
  const [y, m, d] = [YEARS.indexOf(year), MONTHS.indexOf(month), DAYS.indexOf(day)];
  if (y < 0 || m < 0 || d < 0) return undefined;
  return new Date(Date.UTC(FIRST_YEAR + y, m, d === 0 ? 31 : d));
}

import { readSetting, type SettingLike, type SettingProblem } from './setting-fields.ts';
/** Pure: compares the typed parameter values with those of the device. The server checks the same again. */

export type Values = Record<string, number>;
/** Typed texts by key; a key with a suffix (`PX_EN@2`) is for that pack, without it for all packs. */
export type Typed = Readonly<Record<string, string>>;
export type Risk = 'low' | 'medium' | 'high';
export interface EditSetting extends SettingLike {
  group: string;
  part?: 'pack' | undefined;
  risk: Risk;
}

/** Whether each pack has the setting on its own. */
export const isOfPack = ({ part }: Pick<EditSetting, 'part'>): boolean => part === 'pack';

/** The number of a pack is an address, not a setting. */
const PACK_NUMBER = 'P_no';

/** Settings that have a field. */
export const editable = <T extends EditSetting>(settings: readonly T[]): T[] =>
  settings.filter(({ key }) => key !== PACK_NUMBER);

/** `PX_EN@2` is `PX_EN` of pack 2; `PX_EN` has no pack. */
export function splitKey(key: string): { name: string; pack: number | null } {
  const [name = '', pack] = key.split('@');
  return { name, pack: pack === undefined ? null : Number(pack) };
}

/** The key of a setting for a pack; null means all packs, or a setting without packs. */
export const keyFor = (setting: Pick<EditSetting, 'key' | 'part'>, pack: number | null): string =>
  isOfPack(setting) && pack !== null ? `${setting.key}@${pack}` : setting.key;

/** The present value of a key. A key for all packs has one only if all packs have the same value. */
export const presentOf = (known: Values, key: string, packs: number | null): number | undefined =>
  known[key] ?? commonOf(known, key, packs);

/** The value that all packs have. */
function commonOf(values: Values, name: string, packs: number | null): number | undefined {
  if (!packs) return undefined;
  const first = values[`${name}@1`];
  for (let no = 2; no <= packs; no += 1) if (!same(values[`${name}@${no}`], first)) return undefined;
  return first;
}

/** Equal within single precision, in which devices compute. */
export const same = (a: number | undefined, b: number | undefined): boolean =>
  a !== undefined && b !== undefined && Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));

/** Parses the typed texts into changed values and problems by key. */
export function readTyped(
  settings: readonly EditSetting[],
  typed: Typed,
  known: Values,
  packs: number | null,
): { values: Values; problems: Record<string, SettingProblem> } {
  const byKey = new Map(settings.map((setting) => [setting.key, setting]));
  const values: Values = {};
  const problems: Record<string, SettingProblem> = {};
  for (const [key, text] of Object.entries(typed)) {
    const setting = byKey.get(splitKey(key).name);
    if (!setting) continue;
    const read = readSetting(setting, text);
    if ('problem' in read) problems[key] = read.problem;
    else if (!same(read.value, presentOf(known, key, packs))) values[key] = read.value;
  }
  return { values, problems };
}

export interface Difference {
  key: string;
  from: number | null;
  to: number;
  risk: Risk;
}

const risks: readonly Risk[] = ['low', 'medium', 'high'];

/**
 * The changes that sending `values` would make, highest risk first. A value that the device never reported counts
 * as changed.
 */
export function differencesOf(
  settings: readonly EditSetting[],
  values: Values,
  known: Values,
  packs: number | null,
): Difference[] {
  const order = new Map(settings.map((setting, i) => [setting.key, { i, risk: setting.risk }]));
  const place = (key: string) => order.get(splitKey(key).name);
  return Object.entries(values)
    .filter(([key]) => place(key))
    .map(([key, to]) => ({
      key,
      from: presentOf(known, key, packs) ?? null,
      to,
      risk: place(key)?.risk ?? 'high',
    }))
    .filter(({ from, to }) => from === null || !same(from, to))
    .sort(
      (a, b) =>
        risks.indexOf(b.risk) - risks.indexOf(a.risk) ||
        (place(a.key)?.i ?? 0) - (place(b.key)?.i ?? 0) ||
        (splitKey(a.key).pack ?? 0) - (splitKey(b.key).pack ?? 0),
    );
}

export const worstRisk = (differences: readonly { risk: Risk }[]): Risk =>
  differences.reduce<Risk>(
    (worst, { risk }) => (risks.indexOf(risk) > risks.indexOf(worst) ? risk : worst),
    'low',
  );

/** Values of single packs as one for all packs where they are equal. */
export function foldPacks(values: Values, packs: number | null): Values {
  const folded: Values = {};
  for (const [key, value] of Object.entries(values)) {
    const { name, pack } = splitKey(key);
    const common = pack === null ? undefined : commonOf(values, name, packs);
    folded[common === undefined ? key : name] = common ?? value;
  }
  return folded;
}

/** Values as texts of their fields. */
export const typedOf = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));

/** `typed` with `text` under `key`; null removes the key. */
export function withText(typed: Typed, key: string, text: string | null): Record<string, string> {
  const { [key]: _, ...rest } = typed;
  return text === null ? rest : { ...rest, [key]: text };
}

import { type AreaMap, COUNTRY, childrenOf, isArea } from './rules.ts';

/** Suffixes of area names that are often left out. */
const KINDS =
  /(?<=..)(特别行政区|壮族自治区|回族自治区|维吾尔自治区|自治区|自治州|自治县|自治旗|地区|林区|新区|省|市|盟|区|县|旗)$/;
const short = (name: string) => name.replace(KINDS, '');
const OMITTED = /^(市辖区|县|北京市|天津市|上海市|重庆市|(省|自治区)直辖县.*)$/;
const SEPARATORS = /[\s/\\>,，、·—-]+/g;

/**
 * The code of an area by its code or by the names on the path to it, from the province down: `350203`, `福建省厦门市思明区`,
 * `福建 / 厦门 / 思明`. The level that people never write may be left out.
 * @returns undefined without a match or with more than one
 */
export function findByNames(areas: AreaMap, text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(SEPARATORS, '');
  if (/^\d{6}$/.test(plain)) return isArea(areas, plain) ? plain : undefined;
  const found = new Set(below(areas, COUNTRY, plain));
  return found.size === 1 ? [...found][0] : undefined;
}

/** Areas below a code whose names, one after the other, are the whole text. */
function below(areas: AreaMap, code: string, text: string): string[] {
  return childrenOf(areas, code).flatMap(({ id, name }) => {
    const spellings = [...new Set([name, short(name)])].filter((each) => text.startsWith(each));
    const named = spellings.flatMap((each) => {
      const rest = text.slice(each.length);
      return rest === '' ? [id] : below(areas, id, rest);
    });
    // Municipalities such as Beijing have one level that people never write: the city's own name again.
    return named.length === 0 && code !== COUNTRY && OMITTED.test(name) ? below(areas, id, text) : named;
  });
}

/** The names on the path to an area from its province down; empty for an unknown code. */
export function namesOf(areas: AreaMap, code: string): string[] {
  const province = `${code.slice(0, 2)}0000`;
  const city = `${code.slice(0, 4)}00`;
  const way: [string, string][] = [
    [COUNTRY, province],
    [province, city],
    [city, code],
  ];
  const names = way
    .filter(([parent, child]) => parent !== child)
    .map(([parent, child]) => areas[parent]?.[child]);
  const known = code === province ? names.slice(0, 1) : code === city ? names.slice(0, 2) : names;
  return known.flatMap((name) => name ?? []);
}

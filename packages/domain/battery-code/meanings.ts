import { type OptionValue, optionLists } from '../options/index.ts';
import type { Words } from './layout.ts';

type ProductType = OptionValue<'productType'>;
type Chemistry = OptionValue<'chemistry'>;

const byLetter: Readonly<Record<string, ProductType>> = { P: 1, M: 2, C: 3 };

/** The kind of product that the fourth character names: P a pack, M a module, C a cell. */
export function productTypeOf(letter: string): ProductType | null {
  return Object.hasOwn(byLetter, letter) ? (byLetter[letter] as ProductType) : null;
}

/** The fourth character of a kind of product. */
export function productLetter(type: ProductType): 'P' | 'M' | 'C' {
  return type === 1 ? 'P' : type === 2 ? 'M' : 'C';
}

/** The chemistry that the fifth character names, to the letter: H, which an old list wrote for other, is none. */
export function chemistryByLetter(letter: string): Chemistry | null {
  return optionLists.chemistry.options.find((option) => option.value === letter)?.value ?? null;
}

/** The words of a fixed list for one of its values. */
export function wordsOf(list: 'productType' | 'chemistry', value: string | number): Words | null {
  const found = optionLists[list].options.find((option) => option.value === value);
  return found ? { en: found.en, zh: found.zh } : null;
}

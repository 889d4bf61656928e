import { type OptionValue, optionLists } from '../options/index.ts';
import type { Words } from '../words.ts';

type ProductType = OptionValue<'productType'>;
type Chemistry = OptionValue<'chemistry'>;

const byLetter: Readonly<Record<string, ProductType>> = { P: 1, M: 2, C: 3 };

/** The product type of the fourth character: P pack, M module, C cell. */
export function productTypeOf(letter: string): ProductType | null {
  return Object.hasOwn(byLetter, letter) ? (byLetter[letter] as ProductType) : null;
}

/** The fourth character for a product type. */
export function productLetter(type: ProductType): 'P' | 'M' | 'C' {
  return type === 1 ? 'P' : type === 2 ? 'M' : 'C';
}

/** The chemistry of the fifth character; strict: H, which an old list used for other, is unknown. */
export function chemistryByLetter(letter: string): Chemistry | null {
  return optionLists.chemistry.options.find((option) => option.value === letter)?.value ?? null;
}

/** The texts of a value of an option list. */
export function wordsOf(list: 'productType' | 'chemistry', value: string | number): Words | null {
  const found = optionLists[list].options.find((option) => option.value === value);
  return found ? { en: found.en, zh: found.zh } : null;
}

import type { OptionValue } from './lists.ts';

const cascadeChoices: Record<OptionValue<'productType'>, readonly OptionValue<'cascadeType'>[]> = {
  1: [1, 2],
  2: [2, 3],
  3: [3],
};

/** The forms of reuse of a product type (specification section 4); none without a type. */
export function cascadeTypesOf(
  productType: OptionValue<'productType'> | null | undefined,
): readonly OptionValue<'cascadeType'>[] {
  return productType == null ? [] : (cascadeChoices[productType] ?? []);
}

/** The values kept when another product type is selected: all but category and form of use. */
export function withProductType<
  T extends { productType?: unknown; categoryId?: unknown; cascadeType?: unknown },
>(record: T, productType: OptionValue<'productType'> | undefined): T {
  if (record.productType === productType) return record;
  return { ...record, productType, categoryId: undefined, cascadeType: undefined };
}

const byChemistry: Record<OptionValue<'chemistry'>, OptionValue<'batteryType'>> = {
  A: '1',
  B: '2',
  C: '3',
  D: '4',
  E: '5',
  F: '7',
  G: '6',
  Z: '7',
};

/**
 * The battery type of a chemistry letter; a supercapacitor has no number of its own and is other (interpretation
 * A07).
 */
export function batteryTypeOf(chemistry: OptionValue<'chemistry'>): OptionValue<'batteryType'> {
  return byChemistry[chemistry];
}

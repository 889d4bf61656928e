import { describe, expect, it } from 'vitest';
import { differs } from './check-bom.ts';

const part = (categoryId: string, productType: number, quantity: number) => ({
  categoryId,
  productType,
  name: categoryId,
  quantity,
});
const of = (categoryId: string | null, productType: number, quantity = 1) => ({
  categoryId,
  productType,
  quantity,
});
const bom = [part('M1', 2, 2), part('C1', 3, 4)];

describe('missing and surplus parts of a product', () => {
  it.each([
    ['nothing', [of('M1', 2, 2), of('C1', 3, 4)], null],
    ['nothing where no categories are recorded', [of(null, 2, 2), of(null, 3, 4)], null],
    ['nothing where some are', [of('M1', 2), of(null, 2), of(null, 3, 4)], null],
    ['a part', [of('M1', 2), of('C1', 3, 4)], 'bomShort?part=M1&count=1'],
    ['parts of one level for those of another', [of('M1', 2, 2), of(null, 2, 4)], 'bomShort?part=C1&count=4'],
    ['a part too much', [of('M1', 2, 3), of('C1', 3, 4)], 'bomSurplus?count=1'],
    [
      'a part too much without a category',
      [of('M1', 2, 2), of('C1', 3, 4), of(null, 3)],
      'bomSurplus?count=1',
    ],
    ['a part of another category', [of('X', 3), of('M1', 2, 2), of('C1', 3, 4)], 'notInBom'],
  ])('%s', (_name, components, key) =>
    expect(differs(bom, components)?.key ?? null).toBe(key && `rule.document.${key}`),
  );
});

import { parse, productTypeOf, readDate } from '@voltloop/domain/battery-code/index.ts';
import { type LineProblem, problem } from './line-problem.ts';
import type { Line } from './lines.ts';

/** A product of a production and its components. */
export interface Product {
  line: Line;
  code: string;
  /** The contents of its code. */
  parts: { chemistry: string; day: string | null };
  components: Line[];
}

export interface Grouped {
  products: readonly Product[];
  components: readonly Line[];
  /** Errors of components without a product, or with an unknown one. */
  problems: ReadonlyMap<Line, LineProblem>;
}

/**
 * Pure: the products of a production and their components. A product is an echelon code of the level being made, in a
 * line that names no product; every other line is a component. With a single product, components need not name it.
 */
export function groupProducts(lines: readonly Line[], productType: number): Grouped {
  const products: Product[] = [];
  const components: Line[] = [];
  for (const line of lines) {
    const parts = line.code === null || line.product !== null ? null : parse(line.code);
    if (parts?.form !== 'echelon' || productTypeOf(parts.product) !== productType) {
      components.push(line);
      continue;
    }
    products.push({
      line,
      code: line.code as string,
      parts: { chemistry: parts.chemistry, day: readDate(parts.date).day },
      components: [],
    });
  }
  const byCode = new Map(products.map((product) => [product.code, product]));
  const [only] = products.length === 1 ? products : [];
  const problems = new Map<Line, LineProblem>();
  for (const line of components) {
    const product = line.product === null ? only : byCode.get(line.product);
    if (product) product.components.push(line);
    else if (line.product !== null)
      problems.set(line, problem('product', 'productUnknown', 'This product is not among the lines'));
    else if (products.length > 0)
      problems.set(
        line,
        problem('product', 'productMissing', 'There are several products: enter the one that this goes into'),
      );
  }
  return { products, components, problems };
}

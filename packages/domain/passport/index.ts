import type { Check, Raw } from '../checks/check.ts';
import { date } from '../checks/dates.ts';
import { decimal } from '../checks/numbers.ts';
import { webAddress } from '../checks/products.ts';
import type { AccessClass, Attribute, Category } from './attribute.ts';
import { carbon } from './carbon.ts';
import { durability } from './durability.ts';
import { identity } from './identity.ts';
import { labels } from './labels.ts';
import { circularity, dueDiligence, materials } from './materials.ts';
import { performance } from './performance.ts';

export {
  type AccessClass,
  type Attribute,
  type Category,
  categories,
} from './attribute.ts';

/**
 * The version of the attribute list, included in values and JSON-LD, because the acts that will fix the format are
 * not final.
 */
export const VOCABULARY = 'battery-pass-1.2-2025-01';

/** The attributes of Annex XIII under the names of the Battery Pass longlist, which are read, entered and shown. */
export const attributes: readonly Attribute[] = [
  ...identity,
  ...labels,
  ...carbon,
  ...dueDiligence,
  ...materials,
  ...circularity,
  ...performance,
  ...durability,
];

const byCode = new Map(attributes.map((attribute) => [attribute.code, attribute]));
export const attributeOf = (code: string): Attribute | undefined => byCode.get(code);

/** Whether the attribute applies to a category. */
export const asksFor = ({ duty }: Attribute, category: Category): boolean => duty[category] !== '-';

/** Attributes that are entered for a model, or for one battery. */
export const enteredFor = (subject: 'model' | 'battery', category: Category): Attribute[] => {
  const origin = subject === 'model' ? 'enteredForModel' : 'enteredForBattery';
  return attributes.filter((each) => each.origins.includes(origin) && asksFor(each, category));
};

/** Whether a reader of these classes may read an attribute. */
export const mayRead = ({ access }: Attribute, classes: ReadonlySet<AccessClass>): boolean =>
  classes.has(access);

/** The problem of an entered value: the key of a text, or null. */
export function wrongValue({ form }: Pick<Attribute, 'form'>, value: string): string | null {
  return formChecks[form]?.(value) ?? null;
}

const formChecks: Readonly<Partial<Record<Attribute['form'], Check<Raw>>>> = {
  number: decimal,
  date,
  url: webAddress,
};

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

/** Which list of attributes this is; values and JSON-LD name it, because the acts that will settle the form are not final. */
export const VOCABULARY = 'battery-pass-1.2-2025-01';

/** The attributes of Annex XIII under the names of the Battery Pass longlist; what is read, entered and shown. */
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

/** Whether a category of batteries has the attribute at all. */
export const asksFor = ({ duty }: Attribute, category: Category): boolean => duty[category] !== '-';

/** Attributes that are entered for a model, or for one battery. */
export const enteredFor = (whose: 'model' | 'battery', category: Category): Attribute[] => {
  const origin = whose === 'model' ? 'enteredForModel' : 'enteredForBattery';
  return attributes.filter((each) => each.origins.includes(origin) && asksFor(each, category));
};

/** Whether somebody who may read these classes may read an attribute. */
export const mayRead = ({ access }: Attribute, classes: ReadonlySet<AccessClass>): boolean =>
  classes.has(access);

/** What is wrong with a value that is entered: the key of a text, or null. */
export function wrongValue({ form }: Pick<Attribute, 'form'>, value: string): string | null {
  return formChecks[form]?.(value) ?? null;
}

const formChecks: Readonly<Partial<Record<Attribute['form'], Check<Raw>>>> = {
  number: decimal,
  date,
  url: webAddress,
};

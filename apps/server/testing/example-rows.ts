import type { Make, Values } from '@voltloop/resource-kit';
import { resources } from '@voltloop/resources';
import { examplesOf } from '@voltloop/resources/examples.ts';
import type { TestOffice } from './office.ts';

/** Rows of the examples in an office, each used once. */
export interface ExampleRows {
  /** The values of the next example of a resource; the rows that it refers to are inserted. */
  row(resource: string): Promise<Values>;
  make: Make;
}

export function exampleRows(office: Pick<TestOffice, 'make'>): ExampleRows {
  let made = 0;
  const row: ExampleRows['row'] = async (name) => examplesOf(name).row(++made, make);
  const make: Make = async (name, values) => {
    const resource = resources.find((each) => each.name === name);
    if (!resource) throw new Error(`There is no resource ${name}`);
    return office.make(resource.path, { ...(await row(name)), ...values });
  };
  return { row, make };
}

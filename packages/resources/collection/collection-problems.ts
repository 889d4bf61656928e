import { decimalOf, exact, type Problem, type Values } from '@voltloop/resource-kit';
import { countedField } from './collection-amounts.ts';
import { problem } from './problem.ts';

/** Pure: what the lines of a collection lack before a step can be taken. */

type Lines = readonly Values[];

/** The first problem found in the lines. */
function firstOf(
  lines: Lines,
  name: string,
  find: (line: Values) => [field: string, key: string, message: string] | null,
) {
  for (const [n, line] of lines.entries()) {
    const found = find(line);
    if (found) return problem(`${name}.${n}.${found[0]}`, found[1], found[2]);
  }
  return null;
}

const isPositive = (value: unknown) => exact(value)?.gt(0) === true;

/** The missing field without which a price yields no amount. */
const missingPrice = ({ basis }: Values) => (basis === 'metal' ? 'liPct' : 'unitPrice');

/** Each line of a quotation needs a quantity and a price. */
export function quotationProblem(lines: Lines): Problem | null {
  if (lines.length === 0) return problem('lines', 'noLines', 'This quotation has no lines');
  return firstOf(lines, 'lines', (line) => {
    const counted = countedField(line.basis, 'kg');
    if (!isPositive(line[counted]))
      return [counted, 'howMuch', 'Enter the quantity: the price depends on it'];
    return exact(line.amount) ? null : [missingPrice(line), 'noPrice', 'Enter the price'];
  });
}

const lineForEach = (name: string) =>
  problem(name, 'lineForEach', 'There must be a line for each line of the quotation');

/** Each line of an inspection needs the quantity that its price multiplies, and a reason for rejected mass. */
export function inspectionProblem(quoted: Lines, lines: Lines): Problem | null {
  if (lines.length !== quoted.length) return lineForEach('inspection');
  return firstOf(lines, 'inspection', (line) => {
    const counted = countedField(line.basis, 'grossKg');
    if (exact(line[counted]) === null)
      return [counted, 'howMuch', 'Enter the quantity: the price depends on it'];
    if (decimalOf(line.settledKg).lt(0))
      return ['tareKg', 'moreThanGross', 'Tare and what was rejected are more than gross'];
    return isPositive(line.rejectedKg) && !line.rejectReason
      ? ['rejectReason', 'whyRejected', 'Enter the reason for the rejection']
      : null;
  });
}

/** Each line of a settlement needs an amount. */
export function settlementProblem(quoted: Lines, lines: Lines): Problem | null {
  if (lines.length !== quoted.length) return lineForEach('settlement');
  return firstOf(lines, 'settlement', (line) =>
    exact(line.amount) ? null : [missingPrice(line), 'noPrice', 'Enter the price'],
  );
}

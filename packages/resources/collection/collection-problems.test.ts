import { describe, expect, test } from 'vitest';
import { inspectionProblem, quotationProblem, settlementProblem } from './collection-problems.ts';

const where = (problem: { field: string; key: string } | null) =>
  problem && [problem.field, problem.key.replace('rule.collection.', '')];
const cells = { material: 'cell', basis: 'kg', kg: '500', unitPrice: '7.6', amount: '3800' };

describe('a quotation', () => {
  test('is complete with a quantity and a price for each line', () => {
    expect(quotationProblem([cells, { ...cells, basis: 'piece', pieces: 4 }])).toBeNull();
    expect(where(quotationProblem([]))).toEqual(['lines', 'noLines']);
  });
  test.each([
    [{ ...cells, kg: undefined }, ['lines.1.kg', 'howMuch']],
    [{ ...cells, kg: '0' }, ['lines.1.kg', 'howMuch']],
    [{ ...cells, basis: 'piece' }, ['lines.1.pieces', 'howMuch']],
    [{ ...cells, basis: 'kwh' }, ['lines.1.kwh', 'howMuch']],
    [{ ...cells, amount: null }, ['lines.1.unitPrice', 'noPrice']],
    [{ ...cells, basis: 'metal', amount: null }, ['lines.1.liPct', 'noPrice']],
  ])('needs the inputs of its price: %j', (line, expected) =>
    expect(where(quotationProblem([cells, line]))).toEqual(expected),
  );
});

describe('an inspection', () => {
  const line = { basis: 'kg', grossKg: '500', settledKg: '500' };
  test('has one line for each line of the quotation', () => {
    expect(inspectionProblem([cells], [line])).toBeNull();
    expect(where(inspectionProblem([cells], []))).toEqual(['inspection', 'lineForEach']);
    expect(where(inspectionProblem([cells], [line, line]))).toEqual(['inspection', 'lineForEach']);
  });
  test.each([
    [{ ...line, grossKg: undefined }, ['inspection.0.grossKg', 'howMuch']],
    [{ ...line, basis: 'metal', grossKg: undefined }, ['inspection.0.grossKg', 'howMuch']],
    [{ ...line, basis: 'piece' }, ['inspection.0.pieces', 'howMuch']],
    [{ ...line, settledKg: '-0.001' }, ['inspection.0.tareKg', 'moreThanGross']],
    [{ ...line, rejectedKg: '1' }, ['inspection.0.rejectReason', 'whyRejected']],
    [{ ...line, rejectedKg: '1', rejectReason: '鼓包' }, null],
    [{ ...line, rejectedKg: '0' }, null],
    [{ basis: 'piece', pieces: 0 }, null],
  ])('needs the quantity that the price multiplies: %j', (each, expected) =>
    expect(where(inspectionProblem([cells], [each]))).toEqual(expected),
  );
});

test('a settlement has an amount for each line', () => {
  expect(settlementProblem([cells], [{ basis: 'kg', amount: '0' }])).toBeNull();
  expect(where(settlementProblem([cells], [{ basis: 'metal' }]))).toEqual(['settlement.0.liPct', 'noPrice']);
  expect(where(settlementProblem([cells], []))).toEqual(['settlement', 'lineForEach']);
});

import { weighDefaults } from '@voltloop/resources/weigh-limits.ts';
import { describe, expect, test } from 'vitest';
import { compareTicket } from './weigh-ticket.ts';

const compared = (net: string, coded: string, byMass = '0') => {
  const found = compareTicket({ net, coded, byMass }, weighDefaults);
  return found.verdict === 'agrees' ? 'agrees' : `${found.verdict} ${found.pct} > ${found.limit}`;
};

describe('a weigh ticket', () => {
  test.each([
    ['1000', '1000', '0', 'agrees'],
    ['1000', '1020', '0', 'agrees'],
    ['1000', '980', '0', 'agrees'],
    ['1000', '1020.01', '0', 'warn 2 > 2'],
    ['1000', '970', '0', 'warn 3 > 2'],
    ['1000', '1100', '0', 'warn 10 > 2'],
    ['1000', '1101', '0', 'refuse 10.1 > 10'],
    ['1000', '0', '1003', 'agrees'],
    ['1000', '0', '996.9', 'warn 0.31 > 0.3'],
    ['1000', '0', '1010', 'warn 1 > 0.3'],
    ['1000', '0', '1010.1', 'refuse 1.01 > 1'],
  ])('of %s kg against %s kg coded and %s kg by mass: %s', (net, coded, byMass, verdict) => {
    expect(compared(net, coded, byMass)).toBe(verdict);
  });

  test('for goods of both kinds has the mean of their limits, weighted by mass', () => {
    // Half of each: 1.15 % and 5.5 %.
    expect(compared('1000', '505.75', '505.75')).toBe('agrees');
    expect(compared('1000', '505.8', '505.8')).toBe('warn 1.16 > 1.15');
    expect(compared('1000', '527.6', '527.6')).toBe('refuse 5.52 > 5.5');
  });

  test('without a net mass is refused', () => {
    expect(compared('0', '5')).toBe('refuse 100 > 10');
  });
});

/** The decimals of the longest number, without trailing zeros: a column shows all with as many, so that points align. */
export const mostDecimals = (numbers: readonly unknown[]): number =>
  numbers.reduce<number>(
    (most, each) => Math.max(most, (String(each ?? '').split('.')[1] ?? '').replace(/0+$/, '').length),
    0,
  );

import { expect, it } from 'vitest';
import { typedPosition } from './typed-position.ts';

it('parses a position in any copied format', () => {
  const xiamen = { longitude: 118.0894, latitude: 24.4798 };
  for (const text of [
    '118.0894,24.4798',
    ' 118.0894  24.4798 ',
    '118.0894°, 24.4798°',
    '１１８.０８９４，２４.４７９８',
    '118.0894、24.4798',
    '24.4798, 118.0894',
  ])
    expect(typedPosition(text), text).toEqual(xiamen);
  expect(typedPosition('-0.1276, 51.5072')).toEqual({ longitude: -0.1276, latitude: 51.5072 });
  expect(typedPosition('37.77, -122.42')).toEqual({ longitude: -122.42, latitude: 37.77 });
  for (const text of ['', '118', 'Xiamen', '118.1, x', '118.1, 24.4, 3', '200, 300', '118.1, Infinity'])
    expect(typedPosition(text), text).toBeNull();
});

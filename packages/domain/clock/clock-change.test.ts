import { expect, it } from 'vitest';
import { clocksChange } from './clock-change.ts';
import { offsetText } from './clock-time.ts';
import { rangeAround, zoneOffset_ms } from './zone-time.ts';

it('finds the days on which the clocks change, and the offset of each hour', () => {
  const zone = 'Europe/Berlin';
  const dayAt = (text: string) => rangeAround('day', Date.parse(text), zone);
  expect(clocksChange(dayAt('2026-10-25T12:00Z'), zone)).toBe(true);
  expect(clocksChange(dayAt('2026-10-26T12:00Z'), zone)).toBe(false);
  expect(clocksChange(rangeAround('year', Date.UTC(2026, 5), zone), zone)).toBe(true);
  expect(clocksChange(rangeAround('year', Date.UTC(2026, 5), 'Asia/Shanghai'), 'Asia/Shanghai')).toBe(false);
  const offsets = ['2026-10-25T00:30Z', '2026-10-25T01:30Z'].map((text) =>
    offsetText(zoneOffset_ms(Date.parse(text), zone)),
  );
  expect(offsets).toEqual(['+02:00', '+01:00']);
  expect(offsetText(zoneOffset_ms(0, 'America/St_Johns'))).toBe('-03:30');
});

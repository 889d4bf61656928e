import { expect, test } from 'vitest';
import { isTimeZone } from './time-zone.ts';

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Europe/Nowhere', false],
  ['+02:00', false],
  ["'; drop table accounts --", false],
])('time zone %s: %s', (name, good) => expect(isTimeZone(name)).toBe(good));

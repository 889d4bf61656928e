import { beforeEach, expect, it } from 'vitest';
import { blockWheelZoom } from './zoom-block.ts';

let target: EventTarget;
beforeEach(() => {
  target = new EventTarget();
  blockWheelZoom(target as Window);
});

const key = (type: string, keys: { ctrlKey?: boolean; metaKey?: boolean }) =>
  target.dispatchEvent(Object.assign(new Event(type), { ctrlKey: false, metaKey: false, ...keys }));
/** Whether the browser would zoom or scroll. */
const wheel = (more: { ctrlKey?: boolean; metaKey?: boolean; deltaY?: number } = {}) =>
  target.dispatchEvent(
    Object.assign(new Event('wheel', { cancelable: true }), {
      ctrlKey: false,
      metaKey: false,
      deltaY: 4,
      ...more,
    }),
  );

it('blocks the wheel while Ctrl or Cmd is held', () => {
  key('keydown', { ctrlKey: true });
  expect(wheel({ ctrlKey: true })).toBe(false);
  key('keyup', {});
  key('keydown', { metaKey: true });
  expect(wheel({ metaKey: true })).toBe(false);
});

it('blocks the steps of a wheel also when the key was pressed before the page had the focus', () => {
  expect(wheel({ ctrlKey: true, deltaY: 100 })).toBe(false);
  expect(wheel({ ctrlKey: true, deltaY: -120 })).toBe(false);
});

it('does not block scrolling, a pinch on a touch pad, and keys', () => {
  expect(wheel()).toBe(true);
  // A pinch: ctrlKey is set, but no key was pressed.
  expect(wheel({ ctrlKey: true })).toBe(true);
  key('keydown', { ctrlKey: true });
  target.dispatchEvent(new Event('blur'));
  expect(wheel({ ctrlKey: true })).toBe(true);
});

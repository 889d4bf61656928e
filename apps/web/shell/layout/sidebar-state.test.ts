import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const page = { cookie: '' };
vi.stubGlobal('document', page);
const { MOBILE_WIDTH_PX, setDrawer, toggleSidebar, useSidebar } = await import('./sidebar-state.ts');
beforeAll(() => {
  vi.useFakeTimers();
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('animates only during a toggle, and saves the choice in its cookie', () => {
  expect(useSidebar.getState()).toEqual({ opened: true, drawer: false, animated: false });
  toggleSidebar();
  expect(useSidebar.getState()).toMatchObject({ opened: false, animated: true });
  expect(page.cookie).toMatch(/^sidebarStatus=0;/);
  vi.advanceTimersByTime(400);
  expect(useSidebar.getState()).toMatchObject({ opened: false, animated: false });
});

it('opens its drawer without animation', () => {
  setDrawer(true);
  expect(useSidebar.getState()).toMatchObject({ drawer: true, animated: false });
});

it('is a drawer below 992 px', () => {
  expect(MOBILE_WIDTH_PX).toBe(992);
});

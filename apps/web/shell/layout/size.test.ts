import { afterAll, expect, it, vi } from 'vitest';

const page = { cookie: '', documentElement: { dataset: {} as Record<string, string> } };
vi.stubGlobal('document', page);
const { setSize, useSize } = await import('./size.ts');
afterAll(() => vi.unstubAllGlobals());

it('is applied to the controls, stored in the state and saved for later visits', () => {
  setSize('small');
  expect(useSize.getState().size).toBe('small');
  expect(page.documentElement.dataset.size).toBe('small');
  expect(page.cookie).toMatch(/^size=small;/);
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { anna } from '../../api/test-browser.ts';
import { EndUserBar } from './end-user-bar.tsx';

// Markup without a browser shows the initial state, with nobody signed in.
vi.mock('../../api/session.ts', () => ({
  useSession: (pick: (state: { login: typeof anna }) => unknown) => pick({ login: anna }),
}));

it('has its heading unless that is hidden', () => {
  expect(renderToStaticMarkup(<EndUserBar />)).toContain('role.endUser');
  const hidden = renderToStaticMarkup(<EndUserBar hideHeading />);
  expect(hidden).not.toContain('role.endUser');
  expect(hidden).toContain('anna');
});

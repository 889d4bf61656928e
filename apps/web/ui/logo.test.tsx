import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LogoMark } from './logo.tsx';

it('depends on the system type and has a fallback for unknown ones', () => {
  const markOf = (systemType: string) => renderToStaticMarkup(<LogoMark systemType={systemType} />);
  const marks = ['lw', 'hy', 'fnj', 'other'].map(markOf);
  expect(new Set(marks).size).toBe(4);
  expect(markOf('unheard of')).toBe(markOf('other'));
});

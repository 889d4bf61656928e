import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { siteMap } from '../routes.tsx';
import { afterLogin, internalPath, loginPath } from './redirect.ts';
import { who } from './test-who.ts';

describe('redirect parameters (interpretation C19)', () => {
  it.each(['/home/index', '/operationStatuss/index?page=2&state=1', '/a#b', '/a%20b'])(
    'accepts %s',
    (path) => {
      expect(internalPath(path)).toBe(path);
    },
  );
  it.each([
    null,
    '',
    'home',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/%5Cevil.example',
    '/%2Fevil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a\nb',
    '/%0d%0aSet-Cookie:x',
    '/\t/evil.example',
    '/%E0%A4%A',
  ])('refuses %j', (text) => {
    expect(internalPath(text)).toBeNull();
  });
  it('never accepts a URL of another origin', () => {
    fc.assert(
      fc.property(
        // Texts composed of what such attacks use, with and without the leading slash.
        fc
          .array(
            fc.constantFrom(
              '/',
              '\\',
              ':',
              '%2F',
              '%5C',
              '%09',
              '\t',
              '\n',
              '@',
              '.',
              '?',
              '#',
              'evil.example',
              'https:',
              'a',
            ),
            { maxLength: 8 },
          )
          .map((parts) => parts.join('')),
        (text) => {
          const path = internalPath(text);
          return (
            path === null || new URL(path, 'https://console.example').origin === 'https://console.example'
          );
        },
      ),
    );
  });
});

describe('where to go after login (interpretation A38)', () => {
  it('follows the redirect when the role may open it', () => {
    expect(afterLogin(siteMap, '/operationStatuss/thing/HB1?tab=day', who(5))).toBe(
      '/operationStatuss/thing/HB1?tab=day',
    );
    expect(afterLogin(siteMap, '/home/index', who(0))).toBe('/home/index');
  });
  it('goes to / instead of a denied page, the login page or no page', () => {
    expect(afterLogin(siteMap, '/home/index', who(100))).toBe('/');
    expect(afterLogin(siteMap, '/login?redirect=/login', who(1))).toBe('/');
    expect(afterLogin(siteMap, '/nowhere', who(1))).toBe('/');
    expect(afterLogin(siteMap, '//evil.example', who(1))).toBe('/');
    expect(afterLogin(siteMap, null, who(1))).toBe('/');
  });
  it('keeps the return path with its query', () => {
    expect(loginPath('/operationStatuss/index?page=2')).toBe(
      '/login?redirect=%2FoperationStatuss%2Findex%3Fpage%3D2',
    );
    expect(loginPath('/')).toBe('/login');
    expect(loginPath('/login?redirect=x')).toBe('/login');
  });
});

import { expect, test } from 'vitest';
import { withoutSecrets } from './log.ts';

test.each([
  ['/a?access_token=x&b=1', '/a?access_token=[hidden]&b=1'],
  ['/a?b=1&refresh_token=x', '/a?b=1&refresh_token=[hidden]'],
  ['/a?jwt=x;token=y', '/a?jwt=[hidden];token=[hidden]'],
  ['/a?access%5Ftoken=x', '/a?access%5Ftoken=[hidden]'],
  ['/a?%6a%77%74=x', '/a?%6a%77%74=[hidden]'],
  ['/a?new_password=x&password=y=z', '/a?new_password=[hidden]&password=[hidden]'],
  ['/a?code=x&otp=y&api_key=z', '/a?code=[hidden]&otp=[hidden]&api_key=[hidden]'],
  ['/a?%zz=x', '/a?%zz=[hidden]'],
  ['/a?batteryCode=x&search=token', '/a?batteryCode=x&search=token'],
  ['/a?x=vlt_0123456789abcdef&y=1', '/a?x=vlt_[hidden]&y=1'],
  ['/a/vlt_0123456789abcdef', '/a/vlt_[hidden]'],
  ['/a', '/a'],
])('%s is logged as %s', (url, logged) => expect(withoutSecrets(url)).toBe(logged));

import { codes } from '@voltloop/contract/envelope.ts';
import { describe, expect, it } from 'vitest';
import { describeError } from './errors.ts';

const login = { loginPage: true };

describe('the text of an error (specification section 8, interpretation A64)', () => {
  it.each(['UC :password error', 'UC :not exist user'])('maps %s everywhere', (message) => {
    for (const where of [login, { loginPage: false }])
      expect(describeError({ status: 401, code: 4010002, message }, where)).toEqual({ key: 'loginFailed' });
  });
  it("maps 'Bad Request' to the login text on the login page only", () => {
    const error = { status: 400, code: codes.validation.code, message: 'Bad Request' };
    expect(describeError(error, login)).toEqual({ key: 'loginInvalid' });
    expect(describeError(error)).toEqual({ key: 'validation' });
  });
  it("maps 'Unauthorized', also on the login page", () => {
    const error = { status: 401, code: codes.unauthorized.code, message: 'Unauthorized' };
    expect(describeError(error, login)).toEqual({ key: 'unauthorized' });
    expect(describeError(error)).toEqual({ key: 'unauthorized' });
  });
  it.each(['当前用户没有权限', '您无权限访问', '没有权限'])(
    'knows no permission by the text %s',
    (message) => {
      expect(describeError({ status: 403, code: 0, message })).toEqual({ key: 'noPermission' });
    },
  );
  it('recognises a missing permission by its code', () => {
    expect(describeError({ status: 403, code: codes.forbidden.code, message: 'nope' })).toEqual({
      key: 'noPermission',
    });
  });
  it("shows the server's own text when it is more specific than the standard text", () => {
    expect(describeError({ status: 409, code: codes.conflict.code, message: 'devid is taken' })).toEqual({
      text: 'devid is taken',
    });
    expect(describeError({ status: 500, code: codes.busy.code, message: codes.busy.message })).toEqual({
      key: 'busy',
    });
  });
  it('contains the fields of field errors', () => {
    const fields = [
      { path: 'a', key: 'x', message: 'a is too long' },
      { path: 'b', key: 'y', message: 'b is missing' },
    ];
    expect(
      describeError({ status: 400, code: codes.validation.code, message: 'Bad Request', fields }),
    ).toEqual({ text: 'a is too long; b is missing' });
  });
  it('reports an unreachable server, and is never empty', () => {
    expect(describeError({ status: 0, code: 0, message: 'x' })).toEqual({ key: 'unreachable' });
    expect(describeError({ status: 502, code: 0, message: '' })).toEqual({ key: 'busy' });
  });
});

import { describe, expect, test } from 'vitest';
import { EngineError } from './errors.ts';
import { addFields, readRequest } from './request.ts';

const read = (search: string, headers = {}) => readRequest(new URL(`http://h/?${search}`), headers);

describe('readRequest', () => {
  test('separates parameters, settings and its own keys', () => {
    const parsed = read(
      'query=select+1&query_id=q&param_a=1&param_b=%5C%27&max_threads=2&wait_end_of_query=1&default_format=CSV',
    );
    expect(parsed).toMatchObject({
      query: 'select 1',
      queryId: 'q',
      defaultFormat: 'CSV',
      database: 'default',
    });
    expect([...parsed.params]).toEqual([
      ['a', '1'],
      ['b', "\\'"],
    ]);
    expect(Object.fromEntries(parsed.settings)).toEqual({
      max_execution_time: '60',
      max_memory_usage: expect.stringMatching(/^\d{8,}$/),
      max_threads: '2',
    });
  });

  test('the first of two databases counts, and the last of two values of a setting', () => {
    const parsed = read('database=one&max_threads=1&database=two&max_threads=2');
    expect([parsed.database, parsed.settings.get('max_threads')]).toEqual(['one', '2']);
  });

  test('headers supply values that are missing in the URL', () => {
    const headers = {
      'x-clickhouse-database': 'd',
      'x-clickhouse-format': 'CSV',
      'x-clickhouse-query-id': 'q',
    };
    expect(read('', headers)).toMatchObject({ database: 'd', defaultFormat: 'CSV', queryId: 'q' });
    expect(read('database=url', headers).database).toBe('url');
  });

  test.each(['session_id=x', 'role=x'])('%s is refused', (search) => {
    expect(() => read(search)).toThrow(EngineError);
  });

  test.each(['param_a%20b=1', 'param_=1', "x'y=1", 'a%60b=1', 'default_format=a%20b'])(
    '%s is not a valid name',
    (search) => {
      expect(() => read(search)).toThrow(/is not a name/);
    },
  );
});

test('the fields of a form are added to the URL', () => {
  const parsed = addFields(read('param_a=1'), [
    ['query', 'select 2'],
    ['param_b', '2'],
  ]);
  expect(parsed.query).toBe('select 2');
  expect(Object.fromEntries(parsed.params)).toEqual({ a: '1', b: '2' });
  expect(() => addFields(read(''), [['param_a b', '1']])).toThrow(/is not a name/);
});

import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { readPairs } from './settings.ts';

const tracingOf = (env: Record<string, string>) => readConfig(env, []).tracing;

test('pairs are read with percent-encoded values and surrounding blanks', () => {
  expect(readPairs('a=1, b = x%3Dy%2Cz ,')).toEqual({ a: '1', b: 'x=y,z' });
  expect(readPairs('')).toEqual({});
});

test.each(['a', '=1', 'a=%', 'a=1,b'])('%j is not a list of pairs', (text) => {
  expect(readPairs(text)).toBeNull();
});

test('tracing is off without an address, and where it is disabled', () => {
  const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  expect(tracingOf({})).toBeNull();
  expect(tracingOf({ OTEL_SERVICE_NAME: 'x' })).toBeNull();
  expect(tracingOf(on)).not.toBeNull();
  expect(tracingOf({ ...on, OTEL_SDK_DISABLED: 'true' })).toBeNull();
  expect(tracingOf({ ...on, OTEL_TRACES_EXPORTER: 'none' })).toBeNull();
});

test('the path of traces is appended to the common address, but not to the one of traces', () => {
  const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/otel/' };
  expect(tracingOf(base)?.url).toBe('http://collector:4318/otel/v1/traces');
  expect(tracingOf({ ...base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://other/in' })?.url).toBe(
    'http://other/in',
  );
});

test.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no pairs'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
])('an invalid %s ends the start', (name, value) => {
  expect(() => readConfig({ [name]: value }, [])).toThrow(`The setting ${name} is wrong`);
});

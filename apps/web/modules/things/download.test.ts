import { expect, it } from 'vitest';
import { fileNameOf } from './download.ts';

it('fileNameOf reads both forms and prefers the one with a character set', () => {
  expect(fileNameOf('attachment; filename="VL-1_2026.csv"', 'x')).toBe('VL-1_2026.csv');
  expect(fileNameOf('attachment; filename="a.csv"; filename*=UTF-8\'\'%E7%94%B5%E6%B1%A0.csv', 'x')).toBe(
    '电池.csv',
  );
  expect(fileNameOf('attachment; filename=plain.xlsx', 'x')).toBe('plain.xlsx');
});

it('falls back without a usable name, and never takes a path', () => {
  expect(fileNameOf(null, 'history.csv')).toBe('history.csv');
  expect(fileNameOf('attachment', 'history.csv')).toBe('history.csv');
  expect(fileNameOf("attachment; filename*=UTF-8''%E7%9", 'history.csv')).toBe('history.csv');
  expect(fileNameOf('attachment; filename="../../etc/passwd"', 'x')).toBe('passwd');
  expect(fileNameOf('attachment; filename="C:\\tmp\\a.csv"', 'x')).toBe('a.csv');
});

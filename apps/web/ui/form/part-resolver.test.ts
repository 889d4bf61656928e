import { zodResolver } from '@hookform/resolvers/zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { partResolver } from './part-resolver.ts';

interface Values {
  name: string;
  lines: { code: string }[];
}
const checked: string[] = [];
const schema = z.object({
  name: z.string().min(1),
  lines: z.array(
    z.object({ code: z.string().refine((code) => checked.push(code) > 0 && code !== '', 'missing') }),
  ),
});
const whole = zodResolver(schema);
const lines = (count: number) => Array.from({ length: count }, (_, i) => ({ code: i % 2 === 0 ? '' : 'x' }));

async function errorsOf(values: Values, names: string[] | undefined, shown: (path: string) => boolean) {
  checked.length = 0;
  const options = { fields: {}, shouldUseNativeValidation: false, ...(names ? { names } : {}) };
  const result = await partResolver(whole, shown)(values, undefined, options);
  return result.errors as { name?: unknown; lines?: { code?: { message: string } }[] };
}

describe('the validation of a part of a form', () => {
  it('validates one line when an input of a long list has changed', async () => {
    const errors = await errorsOf({ name: 'a', lines: lines(2000) }, ['lines.1998.code'], () => true);
    expect(checked).toHaveLength(1);
    expect(errors.lines?.[1998]?.code?.message).toBe('missing');
  });
  it('validates no line when an input beside a long list has changed', async () => {
    const errors = await errorsOf({ name: '', lines: lines(2000) }, ['name'], () => true);
    expect(checked).toHaveLength(0);
    expect(errors.name).toBeDefined();
  });
  it('shows no errors in a new line, and keeps those shown', async () => {
    const errors = await errorsOf(
      { name: 'a', lines: lines(3) },
      ['lines'],
      (path) => path === 'lines.0.code',
    );
    expect(errors.lines?.map((line) => line?.code?.message)).toEqual(['missing', undefined, undefined]);
  });
  it('validates everything when the form is sent', async () => {
    const errors = await errorsOf({ name: '', lines: lines(60) }, undefined, () => false);
    expect(checked).toHaveLength(60);
    expect(errors.lines?.filter(Boolean)).toHaveLength(30);
  });
});
